/* address_space.hpp - room for stacks and copies of programs. Linux gives a process 65,530 mappings (vm.max_map_count),
 * and a page that nobody may touch, below each stack, would be one of them for every task. So rooms lie apart with
 * nothing between: what is not mapped faults as well and counts for nothing. They lie low, where the system puts
 * nothing by itself, and below the arenas of messages. */
#ifndef AP1000_ADDRESS_SPACE_HPP
#define AP1000_ADDRESS_SPACE_HPP

#include <cstdint>
#include <map>
#include <vector>

#include "carriers/process/simulator/region.hpp"

namespace ap1000
{

class AddressSpace
{
  public:
    /* So many bytes, reserved but not accessible, with at least `below` bytes of nothing, or nothing accessible, before
     * them. All in whole pages. nullptr: there is no room. */
    unsigned char *take(std::uint64_t bytes, std::uint64_t below);

    /* A room that was taken so; what is mapped there goes. */
    void give(unsigned char *room, std::uint64_t bytes, std::uint64_t below);

  private:
    std::uint64_t next_ = first;
    std::map<std::uint64_t, std::vector<unsigned char *>> free_; /* by length */

    static constexpr std::uint64_t first = std::uint64_t{1} << 36, end = arenas_begin;
};

} // namespace ap1000

#endif
