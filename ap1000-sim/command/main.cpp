/* main.cpp - the `ap1000` command: its words. Their options are in options.cpp, what they do in commands.cpp. */
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <new>
#include <string>

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "carriers/process/simulator/descriptors.hpp"
#include "carriers/process/wire/settings.h"
#include "command/commands.hpp"
#include "command/options.hpp"
#include "command/parse.hpp"
#include "command/preloaded.hpp"
#include "config/parameters.hpp"
#include "engine/log.hpp"

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

void choose_log_of_environment()
{
    const char *categories = std::getenv("AP1000_LOG");
    try {
        ap1000::choose_log(categories != nullptr ? categories : "");
    } catch (const std::invalid_argument &e) {
        throw ap1000::UsageError(e.what());
    }
}

} // namespace

int main(int argc, char **argv)
{
    std::set_new_handler(no_memory);
    ap1000::stay_without_preloaded_pvm(argv);
    ap1000::open_standard_descriptors();
    /* Each word has its own: CLI11 gives the environment's value to the options of all of them, and the one that was
     * written must not be overwritten by another word's. */
    std::map<const CLI::App *, ap1000::Settings> settings;
    CLI::App app("A simulated Fujitsu AP1000 that runs PVM programs.");
    const std::string codes =
        "Exit codes: the program's own; 2 bad usage or machine file; 86 deadlock; 125 the machine "
        "failed;\n126 the program cannot be started; 127 it is not found; 128+N it died of signal N.";
    app.footer(codes);
    app.set_version_flag("-v,--version", AP1000_VERSION);
    app.require_subcommand(1);

    CLI::App *run = app.add_subcommand("run", "run [OPTIONS] PROGRAM [ARGUMENTS]: a program on a machine of its own");
    ap1000::add_machine_options(*run, settings[run]);
    ap1000::add_running_options(*run, settings[run]);
    ap1000::add_trace_options(*run, settings[run]);
    ap1000::add_program_options(*run, settings[run]);
    CLI::App *sweep = app.add_subcommand(
        "sweep",
        "sweep --cells N,M,... [--set NAME=A,B,...] -- PROGRAM [ARGUMENTS]: one program on many machines: times, "
        "speed-up and efficiency as a table and a figure; {cells} in ARGUMENTS is the run's number of cells");
    ap1000::add_machine_options(*sweep, settings[sweep], true);
    ap1000::add_running_options(*sweep, settings[sweep]);
    ap1000::add_program_options(*sweep, settings[sweep]);
    sweep->add_option("--out", settings[sweep].out, "what the names of table and figure begin with; default: sweep")
        ->check(ap1000::some_value);
    sweep->add_option("--title", settings[sweep].title, "a headline of the figure; default: none")
        ->check(ap1000::some_value);

    CLI::App *up = app.add_subcommand("up", "start a machine that stays, for programs started by hand");
    ap1000::add_machine_options(*up, settings[up]);
    ap1000::add_running_options(*up, settings[up]);
    ap1000::add_trace_options(*up, settings[up]);
    ap1000::add_name_option(*up, settings[up]);
    CLI::App *down = app.add_subcommand("down", "end the machine that `up` started, and every task on it");
    ap1000::add_name_option(*down, settings[down]);
    CLI::App *ps = app.add_subcommand("ps", "the tasks of the machine that `up` started: what each does, or waits for");
    ap1000::add_name_option(*ps, settings[ps]);
    CLI::App *console = app.add_subcommand("console", "the PVM console, on a machine that `up` started");
    ap1000::add_name_option(*console, settings[console]);
    const char *real = "a machine of real computers, which pvmrun, mpirun or srun has running here";
    console->add_flag("--real", settings[console].real, real);
    ps->add_flag("--real", settings[ps].real, real);
    CLI::App *info = app.add_subcommand("info", "every parameter of the machine: value, unit, kind, source");
    ap1000::add_machine_options(*info, settings[info]);
    info->add_flag("--json", settings[info].json, "for programs");
    info->add_flag("--this-computer", settings[info].this_computer,
                   "instead: how much faster than a cell this computer is, the F of --cpu measured:F");
    info->add_option("part", settings[info].section, "only this part, for example tnet; default: all");
    CLI::App *traffic = app.add_subcommand("traffic", "patterns of messages on the T-Net alone, without any software");
    ap1000::add_machine_options(*traffic, settings[traffic]);
    traffic->add_option(
        "--pattern", settings[traffic].pattern,
        "shift, transpose, permutation, hotspot or all; with --load uniform, transpose, hotspot, neighbour or all; "
        "default all");
    traffic->add_option("--bytes", settings[traffic].bytes, "length of each message; default 10000, with --load 1000");
    traffic->add_flag(
        "--load", settings[traffic].load,
        "latency against offered load: cells send at random times, a row for each load, with the bounds that follow "
        "from the routes alone");
    traffic->add_flag("--plot", settings[traffic].plot, "also the torus of each pattern, by the use of its links");
    traffic->add_option("--out", settings[traffic].out, "what the names of these figures begin with; default traffic")
        ->check(ap1000::some_value);
    traffic->add_option("--seeds", settings[traffic].seeds,
                        "with --load: runs with other random numbers for each row; default 10");
    CLI::App *serve =
        app.add_subcommand("serve", "for libpvm3: the machine of one program that runs already")->group("");
    ap1000::add_machine_options(*serve, settings[serve]);
    ap1000::add_running_options(*serve, settings[serve]);
    ap1000::add_trace_options(*serve, settings[serve]);
    ap1000::add_place_option(*serve, settings[serve]);
    serve->add_option("--master", settings[serve].master, "its process id")->required();
    serve->add_option("--library", settings[serve].library, "the file that its libpvm3 is in");

    CLI::App *record =
        app.add_subcommand("record", "for pvmrun: the trace and the report of a run on real computers")->group("");
    record->add_option("--trace", settings[record].trace);
    record->add_option("--report", settings[record].report);
    record->add_option("--nodes", settings[record].nodes);
    record->prefix_command();

    CLI::App *plot = app.add_subcommand(
        "plot", "plot TRACE: figures of a trace that --trace wrote: tasks over time, and who sent how much to "
                "whom;\nof a report that --report=FILE.json wrote: the torus, by the use of its links");
    plot->add_option("trace", settings[plot].trace, "the trace")->required();
    plot->add_option("--out", settings[plot].out,
                     "what the names of the figures begin with; default: the trace's, without .json");
    ap1000::add_part_options(*plot, settings[plot], "none");
    CLI::App *view = app.add_subcommand("view", "view TRACE: one page for a browser, which needs nothing else: tasks "
                                                "over time with zoom, search and play, and the matrix");
    view->add_option("trace", settings[view].trace, "the trace")->required();
    view->add_option("--out", settings[view].out, "the page; default: the trace's name with .html")
        ->check(ap1000::some_value);
    ap1000::add_part_options(*view, settings[view], "its name");

    CLI::App *compare = app.add_subcommand(
        "compare", "compare A B: two runs, by their traces or by their reports (--report=FILE.json): a table of what "
                   "differs;\nof traces, both over one axis of time");
    compare->add_option("A", settings[compare].trace, "a trace, or a report for programs")->required();
    compare->add_option("B", settings[compare].second, "another one of that kind")->required();
    compare->add_option("--out", settings[compare].out,
                        "what the names of the figures begin with; default: B's name, without .json");
    compare->add_flag("--all", settings[compare].all, "also what is the same in both");
    ap1000::add_part_options(*compare, settings[compare], "none");

    app.footer(codes + "\n\n" + ap1000::settings_help()); /* of the command as a whole, not of its words */
    settings_say_unknown("ap1000");
    int code = ap1000::parse(app, argc, argv);
    if (code >= 0)
        return code;
    ap1000::Settings &s = settings[app.get_subcommands().front()];
    s.command = app.get_subcommands().front()->remaining();
    s.for_each_run = ap1000::given_in_common(*sweep, *run, {"--cells", "--set"});
    s.words.assign(argv, argv + argc - static_cast<int>(s.command.size()));
    try {
        choose_log_of_environment();
        if (*run)
            return ap1000::run(s);
        if (*up)
            return ap1000::up(s);
        if (*down)
            return ap1000::down(s);
        if (*ps)
            return ap1000::ps(s);
        if (*sweep)
            return ap1000::sweep(s);
        if (*compare)
            return ap1000::compare(s);
        if (*console)
            return ap1000::console(s);
        if (*plot)
            return ap1000::plot(s);
        if (*view)
            return ap1000::view(s);
        if (*info)
            return ap1000::info(s);
        if (*traffic)
            return ap1000::traffic(s);
        if (*record)
            return ap1000::record(s);
        return ap1000::serve(s);
    } catch (const ap1000::UsageError &e) {
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), ap1000::from_where(app, e.what(), argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const ap1000::MachineFileError &e) {
        /* One that names a line is about the file that --machine names. */
        const std::string subject = std::string(e.what()).rfind("--", 0) == 0 ? e.what() : "--machine";
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), ap1000::from_where(app, subject, argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "ap1000: %s\n", e.what());
        return ap1000::exit_machine;
    }
}
