// waits.cpp - waits for what no thread gives: input, signals. Others are served meanwhile; handlers run between two
// looks, not inside the library.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <pvmsim.h>

#include "cc.hpp"

namespace ompc::cc
{
had_run handled[NSIG];
bool reads_input;

sigset_t put_off()
{
    sigset_t those, before;
    sigemptyset(&those);
    for (int s = 1; s < NSIG; s++)
        if (handled[s] != NO_HANDLER)
            sigaddset(&those, s);
    pthread_sigmask(SIG_BLOCK, &those, &before);
    return before;
}

handlers_put_off::handlers_put_off(const sigset_t *mask) : before_(put_off()), mask_(mask != nullptr ? *mask : before_)
{
    pthread_sigmask(SIG_BLOCK, &mask_, nullptr);
}

handlers_put_off::~handlers_put_off()
{
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
}

had_run handlers_put_off::let_through() const
{
    handlers_ran = NO_HANDLER;
    fetch_stack(reinterpret_cast<std::uintptr_t>(&mask_), reinterpret_cast<std::uintptr_t>(&mask_));
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
    put_off();
    return handlers_ran;
}

static bool has_handlers()
{
    return std::any_of(handled, handled + NSIG, [](had_run h) { return h != NO_HANDLER; });
}

bool wait_in_steps(std::int64_t ns, const std::function<bool(std::int64_t)> &step, bool *cut)
{
    handlers_ran = NO_HANDLER;
    const handled_inside here;
    if (cut != nullptr && handlers_ran == ONE_WITHOUT)
        return !(*cut = true);
    if (pvmsim_here() || !has_handlers())
        return step(ns);
    const handlers_put_off handlers; // PVM 3.4.6 has no call inside a call
    const std::int64_t end = ns < 0 ? INT64_MAX : now_ns() + ns;
    for (std::int64_t left; (left = end - now_ns()) > 0;) {
        if (step(std::min<std::int64_t>(left, 10000000)))
            return true;
        if (handlers.let_through() == ONE_WITHOUT && cut != nullptr)
            return !(*cut = true);
    }
    return false;
}

// What look(ms) finds within that time. A simulated machine stands still while it is waited for, so that times are the
// same in every run if it is there soon.
static long found_soon(const looking &look)
{
    static bool late;
    const long n = look(!pvmsim_here() ? 0 : late ? 10 : 1000);
    late = n == 0 || (n < 0 && errno == EINTR);
    return late ? 0 : n;
}

long wait_for(const looking &look, std::int64_t ns, bool any, useconds_t step_us, bool input)
{
    const handlers_put_off handlers;
    const std::int64_t end = ns < 0 ? 0 : now_ns() + ns;
    for (std::int64_t left = ns;; left = end - now_ns()) {
        if (const long n = ns < 0 ? found_soon(look) : look(0); n != 0 || (ns >= 0 && left <= 0))
            return n;
        const bool outer = std::exchange(reads_input, reads_input || input); // not for ever, if a handler jumps out
        sleep_ns(ns < 0 ? step_us * INT64_C(1000) : std::min<std::int64_t>(left, step_us * INT64_C(1000)));
        reads_input = outer;
        if (handlers.let_through() >= (any ? ONE_WITH_RESTART : ONE_WITHOUT))
            return errno = EINTR, -1;
    }
}

static volatile bool sleeps, is_cut;

// What wakes it is a message of its own, and the handler runs at its end; on PVM 3.4.6 it runs between steps.
void end_sleep()
{
    if (sleeps && !std::exchange(is_cut, true))
        current()->send_ints(self, TAG_WAKE, {});
}

bool wait_until_cut(std::int64_t ns, bool &cut)
{
    sleeps = true;
    if (has_late)
        end_sleep();
    const bool woken = current()->receive_nothing(TAG_WAKE, ns);
    sleeps = false;
    cut = std::exchange(is_cut, false);
    if (cut && !woken)
        current()->receive_nothing(TAG_WAKE, -1);
    return woken && !cut;
}

std::int64_t sleep_with_handlers(std::int64_t ns)
{
    if (inside || !has_handlers())
        return sleep_ns(ns), 0;
    const std::int64_t end = now_ns() + ns;
    const timespec span = {ns / 1000000000, ns % 1000000000};
    const auto sleep = [ns]() -> long {
        const named n("ompc sleep");
        bool cut;
        return wait_until_cut(ns + 999, cut), cut; // a timeval has microseconds
    };
    const long cut = current() == nullptr ? NEXT(nanosleep)(&span, nullptr)
                     : pvmsim_here()      ? on_library(sleep)
                                          : wait_for([](int) { return 0L; }, ns, true);
    return cut == 0 ? 0 : std::max<std::int64_t>(end - now_ns(), 1);
}

static auto look_at(int fd)
{
    return [fd](int ms) {
        static pollfd file;
        static timespec span;
        file = {fd, POLLIN, 0}, span = {ms / 1000, ms % 1000 * 1000000};
        return syscall(SYS_ppoll, &file, 1L, &span, nullptr, 0L);
    };
}

bool has_input(int fd)
{
    return found_soon(look_at(fd)) != 0;
}

bool wait_for_input(int fd, int flags)
{
    if (inside)
        return true;
    check_file(fd);
    if ((flags & (MSG_DONTWAIT | MSG_OOB | MSG_ERRQUEUE)) != 0 || !serves_others() ||
        (fcntl(fd, F_GETFL) & (O_NONBLOCK | O_WRONLY)) != 0)
        return true;
    static timeval limit;
    static socklen_t bytes;
    limit = {}, bytes = sizeof limit;
    const int error = errno; // of a call that has succeeded
    NEXT(getsockopt)(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, &bytes);
    errno = error;
    const std::int64_t ns = limit.tv_sec * INT64_C(1000000000) + limit.tv_usec * 1000;
    const long n = wait_for(look_at(fd), ns > 0 ? ns : -1, false, 10000, fd == STDIN_FILENO);
    if (n == 0)
        errno = EAGAIN;
    return n > 0;
}
} // namespace ompc::cc

