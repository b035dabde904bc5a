/* platform.hpp - the machine as SimGrid sees it: its hosts, and the T-Net as a torus of links. */
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

/* Makes SimGrid's engine, set up for this machine. A process can have only one. */
std::unique_ptr<simgrid::s4u::Engine> make_engine();

/* A torus of hosts, and the figures of its links. */
struct TorusPlatform {
    int nx, ny;
    PsPerByte bandwidth; /* of a link [ps/byte] */
    Ns hop;              /* latency of a link [ns] */
};

/* Builds its hosts, joined by its links, inside zone `root`. Returns them in the order of the cells. */
std::vector<simgrid::s4u::Host *> build_torus(simgrid::s4u::NetZone *root, const TorusPlatform &t);

/* Builds a host that no link of SimGrid joins to others. */
simgrid::s4u::Host *build_host(simgrid::s4u::NetZone *root, const std::string &name);

} // namespace ap1000

#endif
