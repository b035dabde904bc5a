/* check.cpp - `ap1000 check PROGRAM...`: what is known of a run without running it, and what to do about it. What a
 * program uses is told by the names in its tables: it may use less. */
#include <cstdio>
#include <filesystem>
#include <set>
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
    const char *counted = nullptr; /* of a program that was compiled counted; nullptr: the same */
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
         "only one of them at a time may call PVM; computing of all counts if it is compiled counted"},
        {"alarms",
         {"alarm", "ualarm", "setitimer"},
         "they ring in simulated time; during computing that costs nothing, after as much real time, with a line: "
         "compile it counted, or use --cpu measured",
         "they ring in simulated time"},
        {"polls",
         {"pvm_nrecv", "pvm_probe", "pvmfnrecv_", "pvmfprobe_"},
         "work between two polls costs nothing unless computing is charged: compile it counted, or use --cpu measured",
         "work between two polls takes its time"},
        {"clocks",
         {"gettimeofday", "clock_gettime", "time", "times", "clock", "getrusage"},
         "they show simulated time, in which computing takes part only if it is charged: compile it counted, or use "
         "--cpu measured",
         "they show simulated time"},
        {"sleep by system calls",
         {"syscall", "sem_timedwait", "pthread_cond_timedwait", "sigtimedwait", "timer_create", "epoll_wait"},
         "these wait in real time; use sleep, usleep, nanosleep, select or poll"},
    };
    return all;
}

/* The names in its tables of symbols that it wants of others; and those that it has itself, if libpvm3 is in it. */
std::set<std::string> names_in(const ElfFile &file, bool has_library)
{
    std::set<std::string> names;
    for (const Elf64_Word kind : {SHT_DYNSYM, SHT_SYMTAB})
        for (const ElfFile::Symbol &s : file.symbols(kind))
            if (!s.is_own || has_library)
                names.insert(s.name.substr(0, s.name.find('@')));
    return names;
}

/* Of those names, the ones that the program has. */
std::string used_of(const std::set<std::string> &in_file, const Use &use)
{
    std::string names;
    for (const char *name : use.names)
        if (in_file.count(name) != 0)
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

/* by_itself: what it takes if it is not started by us; "": ours, or none. */
std::string libpvm3_of(const std::string &path, const std::string &loaded, bool has_library,
                       const std::string &by_itself)
{
    const std::string other = other_pvm_of(path), file = file_in_list(loaded, "libpvm3.so.3");
    if (!other.empty())
        return other;
    if (!file.empty())
        return file + ", ours" +
               (by_itself.empty() ? "" : "; but only with `ap1000 run`: by itself it takes another PVM's");
    return has_library
               ? "ours, in the program itself: it is a process, and may have what stands below for the library's sake"
               : "none: it starts a program that has one, or opens it itself "
                 "(LD_PRELOAD=libpvm3.so.3), or is none of PVM";
}

void check_one(const std::string &path, const std::string &by_itself)
{
    std::error_code none;
    if (access(path.c_str(), R_OK) != 0 || !std::filesystem::is_regular_file(path, none))
        throw UsageError("check: '" + path + "': cannot be read; the path of a program is wanted");
    const ElfFile file(path);
    const bool has_library = file.has("AP1000_SOCKET");
    const bool runs = access(path.c_str(), X_OK) == 0;
    const std::string loaded = runs ? loaded_by_runs(path) : "", missing = missing_of(loaded),
                      why = why_as_process(path);
    auto line = [](const char *what, const std::string &said) { std::printf("  %s: %s\n", what, said.c_str()); };

    std::printf("%s\n", path.c_str());
    if (!runs)
        line("file", "it may not be executed: chmod +x");
    line("libpvm3", libpvm3_of(path, loaded, has_library, by_itself));
    const bool counted = is_compiled_counted(file);
    line("computing",
         counted ? "compiled counted: it takes the time that its operations take on the node's processor (--cpu)"
                 : how_to_count(path, language_of(file)) + "; without, it costs nothing");
    line("tasks", why.empty() ? "in process; --tasks process makes them processes" : why);
    const std::set<std::string> in_file = names_in(file, has_library);
    for (const Use &use : uses())
        if (const std::string names = used_of(in_file, use); !names.empty())
            line(use.what, names + ": " + (counted && use.counted ? use.counted : use.so));
    if (!missing.empty())
        line("missing here", missing + ": install what has it, or name its folder in LD_LIBRARY_PATH");
}

} // namespace

int check(const Settings &s)
{
    std::vector<std::string> by_themselves;
    for (const std::string &path : s.command)
        by_themselves.push_back(access(path.c_str(), X_OK) == 0 ? other_pvm_of(path) : "");
    put_library_first(own_library_folder());
    for (std::size_t i = 0; i < s.command.size(); i++)
        check_one(s.command[i], by_themselves[i]);
    return 0;
}

} // namespace ap1000
