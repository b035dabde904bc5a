/* processor_time.hpp - where the simulator's processor time goes while tasks run in process. */
#ifndef AP1000_PROCESSOR_TIME_HPP
#define AP1000_PROCESSOR_TIME_HPP

#include <cstdint>
#include <string>

namespace ap1000
{

struct ProcessorTime {
    std::int64_t all_us, programs_us; /* of this computer: in all; in tasks and what they call */
};

/* One line for the user, if the tasks' own computing took most of a long run and this computer has more processors for
 * it; else "". processors: that the run may use. */
std::string advice_on(const ProcessorTime &t, int processors);

} // namespace ap1000

#endif
