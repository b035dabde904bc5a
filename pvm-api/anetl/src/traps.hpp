// traps.hpp - pages of address space that nobody may touch: a future's value lies there for its users, and the first
// use is a fault. They take no memory until a value is put there.
#ifndef ANETL_TRAPS_HPP
#define ANETL_TRAPS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "anetl/detail.hpp"

namespace anetl::detail
{
class trap_pages
{
  public:
    // Pages for a value of so many bytes, closed. nullptr: there is no address space.
    void give(reply &r, std::size_t bytes);
    void take_back(reply &r);
    // Whose page this address is on; nullptr: nobody's.
    reply *at(const void *address) const;
    bool open(reply &r) const;

  private:
    struct stretch {
        char *begin;
        std::size_t bytes, pages_each; // each reply has so many pages
        std::vector<reply *> owners;
        std::vector<std::uint32_t> unused;
    };
    stretch *with_room(std::size_t pages);
    const stretch *of(const void *address) const;
    std::map<std::uintptr_t, stretch> stretches_; // by the address behind the last byte
};

// The pages of all futures of this process.
trap_pages &pages();

// Faults on these pages wait for the value; others are the program's own. Once.
void catch_faults();
} // namespace anetl::detail

#endif
