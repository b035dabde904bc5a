/* commands.cpp - see commands.hpp: the machine run, or shown. */
#include "command/commands.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/prctl.h>
#include <unistd.h>

#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/simulator/other_pvm.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/slots/wire/settings.h"
#include "command/carriers.hpp"
#include "command/computing.hpp"
#include "command/machine_of.hpp"
#include "command/machine_up.hpp"
#include "command/options.hpp"
#include "command/own_files.hpp"
#include "command/processors.hpp"
#include "command/run_options_of.hpp"
#include "command/traffic.hpp"
#include "command/traffic_load.hpp"
#include "control/host_control.hpp"
#include "engine/how_many.hpp"
#include "kernel/run.hpp"
#include "sockets.h"

namespace ap1000
{
namespace
{

void listen_as(ProcessSettings &settings, const std::string &name)
{
    settings.socket_name = name;
    settings.listening = sockets_listen(name.c_str());
    if (settings.listening < 0)
        throw std::runtime_error("no socket for the machine: " + std::string(std::strerror(errno)));
}

/* first_program: as of in_process. */
int run_machine(const Settings &s, const Parameters &p, RunOptions options, ProcessSettings settings,
                const std::string &first_program)
{
    const bool at_terminal = options.kind == RunOptions::Kind::run && options.copies == 0 &&
                             (isatty(STDIN_FILENO) != 0 || isatty(STDOUT_FILENO) != 0 || isatty(STDERR_FILENO) != 0);
    if (options.only_counted && !first_program.empty())
        if (const ElfFile program(first_program); !is_compiled_counted(program))
            throw UsageError("--cpu counted: " + first_program + " " +
                             how_to_count(first_program, language_of(program)));
    const bool inside = in_process(s, options.observer, first_program, at_terminal);
    use_processors(options.processors);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    block_watched_signals();
    settings.traced = options.observer == nullptr ? 0 : s.trace.empty() ? 1 : 2;
    settings.stays = options.kind == RunOptions::Kind::up;
    static Guardian guardian(!settings.stays && options.copies == 0);
    settings.guardian = &guardian;
    std::unique_ptr<Carrier> carrier = make_carrier(s, inside, std::move(settings), options.observer);
    Machine machine(p, std::move(options), std::move(carrier),
                    [](Machine &m) { return std::make_unique<HostControl>(m); });
    return run_to_end(machine);
}

std::string current_folder()
{
    char path[PATH_MAX];
    return getcwd(path, sizeof path) != nullptr ? path : "/";
}

std::string private_name()
{
    return private_prefix() + std::to_string(getpid()) + "-" + std::to_string(std::random_device{}());
}

} // namespace

int info(const Settings &s)
{
    if (s.json + s.this_computer + !s.section.empty() > 1)
        throw UsageError("info: a part, --json, which prints all parts, and --this-computer: give one of them");
    const Parameters p = parameters_of(s);
    (void)computing_of(s.cpu, p);
    if (s.this_computer)
        return this_computer(p);
    if (s.json)
        print_info_json(stdout, p);
    else
        print_info(stdout, p, s.section);
    return 0;
}

int traffic(const Settings &s)
{
    const Parameters p = parameters_of(s);
    (void)computing_of(s.cpu, p);
    if (!p.kind->has_torus)
        throw UsageError("traffic: machine " + p.name + " has no T-Net; a machine of kind ap1000 is wanted");
    const bool load = s.load || s.saturation;
    const std::string way = s.saturation ? "--saturation" : "--load";
    if (!load && !s.seeds.empty())
        throw UsageError("--seeds: only with --load or --saturation");
    if (load && tnet_model_of(s.tnet) == TNetModel::flow)
        throw UsageError(way + ": with --tnet wormhole only; SimGrid's flows have no queues");
    const long long bytes = whole_number("--bytes", s.bytes, load ? 1000 : 10000, 0, max_bytes, " bytes");
    if (!s.plot && (s.keep || !s.out.empty()))
        throw UsageError(std::string(s.keep ? "--keep" : "--out " + s.out) + ": only with --plot, which draws");
    if (load && s.plot)
        throw UsageError("--plot: not with " + way + ", which prints a table");
    if (load)
        return print_load(p, s.pattern, bytes,
                          static_cast<int>(whole_number("--seeds", s.seeds, s.saturation ? 1 : 10, 1, 1000, " runs")),
                          s.saturation);
    if (s.plot && tnet_model_of(s.tnet) == TNetModel::flow)
        throw UsageError("--plot: with --tnet wormhole only; SimGrid's flows do not say which links they use");
    const std::unique_ptr<FlowEngine> flows = flows_of(s, p);
    return print_traffic(p, s.pattern.empty() ? "all" : s.pattern, bytes, flows.get(),
                         !s.plot         ? ""
                         : s.out.empty() ? "traffic"
                                         : s.out,
                         s.keep);
}

void put_library_first(const std::string &folder)
{
    if (access((folder + "/libpvm3.so.3").c_str(), R_OK) != 0)
        return;
    const char *old = std::getenv("LD_LIBRARY_PATH");
    setenv("LD_LIBRARY_PATH", (old != nullptr && *old != 0 ? folder + ":" + old : folder).c_str(), 1);
}

std::string own_library_folder()
{
    return own_folder() + "/../lib";
}

/* What a terminal would obey is shown as question marks. */
std::string shown(std::string word)
{
    std::replace_if(
        word.begin(), word.end(), [](unsigned char c) { return c < 32 || c == 127; }, '?');
    return word;
}

/* The first word of the command is no program. Returns the exit code. */
int say_not_found(const Settings &s, const RunOptions &options)
{
    const std::string &file = s.command[0], word = shown(file);
    const bool is_path = file.find('/') != std::string::npos;
    const bool there = is_path && access(file.c_str(), F_OK) == 0, here = !is_path && access(file.c_str(), X_OK) == 0;
    Program next = options.program;
    next.file = s.command.size() > 1 ? s.command[1] : "";
    if (s.report == "-" && !find_program(next, options.own_folder).empty()) {
        std::fprintf(stderr, "ap1000: %s: no such program; a file for the report is written with '=': --report=%s %s\n",
                     word.c_str(), word.c_str(), shown(s.command[1]).c_str());
        return exit_usage;
    }
    std::fprintf(stderr,
                 there  ? "ap1000: %s: not a program (a file with execute permission is wanted)\n"
                 : here ? "ap1000: %s: no such program on PATH, but there is one in this folder: ./%s\n"
                        : "ap1000: %s: no such program (a path, or a name on PATH, is wanted)\n",
                 word.c_str(), word.c_str());
    return there ? exit_not_started : exit_not_found;
}

int run(const Settings &s)
{
    if (s.what_if)
        return what_if(s);
    put_library_first(own_library_folder());
    const Parameters p = parameters_of(s);
    RunOptions options = run_options_of(s, p);
    ProcessSettings settings = carrier_of(s, p);
    options.kind = RunOptions::Kind::run;
    options.copies = copies_of(s.copies, settings.max_tasks);
    if (options.copies > 0 && s.on == "host")
        throw UsageError("--on host and -n " + s.copies + ": copies run on the cells; give one of them");
    if (s.command.empty())
        throw UsageError("run: a program is wanted: ap1000 run [OPTIONS] PROGRAM [ARGUMENTS]");
    options.program.file = s.command[0];
    options.program.args.assign(s.command.begin() + 1, s.command.end());
    options.program.folder = current_folder();
    options.program.spawner_folder = "";
    const std::string path = find_program(options.program, options.own_folder);
    if (path.empty())
        return say_not_found(s, options);
    say_if_other_pvm(path, {});
    options.observer = observer_of(s, p, path);
    listen_as(settings, private_name());
    return run_machine(s, p, std::move(options), std::move(settings), path);
}

int serve(const Settings &s)
{
    if (const std::size_t name = s.library.rfind("/libpvm3.so"); name != std::string::npos)
        put_library_first(s.library.substr(0, name)); /* the master's own, not a program that has it inside */
    const Parameters p = parameters_of(s);
    RunOptions options = run_options_of(s, p);
    ProcessSettings settings = carrier_of(s, p);
    options.kind = RunOptions::Kind::serve;
    settings.master = s.master;
    settings.master_socket = 3;
    fcntl(3, F_SETFD, FD_CLOEXEC);
    options.observer = observer_of(s, p, program_of(s.master));
    listen_as(settings, private_name());
    return run_machine(s, p, std::move(options), std::move(settings), program_of(s.master));
}

int up(const Settings &s)
{
    put_library_first(own_library_folder());
    if (s.name == SETTINGS_NO_MACHINE)
        throw UsageError(
            "--name 'none': a name for the machine is wanted; AP1000_NAME=none keeps programs from any that is up");
    const std::string of_machine = up_name(s);
    const char *name = of_machine.c_str();
    const Parameters p = parameters_of(s);
    RunOptions options = run_options_of(s, p);
    ProcessSettings settings = carrier_of(s, p);
    options.kind = RunOptions::Kind::up;
    if (s.report == "-" || s.report == "full")
        throw UsageError("up: a machine that stays has no terminal to report to: --report=FILE is wanted");
    settings.socket_name = name;
    settings.listening = sockets_listen(name);
    if (settings.listening < 0)
        throw UsageError("a machine of this name is up already (" + std::string(name) +
                         "): end it with `ap1000 down`, or give another --name");
    options.observer = observer_of(s, p, "");
    if (isatty(STDERR_FILENO) != 0) {
        options.terminal = std::make_shared<Terminal>(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3));
        options.terminal->write_behind();
    }
    std::printf("ap1000: a machine of %s is up (%s)\n", how_many(p.grid.cells(), p.kind->nodes).c_str(), name);
    std::fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        return child > 0 ? 0 : exit_machine;
    setsid();
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(nothing, fd);
    if (nothing > 2)
        close(nothing);
    return run_machine(s, p, std::move(options), std::move(settings), "");
}

} // namespace ap1000
