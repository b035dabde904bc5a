/* simgrid_platforms.hpp - SimGrid's engine with a platform: a torus that is built, or a file that is loaded. */
#pragma once

#include <functional>
#include <memory>
#include <string>
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

/* An actor of SimGrid's on host, which runs code. */
void add_actor(const std::string &name, s4u::Host *host, const std::function<void()> &code);

} // namespace ap1000
