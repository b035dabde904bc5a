/* view.cpp - `ap1000 view`: a trace as one page for a browser, which needs nothing but itself. The page is
 * view/page.html with the scripts that it names and the data put in. */
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "command/commands.hpp"
#include "command/own_files.hpp"
#include "command/plot_data.hpp"
#include "observe/compressed_file.hpp"

namespace ap1000
{
namespace
{

std::string whole(const std::filesystem::path &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw std::runtime_error("view: '" + path.string() + "' is not there; it is installed with the command");
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/* `mark` stands in the page once. */
void put_in(std::string &page, const std::string &mark, const std::string &text)
{
    const std::size_t at = page.find(mark);
    if (at == std::string::npos)
        throw std::runtime_error("view: the page lacks " + mark);
    page.replace(at, mark.size(), text);
}

/* Each line @NAME.js@ of the page is the place of that file. */
void put_in_scripts(std::string &page, const std::filesystem::path &folder)
{
    const std::string ending = ".js@\n";
    for (std::size_t end = page.find(ending); end != std::string::npos; end = page.find(ending, end)) {
        const std::size_t begin = page.rfind('@', end);
        if (begin == std::string::npos)
            throw std::runtime_error("view: the page lacks the beginning of a script's name");
        const std::string script = page.substr(begin + 1, end + 3 - begin - 1);
        page.replace(begin, end + ending.size() - begin, whole(folder / script));
        end = begin;
    }
}

/* JSON inside a script element: nothing may look like its end. */
std::string harmless(const std::string &json)
{
    std::string out;
    out.reserve(json.size());
    for (char c : json)
        out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

/* Writes the page. Returns whether the trace grows, which is an error unless it may. */
bool write_page(const Settings &s, const std::string &to)
{
    bool grows = false;
    std::string data;
    try {
        const std::string title =
            s.title.empty() ? std::filesystem::path(trace_stem(s.trace)).filename().string() : s.title;
        data = read_view(s.trace, {read_window(s.from, s.to, s.tasks, "--"), !s.no_servers}, title,
                         s.live ? &grows : nullptr)
                   .dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    } catch (const std::runtime_error &e) {
        throw UsageError(std::string("view: ") + e.what());
    }
    const auto folder = data_folder("view", "AP1000_VIEW_PATH", "page.html");
    std::string page = whole(folder / "page.html");
    put_in_scripts(page, folder);
    put_in(page, "@DATA@", harmless(data));
    const std::string next = s.live ? to + ".next" : to; /* a browser reads a whole page */
    std::ofstream out(next, std::ios::binary);
    out << page;
    out.close();
    if (!out || (next != to && std::rename(next.c_str(), to.c_str()) != 0))
        throw UsageError("view: '" + to + "': cannot be written: " + std::strerror(errno) +
                         "; --out wants the path of a file in a folder you may write to");
    return grows;
}

} // namespace

int view(const Settings &s)
{
    const std::string to = s.out.empty() ? trace_stem(s.trace) + ".html" : s.out;
    std::error_code none;
    for (int left = 20;
         s.live && left > 0 && std::filesystem::file_size(s.trace, none) == 0;) { /* nothing has happened */
        left = is_written(s.trace) ? 20 : left - 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    bool grows = write_page(s, to);
    std::printf("%s\n", to.c_str());
    std::fflush(stdout);
    for (bool goes_on = true; grows && goes_on;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        goes_on = is_written(s.trace);
        grows = write_page(s, to);
    }
    if (grows)
        std::fprintf(stderr,
                     "ap1000: view: '%s' has no end, and nobody writes it any more: the run was killed; the page has "
                     "what there is\n",
                     s.trace.c_str());
    return grows ? exit_machine : 0;
}

} // namespace ap1000
