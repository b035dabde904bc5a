/* tid_pair.hpp - two tids as one number, which a table can look up at once. */
#ifndef AP1000_TID_PAIR_HPP
#define AP1000_TID_PAIR_HPP

#include <cstdint>
#include <utility>

namespace ap1000
{

inline std::uint64_t pair_of(int first, int second)
{
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(first)) << 32 | static_cast<std::uint32_t>(second);
}

inline std::pair<int, int> tids_of(std::uint64_t pair)
{
    return {static_cast<int>(pair >> 32), static_cast<int>(pair & UINT32_MAX)};
}

} // namespace ap1000

#endif
