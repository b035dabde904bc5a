// process.cpp - what belongs to a process and is to be every thread's: memory of mmap, handlers of signals, the current
// folder, umask.
#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "cc.hpp"

namespace ompc::cc
{
volatile bool in_handler, handles_inside, has_late;
had_run handlers_ran;

namespace
{
// Behind what mmap has given, so that munmap knows the whole: its address, and that with its length.
struct mapped {
    std::uintptr_t at, sum;
};

mapped about(const void *begin, size_t bytes)
{
    const auto at = reinterpret_cast<std::uintptr_t>(begin);
    return {at, ~at - bytes};
}

size_t pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

// nullptr: mmap has not given just this.
mapped *behind(void *at, size_t bytes)
{
    auto *there = reinterpret_cast<mapped *>(static_cast<char *>(at) + pages(bytes));
    const mapped wanted = about(at, pages(bytes));
    return is_shared(there) && there->at == wanted.at && there->sum == wanted.sum ? there : nullptr;
}

int handle(int number, const struct sigaction *action, struct sigaction *old);
const struct sigaction usual {
};
struct sigaction programs[NSIG]; // by the program in this task
sigset_t late;                   // blocked until the library has ended its call
decltype(&::syscall) kernel;

// In the middle of a call of the library, or of a miss, a signal is put off: it comes again at its end. In a wait for
// another thread the handler runs there; a page that it has used may be wanted by now, and who waits looks at it no
// more.
void run_handler(int number, siginfo_t *about, void *context)
{
    const int before = errno;
    stack_t place = {};
    kernel(SYS_sigaltstack, nullptr, &place); // at the first and last instructions of a miss, too
    if ((inside && !handles_inside) || (place.ss_flags & SS_ONSTACK) != 0) {
        sigset_t &mask = static_cast<ucontext_t *>(context)->uc_sigmask;
        sigaddset(&mask, number);
        sigaddset(&late, number);
        has_late = true;
        kernel(SYS_rt_sigprocmask, SIG_BLOCK, &mask, nullptr, sizeof(std::uint64_t)); // with SA_NODEFER it is not yet
        kernel(SYS_rt_tgsigqueueinfo, kernel(SYS_getpid), kernel(SYS_gettid), number, about);
        if (!handles_inside)
            end_sleep();
        errno = before;
        return;
    }
    const struct sigaction own = programs[number];
    const had_run earlier = handlers_ran, now = handled[number];
    sigdelset(&late, number);
    has_late = sigisemptyset(&late) == 0;
    if ((own.sa_flags & SA_RESETHAND) != 0)
        handle(number, &usual, nullptr);
    const bool outer = std::exchange(handles_inside, false), within = std::exchange(in_handler, true);
    if ((own.sa_flags & SA_SIGINFO) != 0)
        own.sa_sigaction(number, about, context);
    else
        own.sa_handler(number);
    handles_inside = outer, in_handler = within;
    handlers_ran = std::max(earlier, now);
    const int error = errno;
    if (inside && current() != nullptr) {
        current()->settle();
        if (now == ONE_WITHOUT)
            end_sleep();
    }
    put_off();
    fetch_stack(reinterpret_cast<std::uintptr_t>(&own), stack_at(context));
    errno = error;
}

int handle(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction now = {}, before = {};
    const struct sigaction last = programs[number];
    const bool has = action != nullptr && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
    if (action != nullptr)
        now = *action;
    kernel = NEXT(syscall); // not by who is in a handler
    if (has)
        programs[number] = now, now.sa_sigaction = run_handler,
        now.sa_flags = (now.sa_flags | SA_SIGINFO) & ~(SA_RESETHAND | SA_ONSTACK);
    if (NEXT(sigaction)(number, action != nullptr ? &now : nullptr, &before) != 0)
        return -1;
    if (old != nullptr)
        *old = before.sa_sigaction == run_handler ? last : before;
    if (action != nullptr)
        handled[number] = !has ? NO_HANDLER : (now.sa_flags & SA_RESTART) != 0 ? ONE_WITH_RESTART : ONE_WITHOUT;
    return 0;
}
} // namespace

// The kernel fetches no pages, and it writes and reads on the stack what it gives a handler.
void fetch_stack(std::uintptr_t begin, std::uintptr_t end)
{
    const auto from = std::max(begin - 3 * PAGE, reinterpret_cast<std::uintptr_t>(memory.own_stack) + PAGE);
    for (std::uint64_t last = 1, misses = 0; current() != nullptr && is_shared(begin) && misses != last;) {
        last = current()->counted.checks;
        for (auto at = from; at < end + PAGE; at += PAGE)
            __atomic_fetch_or(reinterpret_cast<char *>(std::min(at, end)), 0, __ATOMIC_SEQ_CST);
        misses = current()->counted.checks;
    }
}

void let_late_run()
{
    if (!has_late)
        return;
    has_late = false;
    const sigset_t those = std::exchange(late, sigset_t{});
    const int error = errno;
    fetch_stack(reinterpret_cast<std::uintptr_t>(&those), reinterpret_cast<std::uintptr_t>(&those));
    pthread_sigmask(SIG_UNBLOCK, &those, nullptr);
    errno = error;
}

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

extern "C" {
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
        new (made + whole) mapped(about(made, whole));
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
            *whole = {}, new (static_cast<char *>(at) + pages(wanted)) mapped(about(at, pages(wanted)));
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
    sigdelset(&own.sa_mask, SIGSEGV), sigdelset(&own.sa_mask, ompc::tick_signal());
    if (handle(number, &own, old) != 0)
        return -1;
    state->handlers[number] = {own, true};
    return 0;
}
int sigaltstack(const stack_t *now, stack_t *old)
{
    return inside ? NEXT(sigaltstack)(now, old) : 0; // ours is that of misses
}
static sigset_t interrupting; // by siginterrupt, signals that end waits
static sighandler_t set_handler(int number, sighandler_t handler, int flags)
{
    struct sigaction action = {}, old = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    return sigaction(number, &action, &old) != 0 ? SIG_ERR : old.sa_handler;
}
sighandler_t signal(int number, sighandler_t handler)
{
    return set_handler(number, handler, sigismember(&interrupting, number) == 1 ? 0 : SA_RESTART);
}
sighandler_t __sysv_signal(int number, sighandler_t handler) // what signal is to a program of strict C
{
    return set_handler(number, handler, static_cast<int>(SA_RESETHAND | SA_NODEFER));
}
sighandler_t sysv_signal(int number, sighandler_t handler) SAME_AS(__sysv_signal);
int siginterrupt(int number, int ends)
{
    struct sigaction now;
    if ((ends != 0 ? sigaddset : sigdelset)(&interrupting, number) != 0 || sigaction(number, nullptr, &now) != 0)
        return -1;
    now.sa_flags = ends != 0 ? now.sa_flags & ~SA_RESTART : now.sa_flags | SA_RESTART;
    return sigaction(number, &now, nullptr);
}

void longjmp(__jmp_buf_tag *to, int value)
{
    if (inside)
        cannot("a jump out of a handler, while pthreads wait,");
    in_handler = false, NEXT(longjmp)(to, value);
    __builtin_unreachable();
}
void _longjmp(__jmp_buf_tag *to, int value) SAME_AS(longjmp);
void siglongjmp(__jmp_buf_tag *to, int value) SAME_AS(longjmp);

int chdir(const char *path)
{
    if (!inside)
        alone("chdir while other threads run");
    const int code = NEXT(chdir)(std::string(path).c_str());
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
