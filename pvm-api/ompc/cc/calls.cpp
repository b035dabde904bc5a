// calls.cpp - calls of the system that are given the program's memory. The kernel fetches no pages, so each call has
// its row here: what it reads or writes is fetched before, and again if a page went away meanwhile. Also what belongs
// to a process and is to be every thread's: memory of mmap, handlers of signals, the current folder, umask.
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
#include <sys/mman.h>
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

// Behind what mmap has given, so that munmap knows the whole.
struct mapped {
    std::uintptr_t at = 0, sum = 0;
    mapped() = default;
    mapped(const void *begin, size_t bytes) : at(reinterpret_cast<std::uintptr_t>(begin)), sum(~at - bytes)
    {
    }
    bool operator==(const mapped &o) const
    {
        return at == o.at && sum == o.sum;
    }
};

size_t pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

// nullptr: mmap has not given just this.
mapped *behind(void *at, size_t bytes)
{
    auto *there = reinterpret_cast<mapped *>(static_cast<char *>(at) + pages(bytes));
    return is_shared(there) && *there == mapped(at, pages(bytes)) ? there : nullptr;
}

int mode_of(int flags, va_list list)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, int) : 0;
}

struct sigaction programs[NSIG]; // by the program in this task

// A page that a handler has used inside a wait of the library may be wanted by now, and who waits looks at it no more.
void run_handler(int number, siginfo_t *about, void *context)
{
    const struct sigaction &own = programs[number];
    if ((own.sa_flags & SA_SIGINFO) != 0)
        own.sa_sigaction(number, about, context);
    else
        own.sa_handler(number);
    const int error = errno;
    if (inside && current() != nullptr) {
        current()->settle();
        end_sleep();
    }
    errno = error;
}

int handle(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction now = {}, before = {};
    const struct sigaction last = programs[number];
    const bool has = action != nullptr && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
    if (action != nullptr)
        now = *action;
    if (has)
        programs[number] = now, now.sa_sigaction = run_handler, now.sa_flags |= SA_SIGINFO;
    if (NEXT(sigaction)(number, action != nullptr ? &now : nullptr, &before) != 0)
        return -1;
    if (old != nullptr)
        *old = before.sa_sigaction == run_handler ? last : before;
    if (action != nullptr)
        handled[number] = !has ? NO_HANDLER : (now.sa_flags & SA_RESTART) != 0 ? ONE_WITH_RESTART : ONE_WITHOUT;
    return 0;
}
} // namespace

void join_process()
{
    for (int s = 1; s < NSIG; s++)
        if (state->handlers[s].set)
            handle(s, &state->handlers[s].action, nullptr);
    if (*state->folder != 0 && NEXT(chdir)(state->folder) != 0)
        fail("the folder %s is not there on another node: %s", state->folder, std::strerror(errno));
    if (state->mask != 0)
        NEXT(umask)(static_cast<mode_t>(state->mask - 1));
}

static void alone(const char *what)
{
    if (state->live > 1)
        cannot(what);
}
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

// ---- What all threads have

// Anonymous memory is the heap's, and a file's is a copy of it.
void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    const bool there = (flags & MAP_FIXED) != 0 && is_shared(at);
    if (inside || state == nullptr || bytes == 0 || ((flags & MAP_FIXED) != 0 && !there) ||
        (protection & PROT_EXEC) != 0)
        return NEXT(mmap)(at, bytes, protection, flags, fd, offset);
    const bool file = (flags & MAP_ANONYMOUS) == 0;
    if (file && (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0)
        cannot("mmap of a file that is written");
    const size_t whole = pages(bytes);
    auto *made = static_cast<char *>(there ? at : shared_malloc(whole + sizeof(mapped), PAGE));
    std::memset(made, 0, whole);
    if (!there)
        new (made + whole) mapped(made, whole);
    for (size_t got = 0; file && got < bytes;) {
        const ssize_t n = pread(fd, made + got, bytes - got, offset + static_cast<off_t>(got));
        if (n < 0)
            return munmap(made, bytes), MAP_FAILED;
        if (n == 0)
            break;
        got += static_cast<size_t>(n);
    }
    return made;
}
void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off64_t offset) SAME_AS(mmap);
int munmap(void *at, size_t bytes)
{
    if (inside || !is_shared(at))
        return NEXT(munmap)(at, bytes);
    if (mapped *whole = behind(at, bytes))
        *whole = {}, std::free(at); // a part stays the program's
    return 0;
}
// A program's protection only takes away what it may do, and ours says which pages are here.
int mprotect(void *at, size_t bytes, int protection)
{
    return !inside && is_shared(at) ? 0 : NEXT(mprotect)(at, bytes, protection);
}
int madvise(void *at, size_t bytes, int advice)
{
    if (inside || !is_shared(at))
        return NEXT(madvise)(at, bytes, advice);
    if (advice == MADV_DONTNEED)
        std::memset(at, 0, bytes);
    return 0;
}
void *mremap(void *at, size_t bytes, size_t wanted, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    void *to = va_arg(list, void *);
    va_end(list);
    if (inside || !is_shared(at) || wanted == 0)
        return NEXT(mremap)(at, bytes, wanted, flags, to);
    if ((flags & MREMAP_FIXED) != 0)
        cannot("mremap to an address");
    if (wanted <= bytes) {
        if (mapped *whole = behind(at, bytes))
            *whole = {}, new (static_cast<char *>(at) + pages(wanted)) mapped(at, pages(wanted));
        return at;
    }
    if ((flags & MREMAP_MAYMOVE) == 0)
        return errno = ENOMEM, MAP_FAILED;
    to = std::memcpy(mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), at, bytes);
    return munmap(at, bytes), to;
}
int mlock(const void *at, size_t bytes)
{
    return is_shared(at) ? 0 : NEXT(mlock)(at, bytes);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (inside || state == nullptr || number <= 0 || number >= NSIG ||
        !is_program(__builtin_return_address(0))) // libpvm3 has a signal of its own
        return NEXT(sigaction)(number, action, old);
    if (action == nullptr)
        return handle(number, nullptr, old);
    if (number == SIGSEGV || number == ompc::tick_signal())
        cannot(number == SIGSEGV ? "a handler of SIGSEGV" : "a handler of SIGRTMAX-1");
    struct sigaction own = *action;
    own.sa_mask = unblocked(&own.sa_mask);
    if (handle(number, &own, old) != 0)
        return -1;
    state->handlers[number] = {own, true};
    return 0;
}
sighandler_t signal(int number, sighandler_t handler)
{
    struct sigaction action = {}, old = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    return sigaction(number, &action, &old) != 0 ? SIG_ERR : old.sa_handler;
}

int chdir(const char *path)
{
    if (!inside)
        alone("chdir while other threads run");
    const int code = fetched<int>([=] { return NEXT(chdir)(path); }, path);
    if (char *now = code != 0 || inside ? nullptr : NEXT(getcwd)(nullptr, 0); now != nullptr)
        std::strncpy(state->folder, now, sizeof state->folder - 1);
    return code;
}
mode_t umask(mode_t mask)
{
    if (!inside) {
        alone("umask while other threads run");
        state->mask = 1 + static_cast<int>(mask);
    }
    return NEXT(umask)(mask);
}
}
