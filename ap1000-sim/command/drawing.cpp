/* drawing.cpp - see drawing.hpp. */
#include "command/drawing.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "command/commands.hpp"
#include "command/data_folder.hpp"

namespace ap1000
{

namespace fs = std::filesystem;

namespace
{

/* Run gnuplot on a script inside the folder. */
void draw(const std::string &word, const fs::path &folder, const fs::path &script)
{
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(folder.c_str()) != 0)
            _exit(126);
        execlp("gnuplot", "gnuplot", script.c_str(), static_cast<char *>(nullptr));
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
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
    std::string name = (fs::temp_directory_path() / "ap1000-plot-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error(fmt::format("no folder for the figures' data: {}", std::strerror(errno)));
    path = name;
}

WorkFolder::~WorkFolder()
{
    std::error_code ignored;
    fs::remove_all(path, ignored);
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
        out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + "'";
}

void draw_figures(const std::string &word, const std::vector<const char *> &names, const fs::path &folder,
                  const std::string &prefix)
{
    const fs::path scripts = fs::absolute(data_folder("plot", "AP1000_PLOT_PATH", "common.gp"));
    for (const char *name : names) {
        say_drawing(name);
        draw(word, folder, scripts / (std::string(name) + ".gp"));
        say_drawing(nullptr);
        for (const char *kind : {".png", ".svg"}) {
            const std::string to = prefix + "-" + name + kind;
            std::error_code bad;
            fs::copy_file(folder / (std::string(name) + kind), to, fs::copy_options::overwrite_existing, bad);
            if (bad)
                throw UsageError(word + ": '" + to + "': cannot be written: " + bad.message() +
                                 "; --out wants the beginning of a path in a folder you may write to");
            std::printf("%s\n", to.c_str());
        }
    }
}

} // namespace ap1000
