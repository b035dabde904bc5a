/* ps.cpp - `ap1000 ps`: the tasks of a machine that is up, and those of the user's private runs, as the machines
 * themselves tell it (kernel/waits.hpp). */
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

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

/* Prints what the machine tells. False: it tells nothing, as one that has ended, or that is stopped. */
bool print_table_of(int machine)
{
    constexpr timeval patience{5, 0};
    setsockopt(machine, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const int table = memfd_create("ap1000-ps", MFD_CLOEXEC);
    if (table < 0)
        throw std::runtime_error(std::string("ps: no memory for the table: ") + std::strerror(errno));
    const carrier_hello hello = hello_to_up(CARRIER_PS);
    carrier_ps_answer answer{};
    const bool told =
        sockets_send(machine, &hello, sizeof hello, table) && sockets_receive(machine, &answer, sizeof answer, nullptr);
    if (told)
        print_file(table);
    close(table);
    close(machine);
    return told;
}

/* proc(5), net/unix: a name without a file begins with @, and one that listens has the flag 00010000. */
std::vector<std::string> names_of_private_runs()
{
    std::vector<std::string> names;
    std::ifstream sockets("/proc/net/unix");
    for (std::string line; std::getline(sockets, line);) {
        const std::size_t at = line.find(" @" + private_prefix());
        if (at != std::string::npos && line.find(" 00010000 ") < at)
            names.push_back(line.substr(at + 2));
    }
    return names;
}

/* One that does not answer in time is passed over. Returns how many have answered. */
int print_private_runs(bool more)
{
    int told = 0;
    for (const std::string &name : names_of_private_runs()) {
        const int machine = sockets_connect(name.c_str());
        if (machine < 0)
            continue;
        const std::string pid = name.substr(private_prefix().size());
        std::printf("%sprivate run, process %s: ", more || told > 0 ? "\n" : "", pid.substr(0, pid.find('-')).c_str());
        std::fflush(stdout);
        if (!print_table_of(machine))
            std::puts("it does not answer");
        told++;
    }
    return told;
}

} // namespace

int ps(const Settings &s)
{
    if (s.real)
        ps_of_real(s);
    const int up = s.name.empty() ? sockets_connect(up_name(s).c_str()) : connect_up(s);
    if (up >= 0 && !print_table_of(up))
        throw std::runtime_error("ps: the machine " + up_name(s) + " does not answer, or has ended");
    std::fflush(stdout);
    if (s.name.empty() && print_private_runs(up >= 0) == 0 && up < 0)
        connect_up(s); /* says that there is none */
    return 0;
}

} // namespace ap1000
