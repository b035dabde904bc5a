/* launcher.hpp - real processes for simulated tasks: starting them. */
#pragma once

#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

#include "kernel/program.hpp"

namespace ap1000
{

struct Started {
    pid_t pid;  /* 0: could not, and `error` says why (errno) */
    int output; /* what it prints: stdout and stderr; -1 if they are the simulator's own */
    int error;
};

/* Strings as exec and a program's main want them: a list that ends in nullptr. Valid as long as the strings are. */
std::vector<char *> pointers(std::vector<std::string> &strings);

/* The environment of a task: ours, what its spawner exports, and where its machine is. Later names win. ticket: "" for
 * one that is no process. */
std::vector<std::string> environment_of(const Program &p, const std::string &socket, const std::string &ticket);

/* Start it in a process group of its own, with empty stdin and with its output in a pipe; or (own_terminal) in the
 * simulator's group with the simulator's stdin, stdout and stderr. It may have so many files open, and dies with the
 * simulator. */
Started start_program_process(const std::string &path, const Program &p, const std::string &socket,
                              const std::string &ticket, bool own_terminal, const rlimit &open_files);

} // namespace ap1000
