/* outside_waits.cpp - see outside_waits.hpp. */
#include "carriers/process/simulator/outside_waits.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <map>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
namespace
{

enum class Waits {
    no,
    a_while,   /* it goes on by itself */
    for_others /* to do something */
};

using Arguments = std::array<unsigned long, 6>;

Waits always(pid_t, const Arguments &)
{
    return Waits::for_others;
}

Waits napping(pid_t, const Arguments &)
{
    return Waits::a_while;
}

/* A timer that is set. proc(5), fdinfo: "it_value: (seconds, nanoseconds)" until it rings. */
bool rings_by_itself(pid_t pid, int fd)
{
    const std::string timer = process_file(pid, ("fdinfo/" + std::to_string(fd)).c_str());
    return timer.find("it_value: (") != std::string::npos && timer.find("it_value: (0, 0)") == std::string::npos;
}

Waits on_pipe(pid_t pid, const Arguments &a)
{
    if (rings_by_itself(pid, static_cast<int>(a[0])))
        return Waits::a_while;
    struct stat s {
    };
    const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(a[0]);
    const bool there = a[0] != 0 && stat(path.c_str(), &s) == 0, nameless = (s.st_mode & S_IFMT) == 0; /* inotify */
    return there && (nameless || S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode)) ? Waits::for_others : Waits::no;
}

/* A fifo that has a name: the simulator empties the pipes by which a task prints, and may be slow. */
Waits into_fifo(pid_t pid, const Arguments &a)
{
    char name[2] = "";
    struct stat s {
    };
    const std::string path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(a[0]);
    const bool named = a[0] > 2 && readlink(path.c_str(), name, 1) == 1 && *name == '/';
    return named && stat(path.c_str(), &s) == 0 && S_ISFIFO(s.st_mode) ? Waits::for_others : Waits::no;
}

Waits in_lock(pid_t, const Arguments &a)
{
    return a[1] == F_SETLKW || a[1] == F_OFD_SETLKW ? Waits::for_others : Waits::no;
}

/* A semaphore or lock shared with other processes; a thread waits so for another one too, in pthread_join. */
Waits in_futex(pid_t pid, const Arguments &a)
{
    const int operation = static_cast<int>(a[1]) & ~FUTEX_CLOCK_REALTIME;
    const bool shared = (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) && threads_of(pid).size() == 1;
    return !shared ? Waits::no : a[3] != 0 ? Waits::a_while : Waits::for_others;
}

/* Copies what the process has there; zeros if the system does not let us. */
void memory_of(pid_t pid, unsigned long address, void *to, std::size_t n)
{
    iovec here{to, n}, there{reinterpret_cast<void *>(address), n}; /* NOLINT(performance-no-int-to-ptr) */
    std::memset(to, 0, n);
    (void)process_vm_readv(pid, &here, 1, &there, 1, 0);
}

/* For these to be readable, and perhaps for others. Without descriptors it waits for a signal. */
Waits for_descriptors(pid_t pid, bool has_limit, bool any, const std::vector<int> &files)
{
    const bool of_input = std::find(files.begin(), files.end(), 0) != files.end();
    const auto is_open = [](int fd) { return fd >= 0; };
    const auto rings = [pid](int fd) { return fd < 0 || rings_by_itself(pid, fd); };
    const bool only_timers = std::any_of(files.begin(), files.end(), is_open) &&
                             std::all_of(files.begin(), files.end(), rings); /* else others may come first */
    return has_limit || only_timers ? Waits::a_while : any && !of_input ? Waits::for_others : Waits::no;
}

Waits in_select(pid_t pid, const Arguments &a)
{
    const std::size_t n = a[1] != 0 ? std::min(a[0], 1024UL) : 0;
    std::vector<unsigned char> readers(n / 8 + 1, 0);
    std::vector<int> files;
    if (n > 0)
        memory_of(pid, a[1], readers.data(), readers.size());
    for (std::size_t i = 0; i < n; i++)
        if ((readers[i / 8] >> i % 8 & 1) != 0)
            files.push_back(static_cast<int>(i));
    return for_descriptors(pid, a[4] != 0, a[0] > 0, files);
}

Waits in_list(pid_t pid, const Arguments &a, bool has_limit)
{
    std::vector<pollfd> files(std::min(a[1], 1024UL), pollfd{-1, 0, 0});
    if (!files.empty())
        memory_of(pid, a[0], files.data(), files.size() * sizeof files[0]);
    std::vector<int> numbers;
    for (const pollfd &f : files)
        numbers.push_back(f.fd);
    return for_descriptors(pid, has_limit, !files.empty(), numbers);
}

Waits in_poll(pid_t pid, const Arguments &a)
{
    return in_list(pid, a, static_cast<int>(a[2]) >= 0);
}

Waits in_ppoll(pid_t pid, const Arguments &a)
{
    return in_list(pid, a, a[2] != 0);
}

