/* machine_up.cpp - see machine_up.hpp; `ap1000 down` and `ap1000 console`. */
#include "command/machine_up.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include "carriers/slots/wire/carrier.h"
#include "carriers/slots/wire/settings.h"
#include "command/commands.hpp"
#include "command/own_files.hpp"
#include "sockets.h"

namespace ap1000
{
namespace
{

/* ---- the machines that pvmrun, mpirun or srun have running on this computer: their daemons, which programs join by
 * the variable AP1000_CLUSTER ---- */

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

/* The socket of the daemon that is named, or, with "", of the only machine of this user. Throws UsageError: there is
 * none, or there are several, which are listed. */
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

} // namespace

std::string up_name(const Settings &s)
{
    char name[SOCKETS_NAME_BYTES];
    if (!sockets_up_name(name, "ap1000", s.name.c_str()))
        throw UsageError("--name " + s.name + ": a name of at most " + std::to_string(SOCKETS_UP_NAME_CHARS) +
                         " characters is wanted");
    return name;
}

std::string private_prefix()
{
    return "ap1000-" + std::to_string(getuid()) + "-private-";
}

int connect_up(const Settings &s, bool advised)
{
    const std::string name = up_name(s);
    const int machine = sockets_connect(name.c_str());
    if (machine >= 0)
        return machine;
    std::string line = "no machine is up (" + name + ")";
    if (advised)
        line += ": start one with `ap1000 up" + (s.name.empty() ? "" : " --name " + s.name) + "`";
    throw UsageError(line);
}

carrier_hello hello_to_up(carrier_word word)
{
    carrier_hello hello{};
    hello.magic = CARRIER_MAGIC;
    hello.version = CARRIER_VERSION;
    hello.word = word;
    return hello;
}

/* Becomes the console program, which lies beside this one. */
void become_console(const Settings &s)
{
    if (s.real)
        setenv("AP1000_CLUSTER", real_machine(s.name).c_str(), 1);
    else if (!s.name.empty())
        setenv("AP1000_NAME", s.name.c_str(), 1);
    std::string path = own_folder() + "/ap1000-console";
    execl(path.c_str(), "ap1000-console", nullptr);
    throw std::runtime_error("cannot start " + path + ": " + std::strerror(errno));
}

int console(const Settings &s)
{
    if (!s.real) {
        close(connect_up(s));
        const std::string name = up_name(s);
        settings_say_unheard("ap1000", name.c_str());
        setenv(CARRIER_ENV_SOCKET, name.c_str(), 1); /* if this machine ends now, the console gets none of its own */
    }
    become_console(s);
}

int down(const Settings &s)
{
    char byte;
    const int machine = connect_up(s, false);
    const carrier_hello hello = hello_to_up(CARRIER_DOWN);
    carrier_down_answer ended{};
    if (sockets_send(machine, &hello, sizeof hello, -1) && sockets_receive(machine, &ended, sizeof ended, nullptr))
        std::printf("ap1000: ended the machine %s and the %u task%s on it\n", up_name(s).c_str(), ended.ntasks,
                    ended.ntasks == 1 ? "" : "s");
    while (read(machine, &byte, 1) < 0 && errno == EINTR)
        ;
    close(machine);
    return 0;
}

} // namespace ap1000
