/* processor_time.cpp - see processor_time.hpp. */
#include "carriers/inprocess/simulator/processor_time.hpp"

#include <fmt/format.h>

namespace ap1000
{

std::string advice_on(const ProcessorTime &t, int processors)
{
    constexpr std::int64_t long_us = 10000000;
    constexpr int most_percent = 60;
    if (processors < 2 || t.all_us < long_us || 100 * t.programs_us < most_percent * t.all_us)
        return "";
    return fmt::format(
        "ap1000: of {:.0f} s of processor time {} % were the tasks' own computing, one after the other: with "
        "--tasks process they run on {} processors",
        static_cast<double>(t.all_us) / 1e6, 100 * t.programs_us / t.all_us, processors);
}

} // namespace ap1000
