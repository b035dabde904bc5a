/* terminal.cpp - see terminal.hpp. */
#include "kernel/terminal.hpp"

#include <cerrno>
#include <unistd.h>

namespace ap1000
{

Terminal::~Terminal()
{
    if (fd >= 0)
        close(fd);
}

void Terminal::write_line(const std::string &line)
{
    std::string whole = line + "\n";
    for (std::size_t at = 0; at < whole.size();) {
        ssize_t n = write(fd, whole.data() + at, whole.size() - at);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return;
        at += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

} // namespace ap1000
