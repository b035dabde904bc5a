/* ns.hpp - integer time and integer rates: the arithmetic that every model of the machine shares. It is not a clock: a
 * model is told the time and never asks for it. */
#ifndef AP1000_NS_HPP
#define AP1000_NS_HPP

#include <cassert>
#include <cstdint>
#include <functional>

namespace ap1000
{

using Ns = std::int64_t;        /* a simulated time, or the length of one [ns] */
using PsPerByte = std::int64_t; /* a rate: the time that one byte takes [ps]; 40000 is 25 MB/s */

constexpr std::int64_t max_bytes = std::int64_t{1} << 32; /* the longest message that a model takes [byte] */

/* The time that `bytes` take at `rate` [ns]. It is computed exactly in picoseconds, then rounded once to the nearest
 * nanosecond, halves up. It cannot overflow: 2^32 byte at the slowest rate that a machine file may give (0.001 MB/s,
 * 10^9 ps) take 4.3e18 ps. */
constexpr Ns transfer_time(std::int64_t bytes, PsPerByte rate)
{
    assert(bytes >= 0 && bytes <= max_bytes && rate >= 0 && rate <= 1'000'000'000);
    return (bytes * rate + 500) / 1000;
}

/* The time for which a resource is in use, from start to end [ns]. */
struct Span {
    Ns start, end;
};

/* Is called once for each booking, when it is made: the resource's number (each model says what its numbers mean), and
 * from when until when the resource is held. start and end may lie in the future. The observer may be empty. It must
 * not call the model. */
using Observer = std::function<void(int resource, Ns start, Ns end)>;

} // namespace ap1000

#endif
