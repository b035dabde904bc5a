/* faults.hpp - a program in process that makes a fault (a wild pointer, a division by zero, a stack that is full,
 * abort) ends alone, as a process would; one that computes without end is set aside, and ends with the run. */
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
