/* words.cpp - see words.hpp. Options that several words have are in options.cpp. */
#include "command/words.hpp"

#include <CLI/CLI.hpp>

#include "command/options.hpp"

namespace ap1000
{
namespace
{

void options_of_run(CLI::App &word, Settings &s)
{
    add_machine_options(word, s);
    add_running_options(word, s);
    add_trace_options(word, s);
    add_program_options(word, s);
    word.add_flag("--what-if", s.what_if,
                  "after the run, run the program again with each change that the report's verdict names, with nothing "
                  "to read and its output thrown away, and print the estimated time beside the measured one");
}

void options_of_sweep(CLI::App &word, Settings &s)
{
    add_machine_options(word, s, true);
    add_running_options(word, s);
    add_program_options(word, s);
    word.add_option("--out", s.out, "beginning of the names of table and figure; default: sweep")->check(some_value);
    word.add_option("--title", s.title, "headline of the figure; default: none")->check(some_value);
    add_keep_option(word, s);
    word.add_option("--metric", s.metric,
                    "a column more: the last number that this regular expression finds in what the program prints, or "
                    "its first group")
        ->check(some_value);
    word.add_option("--repeat", s.repeat, "with --jitter: each machine so often, with the seeds 1, 2, ...")
        ->check(some_value);
}

void options_of_shuffle(CLI::App &word, Settings &s)
{
    word.add_option("seeds", s.seeds, "the seeds, FIRST..LAST")->required();
    add_machine_options(word, s);
    add_running_options(word, s);
    add_program_options(word, s);
}

void options_of_up(CLI::App &word, Settings &s)
{
    add_machine_options(word, s);
    add_running_options(word, s);
    add_trace_options(word, s);
    add_name_option(word, s);
}

/* Of words about a machine that is up, or that pvmrun has running. */
void options_of_looking(CLI::App &word, Settings &s)
{
    add_name_option(word, s);
    word.add_flag("--real", s.real, "look at a machine of real computers that pvmrun, mpirun or srun has running here");
}

void options_of_info(CLI::App &word, Settings &s)
{
    add_machine_options(word, s);
    word.add_flag("--json", s.json, "print as JSON, for programs");
    word.add_flag("--this-computer", s.this_computer,
                  "print instead how much faster than a node this computer is, the F of --cpu measured:F");
    word.add_option("part", s.section, "print only this part, for example tnet; default: all");
}

void options_of_traffic(CLI::App &word, Settings &s)
{
    add_machine_options(word, s);
    word.add_option("--pattern", s.pattern,
                    "shift, transpose, permutation, hotspot, tornado, bitreversal, complement, shuffle, or a file of "
                    "pairs of cells, with a slash in its name; with --load also uniform and neighbour; default all")
        ->check(some_value);
    word.add_option("--bytes", s.bytes, "length of each message; default 10000, with --load 1000");
    word.add_flag(
        "--load", s.load,
        "measure latency against offered load: cells send at random times; prints a row for each load, with the "
        "bounds that follow from the routes alone");
    word.add_flag("--saturation", s.saturation,
                  "print instead where each pattern saturates, beside the bounds and a simulation of single flits");
    word.add_flag("--plot", s.plot, "also draw the torus of each pattern, by the use of its links");
    word.add_option("--out", s.out, "beginning of the names of these figures; default traffic")->check(some_value);
    add_keep_option(word, s);
    word.add_option(
        "--seeds", s.seeds,
        "with --load: number of runs with different random numbers for each row; default 10, with --saturation 1");
}

void options_of_serve(CLI::App &word, Settings &s)
{
    add_machine_options(word, s);
    add_running_options(word, s);
    add_trace_options(word, s);
    add_place_option(word, s);
    word.add_option("--master", s.master, "its process id")->required();
    word.add_option("--library", s.library, "the file that its libpvm3 is in");
}

void options_of_record(CLI::App &word, Settings &s)
{
    word.add_option("--trace", s.trace);
    word.add_option("--report", s.report);
    word.add_option("--nodes", s.nodes);
    word.prefix_command();
}

void options_of_plot(CLI::App &word, Settings &s)
{
    word.add_option("trace", s.trace, "the trace")->required();
    word.add_option("--out", s.out, "beginning of the names of the figures; default: the trace's name without .json")
        ->check(some_value);
    add_part_options(word, s, "none");
    add_keep_option(word, s);
}

void options_of_view(CLI::App &word, Settings &s)
{
    word.add_option("trace", s.trace, "the trace")->required();
    word.add_option("--out", s.out, "the page; default: the trace's name with .html")->check(some_value);
    word.add_flag(
        "--live", s.live,
        "follow a run that goes on (of ap1000 up too), whose trace is not whole yet: write the page again each "
        "second until the run has ended; in the browser it follows");
    add_part_options(word, s, "its name");
}

void options_of_check(CLI::App &word, Settings &s)
{
    word.add_option("program", s.command, "the programs' files")->required();
}

void options_of_compile(CLI::App &word, Settings & /*s*/)
{
    word.prefix_command();
}

void options_of_compare(CLI::App &word, Settings &s)
{
    word.add_option("A", s.trace, "a trace, or a report for programs")->required();
    word.add_option("B", s.second, "another trace, or another report")->required();
    word.add_option("--out", s.out, "beginning of the names of the figures; default: B's name without .json")
        ->check(some_value);
    word.add_flag("--all", s.all, "also list what is the same in both");
    add_part_options(word, s, "none");
    add_keep_option(word, s);
}

} // namespace

const std::vector<Word> &words()
{
    static const std::vector<Word> all = {
        {"run", true, "run [OPTIONS] PROGRAM [ARGUMENTS]: run a program on a machine of its own", options_of_run, run},
        {"sweep", true,
         "sweep --cells N,M,... [--set NAME=A,B,...] -- PROGRAM [ARGUMENTS]: run one program on many machines; gives "
         "times, speed-up and efficiency as a table and a figure; {cells} in ARGUMENTS is the run's number of cells",
         options_of_sweep, sweep},
        {"shuffle", true,
         "shuffle FIRST..LAST [OPTIONS] PROGRAM [ARGUMENTS]: run a program with many orders of its messages (--jitter, "
         "by default 1ms, with each seed), and show the first run whose output or end is another; exit code 1 then",
         options_of_shuffle, shuffle},
        {"up", true, "start a machine that stays, for programs started by hand", options_of_up, up},
        {"down", true, "end the machine that `up` started, and every task on it", add_name_option, down},
        {"ps", true,
         "list the tasks of the machine that `up` started, and of your own private runs, and what each does or waits "
         "for",
         options_of_looking, ps},
        {"console", true, "open the PVM console on a machine that `up` started", options_of_looking, console},
        {"info", true, "print every parameter of the machine: value, unit, kind, source", options_of_info, info},
        {"traffic", true, "simulate patterns of messages on the T-Net alone, without any software", options_of_traffic,
         traffic},
        {"serve", false, "for libpvm3: the machine of one program that runs already", options_of_serve, serve},
        {"record", false, "for pvmrun: the trace and the report of a run on real computers", options_of_record, record},
        {"plot", true,
         "plot TRACE: draw a trace that --trace wrote: tasks over time, and who sent how much to whom;\n"
         "or, of a report that --report=FILE.json wrote, the torus, by the use of its links",
         options_of_plot, plot},
        {"view", true,
         "view TRACE: write one page for a browser, which needs nothing else: tasks over time with zoom, search and "
         "play, and the matrix",
         options_of_view, view},
        {"check", true,
         "check PROGRAM...: without running it, which libpvm3 it loads, what its computing costs, whether its tasks "
         "run in "
         "process, what it uses that matters here, what is missing; and what to do",
         options_of_check, check},
        {"compare", true,
         "compare A B: compare two runs by their traces or their reports (--report=FILE.json): a table of what "
         "differs;\nof traces, also a figure with both over one time axis",
         options_of_compare, compare},
        {"cc", true,
         "cc ARGUMENTS: compile with GCC for this PVM, so that computing is counted; all ARGUMENTS are the compiler's "
         "($CC or gcc)",
         options_of_compile, compile},
        {"c++", true, "c++ ARGUMENTS: the same for C++ ($CXX or g++)", options_of_compile, compile},
        {"fortran", true, "fortran ARGUMENTS: the same for Fortran ($FC or gfortran)", options_of_compile, compile},
    };
    return all;
}

} // namespace ap1000
