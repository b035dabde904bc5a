/* processes.cpp - see processes.hpp: all of it is read from /proc. */
#include "carriers/process/simulator/processes.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace ap1000
{
namespace
{

/* A set of signals of /proc/PID/status; bit n - 1 is signal n. 0 if the process is gone. */
std::uint64_t signal_set(pid_t pid, const std::string &name)
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.compare(0, name.size(), name) == 0)
            return std::stoull(line.substr(name.size()), nullptr, 16);
    return 0;
}

/* The two that the C library keeps for itself, and libpvm3's own for alarms. */
constexpr std::uint64_t of_the_library = UINT64_C(3) << (32 - 1) | UINT64_C(1) << (64 - 3 - 1);

std::string read_link(pid_t pid, const char *name)
{
    char path[4096];
    ssize_t n = readlink(("/proc/" + std::to_string(pid) + "/" + name).c_str(), path, sizeof path);
    return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : "";
}

} // namespace

/* proc(5): the state, the parent, the group; the 8th number are pages, the 12th and 13th user and system time. */
ProcessStat stat_in(const std::string &text)
{
    ProcessStat s;
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos ||
        std::sscanf(text.c_str() + name_end + 1, " %c %d %d %*d %*d %*d %*u %lld %*d %*d %*d %lld %lld", &s.state,
                    &s.parent, &s.group, &s.pages, &s.own, &s.in_system) != 6)
        return {};
    return s;
}

std::string process_file(pid_t pid, const char *name)
{
    std::ifstream f("/proc/" + std::to_string(pid) + "/" + name, std::ios::binary);
    std::ostringstream all;
    all << f.rdbuf();
    return all.str();
}

namespace
{

ProcessStat state_of(pid_t pid)
{
    return stat_in(process_file(pid, "stat"));
}

std::vector<std::pair<pid_t, ProcessStat>> living()
{
    std::vector<std::pair<pid_t, ProcessStat>> all;
    std::error_code gone;
    for (const auto &entry : std::filesystem::directory_iterator("/proc", gone)) {
        const pid_t pid = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
        const ProcessStat s = pid > 0 ? state_of(pid) : ProcessStat{};
        if (s.state != 0 && s.state != 'Z' && s.state != 'X')
            all.emplace_back(pid, s);
    }
    return all;
}

} // namespace

std::vector<pid_t> threads_of(pid_t pid)
{
    std::vector<pid_t> all;
    std::error_code gone;
    std::filesystem::directory_iterator at("/proc/" + std::to_string(pid) + "/task", gone), end;
    for (; !gone && at != end; at.increment(gone))
        all.push_back(static_cast<pid_t>(std::strtol(at->path().filename().c_str(), nullptr, 10)));
    return all;
}

std::vector<pid_t> children_of(pid_t thread)
{
    std::ifstream list("/proc/" + std::to_string(thread) + "/task/" + std::to_string(thread) + "/children");
    return {std::istream_iterator<pid_t>(list), {}};
}

std::vector<pid_t> descendants(pid_t ancestor)
{
    std::multimap<pid_t, pid_t> children;
    for (const auto &[pid, s] : living())
        children.emplace(s.parent, pid);
    std::vector<pid_t> found{ancestor};
    for (std::size_t i = 0; i < found.size(); i++)
        for (auto [c, end] = children.equal_range(found[i]); c != end; ++c)
            found.push_back(c->second);
    found.erase(found.begin());
    return found;
}

std::string program_of(pid_t pid)
{
    const std::string path = read_link(pid, "exe");
    return !path.empty() ? path : "/proc/" + std::to_string(pid) + "/exe";
}

Folders folders_of(pid_t pid)
{
    std::string program = read_link(pid, "exe");
    std::size_t slash = program.rfind('/');
    return {program.substr(0, slash == std::string::npos ? 0 : slash + (slash == 0)), read_link(pid, "cwd")};
}

bool process_lives(pid_t pid)
{
    const char state = state_of(pid).state;
    return state != 0 && state != 'Z';
}

bool descends(pid_t pid, pid_t ancestor)
{
    for (int steps = 0; pid > 1 && steps < 64; steps++, pid = state_of(pid).parent)
        if (pid == ancestor)
            return true;
    return false;
}

bool signal_ends(pid_t pid, int number)
{
    static const std::set<int> harmless = {0, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
    if (number == SIGKILL || harmless.count(number) != 0)
        return number == SIGKILL;
    std::uint64_t not_default = signal_set(pid, "SigBlk:") | signal_set(pid, "SigIgn:") | signal_set(pid, "SigCgt:");
    return (not_default >> (number - 1) & 1) == 0;
}

bool process_sleeps(pid_t pid)
{
    return state_of(pid).state == 'S';
}

bool process_is_stopped(pid_t pid)
{
    return state_of(pid).state == 'T';
}

long long processor_time_ns(pid_t pid)
{
    const ProcessStat s = state_of(pid);
    return s.state != 0 ? (s.own + s.in_system) * (1000000000 / sysconf(_SC_CLK_TCK)) : -1;
}

long long sleeps_after(pid_t pid)
{
    const ProcessStat s = state_of(pid);
    return s.state == 'S' ? s.own + s.in_system : -1;
}

bool all_threads_sleep(pid_t pid)
{
    const std::vector<pid_t> threads = threads_of(pid);
    return std::all_of(threads.begin(), threads.end(), process_sleeps);
}

GroupWork work_of_group(pid_t group)
{
    GroupWork all;
    for (const auto &[pid, s] : living())
        if (s.group == group) {
            all.ticks += s.own + s.in_system;
            all.all_sleep = all.all_sleep && (s.state == 'T' || all_threads_sleep(pid));
        }
    return all;
}

bool child_may_signal(pid_t pid)
{
    const std::vector<pid_t> children = children_of(pid);
    return (signal_set(pid, "SigCgt:") & ~of_the_library) != 0 &&
           std::any_of(children.begin(), children.end(), process_lives);
}

/* proc(5), syscall: its number comes first. A shell waits in wait4; timeout(1) in sigsuspend, for SIGCHLD. */
bool waits_only_for(pid_t pid, const std::set<pid_t> &others)
{
    static const std::set<long> waits = {SYS_wait4, SYS_waitid, SYS_rt_sigsuspend};
    std::istringstream call(process_file(pid, "syscall"));
    long number = -1;
    if (!(call >> number) || waits.count(number) == 0)
        return false;
    const std::vector<pid_t> children = children_of(pid);
    return !children.empty() && std::all_of(children.begin(), children.end(), [&others](pid_t child) {
        return others.count(child) != 0 || waits_only_for(child, others);
    });
}

} // namespace ap1000
