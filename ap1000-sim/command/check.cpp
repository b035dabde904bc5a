/* check.cpp - `ap1000 check PROGRAM...`: what is known of a run without running it, and what to do about it. What a
 * program uses is told by the names in its tables: it may use less. */
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "carriers/process/simulator/other_pvm.hpp"
#include "command/carriers.hpp"
#include "command/commands.hpp"
#include "command/computing.hpp"

namespace ap1000
{
namespace
{

struct Use {
    const char *what;
    std::vector<const char *> names;
    const char *so;
};

const std::vector<Use> &uses()
{
    static const char outside[] =
        "what it waits for there comes in real time and takes no simulated time; the others go on "
        "meanwhile; nothing to do";
    static const std::vector<Use> all = {
        {"sockets", {"socket", "accept", "connect"}, outside},
        {"pipes", {"pipe", "popen", "mkfifo", "socketpair"}, outside},
        {"other processes",
         {"fork", "vfork", "system", "posix_spawn"},
         "a child is no task until its first PVM call; what is waited for comes in real time; nothing to do"},
        {"threads",
         {"pthread_create"},
         "only one of them may call PVM; computing of all counts if it is compiled counted"},
        {"alarms",
         {"alarm", "ualarm", "setitimer"},
         "they ring in simulated time; during computing that costs nothing, after as much real time, with a line: "
         "compile it "
         "counted, or use --cpu measured"},
        {"polls",
         {"pvm_nrecv", "pvm_probe", "pvmfnrecv_", "pvmfprobe_"},
         "work between two polls costs nothing unless computing is charged: compile it counted, or use --cpu measured"},
        {"clocks",
         {"gettimeofday", "clock_gettime", "time", "times", "clock", "getrusage"},
         "they show simulated time, in which computing takes part only if it is charged: compile it counted, or use "
         "--cpu "
         "measured"},
        {"sleep by system calls",
         {"syscall", "sem_timedwait", "pthread_cond_timedwait", "sigtimedwait", "timer_create", "epoll_wait"},
         "these wait in real time; use sleep, usleep, nanosleep, select or poll"},
    };
    return all;
}

/* Of those names, the ones in the tables of the file. */
std::string used_of(const std::string &bytes, const Use &use)
{
    std::string names;
    for (const char *name : use.names)
        if (bytes.find('\0' + std::string(name) + '\0') != std::string::npos)
            names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

/* The names that the loader does not find. */
std::string missing_of(const std::string &loaded)
{
    std::string names;
    for (std::size_t at = 0, end; (end = loaded.find(" => not found", at)) != std::string::npos; at = end + 1) {
        const std::size_t from = loaded.find_last_of(" \t\n", end - 1) + 1;
        names += (names.empty() ? "" : ", ") + loaded.substr(from, end - from);
    }
    return names;
}

std::string libpvm3_of(const std::string &path, const std::string &loaded, const std::string &bytes)
{
    const std::string other = other_pvm_of(path), file = file_in_list(loaded, "libpvm3.so.3");
    if (!other.empty())
        return other;
    if (!file.empty())
        return file + ", ours";
    return bytes.find("AP1000_SOCKET") != std::string::npos
               ? "ours, in the program itself: it is a process"
               : "none: it starts a program that has one, or opens it itself "
                 "(LD_PRELOAD=libpvm3.so.3), or is none of PVM";
}

void check_one(const std::string &path)
{
    if (access(path.c_str(), R_OK) != 0 || std::filesystem::is_directory(path))
        throw UsageError("check: '" + path + "': cannot be read; the path of a program is wanted");
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const bool runs = access(path.c_str(), X_OK) == 0;
    const std::string loaded = runs ? loaded_by_runs(path) : "", missing = missing_of(loaded),
                      why = why_as_process(path);
    auto line = [](const char *what, const std::string &said) { std::printf("  %s: %s\n", what, said.c_str()); };

    std::printf("%s\n", path.c_str());
    if (!runs)
        line("file", "it may not be executed: chmod +x");
    line("libpvm3", libpvm3_of(path, loaded, bytes));
    line("computing",
         is_compiled_counted(path)
             ? "compiled counted: it takes the time that its operations take on the node's processor (--cpu)"
             : how_to_count(path) + "; without, it costs nothing");
    line("tasks", why.empty() ? "in process; --tasks process makes them processes" : why);
    for (const Use &use : uses())
        if (const std::string names = used_of(bytes, use); !names.empty())
            line(use.what, names + ": " + use.so);
    if (!missing.empty())
        line("missing here", missing + ": install what has it, or name its folder in LD_LIBRARY_PATH");
}

} // namespace

int check(const Settings &s)
{
    for (const std::string &path : s.command)
        check_one(path);
    return 0;
}

} // namespace ap1000
