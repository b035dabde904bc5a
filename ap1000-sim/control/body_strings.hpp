/* body_strings.hpp - converts lists of strings between bodies (bodies.h) and C++. */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bodies.h"

namespace ap1000
{

template <typename Get> std::vector<std::string> body_strings(const body_strs &list, Get get)
{
    std::vector<std::string> all;
    wire_in in = body_strs_in(&list);
    for (int i = 0; i < list.n; i++)
        all.emplace_back(get(&in));
    return all;
}

/* For a control request; for a message of the system. */
inline std::vector<std::string> wire_strings(const body_strs &list)
{
    return body_strings(list, wire_get_str);
}

inline std::vector<std::string> system_strings(const body_strs &list)
{
    return body_strings(list, system_get_str);
}

/* For a message of the system. `room` keeps the bytes, and the caller frees them. */
inline body_strs system_strs(const std::vector<std::string> &all, wire_out &room)
{
    for (const std::string &s : all)
        system_put_str(&room, s.c_str());
    return {static_cast<std::int32_t>(all.size()), room.bytes, room.len};
}

} // namespace ap1000
