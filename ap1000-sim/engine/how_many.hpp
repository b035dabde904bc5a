/* how_many.hpp - a number of things in words, for lines that people read. */
#pragma once

#include <cstdint>
#include <string>

namespace ap1000
{

/* "64 cells", "1 cell". */
inline std::string how_many(std::int64_t n, std::string plural)
{
    if (n == 1)
        plural.pop_back();
    return std::to_string(n) + " " + plural;
}

} // namespace ap1000
