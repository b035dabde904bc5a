// lock_waits.cpp - who has waited long for a lock asks along the chain of those who hold what the next one waits for:
// from the lock's home to its holder, from there to the home of the lock that this one waits for, and so on. If that
// comes back to who has asked, all of them wait for each other, for ever: nobody of them can let go of anything. So the
// line is never wrong, and who closes the ring by its request finds it.
#include <cstdio>

#include <pvm3.h>

#include "runtime.hpp"

namespace ompc
{
namespace
{
constexpr std::int64_t PATIENCE_NS = INT64_C(60000000000), ANSWER_NS = INT64_C(10000000000);

// A message: which wait of the asking PE it is about, what it is to the receiver, then the chain: each PE, and the lock
// that it waits for.
enum { ABOUT_WAIT, ABOUT_ROLE, ABOUT_CHAIN };
enum { TO_HOME, TO_HOLDER, TO_ASKER };

std::string in_words(const std::vector<int> &ints, std::size_t from)
{
    std::string text;
    for (std::size_t i = from; i + 1 < ints.size(); i += 2) {
        std::size_t holder = i + 2 < ints.size() ? i + 2 : static_cast<std::size_t>(ABOUT_CHAIN);
        text += (i == from ? "" : ", ") + ("PE " + std::to_string(ints[i])) + " waits for lock " +
                std::to_string(ints[i + 1]) + ", which PE " + std::to_string(ints[holder]) + " holds";
    }
    return text;
}
} // namespace

// Waits until the lock is this PE's.
void runtime::wait_for_lock(std::uint32_t number)
{
    wanted_lock_ = static_cast<int>(number);
    lock_wait_++;
    wait_or_give_up(PATIENCE_NS);
    if (engine.waiting()) {
        take_lock_question({lock_wait_, TO_HOME, pe, wanted_lock_}, engine.lock_home(number));
        wait_or_give_up(ANSWER_NS);
    }
    wait();
    wanted_lock_ = -1;
}

void runtime::wait_or_give_up(std::int64_t ns)
{
    while (engine.waiting() && deadlock_.empty() && wait_for_one(ns))
        ; // what is taken here ends the wait
    if (!deadlock_.empty())
        fail("a deadlock of locks: %s", deadlock_.c_str());
}

// Sends a question on, or takes it if this PE itself is next.
void runtime::take_lock_question(const std::vector<int> &q, int to)
{
    if (to != pe)
        send_ints(to, TAG_LOCK, q);
    else
        on_lock_question(q);
}

void runtime::on_lock_question(std::vector<int> q)
{
    const auto lock = static_cast<std::uint32_t>(q.back());
    const int asker = q[ABOUT_CHAIN];
    if (q[ABOUT_ROLE] == TO_ASKER) {
        if (q[ABOUT_WAIT] == lock_wait_ && wanted_lock_ >= 0)
            std::fprintf(stderr, "ompc: PE %d has waited for lock %d for 60 s, which PE %d holds\n", pe, wanted_lock_,
                         q[ABOUT_CHAIN + 2]);
        return;
    }
    if (q[ABOUT_ROLE] == TO_HOME) {
        const int holder = engine.lock_holder(lock);
        q[ABOUT_ROLE] = TO_HOLDER;
        if (holder >= 0)
            take_lock_question(q, holder);
        return;
    }
    if (held_.count(lock) == 0 || wanted_lock_ == q.back())
        return; // it has let go of it meanwhile
    const bool waits = wanted_lock_ >= 0;
    if (pe == asker && waits && q[ABOUT_WAIT] == lock_wait_) {
        deadlock_ = in_words(q, ABOUT_CHAIN);
        return;
    }
    bool again = false; // a ring without who has asked: its own PEs will find it
    for (std::size_t i = ABOUT_CHAIN; i < q.size(); i += 2)
        again = again || q[i] == pe;
    if (again)
        return;
    q.push_back(pe);
    q.push_back(waits ? wanted_lock_ : -1);
    q[ABOUT_ROLE] = waits ? TO_HOME : TO_ASKER;
    if (waits || q.size() == ABOUT_CHAIN + 4) // the holder of what the asker itself waits for
        take_lock_question(q, waits ? engine.lock_home(static_cast<std::uint32_t>(wanted_lock_)) : asker);
}
} // namespace ompc
