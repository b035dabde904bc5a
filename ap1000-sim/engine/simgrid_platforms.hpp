/* simgrid_platforms.hpp - SimGrid's engine with a platform: a torus that is built, or a file that is loaded. */
#ifndef AP1000_SIMGRID_PLATFORMS_HPP
#define AP1000_SIMGRID_PLATFORMS_HPP

#include <memory>
#include <vector>

#include <simgrid/s4u.hpp>

#include "engine/flow_engine.hpp"

namespace ap1000
{

namespace s4u = simgrid::s4u;

struct SimgridPlatform {
    std::unique_ptr<s4u::Engine> engine;
    std::vector<s4u::Host *> nodes;
    s4u::Host *machine; /* of the actors: the machine's, and one for each flow */
};

SimgridPlatform build_torus(const FlowTorus &t);

/* Throws std::exception if SimGrid refuses the file, or there is no host in it. */
SimgridPlatform load_platform(const FlowPlatform &p);

} // namespace ap1000

#endif
