/* address_space.hpp - address space for stacks and copies of programs. Linux gives a process 65,530 mappings
 * (vm.max_map_count), and a guard page below each stack would be one of them for every task. So rooms are apart, with
 * nothing mapped between: unmapped space faults as well, and is not counted. They have low addresses, where the system
 * puts nothing by itself, and are below the arenas of messages. */
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "carriers/slots/simulator/region.hpp"

namespace ap1000
{

/* How many mappings rooms may have here: a part of what the system gives (vm.max_map_count); the rest is for what tasks
 * and simulator map later. */
std::int64_t mappings_for_rooms();

class AddressSpace
{
  public:
    /* most: mappings that rooms may have. */
    explicit AddressSpace(std::int64_t most) : most_(most)
    {
    }

    /* So many bytes, reserved but not accessible, with at least `below` bytes of nothing, or nothing accessible, before
     * them. All in whole pages. nullptr: there is no room. */
    unsigned char *take(std::uint64_t bytes, std::uint64_t below);

    /* A room that was taken so; what is mapped there goes. */
    void give(unsigned char *room, std::uint64_t bytes, std::uint64_t below);

    /* So many mappings more, or fewer; may a room have so many yet? */
    void count(int mappings)
    {
        mappings_ += mappings;
    }
    bool has_mappings(int mappings) const
    {
        return mappings_ + mappings <= most_;
    }

  private:
    const std::int64_t most_;
    std::int64_t mappings_ = 0;
    std::uint64_t next_ = first;
    std::map<std::uint64_t, std::vector<unsigned char *>> free_; /* by length */

    static constexpr std::uint64_t first = std::uint64_t{1} << 36, end = arenas_begin;
};

} // namespace ap1000
