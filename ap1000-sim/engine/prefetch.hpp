/* prefetch.hpp - tells the processor which memory is needed soon, so that it is fetched while other work is done. In a
 * simulation with many tasks nearly all that belongs to one of them has left the near caches when its turn comes.
 *
 * It changes no result, and any address may be given. */
#pragma once

#include <cstddef>

namespace ap1000
{

/* So many bytes from there on. */
inline void prefetch(const void *at, std::size_t bytes)
{
    constexpr std::size_t line = 64;
    const char *p = static_cast<const char *>(at);
    for (std::size_t i = 0; i < bytes; i += line)
        __builtin_prefetch(p + i, 1);
}

} // namespace ap1000
