/* options.hpp - the options that several words of the command share, and their help. Those that may stand in the
 * environment too come from the one list of settings (../carriers/slots/wire/settings_list.h). */
#pragma once

#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "command/commands.hpp"

namespace ap1000
{

/* An empty word is no value. (An empty variable of the environment is none at all.) */
extern const CLI::Validator some_value;

/* Settings of a machine: the command line wins over the environment, that over the machine file. varied: of many
 * machines, each number may have several values. */
void add_machine_options(CLI::App &app, Settings &s, bool varied = false);

/* How tasks run on it. */
void add_running_options(CLI::App &app, Settings &s);

/* Where it runs itself: host or cell. */
void add_place_option(CLI::App &app, Settings &s);

/* The same, and: from the program's name on, everything is the program's. */
void add_program_options(CLI::App &app, Settings &s);

/* What is written down of a run. */
void add_trace_options(CLI::App &app, Settings &s);

/* Which part of a trace, and what it is called. */
void add_part_options(CLI::App &app, Settings &s, const std::string &default_title);

/* What was given for an option, or what stands for it if nothing was. unit: "" or a word with a blank before it. Throws
 * UsageError. */
long long whole_number(const std::string &option, const std::string &given, long long otherwise, long long least,
                       long long most, const std::string &unit = "");

/* The name of a machine that stays. */
void add_keep_option(CLI::App &app, Settings &s);
void add_name_option(CLI::App &app, Settings &s);

/* What was given of the options that both words of the command have, but for `but`: as words of a command line. */
std::vector<std::string> given_in_common(const CLI::App &app, const CLI::App &other, const std::set<std::string> &but);

/* The environment variables of what is written down of a run. */
std::vector<std::string> trace_variables();

/* The environment variable of an option in the list of settings. */
std::string variable_of(const std::string &option);

/* Every variable of the environment that is for users, a line each, for `ap1000 --help`. */
std::string settings_help();

/* What `ap1000 run --help` says of --barrier after what it does: the default, then a line for each algorithm. */
std::string barrier_help();

/* The algorithm of that name, as tasks are told it when they join: enum barrier_algorithm; "": the default. Throws
 * UsageError. */
int barrier_of(const std::string &name);

} // namespace ap1000
