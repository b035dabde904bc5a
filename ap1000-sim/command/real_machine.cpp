/* real_machine.cpp - see real_machine.hpp. */
#include "command/real_machine.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "command/commands.hpp"
#include "sockets.h"

namespace ap1000
{
namespace
{

struct Daemon {
    std::string socket, command; /* what it was started by */
};

/* As pvm-api/cluster/node/local_known.c names them: pvmnode-USER-RANDOM, abstract, which /proc shows with an @. */
std::set<std::string> own_sockets()
{
    const std::string prefix = fmt::format("@pvmnode-{}-", geteuid());
    std::ifstream all("/proc/net/unix");
    std::set<std::string> found;
    for (std::string line, last; std::getline(all, line);) {
        std::istringstream words(line);
        while (words >> last)
            ;
        if (last.compare(0, prefix.size(), prefix) == 0)
            found.insert(last.substr(1));
    }
    return found;
}

std::string command_of(int socket)
{
    ucred who{};
    socklen_t len = sizeof who;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &len) != 0)
        return "";
    std::ifstream file(fmt::format("/proc/{}/cmdline", who.pid));
    std::string words((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    while (!words.empty() && words.back() == '\0')
        words.pop_back();
    std::replace(words.begin(), words.end(), '\0', ' ');
    return words;
}

/* Daemons that node 0 has started are left out if a node 0 is here: one of a machine is enough. */
std::vector<Daemon> daemons()
{
    std::vector<Daemon> all, first;
    for (const std::string &name : own_sockets()) {
        const int fd = sockets_connect(name.c_str());
        if (fd < 0)
            continue;
        all.push_back({name, command_of(fd)});
        close(fd);
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(first),
                 [](const Daemon &d) { return d.command.find(" --join") == std::string::npos; });
    return first.empty() ? all : first;
}

/* One that stays (pvmrun --up), by its name; without a name, the default one. */
bool stays_here(const std::string &name, std::string &socket)
{
    char up[SOCKETS_NAME_BYTES];
    const int fd = sockets_up_name(up, "pvmrun", name.c_str()) ? sockets_connect(up) : -1;
    if (fd >= 0)
        close(fd);
    socket = up;
    return fd >= 0;
}

} // namespace

std::string real_machine(const std::string &name)
{
    std::string up;
    if (stays_here(name, up))
        return up;
    const std::vector<Daemon> all = daemons();
    std::string list;
    for (const Daemon &d : all) {
        if (d.socket == name || (name.empty() && all.size() == 1))
            return d.socket;
        list += fmt::format("\n  {}  {}", d.socket, d.command);
    }
    if (all.empty())
        throw UsageError("--real: no machine of pvmrun or pvmnode runs on this computer for this user");
    if (name.empty())
        throw UsageError("--real: several machines run here; --name says which:" + list);
    throw UsageError("--real --name " + name + ": there is no such machine here, but:" + list);
}

} // namespace ap1000
