/* main.cpp - the `ap1000` command: its words and settings. What they do is in commands.cpp. */
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <string>

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "carriers/process/simulator/descriptors.hpp"
#include "carriers/process/wire/settings.h"
#include "command/barrier_option.hpp"
#include "command/commands.hpp"
#include "config/parameters.hpp"

namespace
{

/* An empty word is no value. (An empty variable of the environment is none at all.) */
const CLI::Validator
    some_value([](std::string &v) { return v.empty() ? std::string("a value is wanted, not ''") : ""; }, "");

/* "1" and the like are no file that anybody means. */
const CLI::Validator some_file(
    [](std::string &v) {
        for (const char *word : {"0", "1", "yes", "no", "true", "false", "on", "off"})
            if (v == word)
                return "'" + v + "': the name of a file is wanted (./" + v + " if it is to be called so)";
        return std::string();
    },
    "");

/* AP1000_REPORT= and --report=: a file, or stderr. */
const CLI::Validator file_or_terminal(
    [](std::string &v) {
        const std::string bad = v == "-" ? "" : some_file(v);
        return bad.empty() ? bad : bad.substr(0, bad.find(" (")) + ", or - for stderr";
    },
    "");

/* Settings of a machine: the command line wins over the environment, that over the machine file. varied: of many
 * machines, each number may have several values. */
void add_machine_options(CLI::App &app, ap1000::Settings &s, bool varied = false)
{
    app.add_option("--cells", s.cells,
                   varied ? "numbers of cells, or of workstations, with commas: 1,4,16,64"
                          : "number of cells, 1..1024 (the most square grid), or of workstations, 1..100;\ndefault: as "
                            "the machine file says")
        ->envname(varied ? "" : "AP1000_CELLS")
        ->check(some_value);
    if (!varied)
        app.add_option("--grid", s.grid, "the cells as columns x rows, for example 16x8")
            ->envname("AP1000_GRID")
            ->check(some_value);
    app.add_option("--machine", s.machine, "machine file: ap1000 (default), workstations, or a path")
        ->envname("AP1000_MACHINE")
        ->check(some_value);
    app.add_option("--set", s.set,
                   varied
                       ? "a number of the machine file and the values it is to have, as tnet.link_mb_per_s=25,50,100; "
                         "may be given several times"
                       : "a number of the machine file for this run, as tnet.link_mb_per_s=100; may be given several "
                         "times, or with commas")
        ->allow_extra_args(false)
        ->delimiter(varied ? '\0' : ',')
        ->envname(varied ? "" : "AP1000_SET");
    app.add_option("--tnet", s.tnet, "model of the T-Net: wormhole (default), or flow (SimGrid's, to compare)")
        ->envname("AP1000_TNET")
        ->check(some_value);
    app.add_option("--cpu", s.cpu, "what a task's own computing costs: none, or measured[:FACTOR]")
        ->envname("AP1000_CPU")
        ->check(some_value);
    app.add_flag("--hardware-collectives", s.hardware,
                 "PVM's multicast over the B-Net and its barrier over the S-Net where a group is the whole machine; "
                 "default: no")
        ->envname("AP1000_HARDWARE");
}

void add_running_options(CLI::App &app, ap1000::Settings &s)
{
    app.add_option(
           "--processors", s.processors,
           "of this computer that the run may use, or all: with more than one, tasks that wait for a message of "
           "one sender\nrun ahead of simulated time; results are the same; default all")
        ->envname("AP1000_PROCESSORS")
        ->check(some_value);
    app.add_option("--barrier", s.barrier, ap1000::barrier_help())->envname("AP1000_BARRIER")->check(some_value);
    app.add_option(
           "--tasks", s.carrier,
           "tasks run as process (default), inprocess (in the simulator, where that is possible: faster), or auto "
           "(likewise,\nand only --report says which programs do not, and why)")
        ->envname("AP1000_TASKS")
        ->check(some_value);
    app.add_option("--limits", s.limits, "paper: only what the original PVM/AP1000 could do; default none")
        ->envname("AP1000_LIMITS")
        ->check(some_value);
    app.add_option(
           "--patience", s.patience,
           "a task that computes so many seconds of processor time without a call of PVM is named, and the others "
           "go on,\nat most as fast as real time; default 30")
        ->envname("AP1000_PATIENCE")
        ->check(some_value);
}

/* From the program's name on, everything is the program's. */
void add_program_options(CLI::App &app, ap1000::Settings &s)
{
    app.add_option("--on", s.on, "where the program itself runs: host or cell; default host")
        ->envname("AP1000_ON")
        ->check(some_value);
    app.add_option("-n", s.copies, "start so many copies on the cells, as `spawn -N` in the PVM console");
    app.prefix_command();
}

/* What is written down of a run. */
void add_trace_options(CLI::App &app, ap1000::Settings &s)
{
    app.add_option(
           "--trace", s.trace,
           "write what happens to this file, as a Chrome/Perfetto trace (JSON); compressed if its name ends in .gz")
        ->envname("AP1000_TRACE")
        ->check(some_file);
    app.add_option("--trace-from", s.from,
                   "the trace begins at this simulated time: a number with ns, us, ms or s, as 12.5ms; default 0s")
        ->envname("AP1000_TRACE_FROM")
        ->check(some_value);
    app.add_option("--trace-to", s.to, "and ends at this one; default: with the run")
        ->envname("AP1000_TRACE_TO")
        ->check(some_value);
    app.add_option("--trace-tasks", s.tasks,
                   "only these tasks and the messages between them: tids or places, with commas and ranges,\n"
                   "as t40001,t40003-t40008 or host,cell0-cell7; default: all")
        ->envname("AP1000_TRACE_TASKS")
        ->check(some_value);
    app.add_flag("--progress", s.progress, "on a terminal: how far the run has come, while it goes on");
    app.add_flag("--report{-}", s.report,
                 "at the end, counts and times per task and per call, and who sent how much to whom: "
                 "on stderr, or to the file of --report=FILE;\nat its end what the time went into and what a change "
                 "would bring; for programs if FILE ends in .json or .tsv")
        ->envname("AP1000_REPORT")
        ->check(file_or_terminal);
}

/* Which part of a trace, and what it is called. */
void add_part_options(CLI::App &app, ap1000::Settings &s, const std::string &default_title)
{
    app.add_option(
           "--from", s.from,
           "from this simulated time: a number with ns, us, ms or s, as 12.5ms; default: where the trace begins")
        ->check(some_value);
    app.add_option("--to", s.to, "to this one; default: where the trace ends")->check(some_value);
    app.add_option("--tasks", s.tasks, "only these, as t40001,t40003-t40008 or host,cell0-cell7; default: all")
        ->check(some_value);
    app.add_flag("--no-servers", s.no_servers, "leave out the tasks that are part of the system (the group server)");
    app.add_option("--title", s.title, "a headline; default: " + default_title)->check(some_value);
}

/* Is `name` a word of the command? If not, *words has those that a user may write. */
bool is_word(const CLI::App &app, const std::string &name, std::string *words)
{
    for (const CLI::App *word : app.get_subcommands([](const CLI::App *) { return true; })) {
        if (word->get_name() == name)
            return true;
        if (!word->get_group().empty())
            *words += (words->empty() ? "" : ", ") + word->get_name();
    }
    return false;
}

/* A message about an option that is not on the command line: the variable its value came from. Else nothing. */
std::string from_where(const CLI::App &app, const std::string &message, int argc, char **argv)
{
    const std::string option = message.substr(0, message.find_first_of(" :"));
    for (int i = 1; i < argc; i++)
        if (option.rfind("--", 0) != 0 || std::string(argv[i]).rfind(option, 0) == 0)
            return "";
    if (app.get_subcommands().empty())
        return "";
    const CLI::Option *o = app.get_subcommands().front()->get_option_no_throw(option);
    return o == nullptr || o->get_envname().empty() ? "" : " (" + o->get_envname() + " in the environment)";
}

/* What is wrong with the command line. The texts of our own validators, in a ValidationError, are kept. */
std::string in_our_words(const CLI::App &app, const CLI::ParseError &e)
{
    const auto chosen = app.get_subcommands();
    const std::string word = chosen.empty() ? "" : " " + chosen.front()->get_name();
    const std::string what = e.what(), hint = " (see ap1000" + word + " --help)";
    const std::string subject = what.substr(0, what.find_first_of(": "));
    if (dynamic_cast<const CLI::ValidationError *>(&e) != nullptr)
        return what + hint;
    if (dynamic_cast<const CLI::ExtrasError *>(&e) != nullptr) {
        std::string extra = what.substr(std::min(what.rfind(": "), what.size() - 2) + 2);
        return "'" + extra.substr(0, extra.find(' ')) + "' is no option or argument of ap1000" + word + hint;
    }
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&e) != nullptr)
        return subject + ": one value is wanted" + hint;
    if (dynamic_cast<const CLI::RequiredError *>(&e) != nullptr)
        return (word.empty() ? "a command is wanted, for example `ap1000 run ./prog`"
                             : "ap1000" + word + ": " + subject + " is wanted") +
               hint;
    return "the command line cannot be understood" + hint;
}

