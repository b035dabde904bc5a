/* machine_up.cpp - see machine_up.hpp; `ap1000 down` and `ap1000 console`. */
#include "command/machine_up.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "carriers/slots/wire/carrier.h"
#include "carriers/slots/wire/settings.h"
#include "command/own_files.hpp"
#include "command/real_machine.hpp"
#include "sockets.h"

namespace ap1000
{

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
