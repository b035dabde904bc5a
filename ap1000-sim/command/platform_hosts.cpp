/* platform_hosts.cpp - see machine_of.hpp. The child writes its answer into one pipe, a word and what belongs to
 * it: "hosts", the lines "CORES SPEED NAME", "links" and their names, or "wrong" and a text; its stderr is another, for
 * what SimGrid says when it ends the process. */
#include "command/machine_of.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "machine.h"

namespace ap1000
{
namespace
{

constexpr int most_for_all_pairs = 128;
constexpr std::size_t most_name_bytes = sizeof(mach_identity{}.node_name) - 1;

std::string check_hosts(const std::vector<FlowHost> &hosts)
{
    for (const FlowHost &h : hosts)
        if (h.name.size() > most_name_bytes || h.name.find('\n') != std::string::npos)
            return fmt::format("host \"{}\": as the name of a node at most {} characters are accepted", h.name,
                               most_name_bytes);
    return "";
}

/* Between the first n hosts; "": all that were looked for are there. */
std::string check_routes(const FlowEngine &engine, int n)
{
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++) {
            const bool looked_at = n <= most_for_all_pairs || from == 0 || to == 0 || from - to == 1 || to - from == 1;
            if (looked_at && from != to && !engine.has_route(from, to))
                return fmt::format("there is no route from host {} to host {}; --cells N takes the first N hosts alone",
                                   engine.hosts()[static_cast<std::size_t>(from)].name,
                                   engine.hosts()[static_cast<std::size_t>(to)].name);
        }
    return "";
}

/* In the child: what it answers. */
std::string answer(const FlowPlatform &platform, const std::string &library, int wanted)
{
    const std::unique_ptr<FlowEngine> engine = open_flow_engine(library, platform);
    const int there = static_cast<int>(engine->hosts().size());
    std::string wrong = check_hosts(engine->hosts());
    if (wrong.empty() && there <= max_cells)
        wrong = check_routes(*engine, wanted > 0 && wanted < there ? wanted : there);
    if (!wrong.empty())
        return "wrong\n" + wrong;
    std::string text = "hosts\n";
    for (const FlowHost &h : engine->hosts())
        text += fmt::format("{} {} {}\n", h.cores, h.speed, h.name);
    text += "links\n";
    for (const FlowLink &l : engine->links())
        text += l.name + "\n";
    return text;
}

void write_all(int fd, const std::string &text)
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = write(fd, text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR)
            return;
        done += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

[[noreturn]] void be_child(const FlowPlatform &platform, const std::string &library, int wanted, int to, int complaints)
{
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    dup2(complaints, STDERR_FILENO);
    dup2(complaints, STDOUT_FILENO);
    try {
        write_all(to, answer(platform, library, wanted));
    } catch (const std::exception &e) {
        write_all(to, std::string("wrong\n") + e.what());
    }
    _exit(0);
}

/* Both to their ends. */
void read_both(const int fds[2], std::string texts[2])
{
    pollfd open[2] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        if (poll(open, 2, -1) < 0)
            continue;
        for (int i = 0; i < 2; i++) {
            char piece[4096];
            if (open[i].revents == 0)
                continue;
            const ssize_t n = read(open[i].fd, piece, sizeof piece);
            if (n > 0)
                texts[i].append(piece, static_cast<std::size_t>(n));
            else if (n == 0 || errno != EINTR)
                open[i].fd = -1;
        }
    }
}

/* One line of it, without SimGrid's backtrace. */
std::string in_one_line(std::string text)
{
    constexpr std::size_t most_bytes = 400;
    text.erase(std::min(text.find("\nBacktrace"), text.size()));
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text.size() > most_bytes ? text.substr(0, most_bytes) + "..." : text;
}

/* What the child says: its answer, and what SimGrid has said. Throws std::runtime_error. */
void ask_child(const FlowPlatform &platform, const std::string &library, int wanted, std::string texts[2])
{
    int to_us[2], complaints[2];
    if (pipe(to_us) != 0 || pipe(complaints) != 0)
        throw std::runtime_error(std::string("no pipe to read a platform by: ") + std::strerror(errno));
    const pid_t child = fork();
    if (child < 0)
        throw std::runtime_error(std::string("no process to read a platform in: ") + std::strerror(errno));
    if (child == 0)
        be_child(platform, library, wanted, to_us[1], complaints[1]);
    close(to_us[1]);
    close(complaints[1]);
    const int ours[2] = {to_us[0], complaints[0]};
    read_both(ours, texts);
    close(to_us[0]);
    close(complaints[0]);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
        ;
}

struct Platform {
    std::vector<FlowHost> hosts;
    std::vector<std::string> links;
};

Platform platform_in(std::istream &lines)
{
    Platform all;
    FlowHost h{};
    while (lines >> h.cores >> h.speed && std::getline(lines.ignore(), h.name))
        all.hosts.push_back(h);
    lines.clear();
    std::string name;
    for (std::getline(lines, name); std::getline(lines, name);)
        all.links.push_back(name);
    return all;
}

Platform read_hosts(const Parameters &p, const std::string &library)
{
    std::string texts[2];
    ask_child(p.simgrid.platform, library, p.grid.cells(), texts);
    std::istringstream lines(texts[0]);
    std::string word;
    std::getline(lines, word);
    if (word == "hosts")
        return platform_in(lines);
    std::string wrong = texts[0].substr(std::min(word.size() + 1, texts[0].size()));
    if (word != "wrong") /* it has ended without an answer */
        wrong = texts[1].empty() ? "SimGrid has ended without a word" : texts[1];
    if (wrong.find("Segmentation fault") != std::string::npos)
        wrong = in_one_line(wrong) + " SimGrid 4.0 ends so if a <cluster> stands in no <zone>";
    throw MachineFileError(
        fmt::format("{}: machine.platform = \"{}\": {}", p.simgrid.where, p.simgrid.platform.file, in_one_line(wrong)));
}

} // namespace

void read_platform(Parameters &p, const std::string &library)
{
    static std::map<std::pair<std::string, int>, Platform> known; /* by file, and how many of its hosts */
    if (!p.kind->has_platform)
        return;
    const auto key = std::make_pair(p.simgrid.platform.file, p.grid.cells());
    auto at = known.find(key);
    if (at == known.end())
        at = known.emplace(key, read_hosts(p, library)).first;
    set_hosts(p, at->second.hosts);
    p.simgrid.links = at->second.links;
}

} // namespace ap1000