/* Where `--` stands between the options of `run` or `sweep` and the program; 0: none, or it is the program's own.
 * (CLI11 would give what follows to the command as a whole.) */
int separator_of(const CLI::App &app, int argc, char **argv)
{
    const CLI::App *word = nullptr;
    for (const CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; }))
        if (argc > 1 && each->get_name() == argv[1])
            word = each;
    for (int i = 2; word != nullptr && word->get_prefix_command() && i < argc; i++) {
        const std::string at = argv[i];
        if (at == "--")
            return i;
        if (at.size() < 2 || at[0] != '-')
            return 0;
        const CLI::Option *option = word->get_option_no_throw(at);
        i += option != nullptr && option->get_items_expected_min() > 0 && option->get_expected_min() > 0;
    }
    return 0;
}

int parse(CLI::App &app, int argc, char **argv)
{
    std::string words; /* `help run` is `run --help` */
    const char *help[] = {argv[0], argc > 2 ? argv[2] : "--help", "--help"};
    if (argc > 1 && std::string(argv[1]) == "help")
        return parse(app, argc > 2 ? 3 : 2, const_cast<char **>(help));
    if (argc > 1 && argv[1][0] != '-' && !is_word(app, argv[1], &words)) {
        std::fprintf(stderr, "ap1000: '%s' is not a command: one of %s is wanted\n", argv[1], words.c_str());
        return ap1000::exit_usage;
    }
    try {
        app.parse(argc, argv);
        return -1;
    } catch (const CLI::CallForHelp &e) {
        return app.exit(e);
    } catch (const CLI::CallForAllHelp &e) {
        return app.exit(e);
    } catch (const CLI::CallForVersion &e) {
        return app.exit(e);
    } catch (const CLI::ConversionError &e) { /* "Could not convert: --flag = value": of a yes or no */
        std::string what = e.what(), given = what.substr(what.find(": ") + 2);
        std::fprintf(stderr, "ap1000: %s: 1 (yes) or 0 (no) is wanted%s\n", given.c_str(),
                     from_where(app, given, argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const CLI::ParseError &e) {
        std::fprintf(stderr, "ap1000: %s\n", in_our_words(app, e).c_str());
        return ap1000::exit_usage;
    }
}

/* In the simulator's threads and fibers alike: a word, and an end, that need no memory. Tasks end with us. */
[[noreturn]] void no_memory()
{
    constexpr char text[] = "ap1000: this computer has no more memory for the machine\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(ap1000::exit_machine); /* nobody is there to be told */
    _exit(ap1000::exit_machine);
}

} // namespace

int main(int argc, char **argv)
{
    std::set_new_handler(no_memory);
    ap1000::open_standard_descriptors();
    /* Each word has its own: CLI11 gives the environment's value to the options of all of them, and the one that was
     * written must not be overwritten by another word's. */
    std::map<const CLI::App *, ap1000::Settings> settings;
    CLI::App app("A simulated Fujitsu AP1000 that runs PVM programs.");
    app.footer("Exit codes: the program's own; 2 bad usage or machine file; 86 deadlock; 125 the machine failed;\n"
               "126 the program cannot be started; 127 it is not found; 128+N it died of signal N.");
    app.set_version_flag("-v,--version", AP1000_VERSION);
    app.require_subcommand(1);

    CLI::App *run = app.add_subcommand("run", "run [OPTIONS] PROGRAM [ARGUMENTS]: a program on a machine of its own");
    add_machine_options(*run, settings[run]);
    add_running_options(*run, settings[run]);
    add_trace_options(*run, settings[run]);
    add_program_options(*run, settings[run]);
    CLI::App *sweep = app.add_subcommand(
        "sweep",
        "sweep --cells N,M,... [--set NAME=A,B,...] -- PROGRAM [ARGUMENTS]: one program on many machines: times, "
        "speed-up and efficiency as a table and a figure; {cells} in ARGUMENTS is the run's number of cells");
    add_machine_options(*sweep, settings[sweep], true);
    add_running_options(*sweep, settings[sweep]);
    add_program_options(*sweep, settings[sweep]);
    sweep->add_option("--out", settings[sweep].out, "what the names of table and figure begin with; default: sweep")
        ->check(some_value);
    sweep->add_option("--title", settings[sweep].title, "a headline of the figure; default: none")->check(some_value);

    CLI::App *up = app.add_subcommand("up", "start a machine that stays, for programs started by hand");
    add_machine_options(*up, settings[up]);
    add_running_options(*up, settings[up]);
    add_trace_options(*up, settings[up]);
    up->add_option("--name", settings[up].name, "its name; programs find it by AP1000_NAME")->envname("AP1000_NAME");
    CLI::App *down = app.add_subcommand("down", "end the machine that `up` started, and every task on it");
    down->add_option("--name", settings[down].name, "its name")->envname("AP1000_NAME");
    CLI::App *ps = app.add_subcommand("ps", "the tasks of the machine that `up` started: what each does, or waits for");
    ps->add_option("--name", settings[ps].name, "its name")->envname("AP1000_NAME");
    CLI::App *console = app.add_subcommand("console", "the PVM console, on a machine that `up` started");
    console->add_option("--name", settings[console].name, "its name")->envname("AP1000_NAME");
    CLI::App *info = app.add_subcommand("info", "every parameter of the machine: value, unit, kind, source");
    add_machine_options(*info, settings[info]);
    info->add_flag("--json", settings[info].json, "for programs");
    info->add_flag("--this-computer", settings[info].this_computer,
                   "instead: how much faster than a cell this computer is, the F of --cpu measured:F");
    info->add_option("part", settings[info].section, "only this part, for example tnet; default: all");
    CLI::App *traffic = app.add_subcommand("traffic", "patterns of messages on the T-Net alone, without any software");
    add_machine_options(*traffic, settings[traffic]);
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
        ->check(some_value);
    traffic->add_option("--seeds", settings[traffic].seeds,
                        "with --load: runs with other random numbers for each row; default 10");
    CLI::App *serve =
        app.add_subcommand("serve", "for libpvm3: the machine of one program that runs already")->group("");
    add_machine_options(*serve, settings[serve]);
    add_running_options(*serve, settings[serve]);
    add_trace_options(*serve, settings[serve]);
    serve->add_option("--master", settings[serve].master, "its process id")->required();

    CLI::App *plot = app.add_subcommand(
        "plot", "plot TRACE: figures of a trace that --trace wrote: tasks over time, and who sent how much to "
                "whom;\nof a report that --report=FILE.json wrote: the torus, by the use of its links");
    plot->add_option("trace", settings[plot].trace, "the trace")->required();
    plot->add_option("--out", settings[plot].out,
                     "what the names of the figures begin with; default: the trace's, without .json");
    add_part_options(*plot, settings[plot], "none");
    CLI::App *view = app.add_subcommand("view", "view TRACE: one page for a browser, which needs nothing else: tasks "
                                                "over time with zoom, search and play, and the matrix");
    view->add_option("trace", settings[view].trace, "the trace")->required();
    view->add_option("--out", settings[view].out, "the page; default: the trace's name with .html")->check(some_value);
    add_part_options(*view, settings[view], "its name");

    CLI::App *compare = app.add_subcommand(
        "compare", "compare A B: two runs, by their traces or by their reports (--report=FILE.json): a table of what "
                   "differs;\nof traces, both over one axis of time");
    compare->add_option("a", settings[compare].trace, "a trace, or a report for programs")->required();
    compare->add_option("b", settings[compare].second, "another one of that kind")->required();
    compare->add_option("--out", settings[compare].out,
                        "what the names of the figures begin with; default: B's name, without .json");
    add_part_options(*compare, settings[compare], "none");

    settings_say_unknown("ap1000");
    if (const int at = separator_of(app, argc, argv)) {
        std::copy(argv + at + 1, argv + argc + 1, argv + at); /* with the NULL at its end */
        argc--;
    }
    int code = parse(app, argc, argv);
    if (code >= 0)
        return code;
    ap1000::Settings &s = settings[app.get_subcommands().front()];
    s.command = app.get_subcommands().front()->remaining();
    try {
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
        return ap1000::serve(s);
    } catch (const ap1000::UsageError &e) {
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), from_where(app, e.what(), argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const ap1000::MachineFileError &e) {
        std::fprintf(stderr, "ap1000: %s%s\n", e.what(), from_where(app, e.what(), argc, argv).c_str());
        return ap1000::exit_usage;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "ap1000: %s\n", e.what());
        return ap1000::exit_machine;
    }
}
