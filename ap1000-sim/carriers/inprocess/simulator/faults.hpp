/* faults.hpp - ends a program in process that makes a fault (a wild pointer, a division by zero, a full stack, abort),
 * and only that program, as for a process; sets aside one that computes without end, until the run ends. */
#ifndef AP1000_FAULTS_HPP
#define AP1000_FAULTS_HPP

#include "carriers/inprocess/simulator/processor_time.hpp"

namespace ap1000
{

class InprocessCarrier;

/* How often a look is taken at the program that runs: is the run to end, has it computed for too long? */
enum class Looks { seldom, often };
void look_at_programs(Looks how);

/* From now on. Programs run in the calling thread. A second call does nothing. */
void catch_faults(const InprocessCarrier &carrier);

/* At those looks. */
ProcessorTime processor_time_seen();

} // namespace ap1000

#endif
