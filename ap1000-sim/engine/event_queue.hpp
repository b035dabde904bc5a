/* event_queue.hpp - which number is to be looked at next: a heap with at most one entry for each number from 0 on,
 * where an entry can be moved.
 *
 * It has no clock, and does not know what an entry is for. Each place of the heap has four below it: an
 * entry that moves goes half as far as in a heap with two. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

class EventQueue
{
  public:
    class Entry
    {
      public:
        /* At the same time step 0 comes before step 1, and in the same step the lower rank (below 2^63). */
        Entry(Ns t, int step, std::uint64_t rank, int number)
            : time(t), who(number), order_(static_cast<std::uint64_t>(step) << 63 | rank)
        {
        }
        bool operator<(const Entry &o) const
        {
            return key() < o.key();
        }
        bool operator==(const Entry &o) const
        {
            return time == o.time && order_ == o.order_ && who == o.who;
        }
        int step() const
        {
            return static_cast<int>(order_ >> 63);
        }
        std::uint64_t rank() const
        {
            return order_ & (UINT64_MAX >> 1);
        }

        Ns time;
        int who;

      private:
        /* One number without a branch: which of two times comes first cannot be foretold. No time is below 0. */
        __extension__ using Key = unsigned __int128;
        Key key() const
        {
            return static_cast<Key>(time) << 64 | order_;
        }

        std::uint64_t order_;
    };

    bool empty() const
    {
        return size() == 0;
    }

    std::size_t size() const
    {
        return heap_.size() - (kept_ != nobody);
    }

    /* nullptr: there is none. */
    const Entry *first() const
    {
        if (heap_.empty() || heap_.front().who != kept_)
            return heap_.empty() ? nullptr : &heap_.front();
        const auto size = static_cast<std::uint32_t>(heap_.size()); /* below the one that is being looked at */
        return size > 1 ? &heap_[first_of(heap_.data(), 1, size)] : nullptr;
    }

    /* Looks at the first one, which counts as taken out: that happens when `look` has returned, unless it has put
     * another of the same number in its place, which is cheaper. `look` must not call keep_first. */
    template <typename Look> void keep_first(Look look)
    {
        const Entry a = heap_.front();
        kept_ = a.who;
        look(a);
        if (kept_ == a.who)
            remove(a.who);
        kept_ = nobody;
    }

    /* Sets the entry of a.who, in place of any that it has. */
    void put(const Entry &a)
    {
        if (place_.size() <= static_cast<std::size_t>(a.who))
            place_.resize(static_cast<std::size_t>(a.who) + 1, none);
        if (kept_ == a.who)
            kept_ = nobody;
        std::uint32_t at = place(a.who);
        if (at == none) {
            at = static_cast<std::uint32_t>(heap_.size());
            heap_.push_back(a);
        } else if (heap_[at] == a) {
            return;
        }
        settle(at, a);
    }

    /* Does nothing if it has none. */
    void remove(int who)
    {
        if (static_cast<std::size_t>(who) >= place_.size() || place(who) == none)
            return;
        if (kept_ == who)
            kept_ = nobody;
        const std::uint32_t hole = place(who);
        const Entry last = heap_.back();
        heap_.pop_back();
        place(who) = none;
        if (hole < heap_.size())
            settle(hole, last);
    }

  private:
    static constexpr std::uint32_t none = UINT32_MAX, below = 4;
    static constexpr int nobody = -1;

    std::uint32_t &place(int who)
    {
        return place_[static_cast<std::size_t>(who)];
    }

    void write(std::uint32_t at, const Entry &a)
    {
        heap_[at] = a;
        place(a.who) = at;
    }

    /* Puts `a` into the hole at `at`, or where it belongs from there, up or down. */
    void settle(std::uint32_t at, const Entry entry)
    {
        Entry *const heap = heap_.data();
        const auto size = static_cast<std::uint32_t>(heap_.size());
        while (at > 0 && entry < heap[(at - 1) / below]) {
            write(at, heap[(at - 1) / below]);
            at = (at - 1) / below;
        }
        for (std::uint32_t child = below * at + 1; child < size; child = below * at + 1) {
            const std::uint32_t first = first_of(heap, child, size);
            if (!(heap[first] < entry))
                break;
            write(at, heap[first]);
            at = first;
        }
        write(at, entry);
    }

    /* The first of those from `child` on that have one place above them. */
    static std::uint32_t first_of(const Entry *heap, std::uint32_t child, std::uint32_t size)
    {
        static_assert(below == 4);
        if (child + below <= size) {
            const std::uint32_t a = heap[child + 1] < heap[child] ? child + 1 : child;
            const std::uint32_t b = heap[child + 3] < heap[child + 2] ? child + 3 : child + 2;
            return heap[b] < heap[a] ? b : a;
        }
        std::uint32_t first = child;
        for (child++; child < size; child++)
            first = heap[child] < heap[first] ? child : first;
        return first;
    }

    std::vector<Entry> heap_;
    std::vector<std::uint32_t> place_; /* in heap_, by who */
    int kept_ = nobody;
};

} // namespace ap1000
