/* address_space.cpp - see address_space.hpp. */
#include "carriers/inprocess/simulator/address_space.hpp"

#include <fstream>
#include <sys/mman.h>

namespace ap1000
{
namespace
{

unsigned char *reserve(void *at, std::uint64_t bytes)
{
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *p = mmap(at, bytes, PROT_NONE, at != nullptr ? flags | MAP_FIXED_NOREPLACE : flags, -1, 0);
    return p != MAP_FAILED ? static_cast<unsigned char *>(p) : nullptr;
}

} // namespace

std::int64_t mappings_for_rooms()
{
    std::int64_t most = 0;
    if (!(std::ifstream("/proc/sys/vm/max_map_count") >> most))
        most = 65530;
    return most / 4 * 3;
}

unsigned char *AddressSpace::take(std::uint64_t bytes, std::uint64_t below)
{
    std::vector<unsigned char *> &old = free_[bytes];
    if (!old.empty() && reserve(old.back(), bytes) == old.back()) {
        unsigned char *room = old.back();
        old.pop_back();
        return room;
    }
    if (next_ + below + bytes <= end) {
        auto *at = reinterpret_cast<unsigned char *>(next_ + below);
        if (reserve(at, bytes) == at) {
            next_ += below + bytes;
            return at;
        }
        next_ = end; /* somebody has it (a sanitizer's shadow): not here then */
    }
    unsigned char *anywhere = reserve(nullptr, below + bytes);
    return anywhere != nullptr ? anywhere + below : nullptr;
}

void AddressSpace::give(unsigned char *room, std::uint64_t bytes, std::uint64_t below)
{
    const auto at = reinterpret_cast<std::uint64_t>(room);
    munmap(room, bytes);
    if (at >= first && at < end)
        free_[bytes].push_back(room);
    else
        munmap(room - below, below);
}

} // namespace ap1000
