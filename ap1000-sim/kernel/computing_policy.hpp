/* computing_policy.hpp - what the computing of tasks costs them in simulated time: --cpu. */
#pragma once

#include <string>

namespace ap1000
{

struct ComputingPolicy {
    enum class Kind {
        automatic, /* that of programs which were compiled counted, by the numbers of the machine file; else nothing */
        free,      /* nothing */
        counted,   /* as automatic, and a program that was not compiled counted is refused */
        measured   /* the processor time on this computer, `factor` times */
    };
    Kind kind = Kind::automatic;
    double factor = 1; /* simulated seconds per second of this computer */
};

/* A word of a line that people give to their shell. */
inline std::string for_shell(const std::string &word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=:@%,";
    if (word.find_first_not_of(plain) == std::string::npos)
        return word;
    std::string quoted = "'";
    for (char c : word)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

struct Language {
    std::string compiler = "cc", ending = ".c", library = "pvm3";
};

/* Of a program that is not: what to do, in words. */
inline std::string how_to_count(const std::string &program, const Language &in = {})
{
    return "was not compiled counted: " + in.compiler + " " +
           for_shell(program.substr(program.rfind('/') + 1) + in.ending) + " $(pkg-config --cflags --libs " +
           in.library + "-counted)";
}

} // namespace ap1000
