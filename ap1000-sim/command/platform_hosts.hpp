/* platform_hosts.hpp - the nodes of a machine on a platform file of SimGrid, as SimGrid reads them from it. */
#ifndef AP1000_PLATFORM_HOSTS_HPP
#define AP1000_PLATFORM_HOSTS_HPP

#include <string>

#include "config/parameters.hpp"

namespace ap1000
{

/* Fills in the hosts of the machine's platform, and looks whether they have routes to each other: for up to 128 nodes
 * all to all, else each to the first and the next, and back. Does nothing for a machine on no platform. A file is read
 * once, by a child process, since SimGrid ends a process on some mistakes. library: that of the flows. Throws
 * MachineFileError. */
void read_platform(Parameters &p, const std::string &library);

} // namespace ap1000

#endif