/* proc(5), fdinfo: a line "tfd: N" for each descriptor. */
Waits in_epoll(pid_t pid, const Arguments &a)
{
    std::istringstream info(process_file(pid, ("fdinfo/" + std::to_string(a[0])).c_str()));
    std::vector<int> files;
    int fd = 0;
    for (std::string word; info >> word;)
        if (word == "tfd:" && info >> fd)
            files.push_back(fd);
    return for_descriptors(pid, static_cast<int>(a[3]) >= 0, true, files);
}

struct OutsideCall {
    const char *name;
    Waits (*waits)(pid_t pid, const Arguments &);
};

/* No call that connects: by those it comes to the simulator, which may be slow. In open a process sleeps only for the
 * other end of a fifo, or a short time. */
const std::map<long, OutsideCall> &calls()
{
    static const std::map<long, OutsideCall> all = {
        {SYS_accept, {"accept", always}},
        {SYS_accept4, {"accept", always}},
        {SYS_recvfrom, {"recv", always}},
        {SYS_flock, {"flock", always}},
        {SYS_semop, {"semop", always}},
        {SYS_semtimedop, {"semtimedop", always}},
        {SYS_msgrcv, {"msgrcv", always}},
        {SYS_msgsnd, {"msgsnd", always}},
        {SYS_futex, {"futex", in_futex}},
        {SYS_wait4, {"waitpid", always}},
        {SYS_waitid, {"waitid", always}},
        {SYS_read, {"read", on_pipe}},
        {SYS_readv, {"readv", on_pipe}},
        {SYS_write, {"write", into_fifo}},
        {SYS_writev, {"writev", into_fifo}},
        {SYS_openat, {"open", always}},
        {SYS_fcntl, {"fcntl", in_lock}},
        {SYS_pselect6, {"select", in_select}},
        {SYS_ppoll, {"poll", in_ppoll}},
        {SYS_epoll_pwait, {"epoll", in_epoll}},
        {SYS_nanosleep, {"nanosleep", napping}},
        {SYS_clock_nanosleep, {"nanosleep", napping}},
#ifdef SYS_open
        {SYS_open, {"open", always}},
        {SYS_select, {"select", in_select}},
        {SYS_poll, {"poll", in_poll}},
        {SYS_epoll_wait, {"epoll", in_epoll}},
#endif
    };
    return all;
}

struct OutsideNow {
    const char *name = "";
    Waits waits = Waits::no;
};

/* proc(5), syscall: the number, and the arguments in hexadecimal. */
OutsideNow call_of(pid_t pid)
{
    if (!process_sleeps(pid) || !all_threads_sleep(pid))
        return {};
    std::istringstream line(process_file(pid, "syscall"));
    long number = -1;
    Arguments a{};
    line >> number >> std::hex >> std::showbase;
    for (unsigned long &one : a)
        line >> one;
    const auto call = line ? calls().find(number) : calls().end();
    return call == calls().end() ? OutsideNow{} : OutsideNow{call->second.name, call->second.waits(pid, a)};
}

long long number_after(const char *text, const char *word)
{
    const char *at = std::strstr(text, word);
    return at != nullptr ? std::strtoll(at + std::strlen(word), nullptr, 10) : 0;
}

} // namespace

static Doings doings_in(pid_t pid, const std::string &folder)
{
    Doings d;
    const ProcessStat s = stat_in(process_file(pid, (folder + "stat").c_str()));
    const std::string io = process_file(pid, (folder + "io").c_str());
    d.own = s.own;
    d.in_system = s.in_system;
    d.pages = s.pages;
    d.bytes = number_after(io.c_str(), "rchar: ") + number_after(io.c_str(), "wchar: ");
    return d;
}

Doings doings_of(pid_t pid)
{
    return doings_in(pid, "");
}

/* It has done hardly anything else for half a second of its processor time or more: a loop that looks for a file. */
static bool has_only_asked(const Doings &d)
{
    return 2 * (d.own + d.in_system) >= sysconf(_SC_CLK_TCK) && 3 * d.in_system > d.own && d.bytes < 65536;
}

OutsideWait outside_wait(pid_t pid, const std::set<pid_t> &tasks)
{
    const OutsideNow own = call_of(pid);
    if (own.waits != Waits::for_others)
        return {};
    OutsideWait wait{std::string(own.name) + "()", OutsideWait::Started::waits};
    for (const pid_t one : descendants(pid))
        if (const Waits its = tasks.count(one) != 0 ? Waits::for_others : call_of(one).waits;
            its == Waits::no && !has_only_asked(doings_of(one)))
            wait.started = OutsideWait::Started::works;
        else if (its != Waits::for_others && wait.started == OutsideWait::Started::waits)
            wait.started = OutsideWait::Started::sleeps;
    return wait;
}

void WaitLooks::look(const OutsideWait &now)
{
    using Started = OutsideWait::Started;
    if (now.call.empty() || now.call != call_) {
        *this = {};
        call_ = now.call;
        return;
    }
    in_call_++;
    waiting_ = now.started == Started::waits ? waiting_ + 1 : 0;
    idle_ = now.started != Started::works ? idle_ + 1 : std::max(idle_ - 1, 0);
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
