/* faults.hpp - a program in process that makes a fault (a wild pointer, a division by zero, a stack that is full,
 * abort) ends alone, as a process would; and one that computes for ever ends with the run. */
#ifndef AP1000_FAULTS_HPP
#define AP1000_FAULTS_HPP

namespace ap1000
{

class InprocessCarrier;

/* From now on. Programs run in the calling thread. A second call does nothing. */
void catch_faults(const InprocessCarrier &carrier);

} // namespace ap1000

#endif
