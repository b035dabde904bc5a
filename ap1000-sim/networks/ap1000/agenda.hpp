/* agenda.hpp - which number is to be looked at next: a binary heap with at most one appointment for each number from 0
 * on, where an appointment can be moved.
 *
 * It has no clock, and does not know what an appointment is for.
 */
#ifndef AP1000_AGENDA_HPP
#define AP1000_AGENDA_HPP

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

class Agenda
{
  public:
    struct Appointment {
        Ns time;
        int step;           /* of the same time, lower steps come first, */
        std::uint64_t rank; /* and of the same step, lower ranks */
        int who;
        bool operator<(const Appointment &o) const
        {
            return std::tie(time, step, rank) < std::tie(o.time, o.step, o.rank);
        }
    };

    bool empty() const
    {
        return heap_.empty();
    }

    const Appointment &first() const
    {
        return heap_.front();
    }

    /* Sets the appointment of a.who, in place of any that it has. */
    void put(const Appointment &a)
    {
        if (place_.size() <= static_cast<std::size_t>(a.who))
            place_.resize(static_cast<std::size_t>(a.who) + 1, none);
        if (place(a.who) == none) {
            place(a.who) = heap_.size();
            heap_.push_back(a);
        }
        settle(place(a.who), a);
    }

    /* Does nothing if it has none. */
    void remove(int who)
    {
        if (static_cast<std::size_t>(who) >= place_.size() || place(who) == none)
            return;
        const std::size_t hole = place(who);
        const Appointment last = heap_.back();
        heap_.pop_back();
        place(who) = none;
        if (hole < heap_.size())
            settle(hole, last);
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t &place(int who)
    {
        return place_[static_cast<std::size_t>(who)];
    }

    void write(std::size_t at, const Appointment &a)
    {
        heap_[at] = a;
        place(a.who) = at;
    }

    /* Puts `a` into the hole at `at`, or where it belongs from there, up or down. */
    void settle(std::size_t at, const Appointment &a)
    {
        while (at > 0 && a < heap_[(at - 1) / 2]) {
            write(at, heap_[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
            if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child])
                child++;
            if (!(heap_[child] < a))
                break;
            write(at, heap_[child]);
            at = child;
        }
        write(at, a);
    }

    std::vector<Appointment> heap_;
    std::vector<std::size_t> place_; /* in heap_, by who */
};

} // namespace ap1000

#endif
