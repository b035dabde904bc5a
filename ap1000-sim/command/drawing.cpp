/* drawing.cpp - see drawing.hpp. */
#include "command/drawing.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "command/commands.hpp"
#include "command/own_files.hpp"

namespace ap1000
{

namespace fs = std::filesystem;

namespace
{

constexpr std::array<int, 3> endings = {SIGHUP, SIGINT, SIGTERM};
volatile std::sig_atomic_t told = 0; /* the signal that tells us to end */
volatile pid_t waited_for = 0;

void note(int signal)
{
    told = signal;
    if (waited_for > 0)
        kill(waited_for, SIGTERM);
}

/* Run gnuplot on a script inside the folder. */
void draw(const std::string &word, const fs::path &folder, const fs::path &script, bool keep)
{
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(folder.c_str()) != 0 || setenv("LC_ALL", "C.UTF-8", 1) != 0)
            _exit(126);
        execlp("gnuplot", "gnuplot", "-d", "-e", keep ? "kinds = 'png svg pdf'" : "kinds = 'png svg'", script.c_str(),
               static_cast<char *>(nullptr));
        _exit(127);
    }
    const int status = child > 0 ? status_of(child) : 0;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        throw UsageError(word + ": gnuplot is not to be found (Debian package gnuplot-nox)");
    if (child < 0 || status != 0)
        throw std::runtime_error(word + ": gnuplot failed on " + script.string());
}

/* On a terminal, while gnuplot works; nullptr: no more. */
void say_drawing(const char *name)
{
    if (isatty(STDERR_FILENO) == 0)
        return;
    if (name != nullptr)
        std::fprintf(stderr, "\rap1000: drawing %s\x1b[K", name);
    else
        std::fputs("\r\x1b[K", stderr);
}

} // namespace

WorkFolder::WorkFolder()
{
    const char *given = std::getenv("TMPDIR");
    const std::string where = given != nullptr && *given != 0 ? given : "/tmp";
    std::string name = where + "/ap1000-plot-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
        throw UsageError("TMPDIR '" + where + "': no folder can be made there: " + std::strerror(errno));
    path = name;
    struct sigaction noted = {};
    noted.sa_handler = note;
    for (std::size_t i = 0; i < endings.size(); i++) {
        sigaction(endings[i], nullptr, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(endings[i], &noted, nullptr);
    }
}

WorkFolder::~WorkFolder()
{
    std::error_code ignored;
    fs::remove_all(path, ignored);
    for (std::size_t i = 0; i < endings.size(); i++)
        sigaction(endings[i], &before[i], nullptr);
    std::fflush(stdout);
    if (told != 0)
        raise(told);
}

bool told_to_end()
{
    return told != 0;
}

int status_of(pid_t child)
{
    int status = 0;
    waited_for = child;
    if (told != 0)
        kill(child, SIGTERM);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    waited_for = 0;
    return status;
}

std::pair<const char *, double> time_unit(Ns longest)
{
    if (longest < 10'000)
        return {"ns", 1};
    if (longest < 10'000'000)
        return {"us", 1e3};
    if (longest < 10'000'000'000)
        return {"ms", 1e6};
    return {"s", 1e9};
}

std::string gnuplot_text(const std::string &text)
{
    std::string out = "'";
    for (char c : text)
        out += c == '\'' ? std::string("''") : std::string(1, static_cast<unsigned char>(c) < ' ' ? ' ' : c);
    return out + "'";
}

std::string gnuplot_tic(std::string text, std::size_t at)
{
    for (std::size_t i = 0; (i = text.find('%', i)) != std::string::npos; i += 2)
        text.insert(i, "%");
    return gnuplot_text(text) + " " + std::to_string(at);
}

void draw_figures(const std::string &word, const std::vector<const char *> &names, const fs::path &folder,
                  const std::string &prefix, bool keep)
{
    const auto copy = [&](const fs::path &from, const fs::path &to) {
        std::error_code bad;
        fs::copy_file(from, to, fs::copy_options::overwrite_existing, bad);
        if (bad)
            throw UsageError(word + ": '" + to.string() + "': cannot be written: " + bad.message() +
                             "; --out wants the beginning of a path in a folder you may write to");
    };
    const fs::path scripts = fs::absolute(data_folder("plot", "AP1000_PLOT_PATH", "common.gp"));
    for (const char *name : names) {
        say_drawing(name);
        draw(word, folder, scripts / (std::string(name) + ".gp"), keep);
        say_drawing(nullptr);
        for (const char *kind : {".png", ".svg", ".pdf"}) {
            if (kind == std::string(".pdf") && !keep)
                continue;
            const std::string to = prefix + "-" + name + kind;
            copy(folder / (std::string(name) + kind), to);
            fs::remove(folder / (std::string(name) + kind));
            std::printf("%s\n", to.c_str());
        }
        if (keep)
            fs::copy_file(scripts / (std::string(name) + ".gp"), folder / (std::string(name) + ".gp"));
    }
    if (!keep)
        return;
    fs::copy_file(scripts / "common.gp", folder / "common.gp");
    std::error_code bad;
    const std::string kept = prefix + "-data";
    fs::copy(folder, kept, fs::copy_options::recursive | fs::copy_options::overwrite_existing, bad);
    if (bad)
        throw UsageError(word + ": '" + kept + "': cannot be written: " + bad.message());
    std::printf("%s: gnuplot %s.gp there draws it again\n", kept.c_str(), names[0]);
}

} // namespace ap1000
