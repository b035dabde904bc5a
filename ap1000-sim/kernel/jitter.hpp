/* jitter.hpp - messages held back for a time drawn from a seed, as the load of a real network does it: each such run
 * is one that a real machine could have had, and the same on every computer.
 *
 * The time depends on the seed, the sender, the receiver and how many messages went between them before, on nothing
 * else. Most are short; one in 4^k is up to 2^k times as long (k up to 8), so that rare orders come, too. */
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "ns.hpp"

namespace ap1000
{

class Jitter
{
  public:
    static constexpr Ns most = Ns{1000} * 1000000000; /* the longest mean [ns] */

    /* mean: of the times, 0..most [ns]; 0: no message is held back. */
    Jitter(Ns mean, std::uint64_t seed) : mean_(mean), seed_(seed)
    {
    }

    bool is_on() const
    {
        return mean_ > 0;
    }

    /* How long the next message of this pair is held back [ns]. */
    Ns next(int sender, int receiver)
    {
        const std::uint64_t pair =
            std::uint64_t{static_cast<std::uint32_t>(sender)} << 32 | static_cast<std::uint32_t>(receiver);
        const std::uint64_t drawn = mixed(mixed(mixed(seed_) ^ pair) ^ sent_[{sender, receiver}]++);
        int k = 0;
        for (std::uint64_t bits = drawn; k < 8 && (bits & 3) == 0; bits >>= 2)
            k++;
        /* Uniform in 0..1 has a mean of 1/2, and 2^k one of 3/2: together 3/4. */
        const Ns uniform = static_cast<Ns>(drawn >> 44); /* 20 bits */
        return ((mean_ * uniform >> 20) << k) / 3 * 4;
    }

  private:
    static std::uint64_t mixed(std::uint64_t x) /* the finalizer of SplitMix64 (Steele, Lea and Flood, 2014) */
    {
        x += UINT64_C(0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        return x ^ x >> 31;
    }

    Ns mean_;
    std::uint64_t seed_;
    std::map<std::pair<int, int>, std::uint64_t> sent_;
};

} // namespace ap1000
