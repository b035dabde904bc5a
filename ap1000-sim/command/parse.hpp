/* parse.hpp - the command line read, and what is said of one that is wrong, in our words. */
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace ap1000
{

/* -1: understood, and in the variables that the options were given. Else the exit code: help was printed, or what is
 * wrong. A `--` before the program is taken out of argc and argv. */
int parse(CLI::App &app, int &argc, char **argv);

/* Returns where the value of the option came from that a message begins with, if the option is not on the command line:
 * " (VARIABLE in the environment)". Else "". */
std::string from_where(const CLI::App &app, const std::string &message, int argc, char **argv);

/* That the word has no such option, with the one that is written most alike. */
std::string unknown_option(const CLI::App &word, const std::string &given);

} // namespace ap1000
