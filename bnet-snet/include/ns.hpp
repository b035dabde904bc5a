/* ns.hpp - integer time and integer rates, the arithmetic that every model of the machine shares.
 * It is no clock: a model is told the time, it never asks for it.
 */
#ifndef AP1000_NS_HPP
#define AP1000_NS_HPP

#include <cassert>
#include <cstdint>
#include <functional>

namespace ap1000
{

using Ns = std::int64_t;        /* a simulated time or span [ns] */
using PsPerByte = std::int64_t; /* a rate, as the time one byte takes [ps]; 40000 is 25 MB/s */

constexpr std::int64_t max_bytes = std::int64_t{1} << 32; /* longest message that a model takes [byte] */

/* The time that `bytes` take at `rate` [ns]: exact in picoseconds, then rounded once to the nearest nanosecond, halves
 * up. Cannot overflow: 2^32 byte at the slowest rate a machine file may give (0.001 MB/s, 10^9 ps) is 4.3e18 ps. */
constexpr Ns transfer_time(std::int64_t bytes, PsPerByte rate)
{
    assert(bytes >= 0 && bytes <= max_bytes && rate >= 0 && rate <= 1'000'000'000);
    return (bytes * rate + 500) / 1000;
}

/* A piece of work on a resource, from start to end [ns]. */
struct Span {
    Ns start, end;
};

/* Called once for each booking, at the time it is made: resource number (each model says what its numbers mean), and
 * from when until when the resource is held. start and end may lie in the future. May be empty. Must not call the
 * model. */
using Observer = std::function<void(int resource, Ns start, Ns end)>;

} // namespace ap1000

#endif
