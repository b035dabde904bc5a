/* terminal.hpp - the destination of lines that people read. */
#ifndef AP1000_TERMINAL_HPP
#define AP1000_TERMINAL_HPP

#include <string>

namespace ap1000
{

/* A process's own stderr. What its children print goes there, each line marked. */
struct Terminal {
    explicit Terminal(int descriptor) : fd(descriptor)
    {
    }
    ~Terminal();
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    void write_line(const std::string &line); /* adds the end of the line; errors are ignored */

    const int fd; /* owned */
};

} // namespace ap1000

#endif
