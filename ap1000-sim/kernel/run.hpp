/* run.hpp - a run of a machine, from its first task to its end. */
#ifndef AP1000_RUN_HPP
#define AP1000_RUN_HPP

namespace ap1000
{

class Machine;

/* Run to the end; once for a machine. The exit code for the command (run_end.hpp). */
int run_to_end(Machine &machine);

} // namespace ap1000

#endif
