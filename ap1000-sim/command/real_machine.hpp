/* real_machine.hpp - the machines that pvmrun, mpirun or srun have running on this computer: their daemons, which
 * programs join by the variable AP1000_CLUSTER. */
#ifndef AP1000_REAL_MACHINE_HPP
#define AP1000_REAL_MACHINE_HPP

#include <string>

namespace ap1000
{

/* The socket of the daemon that is named, or, with "", of the only machine of this user. Throws UsageError: there is
 * none, or there are several, which are listed. */
std::string real_machine(const std::string &name);

} // namespace ap1000

#endif
