/* main.cpp - the `ap1000` command: which word it is given, and what is said of what goes wrong. words.cpp has them. */
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <iostream>
#include <map>
#include <new>
#include <set>
#include <string>

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "carriers/slots/wire/settings.h"
#include "command/options.hpp"
#include "command/parse.hpp"
#include "command/provenance_of.hpp"
#include "command/words.hpp"
#include "config/parameters.hpp"
#include "engine/log.hpp"
#include "sockets.h"

namespace
{

/* In the simulator's threads and fibers alike: a word, and an end, that need no memory. Tasks end with us. */
[[noreturn]] void no_memory()
{
    constexpr char text[] = "ap1000: this computer has no more memory for the machine\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(ap1000::exit_machine); /* nobody is there to be told */
    _exit(ap1000::exit_machine);
}

constexpr char kept[] = "AP1000_PRELOAD"; /* what LD_PRELOAD was, while the command begins anew */

/* libpvm3, and those that need it: libgpvm3, libfpvm3. */
bool is_of_pvm(const std::string &library)
{
    const std::string name = library.substr(library.rfind('/') + 1);
    for (const char *with : {"libpvm3.", "libgpvm3.", "libfpvm3."})
        if (name.compare(0, std::string(with).size(), with) == 0)
            return true;
    return false;
}

std::string without_pvm(const std::string &list)
{
    constexpr char separators[] = ": \t\n";
    std::string rest;
    for (std::size_t at = 0; (at = list.find_first_not_of(separators, at)) != std::string::npos;) {
        const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
        const std::string one = list.substr(at, end - at);
        if (!is_of_pvm(one))
            rest += (rest.empty() ? "" : ":") + one;
        at = end;
    }
    return rest;
}

/* A libpvm3 that LD_PRELOAD names is for programs, never for the simulator, whose clocks, polls and sleeps would be
 * those of a program: if one has been loaded before libc, begins anew without it. Programs that are started get
 * LD_PRELOAD as it was. Before any thread. */
void stay_without_preloaded_pvm(char **argv)
{
    const char *before = std::getenv(kept), *list = std::getenv("LD_PRELOAD");
    if (before != nullptr) {
        setenv("LD_PRELOAD", std::string(before).c_str(), 1);
        unsetenv(kept);
        return;
    }
    if (list == nullptr || dlsym(RTLD_DEFAULT, "pvm_mytid") == nullptr)
        return;
    char self[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return;
    self[n] = 0;
    const std::string all = list, rest = without_pvm(all);
    setenv(kept, all.c_str(), 1);
    if (rest.empty() || rest == all) /* one that brings libpvm3 along has another name: then none is loaded */
        unsetenv("LD_PRELOAD");
    else
        setenv("LD_PRELOAD", rest.c_str(), 1);
    execv(self, argv);
    setenv("LD_PRELOAD", all.c_str(), 1);
    unsetenv(kept);
}

/* The exit code, once stdout has taken what was printed. CLI11 prints by std::cout. */
int printed(int code)
{
    if (std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return code;
    std::fprintf(stderr, "ap1000: what was to be printed could not be written: %s\n", std::strerror(errno));
    return ap1000::exit_machine;
}

} // namespace

int main(int argc, char **argv)
{
    std::set_new_handler(no_memory);
    stay_without_preloaded_pvm(argv);
    sockets_open_standard();
    std::signal(SIGCHLD, SIG_DFL); /* if who has started us ignores it, nobody would learn how a process ends */
    /* Each word has its own: CLI11 gives the environment's value to the options of all of them, and the one that was
     * written must not be overwritten by another word's. */
    std::map<const CLI::App *, ap1000::Settings> settings;
    CLI::App app("A simulated Fujitsu AP1000 that runs PVM programs.");
    const std::string codes =
        "Exit codes: the program's own; 2 bad usage or machine file; 86 deadlock; 125 the machine "
        "failed;\n126 the program cannot be started; 127 it is not found; 128+N it died of signal N.";
    app.footer(codes);
    app.set_version_flag("-v,--version", ap1000::version_and_commit());
    app.require_subcommand(1);

    std::map<const CLI::App *, const ap1000::Word *> words;
    for (const ap1000::Word &w : ap1000::words()) {
        CLI::App *word = app.add_subcommand(w.name, w.help);
        if (!w.for_users)
            word->group("");
        words[word] = &w;
        w.add_options(*word, settings[word]);
    }

    app.footer(codes + "\n\n" + ap1000::settings_help()); /* of the command as a whole, not of its words */
    settings_say_unknown("ap1000");
    const int code = ap1000::parse(app, argc, argv);
    if (code >= 0)
        return printed(code);
    CLI::App *chosen = app.get_subcommands().front();
    ap1000::Settings &s = settings[chosen];
    if (chosen->get_prefix_command())
        s.command = chosen->remaining();
    const bool takes_options = words[chosen]->act != ap1000::compile && words[chosen]->act != ap1000::record;
    if (takes_options && !s.command.empty() && s.command[0].size() > 1 && s.command[0][0] == '-') {
        std::fprintf(stderr, "ap1000: %s\n", ap1000::unknown_option(*chosen, s.command[0]).c_str());
        return ap1000::exit_usage;
    }
    std::set<std::string> varied = {"--jitter", "--seed"};
    if (chosen->get_name() == "sweep")
        varied = {"--cells", "--set"};
    else if (chosen->get_name() == "run")
        varied = {"--what-if", "--progress", "--report", "--trace", "--trace-from", "--trace-to", "--trace-tasks"};
    s.for_each_run = ap1000::given_in_common(*chosen, *app.get_subcommand("run"), varied);
    s.words.assign(argv, argv + argc - static_cast<int>(s.command.size()));
    try {
        const char *categories = std::getenv("AP1000_LOG");
        ap1000::choose_log(categories != nullptr ? categories : "");
        const int code = words[chosen]->act(s);
        return words[chosen]->act == ap1000::run ? code : printed(code);
    } catch (const ap1000::UsageError &e) {
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), ap1000::from_where(app, e.what(), argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const ap1000::MachineFileError &e) {
        /* One that names a line is about the file that --machine names. */
        const std::string subject = std::string(e.what()).rfind("--", 0) == 0 ? e.what() : "--machine";
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), ap1000::from_where(app, subject, argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const std::exception &e) {
        const bool ours = dynamic_cast<const std::invalid_argument *>(&e) == nullptr; /* else a value that is wrong */
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), ap1000::from_where(app, e.what(), argc, argv).c_str());
        return ours ? ap1000::exit_machine : ap1000::exit_usage;
    }
}