using namespace ompc::cc;

extern "C" {
int sigsuspend(const sigset_t *mask)
{
    if (inside || ompc::current() == nullptr)
        return NEXT(sigsuspend)(mask);
    const handlers_put_off handlers(mask);
    while (handlers.let_through() == NO_HANDLER)
        sleep_ns(1000000);
    return errno = EINTR, -1;
}
int pause()
{
    sigset_t now;
    if (inside || ompc::current() == nullptr)
        return NEXT(pause)();
    pthread_sigmask(SIG_BLOCK, nullptr, &now);
    return sigsuspend(&now);
}
int sigtimedwait(const sigset_t *wanted, siginfo_t *info, const timespec *limit)
{
    if (inside)
        return NEXT(sigtimedwait)(wanted, info, limit);
    static sigset_t set; // as the kernel fetches no pages
    static siginfo_t came;
    static timespec span;
    set = *wanted;
    span = limit != nullptr ? *limit : timespec{4000000000, 0};
    const std::int64_t ns = std::min(span.tv_sec, time_t{4000000000}) * INT64_C(1000000000) + span.tv_nsec;
    const auto look = [](int) {
        static const timespec none = {0, 0};
        const long n = on_library([] { return NEXT(sigtimedwait)(&set, &came, &none); });
        return n < 0 && errno == EAGAIN ? 0 : n;
    };
    const long n = serves_others() ? wait_for(look, ns, true, 1000)
                                   : NEXT(sigtimedwait)(&set, &came, limit != nullptr ? &span : nullptr);
    if (n > 0 && info != nullptr)
        *info = came;
    return n != 0 ? static_cast<int>(n) : (errno = EAGAIN, -1);
}
int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    return sigtimedwait(set, info, nullptr);
}
int sigwait(const sigset_t *set, int *number)
{
    for (;;) // a handler does not end it
        if (const int n = sigwaitinfo(set, nullptr); n > 0 || errno != EINTR)
            return n < 0 ? errno : (*number = n, 0);
}
}
