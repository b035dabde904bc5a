/* preloaded.hpp - a libpvm3 that LD_PRELOAD names is for programs, never for the simulator. */
#ifndef AP1000_PRELOADED_HPP
#define AP1000_PRELOADED_HPP

namespace ap1000
{

/* If a libpvm3 has been loaded before libc, begins anew without it: the simulator's clocks, polls and sleeps would be
 * those of a program. Programs that are started get LD_PRELOAD as it was. Before any thread. */
void stay_without_preloaded_pvm(char **argv);

} // namespace ap1000

#endif
