/* losses.hpp - decides which packets are lost: a number of a million, chosen by a seed. */
#pragma once

#include <cstdint>

namespace ap1000
{

constexpr std::int64_t million = 1000000;

/* SplitMix64 (Steele, Lea, Flood 2014): a Weyl sequence, mixed. The generator is our own, so that the same ones are
 * lost on every computer. */
class Losses
{
  public:
    Losses(std::int64_t ppm, std::int64_t seed) : ppm_(ppm), state_(static_cast<std::uint64_t>(seed))
    {
    }

    /* Is the next one lost? */
    bool next()
    {
        if (ppm_ == 0)
            return false;
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        return static_cast<std::int64_t>(z % million) < ppm_;
    }

  private:
    const std::int64_t ppm_;
    std::uint64_t state_;
};

} // namespace ap1000
