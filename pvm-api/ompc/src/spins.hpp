// spins.hpp - tells from a sample of a PE's accesses whether the program waits in a loop for shared data to change.
// Such a PE has a copy of what it looks at, and nothing else would make it answer those who want to write there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ompc
{
enum class spins { no, maybe, yes };

class spin_watch
{
  public:
    static constexpr std::int64_t EVERY = 4096; // accesses between two samples

    // The next accesses are to be shown one by one.
    bool watching() const
    {
        return looks_ > 0;
    }
    // An access, and whether the PE has written shared data since the last one that was shown. yes: LOOKS accesses in
    // a row were to FEW elements. maybe: QUIET accesses without a write, to any elements.
    spins look(int array, std::size_t index, bool wrote);
    // Something else was waited for.
    void reset()
    {
        looks_ = elements_ = 0;
        quiet_ = 0;
    }
    // The last yes was the first of its loop.
    bool just_began = false;

  private:
    enum { LOOKS = 64, FEW = 4, QUIET = 65536 };
    bool is_one_of_few(int array, std::size_t index);
    int looks_ = 0, elements_ = 0;
    std::int64_t quiet_ = 0;
    struct {
        int array;
        std::size_t index;
    } seen_[FEW];
};
} // namespace ompc
