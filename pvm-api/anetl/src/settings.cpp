// settings.cpp - options of host programs, and where files are.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

#include <pvm3.h>

#include "layer.hpp"

namespace anetl::detail
{
namespace
{
const struct option {
    const char *name, *variable;
    int settings::*number; // nullptr: a text
    int least, most;
    const char *what;
} known[] = {
    {"--anetl-nodes", "ANETL_NODES", &settings::nodes, 1, 4000, "a number of nodes"},
    {"--anetl-stack", "ANETL_STACK", &settings::stack_kib, 16, 1048576, "a stack in KiB"},
    {"--anetl-methods", "ANETL_METHODS_MOST", &settings::methods, 1, 1000000, "a number of methods"},
    {"--anetl-patience", "ANETL_PATIENCE", &settings::patience_s, 0, 1000000, "a number of seconds"},
    {"--anetl-program", "ANETL_PROGRAM", nullptr, 0, 0, "a file"},
};

void set_one(settings &s, const option &o, const char *from, const char *value)
{
    char *end = nullptr;
    const long n = std::strtol(value, &end, 10);
    if (o.number == nullptr)
        s.program = value;
    else if (*value == 0 || *end != 0 || n < o.least || n > o.most)
        fail("%s '%s': %s is wanted, %d to %d", from, value, o.what, o.least, o.most);
    else
        s.*o.number = static_cast<int>(n);
    if (o.number == nullptr && access(value, X_OK) != 0)
        fail("%s '%s': %s", from, value, std::strerror(errno));
}

void take_option(settings &s, int &argc, char **argv, int at)
{
    const char *equals = std::strchr(argv[at], '=');
    const std::string name(argv[at],
                           equals != nullptr ? static_cast<std::size_t>(equals - argv[at]) : std::strlen(argv[at]));
    std::string all;
    for (const option &o : known) {
        all += (all.empty() ? "" : ", ") + std::string(o.name);
        if (name != o.name)
            continue;
        const bool next = equals == nullptr;
        if (next && at + 1 == argc)
            fail("%s needs a value", o.name);
        set_one(s, o, o.name, next ? argv[at + 1] : equals + 1);
        const int taken = next ? 2 : 1;
        argc -= taken;
        std::memmove(argv + at, argv + at + taken, static_cast<std::size_t>(argc - at + 1) * sizeof *argv);
        return;
    }
    fail("there is no option '%s'; there is %s", argv[at], all.c_str());
}

std::string folder_of(const std::string &path)
{
    char whole[PATH_MAX];
    if (realpath(path.c_str(), whole) == nullptr)
        return "";
    return std::string(whole, static_cast<std::size_t>(std::strrchr(whole, '/') - whole));
}

} // namespace

// The node's program: as it is set, or where it is installed, seen from this library; or beside this program.
std::string node_program(const settings &s)
{
    if (!s.program.empty())
        return whole_path(s.program);
    Dl_info info;
    const std::string library =
        dladdr(reinterpret_cast<void *>(&node_program), &info) != 0 ? folder_of(info.dli_fname) : "";
    for (const std::string &file :
         {library + "/anetl-node", library + "/../bin/anetl-node", folder_of("/proc/self/exe") + "/anetl-node"})
        if (access(file.c_str(), X_OK) == 0)
            return whole_path(file);
    return "anetl-node"; // PVM may find it
}

settings read_settings(int &argc, char **argv)
{
    settings s;
    for (const option &o : known)
        if (const char *value = std::getenv(o.variable))
            set_one(s, o, o.variable, value);
    for (int at = 1; at < argc;)
        if (std::strncmp(argv[at], "--anetl-", 8) == 0)
            take_option(s, argc, argv, at);
        else
            at++;
    return s;
}

std::string whole_path(const std::string &module)
{
    char whole[PATH_MAX];
    return realpath(module.c_str(), whole) != nullptr ? whole
           : module.find('/') != std::string::npos    ? module
                                                      : "./" + module;
}

void leave_quietly()
{
    std::fflush(nullptr);
    pvm_exit();
    std::_Exit(0);
}
} // namespace anetl::detail
