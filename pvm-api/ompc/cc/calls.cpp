// calls.cpp - calls of the system that are given the program's memory. The kernel fetches no pages, so each call has
// its row here: what it reads or writes is fetched before, and again if a page went away meanwhile.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include "cc.hpp"

namespace ompc::cc
{
namespace
{
struct part { // of memory, of the program's or not
    const volatile void *at;
    std::size_t bytes;
    bool written;
};

void fetch(const char *text)
{
    if (is_shared(text))
        for (const volatile char *c = text; *c != 0;)
            c++;
}

void fetch(part p)
{
    if (!is_shared(p.at))
        return;
    auto *from = static_cast<volatile char *>(const_cast<volatile void *>(p.at)), *end = from + p.bytes;
    for (auto *at = from; at < end; at += PAGE - reinterpret_cast<std::uintptr_t>(at) % PAGE) {
        if (p.written)
            __atomic_fetch_or(at, 0, __ATOMIC_SEQ_CST); // what another thread writes behind it stays
        else
            (void)*at;
    }
}

struct file { // that this thread has opened
    int number;
};

void fetch(file f)
{
    check_file(f.number);
}

struct message {
    const msghdr *head;
    bool written;
};

void fetch(message m)
{
    if (m.head == nullptr)
        return;
    fetch(part{m.head, sizeof *m.head, m.written});
    fetch(part{m.head->msg_name, m.head->msg_namelen, m.written});
    fetch(part{m.head->msg_control, m.head->msg_controllen, m.written});
    fetch(part{m.head->msg_iov, m.head->msg_iovlen * sizeof(iovec), false});
    for (std::size_t i = 0; i < m.head->msg_iovlen; i++)
        fetch(part{m.head->msg_iov[i].iov_base, m.head->msg_iov[i].iov_len, m.written});
}

template <class T> part to(T *at)
{
    return {at, sizeof(T), true};
}
template <class T> part from(const T *at)
{
    return {at, sizeof(T), false};
}

part given(const void *at, const socklen_t *bytes)
{
    return {at, bytes != nullptr ? std::min<std::size_t>(*bytes, PAGE) : 0, true};
}

template <class R, class F, class... T> R fetched(F call, T... what)
{
    for (int tries = 0;; tries++) {
        if (!inside)
            (fetch(what), ...);
        const R code = call();
        if (inside || code != R(-1) || errno != EFAULT || tries == 3)
            return code;
    }
}

int nap(std::int64_t us, timeval *rest)
{
    timespec span = {us / 1000000, us % 1000000 * 1000}, left = {};
    const int code = nanosleep(&span, &left);
    return *rest = {left.tv_sec, left.tv_nsec / 1000}, code;
}

// What a program may block: a miss, and the look at loops that wait, come at all times.
struct unblocked : sigset_t {
    explicit unblocked(const sigset_t *set) : sigset_t(set != nullptr ? *set : sigset_t{}), is_given(set != nullptr)
    {
        if (!inside)
            sigdelset(this, SIGSEGV), sigdelset(this, tick_signal());
    }
    operator const sigset_t *() const
    {
        return is_given ? this : nullptr;
    }
    bool is_given;
};

int mode_of(int flags, va_list list)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, int) : 0;
}
} // namespace
} // namespace ompc::cc

using namespace ompc::cc;

#define CALL(R, name, parameters, words, ...)                             \
    R name parameters                                                     \
    {                                                                     \
        return fetched<R>([=] { return NEXT(name) words; }, __VA_ARGS__); \
    }

#define INPUT(R, name, parameters, words, flags, ...)                                               \
    R name parameters                                                                               \
    {                                                                                               \
        return wait_for_input(f, flags) ? fetched<R>([=] { return NEXT(name) words; }, __VA_ARGS__) \
                                        : static_cast<R>(-1);                                       \
    }

