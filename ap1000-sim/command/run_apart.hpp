/* run_apart.hpp - other runs of this command, each a process of its own, so that nothing of one reaches the next. They
 * end with us. */
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace ap1000
{

/* Starts this command with these words (the first is its name), nothing to read, without the variables that ask for
 * traces and reports, its output and its complaints in files ("/dev/null": thrown away). variable: NAME=VALUE for its
 * environment; "": none. Throws std::runtime_error. */
pid_t start_apart(std::vector<std::string> words, const std::string &output, const std::string &complaints,
                  const std::string &variable = "");

/* Waits for it. Its exit code, or 128 + the signal that it died of. */
int code_of(pid_t child);

/* Runs first..last, as many at a time as `width`: `start` gives the process of one, and `ended` is told its exit code.
 * On a terminal, `what` and how far it is. Stops early if we are told to end (told_to_end). */
void run_side_by_side(long long first, long long last, int width, const std::function<pid_t(long long)> &start,
                      const std::function<void(long long, int)> &ended, const char *what);

} // namespace ap1000
