/* number_table.hpp - values by number (serials of messages, pairs of tids): a table that is looked up at once and takes
 * no memory for an entry, as it stands for each message of a run. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ap1000
{

/* Two tids as one number. */
inline std::uint64_t pair_of(int first, int second)
{
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(first)) << 32 | static_cast<std::uint32_t>(second);
}

inline std::pair<int, int> tids_of(std::uint64_t pair)
{
    return {static_cast<int>(pair >> 32), static_cast<int>(pair & UINT32_MAX)};
}

/* A power of two places, at most half of them taken; an entry is at the first free place from its home on. */
template <typename Value> class NumberTable
{
  public:
    /* nullptr: there is none. What it points to moves when another is added or erased. */
    Value *find(std::uint64_t number)
    {
        Place &p = places_[at(number)];
        return p.taken ? &p.value : nullptr;
    }

    /* The value of the number, a new one if it has none. */
    Value &operator[](std::uint64_t number)
    {
        std::size_t i = at(number);
        if (!places_[i].taken && 2 * ++count_ > places_.size()) {
            grow();
            i = at(number);
        }
        places_[i].taken = true;
        places_[i].number = number;
        return places_[i].value;
    }

    /* Those that it stood in the way of move up. */
    void erase(std::uint64_t number)
    {
        std::size_t hole = at(number);
        if (!places_[hole].taken)
            return;
        count_--;
        const std::size_t mask = places_.size() - 1;
        for (std::size_t i = after(hole); places_[i].taken; i = after(i))
            if (((i - home(places_[i].number)) & mask) >= ((i - hole) & mask)) {
                places_[hole] = std::move(places_[i]);
                hole = i;
            }
        places_[hole] = Place{};
    }

    bool is_empty() const
    {
        return count_ == 0;
    }

    /* f(number, value) of each, in no order that means anything. */
    template <typename F> void each(F f) const
    {
        for (const Place &p : places_)
            if (p.taken)
                f(p.number, p.value);
    }

  private:
    struct Place {
        bool taken = false;
        std::uint64_t number = 0;
        Value value{};
    };

    std::size_t home(std::uint64_t number) const
    {
        return static_cast<std::size_t>(number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits_));
    }
    std::size_t after(std::size_t i) const
    {
        return (i + 1) & (places_.size() - 1);
    }
    std::size_t at(std::uint64_t number) const
    {
        std::size_t i = home(number);
        while (places_[i].taken && places_[i].number != number)
            i = after(i);
        return i;
    }
    void grow()
    {
        bits_++;
        std::vector<Place> old(std::size_t{1} << bits_);
        old.swap(places_);
        for (Place &p : old)
            if (p.taken)
                places_[at(p.number)] = std::move(p);
    }

    unsigned bits_ = 4;
    std::vector<Place> places_ = std::vector<Place>(std::size_t{1} << bits_);
    std::size_t count_ = 0;
};

} // namespace ap1000
