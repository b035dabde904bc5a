/* outside_waits.cpp - see outside_waits.hpp. */
#include "carriers/process/simulator/outside_waits.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
namespace
{

enum class Waits {
    always,  /* for somebody else */
    on_pipe, /* if its descriptor is a pipe or a socket */
    opening, /* in the opening of a fifo */
    in_lock  /* if that is what it does with the descriptor */
};

struct OutsideCall {
    const char *name;
    Waits waits;
};

/* No call that writes or connects: by those a task prints, and comes to the simulator, which may be slow. */
const std::map<long, OutsideCall> &calls()
{
    static const std::map<long, OutsideCall> all = {
        {SYS_accept, {"accept", Waits::always}}, {SYS_accept4, {"accept", Waits::always}},
        {SYS_recvfrom, {"recv", Waits::always}}, {SYS_flock, {"flock", Waits::always}},
        {SYS_semop, {"semop", Waits::always}},   {SYS_semtimedop, {"semtimedop", Waits::always}},
        {SYS_msgrcv, {"msgrcv", Waits::always}}, {SYS_msgsnd, {"msgsnd", Waits::always}},
        {SYS_wait4, {"waitpid", Waits::always}}, {SYS_waitid, {"waitid", Waits::always}},
        {SYS_read, {"read", Waits::on_pipe}},    {SYS_readv, {"readv", Waits::on_pipe}},
        {SYS_openat, {"open", Waits::opening}},
#ifdef SYS_open
        {SYS_open, {"open", Waits::opening}},
#endif
        {SYS_fcntl, {"fcntl", Waits::in_lock}}};
    return all;
}

bool is_pipe(pid_t pid, unsigned long descriptor)
{
    struct stat s {
    };
    const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(descriptor);
    return descriptor != 0 && stat(path.c_str(), &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
}

/* proc(5), syscall: the number, and the arguments in hexadecimal. */
const OutsideCall *call_of(pid_t pid)
{
    std::istringstream line(process_file(pid, "syscall"));
    long number = -1;
    unsigned long first = 0, second = 0;
    if (!(line >> number >> std::hex >> std::showbase >> first >> second))
        return nullptr;
    const auto call = calls().find(number);
    if (call == calls().end() || (call->second.waits == Waits::on_pipe && !is_pipe(pid, first)) ||
        (call->second.waits == Waits::in_lock && second != F_SETLKW && second != F_OFD_SETLKW))
        return nullptr;
    return &call->second;
}

long long number_after(const char *text, const char *word)
{
    const char *at = std::strstr(text, word);
    return at != nullptr ? std::strtoll(at + std::strlen(word), nullptr, 10) : 0;
}

} // namespace

/* In open a process sleeps only for the other end of a fifo, or a short time. */
std::string outside_call(pid_t pid, const std::set<pid_t> &tasks)
{
    const OutsideCall *const call = process_sleeps(pid) ? call_of(pid) : nullptr;
    if (call == nullptr)
        return "";
    const std::vector<pid_t> started = descendants(pid);
    const bool all_wait = std::all_of(started.begin(), started.end(), [&tasks](pid_t one) {
        return tasks.count(one) != 0 || (process_sleeps(one) && call_of(one) != nullptr);
    });
    return all_wait ? std::string(call->name) + "()" : "";
}

/* proc(5), stat: after the name, which may have any character, pages are the 8th number, times the 12th and 13th. */
static Doings doings_in(pid_t pid, const std::string &folder)
{
    Doings d;
    const std::string stat = process_file(pid, (folder + "stat").c_str());
    std::istringstream line(stat.substr(std::min(stat.rfind(')'), stat.size() - 1) + 1));
    const std::string io = process_file(pid, (folder + "io").c_str());
    std::string word;
    long long n = 0;
    for (int i = 1; line >> word && i <= 13; i++)
        (i == 8 ? d.pages : i == 12 ? d.own : i == 13 ? d.in_system : n) = std::atoll(word.c_str());
    d.bytes = number_after(io.c_str(), "rchar: ") + number_after(io.c_str(), "wchar: ");
    return d;
}

Doings doings_of(pid_t pid)
{
    return doings_in(pid, "");
}

Doings doings_of_thread(pid_t thread)
{
    return doings_in(getpid(), "task/" + std::to_string(thread) + "/");
}

Doings own_doings()
{
    char text[512] = {};
    const int why = errno, file = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    Doings d;
    rusage r{};
    if (file >= 0)
        close(file);
    if (n > 0 && getrusage(RUSAGE_THREAD, &r) == 0) {
        d.own = r.ru_utime.tv_sec * 1000000LL + r.ru_utime.tv_usec;
        d.in_system = r.ru_stime.tv_sec * 1000000LL + r.ru_stime.tv_usec;
        d.pages = r.ru_minflt;
        d.bytes = number_after(text, "rchar: ") + number_after(text, "wchar: ");
        d.looked = n;
    }
    errno = why;
    return d;
}

void Asking::look(double spent_s, const Doings &now)
{
    const long long own = now.own - then_.own, in_system = now.in_system - then_.in_system;
    asks_ = since_s_ > 0 && now.in_system > 0 && 3 * in_system > own && now.bytes == then_.bytes + then_.looked &&
            now.pages - then_.pages < 100;
    since_s_ = spent_s;
    then_ = now;
}

} // namespace ap1000
