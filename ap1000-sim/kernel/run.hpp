/* run.hpp - a run of a machine, from its first task to its end. */
#pragma once

namespace ap1000
{

class Machine;

/* Runs to the end, once for each machine. Returns the exit code of the command (run_end.hpp). */
int run_to_end(Machine &machine);

} // namespace ap1000
