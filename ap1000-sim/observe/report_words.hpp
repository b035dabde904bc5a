/* report_words.hpp - how a report calls tasks, calls and times. */
#pragma once

#include <string>

#include <fmt/format.h>

#include "observe/trace_sink.hpp"

namespace ap1000
{

inline double ms(Ns t)
{
    return static_cast<double>(t) / 1e6;
}

/* `part` in percent of `whole`; 0 if that is 0. */
inline double percent(Ns part, Ns whole)
{
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

inline std::string name_of(const Track &t)
{
    return fmt::format("t{:x} {} ({})", t.tid, t.program, t.place);
}

inline std::string call_name(const std::string &call)
{
    return call.empty() ? "(outside calls)" : call;
}

} // namespace ap1000
