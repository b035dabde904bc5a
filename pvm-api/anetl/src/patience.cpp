// patience.cpp - a method that computes and computes starves its node, which has one thread: a timer of processor
// time sees it, and a line names it. Nothing else happens to it.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <unistd.h>

#include "manager.hpp"

namespace anetl::detail
{
namespace
{
constexpr int TICKS_A_SECOND = 4;
int patience_s, ticks;
std::uint64_t seen;

void on_tick(int)
{
    const int error = errno;
    const manager *m = manager::there();
    const activation *a = m != nullptr ? m->running() : nullptr;
    if (a == nullptr || a->is_main || m->switches != seen) {
        seen = m != nullptr ? m->switches : 0;
        ticks = 0;
    } else if (++ticks == patience_s * TICKS_A_SECOND) {
        char text[400];
        const int n =
            std::snprintf(text, sizeof text,
                          "anetl: %s computes for %d s without a message: its node does nothing else meanwhile "
                          "(anetl::yield(); --anetl-patience)\n",
                          m->current_name().c_str(), patience_s);
        if (n > 0 && write(2, text, static_cast<std::size_t>(n)) < 0)
            ticks = 0;
    }
    errno = error;
}
} // namespace

void watch_patience(int s)
{
    struct sigaction action {
    };
    timer_t timer;
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGVTALRM;
    patience_s = s;
    if (s == 0 || sigaction(SIGVTALRM, nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
        return;
    action.sa_handler = on_tick;
    action.sa_flags = SA_RESTART;
    if (sigaction(SIGVTALRM, &action, nullptr) != 0 || timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0)
        return;
    constexpr long tick_ns = 1000000000 / TICKS_A_SECOND;
    const itimerspec every{{0, tick_ns}, {0, tick_ns}};
    timer_settime(timer, 0, &every, nullptr);
}
} // namespace anetl::detail
