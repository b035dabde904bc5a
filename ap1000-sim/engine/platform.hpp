/* platform.hpp - what SimGrid is told about the machine: its hosts, and the T-Net as a torus of links. */
#ifndef AP1000_PLATFORM_HPP
#define AP1000_PLATFORM_HPP

#include <memory>
#include <string>
#include <vector>

#include "ns.hpp"

namespace simgrid
{
namespace s4u
{
class Engine;
class Host;
class NetZone;
} // namespace s4u
} // namespace simgrid

namespace ap1000
{

/* SimGrid's engine, set up for this machine. One a process. */
std::unique_ptr<simgrid::s4u::Engine> make_engine();

/* A torus of hosts and what its links do. */
struct TorusPlatform {
    int nx, ny;
    PsPerByte bandwidth; /* of a link [ps/byte] */
    Ns hop;              /* latency of a link [ns] */
};

/* Its hosts, joined by its links, in the order of the cells; inside zone `root`. */
std::vector<simgrid::s4u::Host *> build_torus(simgrid::s4u::NetZone *root, const TorusPlatform &t);

/* A host of SimGrid that no link of SimGrid's joins to others. */
simgrid::s4u::Host *build_host(simgrid::s4u::NetZone *root, const std::string &name);

} // namespace ap1000

#endif