extern "C" {
CALL(int, access, (const char *p, int m), (p, m), p)
CALL(int, faccessat, (int d, const char *p, int m, int f), (d, p, m, f), p)
CALL(int, stat, (const char *p, struct stat *s), (p, s), p, to(s))
CALL(int, lstat, (const char *p, struct stat *s), (p, s), p, to(s))
CALL(int, fstat, (int f, struct stat *s), (f, s), file{f}, to(s))
CALL(int, fstatat, (int d, const char *p, struct stat *s, int f), (d, p, s, f), p, to(s))
CALL(int, fstatat64, (int d, const char *p, struct stat64 *s, int f), (d, p, s, f), p, to(s))
CALL(int, stat64, (const char *p, struct stat64 *s), (p, s), p, to(s))
CALL(int, lstat64, (const char *p, struct stat64 *s), (p, s), p, to(s))
CALL(int, fstat64, (int f, struct stat64 *s), (f, s), file{f}, to(s))
CALL(int, statvfs64, (const char *p, struct statvfs64 *s), (p, s), p, to(s))
CALL(int, statvfs, (const char *p, struct statvfs *s), (p, s), p, to(s))
CALL(int, rename, (const char *p, const char *q), (p, q), p, q)
CALL(int, link, (const char *p, const char *q), (p, q), p, q)
CALL(int, symlink, (const char *p, const char *q), (p, q), p, q)
CALL(int, unlink, (const char *p), (p), p)
CALL(int, remove, (const char *p), (p), p)
CALL(int, rmdir, (const char *p), (p), p)
CALL(int, mkdir, (const char *p, mode_t m), (p, m), p)
CALL(int, unlinkat, (int d, const char *p, int f), (d, p, f), p)
CALL(int, mkdirat, (int d, const char *p, mode_t m), (d, p, m), p)
CALL(int, renameat, (int d, const char *p, int e, const char *q), (d, p, e, q), p, q)
CALL(int, statx, (int d, const char *p, int f, unsigned m, struct statx *s), (d, p, f, m, s), p, to(s))
CALL(int, sysinfo, (struct sysinfo * s), (s), to(s))
CALL(int, mkfifo, (const char *p, mode_t m), (p, m), p)
CALL(int, chmod, (const char *p, mode_t m), (p, m), p)
CALL(int, chown, (const char *p, uid_t u, gid_t g), (p, u, g), p)
CALL(int, creat, (const char *p, mode_t m), (p, m), p)
CALL(int, truncate64, (const char *p, off64_t n), (p, n), p)
CALL(int, truncate, (const char *p, off_t n), (p, n), p)
CALL(int, utime, (const char *p, const utimbuf *t), (p, t), p, from(t))
CALL(int, utimes, (const char *p, const timeval t[2]), (p, t), p, part{t, 2 * sizeof *t, false})
CALL(int, utimensat, (int d, const char *p, const timespec t[2], int f), (d, p, t, f), p, part{t, 2 * sizeof *t, false})
CALL(ssize_t, readlink, (const char *p, char *b, size_t n), (p, b, n), p, part{b, n, true})
CALL(ssize_t, pread, (int f, void *b, size_t n, off_t o), (f, b, n, o), file{f}, part{b, n, true})
CALL(ssize_t, pread64, (int f, void *b, size_t n, off64_t o), (f, b, n, o), file{f}, part{b, n, true})
CALL(ssize_t, pwrite, (int f, const void *b, size_t n, off_t o), (f, b, n, o), file{f}, part{b, n, false})
CALL(ssize_t, pwrite64, (int f, const void *b, size_t n, off64_t o), (f, b, n, o), file{f}, part{b, n, false})
CALL(ssize_t, getrandom, (void *b, size_t n, unsigned f), (b, n, f), part{b, n, true})
CALL(ssize_t, send, (int f, const void *b, size_t n, int g), (f, b, n, g), file{f}, part{b, n, false})
INPUT(ssize_t, recv, (int f, void *b, size_t n, int g), (f, b, n, g), g, part{b, n, true})
CALL(ssize_t, sendto, (int f, const void *b, size_t n, int g, const sockaddr *a, socklen_t m), (f, b, n, g, a, m),
     file{f}, part{b, n, false}, part{a, m, false})
INPUT(ssize_t, recvfrom, (int f, void *b, size_t n, int g, sockaddr *a, socklen_t *m), (f, b, n, g, a, m), g,
      part{b, n, true}, given(a, m), to(m))
CALL(ssize_t, sendmsg, (int f, const msghdr *m, int g), (f, m, g), file{f}, message{m, false})
INPUT(ssize_t, recvmsg, (int f, msghdr *m, int g), (f, m, g), g, message{m, true})
CALL(int, bind, (int f, const sockaddr *a, socklen_t n), (f, a, n), part{a, n, false})
CALL(int, connect, (int f, const sockaddr *a, socklen_t n), (f, a, n), file{f}, part{a, n, false})
INPUT(int, accept, (int f, sockaddr *a, socklen_t *n), (f, a, n), 0, given(a, n), to(n))
INPUT(int, accept4, (int f, sockaddr *a, socklen_t *n, int g), (f, a, n, g), 0, given(a, n), to(n))
CALL(int, getpeername, (int f, sockaddr *a, socklen_t *n), (f, a, n), given(a, n), to(n))
CALL(int, getsockname, (int f, sockaddr *a, socklen_t *n), (f, a, n), given(a, n), to(n))
CALL(int, setsockopt, (int f, int l, int o, const void *b, socklen_t n), (f, l, o, b, n), part{b, n, false})
CALL(int, getsockopt, (int f, int l, int o, void *b, socklen_t *n), (f, l, o, b, n), given(b, n), to(n))
CALL(int, socketpair, (int d, int t, int p, int f[2]), (d, t, p, f), part{f, 2 * sizeof *f, true})
CALL(int, pipe, (int f[2]), (f), part{f, 2 * sizeof *f, true})
CALL(int, pipe2, (int f[2], int g), (f, g), part{f, 2 * sizeof *f, true})
CALL(int, epoll_ctl, (int e, int o, int f, epoll_event *v), (e, o, f, v), to(v))
CALL(int, epoll_wait, (int e, epoll_event *v, int n, int ms), (e, v, n, ms), part{v, n * sizeof *v, true})
CALL(int, epoll_pwait, (int e, epoll_event *v, int n, int ms, const sigset_t *s), (e, v, n, ms, s),
     part{v, n * sizeof *v, true}, from(s))
CALL(int, uname, (utsname * u), (u), to(u))
CALL(int, gethostname, (char *b, size_t n), (b, n), part{b, n, true})
CALL(int, getrlimit, (__rlimit_resource_t r, rlimit *l), (r, l), to(l))
CALL(int, getrlimit64, (__rlimit_resource_t r, rlimit64 *l), (r, l), to(l))
CALL(int, setrlimit64, (__rlimit_resource_t r, const rlimit64 *l), (r, l), from(l))
CALL(int, setrlimit, (__rlimit_resource_t r, const rlimit *l), (r, l), from(l))
CALL(int, sigprocmask, (int h, const sigset_t *s, sigset_t *o), (h, unblocked(s), o), to(o))
CALL(int, pthread_sigmask, (int h, const sigset_t *s, sigset_t *o), (h, unblocked(s), o), to(o))
CALL(int, setitimer, (__itimer_which_t w, const itimerval *n, itimerval *o), (w, n, o), from(n), to(o))
CALL(int, sigpending, (sigset_t * s), (s), to(s))
CALL(int, system, (const char *c), (c), c)
CALL(pid_t, waitpid, (pid_t p, int *s, int o), (p, s, o), to(s))
CALL(pid_t, wait, (int *s), (s), to(s))

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const int mode = mode_of(flags, list);
    va_end(list);
    return fetched<int>([=] { return NEXT(open)(path, flags, mode); }, path);
}
int open64(const char *path, int flags, ...) SAME_AS(open);
int openat(int folder, const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const int mode = mode_of(flags, list);
    va_end(list);
    return fetched<int>([=] { return NEXT(openat)(folder, path, flags, mode); }, path);
}
int ioctl(int fd, unsigned long what, ...)
{
    va_list list;
    va_start(list, what);
    void *argument = va_arg(list, void *);
    va_end(list);
    return fetched<int>([=] { return NEXT(ioctl)(fd, what, argument); },
                        part{argument, std::max<std::size_t>(64, _IOC_SIZE(what)), true});
}
int select(int n, fd_set *in, fd_set *out, fd_set *other, timeval *span)
{
    const long ns = span == nullptr ? -1 : std::min(span->tv_sec, 4000000000) * 1000000000 + span->tv_usec * 1000;
    if (!inside && n == 0 && ns >= 0)
        return nap(ns / 1000, span);
    if (inside || !serves_others() || n < 0 || n > FD_SETSIZE || (span != nullptr && ns < 0))
        return fetched<int>([=] { return NEXT(select)(n, in, out, other, span); }, to(in), to(out), to(other),
                            to(span));
    fd_set *const sets[] = {in, out, other};
    fd_set asked[3] = {}, found[3];
    for (int i = 0; i < 3; i++)
        asked[i] = sets[i] != nullptr ? *sets[i] : asked[i];
    const std::int64_t begin = ompc::now_ns();
    const auto look = [&](int ms) {
        timespec wait = {ms / 1000, ms % 1000 * 1000000};
        std::copy_n(asked, 3, found);
        return fetched<int>([&] { return syscall(SYS_pselect6, n, &found[0], &found[1], &found[2], &wait, nullptr); },
                            to(&found), to(&wait));
    };
    const int code = static_cast<int>(wait_for(std::cref(look), ns, true));
    for (int i = 0; code >= 0 && i < 3; i++)
        if (sets[i] != nullptr)
            *sets[i] = found[i];
    if (const std::int64_t left = std::max<std::int64_t>(begin + ns - ompc::now_ns(), 0); span != nullptr)
        *span = {left / 1000000000, left % 1000000000 / 1000};
    return code;
}
int poll(pollfd *files, nfds_t n, int ms)
{
    if (timeval rest; !inside && n == 0 && ms >= 0)
        return nap(ms * INT64_C(1000), &rest);
    const bool others = !inside && serves_others();
    const auto look = [=](int wait) {
        timespec span = {wait / 1000, wait % 1000 * 1000000};
        return fetched<int>(
            [&] { return others ? syscall(SYS_ppoll, files, n, &span, nullptr, 0L) : NEXT(poll)(files, n, wait); },
            part{files, n * sizeof *files, true}, to(&span));
    };
    const std::int64_t ns = ms < 0 ? -1 : ms * INT64_C(1000000);
    return others ? static_cast<int>(wait_for(std::cref(look), ns, true)) : look(ms);
}
FILE *popen(const char *command, const char *mode)
{
    fetch(command);
    return NEXT(popen)(command, mode);
}
// All parts at once: a second read might wait for ever, and a second write would be another datagram.
ssize_t readv(int fd, const iovec *parts, int n)
{
    size_t bytes = 0, at = 0;
    for (int i = 0; i < n; i++)
        bytes += parts[i].iov_len;
    std::string all(bytes, 0);
    const ssize_t got = read(fd, &all[0], bytes);
    for (size_t k; got > 0 && at < static_cast<size_t>(got); at += k) {
        k = std::min(parts->iov_len, static_cast<size_t>(got) - at);
        std::memcpy(parts++->iov_base, &all[at], k);
    }
    return got;
}
ssize_t writev(int fd, const iovec *parts, int n)
{
    std::string all;
    for (int i = 0; i < n; i++)
        all.append(static_cast<const char *>(parts[i].iov_base), parts[i].iov_len);
    return write(fd, all.data(), all.size());
}
char *getcwd(char *to, size_t bytes)
{
    char *got = NEXT(getcwd)(nullptr, 0);
    if (got == nullptr)
        return nullptr;
    const size_t n = std::strlen(got) + 1;
    if (to == nullptr)
        to = static_cast<char *>(std::malloc(bytes = std::max(bytes, n)));
    char *const all = n <= bytes ? std::strcpy(to, got) : (errno = ERANGE, nullptr);
    std::free(got);
    return all;
}
}
