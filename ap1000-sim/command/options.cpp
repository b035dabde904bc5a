/* options.cpp - see options.hpp. */
#include "command/options.hpp"

#include <cerrno>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>

#include "carriers/slots/wire/settings_list.h"

namespace ap1000
{
namespace
{

enum class Use { FOR_MACHINE, FOR_COMPUTER, FOR_ALL, FOR_US }; /* settings_list.h says what they mean */

struct Row {
    std::string variable, option, value;
    Use use;
    std::string help;
};
#define ROW(VARIABLE, OPTION, VALUE, USE, HELP) {VARIABLE, OPTION, VALUE, Use::USE, HELP},
const Row rows[] = {SETTINGS(ROW)};
#undef ROW

const Row &row_of(const char *option)
{
    for (const Row &row : rows)
        if (row.option == option)
            return row;
    throw std::logic_error(std::string(option) + ": not in the list of settings");
}

/* An option of the list. */
template <typename Value>
CLI::Option *add(CLI::App &app, const char *option, Value &value, const std::string &more_help = "")
{
    const Row &row = row_of(option);
    return app.add_option(row.option, value, row.help + more_help)->type_name(row.value)->envname(row.variable);
}

/* "1" and the like are no file that anybody means. */
const CLI::Validator some_file(
    [](std::string &v) {
        if (v.empty())
            return std::string("the name of a file is wanted, not ''");
        for (const char *word : {"0", "1", "yes", "no", "true", "false", "on", "off"})
            if (v == word)
                return "'" + v + "': the name of a file is wanted (./" + v + " if the file has this name)";
        return std::string();
    },
    "");

/* A trace is JSON, whatever its name promises. */
const CLI::Validator file_of_json(
    [](std::string &v) {
        for (const char *end : {".csv", ".tsv"})
            if (v.size() > 4 && v.compare(v.size() - 4, 4, end) == 0)
                return "'" + v + "': a trace is JSON; a name that ends in .json or .json.gz is wanted";
        return some_file(v);
    },
    "");

/* A flag, given with a value: AP1000_HARDWARE=1, --hardware-collectives=no. */
const CLI::Validator yes_or_no(
    [](std::string &v) {
        for (const char *word : {"0", "1", "yes", "no", "true", "false", "on", "off"})
            if (v == word)
                return std::string();
        return "'" + v + "': 1 (yes) or 0 (no) is wanted";
    },
    "");

/* AP1000_REPORT= and --report=: a file; -: stderr, what fits on a screen; full: all of it there. */
const CLI::Validator file_or_terminal(
    [](std::string &v) {
        if (v.size() > 3 && v.compare(v.size() - 3, 3, ".gz") == 0)
            return "'" + v + "': a report is not compressed; a name without .gz is wanted";
        const std::string bad = v == "-" || v == "full" ? "" : some_file(v);
        return bad.empty() ? bad : bad.substr(0, bad.find(" (")) + ", or - or full for stderr";
    },
    "");

} // namespace

const CLI::Validator
    some_value([](std::string &v) { return v.empty() ? std::string("a value is wanted, not ''") : ""; }, "");

void add_machine_options(CLI::App &app, Settings &s, bool varied)
{
    if (varied) {
        app.add_option("--cells", s.cells, "numbers of cells, or of workstations, with commas: 1,4,16,64")
            ->type_name("N,M,...")
            ->check(some_value);
        app.add_option("--set", s.set,
                       "a number of the machine file and its values, for example tnet.link_mb_per_s=25,50,100; "
                       "may be given several times")
            ->type_name("PART.NAME=A,B,...")
            ->allow_extra_args(false);
    } else {
        add(app, "--cells", s.cells)->check(some_value);
        add(app, "--grid", s.grid)->check(some_value);
        add(app, "--set", s.set)->allow_extra_args(false)->delimiter(',');
    }
    add(app, "--machine", s.machine)->check(some_value);
    add(app, "--tnet", s.tnet)->check(some_value);
    add(app, "--cpu", s.cpu)->check(some_value);
    const Row &hardware = row_of("--hardware-collectives");
    app.add_flag(hardware.option, s.hardware, hardware.help)->envname(hardware.variable)->check(yes_or_no);
}

void add_running_options(CLI::App &app, Settings &s)
{
    add(app, "--processors", s.processors)->check(some_value);
    add(app, "--barrier", s.barrier, barrier_help())->check(some_value);
    add(app, "--tasks", s.carrier)->check(some_value);
    add(app, "--limits", s.limits)->check(some_value);
    add(app, "--patience", s.patience)->check(some_value);
    add(app, "--jitter", s.jitter)->check(some_value);
    add(app, "--seed", s.seed)->check(some_value);
}

void add_place_option(CLI::App &app, Settings &s)
{
    add(app, "--on", s.on)->check(some_value);
}

void add_program_options(CLI::App &app, Settings &s)
{
    add_place_option(app, s);
    app.add_option("-n", s.copies, "start this many copies on the cells, as `spawn -N` does in the PVM console")
        ->type_name("N")
        ->check(some_value);
    app.add_flag("--quiet", s.quiet, "print no line at the end if --barrier or --hardware-collectives had no effect");
    app.prefix_command();
}

void add_trace_options(CLI::App &app, Settings &s)
{
    add(app, "--trace", s.trace)->check(file_of_json);
    add(app, "--trace-from", s.from)->check(some_value);
    add(app, "--trace-to", s.to)->check(some_value);
    add(app, "--trace-tasks", s.tasks)->check(some_value);
    app.add_flag("--progress", s.progress, "on a terminal, show how far the run has come");
    add(app, "--report-from", s.report_from)->check(some_value);
    add(app, "--report-to", s.report_to)->check(some_value);
    const Row &report = row_of("--report");
    app.add_flag(report.option + "{-}", s.report, report.help)->envname(report.variable)->check(file_or_terminal);
}

void add_part_options(CLI::App &app, Settings &s, const std::string &default_title)
{
    app.add_option(
           "--from", s.from,
           "begin at this simulated time: a number with ns, us, ms or s, as 12.5ms; default: the trace's beginning")
        ->type_name("TIME")
        ->check(some_value);
    app.add_option("--to", s.to, "end at this simulated time; default: the trace's end")
        ->type_name("TIME")
        ->check(some_value);
    app.add_option("--tasks", s.tasks, "only these tasks, as t40001,t40003-t40008 or host,cell0-cell7; default: all")
        ->type_name("LIST")
        ->check(some_value);
    app.add_flag("--no-servers", s.no_servers, "leave out the tasks that are part of the system (the group server)");
    app.add_option("--title", s.title, "headline; default: " + default_title)->type_name("TEXT")->check(some_value);
}

void add_keep_option(CLI::App &app, Settings &s)
{
    app.add_flag("--keep", s.keep,
                 "of each figure also a PDF, and a folder NAME-data with what it is made of: gnuplot's script and "
                 "tables; of a sweep the report of each run too");
}

void add_name_option(CLI::App &app, Settings &s)
{
    add(app, "--name", s.name);
}

long long whole_number(const std::string &option, const std::string &given, long long otherwise, long long least,
                       long long most, const std::string &unit)
{
    char *end = nullptr;
    errno = 0;
    const long long n = given.empty() ? otherwise : std::strtoll(given.c_str(), &end, 10);
    if (!given.empty() && (*end != 0 || errno != 0 || n < least || n > most))
        throw UsageError(
            fmt::format("{} '{}': a whole number from {} to {}{} is wanted", option, given, least, most, unit));
    return n;
}

std::vector<std::string> given_in_common(const CLI::App &app, const CLI::App &other, const std::set<std::string> &but)
{
    std::vector<std::string> words;
    for (const CLI::Option *o : app.get_options()) {
        const std::string name = o->get_name();
        if (o->count() == 0 || but.count(name) != 0 || other.get_option_no_throw(name) == nullptr)
            continue;
        const bool is_flag = o->get_expected_min() == 0;
        for (const std::string &value : o->results())
            if (is_flag)
                words.push_back(name + "=" + value);
            else
                words.insert(words.end(), {name, value});
    }
    return words;
}

std::vector<std::string> trace_variables()
{
    CLI::App app;
    Settings unused;
    add_trace_options(app, unused);
    std::vector<std::string> variables;
    for (const CLI::Option *o : app.get_options())
        if (!o->get_envname().empty())
            variables.push_back(o->get_envname());
    return variables;
}

std::string variable_of(const std::string &option)
{
    return row_of(option.c_str()).variable;
}

std::string settings_help()
{
    std::string all =
        "Settings in the environment (an option wins over its variable, a variable over the machine file):\n";
    for (const Row &row : rows)
        if (row.use != Use::FOR_US)
            all += fmt::format("  {:<29}{}\n", row.variable + "=" + row.value,
                               row.option.empty()        ? row.help
                               : row.use == Use::FOR_ALL ? row.option + ", " + row.help
                                                         : row.option);
    return all;
}

} // namespace ap1000
