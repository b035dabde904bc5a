/* ps.cpp - `ap1000 ps`: the tasks of a machine that is up, as the machine itself tells it (kernel/waits.hpp). */
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "command/machine_up.hpp"
#include "sockets.h"

namespace ap1000
{
namespace
{

void print_file(int fd)
{
    char piece[4096];
    lseek(fd, 0, SEEK_SET);
    for (ssize_t n; (n = read(fd, piece, sizeof piece)) > 0;)
        std::fwrite(piece, 1, static_cast<std::size_t>(n), stdout);
}

/* On real nodes: what the console's `ps -a` says. */
[[noreturn]] void ps_of_real(const Settings &s)
{
    static const char line[] = "ps -a\n";
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], line, sizeof line - 1) != static_cast<ssize_t>(sizeof line - 1) ||
        dup2(ends[0], STDIN_FILENO) < 0)
        throw std::runtime_error(std::string("ps: no pipe: ") + std::strerror(errno));
    close(ends[0]);
    close(ends[1]);
    become_console(s);
}

} // namespace

int ps(const Settings &s)
{
    if (s.real)
        ps_of_real(s);
    const int machine = connect_up(s);
    const int table = memfd_create("ap1000-ps", MFD_CLOEXEC);
    if (table < 0)
        throw std::runtime_error(std::string("ps: no memory for the table: ") + std::strerror(errno));
    const carrier_hello hello = hello_to_up(CARRIER_PS);
    carrier_ps_answer answer{};
    if (!sockets_send(machine, &hello, sizeof hello, table) ||
        !sockets_receive(machine, &answer, sizeof answer, nullptr))
        throw std::runtime_error("ps: the machine " + up_name(s) + " has ended");
    print_file(table);
    close(table);
    close(machine);
    return 0;
}

} // namespace ap1000
