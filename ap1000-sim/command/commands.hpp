/* commands.hpp - what the words of the `ap1000` command do. */
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ap1000
{

constexpr int exit_usage = 2, exit_machine = 125, exit_not_started = 126, exit_not_found = 127;

struct Parameters;

/* As written by the user; "" and 0: not given. */
struct Settings {
    std::string cells, grid, machine, cpu, barrier, limits, on, copies, patience, processors, name, tnet, pattern,
        bytes, seeds, jitter, seed, trace, report, report_from, report_to, out, section, carrier, metric, repeat; /* the
                                                                                    last two of sweep */
    std::vector<std::string> set;       /* values of the machine file: PART.NAME=VALUE; of sweep VALUE,VALUE,... */
    std::string library;                /* of serve: the file of the master's libpvm3 */
    std::string second;                 /* of compare: the other run */
    std::string from, to, tasks, title; /* of a trace: which part, and what a picture is called */
    bool no_servers = false, progress = false, json = false, quiet = false, what_if = false;
    bool live = false;                     /* of view: the trace grows */
    bool keep = false;                     /* of figures: their data, script and PDF too */
    std::vector<std::string> for_each_run; /* the options for other runs of the same program, as words */
    std::vector<std::string> words;        /* the command line as it was given, up to the program */
    bool real = false;                     /* of console, ps: a machine of pvmrun */
    bool all = false;                      /* of compare: also what is the same */
    std::vector<std::string> command;      /* of run: the program and its arguments */
    bool hardware = false, load = false, saturation = false, plot = false, this_computer = false;
    int master = 0;
    int nodes = 0; /* of record: how many nodes there were */
};

/* One line that names the value and what would be right. */
class UsageError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/* Each gives the exit code of the command; throws UsageError, MachineFileError, std::exception. */
int run(const Settings &s);
int up(const Settings &s);
int down(const Settings &s);
int ps(const Settings &s);
int console(const Settings &s);
int info(const Settings &s);
int traffic(const Settings &s);
int serve(const Settings &s);
int plot(const Settings &s);            /* plot.cpp */
int view(const Settings &s);            /* view.cpp */
int this_computer(const Parameters &p); /* this_computer.cpp */
int check(const Settings &s);           /* check.cpp */
int sweep(const Settings &s);           /* sweep.cpp */
int shuffle(const Settings &s);         /* shuffle.cpp */
int what_if(const Settings &s);         /* run, and what_if.cpp */
int compare(const Settings &s);         /* compare.cpp */
int compile(const Settings &s);         /* compile.cpp */
int record(const Settings &s);          /* record.cpp */

/* A program built for another libpvm3 finds the one in this folder, if there is one: the program, its children and
 * theirs inherit this. */
void put_library_first(const std::string &folder);

/* In a build tree no library lies there: the program's own path to it holds. */
std::string own_library_folder();

/* Becomes the console, on a machine of pvmrun if s.real is set. */
[[noreturn]] void become_console(const Settings &s);

/* The socket's name of a machine that stays. Throws UsageError. */
std::string up_name(const Settings &s);

/* Throws UsageError if a part of a trace is asked for. */
void refuse_part_of_report(const std::string &word, const Settings &s);

/* The name of a trace without .json, .gz or .json.gz: what is made of it is called after that. */
std::string trace_stem(const std::string &trace);

} // namespace ap1000
