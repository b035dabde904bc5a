/* running_tasks.hpp - the tasks of a carrier that have the turn and for which it waits, in the order of their start;
 * and the present round of waiting: those that had the turn when the round began, each once.
 *
 * E has a `number`, by the order of its start. It owns no task. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ap1000
{

/* Removes from the list those that no longer have the turn, one after the other, and passes each to `then`, which may
 * let others begin: these come later in the list, and are checked, too. */
template <typename E, typename F> void take_who_handed_over(std::vector<E *> &list, F then)
{
    for (std::size_t i = 0; i < list.size();) {
        E *e = list[i];
        if (e->slot_has_turn()) {
            i++;
            continue;
        }
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        then(*e);
    }
}

template <class E> class RunningTasks
{
  public:
    /* It has the turn: wait for it. */
    void add(E &e)
    {
        if (all_.empty())
            all_.push_back(&e);
        else
            all_.insert(std::upper_bound(all_.begin(), all_.end(), &e, earlier), &e);
    }

    /* It is waited for no more. False: it was not. */
    bool remove(E &e)
    {
        if (all_.size() == 1 && all_.front() == &e) {
            all_.clear();
            return true;
        }
        auto at = std::lower_bound(all_.begin(), all_.end(), &e, earlier);
        if (at == all_.end() || *at != &e)
            return false;
        all_.erase(at);
        return true;
    }

    /* It is gone, from the round, too. */
    void forget(E &e)
    {
        remove(e);
        std::replace(round_.begin(), round_.end(), &e, static_cast<E *>(nullptr));
    }

    bool has(const E &e) const
    {
        return std::binary_search(all_.begin(), all_.end(), &e, earlier);
    }
    const std::vector<E *> &all() const
    {
        return all_;
    }

    /* ---- the round ---- */

    void begin_round()
    {
        round_ = all_;
        round_at_ = 0;
    }

    /* Has it not come to its end yet? */
    bool is_in_round() const
    {
        return round_at_ < round_.size();
    }

    /* The one that it has come to: the first from here on that is still waited for; nullptr: it has come to its end. */
    E *next_in_round()
    {
        while (is_in_round() && (round_[round_at_] == nullptr || !has(*round_[round_at_])))
            round_at_++;
        return is_in_round() ? round_[round_at_] : nullptr;
    }

    /* Has it come to this one? Whether that is still waited for is not asked. */
    bool is_turn_of(const E &e) const
    {
        return is_in_round() && round_[round_at_] == &e;
    }

    /* That one is done with. */
    void go_on()
    {
        round_at_++;
    }

  private:
    static bool earlier(const E *a, const E *b)
    {
        return a->number < b->number;
    }

    std::vector<E *> all_;
    std::vector<E *> round_;   /* nullptr: gone meanwhile */
    std::size_t round_at_ = 0; /* those before it are done with */
};

} // namespace ap1000
