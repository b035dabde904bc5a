/* sharing.cpp - see sharing.hpp. */
#include "carriers/process/simulator/sharing.hpp"

#include <algorithm>

#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
namespace
{

/* So many short turns in a row, and at most so many after turns that were long. */
constexpr int least_needed = 64, most_needed = 1 << 16;

/* After so many turns on one processor the simulator lets the system choose, for so many turns: another may have become
 * idle, or this one busy. */
constexpr int look_around_after = 4096, look_around_for = 16;

cpu_set_t only(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return set;
}

/* A thread that still is where we have put it, or that was started there, goes back. */
void release_thread(pid_t thread, const cpu_set_t &here, const cpu_set_t &before)
{
    cpu_set_t now;
    if (sched_getaffinity(thread, sizeof now, &now) == 0 && CPU_EQUAL(&now, &here))
        sched_setaffinity(thread, sizeof before, &before);
}

/* All threads of a process, and the processes that it has started. */
void release_all(pid_t pid, const cpu_set_t &here, const cpu_set_t &before)
{
    for (const pid_t thread : threads_of(pid)) {
        release_thread(thread, here, before);
        for (const pid_t child : children_of(thread))
            release_all(child, here, before);
    }
}

} // namespace

Sharing::Sharing() : needed_(least_needed)
{
    possible_ = sched_getaffinity(0, sizeof own_, &own_) == 0 && CPU_COUNT(&own_) > 1;
}

void Sharing::short_turn()
{
    if (!possible_ || on_)
        return;
    short_turns_++;
    if (short_turns_ >= needed_)
        stay_here();
}

void Sharing::stay_here()
{
    processor_ = sched_getcpu();
    const cpu_set_t here = only(std::max(processor_, 0));
    on_ = possible_ = processor_ >= 0 && sched_setaffinity(0, sizeof here, &here) == 0;
    turns_here_ = 0;
}

/* As it is on: the processes stay where they are until they get the turn the next time. */
void Sharing::look_around()
{
    sched_setaffinity(0, sizeof own_, &own_);
    on_ = false;
    short_turns_ = needed_ - look_around_for;
}

void Sharing::take(pid_t pid, Place &place)
{
    if (!on_ || pid <= 0)
        return;
    if (++turns_here_ > look_around_after) {
        look_around();
        return;
    }
    if (place.pid == pid && place.processor == processor_)
        return;
    if (place.pid == pid)
        release(place); /* what it has started there would stay there */
    const cpu_set_t here = only(processor_);
    if (place.pid != pid) { /* one that was started by a process which shares has its processor alone */
        if (sched_getaffinity(pid, sizeof place.before, &place.before) != 0 || !CPU_ISSET(processor_, &place.before))
            return;
        if (CPU_COUNT(&place.before) == 1)
            place.before = own_;
    }
    if (sched_setaffinity(pid, sizeof here, &here) == 0) {
        place.pid = pid;
        place.processor = processor_;
    }
}

void Sharing::release(Place &place)
{
    if (place.pid == 0)
        return;
    release_all(place.pid, only(place.processor), place.before);
    place.pid = 0;
}

void Sharing::end(bool longer)
{
    if (longer && on_)
        needed_ = std::min(2 * needed_, most_needed);
    short_turns_ = 0;
    if (!on_)
        return;
    on_ = false;
    sched_setaffinity(0, sizeof own_, &own_);
}

} // namespace ap1000
