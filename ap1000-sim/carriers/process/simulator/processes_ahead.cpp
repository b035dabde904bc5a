/* processes_ahead.cpp - see process_carrier.hpp. */
#include "carriers/process/simulator/process_carrier.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "carriers/slots/simulator/running_tasks.hpp"

namespace ap1000
{
namespace
{

/* Real time from which on a turn is not short; after one that was not, running ahead pays for so many short ones. */
constexpr std::int64_t short_turn_ns = 50000;
constexpr int pays_for_turns = 64;
constexpr std::size_t most_words = 128; /* that futex_waitv takes */
/* They are looked at while another has a turn that is not short, and after so many looks at the outside. */
constexpr unsigned look_each = 32;

} // namespace

ProcessesAhead::ProcessesAhead(Region &region, const Sharing &sharing)
    : region_(region), sharing_(sharing), spin_(handover_spin_new())
{
}

void ProcessesAhead::add(SlotExecution &e)
{
    all_.push_back(&e);
}

void ProcessesAhead::remove(SlotExecution &e)
{
    all_.erase(std::remove(all_.begin(), all_.end(), &e), all_.end());
}

void ProcessesAhead::look_at_times()
{
    if (!all_.empty() && ++looks_ >= look_each)
        look();
}

/* A task that has come to its next call may be given the next turn at once, and what it has posted may let others
 * begin: then those stand behind it in the list. */
void ProcessesAhead::look()
{
    looks_ = 0;
    take_who_handed_over(all_, [](SlotExecution &e) {
        if (e.came_back())
            e.owner->came_to_call();
    });
}

/* Until this one or any of those ahead gives the turn back, at most so long. */
void ProcessesAhead::sleep_beside(SlotExecution &e, std::int64_t span_ns)
{
    static_assert(CARRIER_TASK != 0);
    futex_waitv words[most_words];
    unsigned n = 0;
    auto add = [&](SlotExecution &one) {
        std::uint32_t *turn = &region_.slot(one.slot).turn, v = CARRIER_TASK;
        (void)__atomic_compare_exchange_n(turn, &v, CARRIER_TASK | CARRIER_ASLEEP, false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE);
        words[n++] = {CARRIER_TASK | CARRIER_ASLEEP, reinterpret_cast<std::uintptr_t>(turn), FUTEX_32, 0};
    };
    add(e);
    for (std::size_t i = 0; i < all_.size() && n < most_words; i++)
        add(*all_[i]);
    timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (until.tv_nsec + span_ns) / 1000000000;
    until.tv_nsec = (until.tv_nsec + span_ns) % 1000000000;
    if (syscall(SYS_futex_waitv, words, n, 0, &until, CLOCK_MONOTONIC) >= 0 || errno != ENOSYS)
        return;
    std::uint32_t turn = 0; /* Linux before 5.16 */
    (void)handover_await(&region_.slot(e.slot).turn, CARRIER_TASK, nullptr, std::min<std::int64_t>(span_ns, 1000000),
                         &turn);
}

bool ProcessesAhead::await_beside(SlotExecution &e, int ms)
{
    using namespace std::chrono;
    const auto end = steady_clock::now() + milliseconds(ms);
    for (;;) {
        look();
        if (!e.slot_has_turn())
            return true;
        const std::int64_t left_ns = nanoseconds(end - steady_clock::now()).count();
        if (left_ns <= 0)
            return false;
        sleep_beside(e, left_ns);
    }
}

bool ProcessesAhead::await_short_turn(SlotExecution &e)
{
    std::uint32_t turn = 0;
    if (handover_await(&region_.slot(e.slot).turn, CARRIER_TASK, sharing_.is_on() ? nullptr : &spin_, short_turn_ns,
                       &turn)) {
        if (pays_left_ > 0 && --pays_left_ == 0)
            e.owner->turns_are_long(false);
        return true;
    }
    pays_left_ = pays_for_turns;
    e.owner->turns_are_long(true);
    return false;
}

} // namespace ap1000
