/* platform.cpp - see platform.hpp. */
#include "engine/platform.hpp"

#include <simgrid/s4u.hpp>

#include "engine/stack_switch.hpp"

namespace ap1000
{

namespace s4u = simgrid::s4u;

namespace
{
constexpr double any_speed = 1e6; /* flop/s; SimGrid never computes for us */
}

std::unique_ptr<s4u::Engine> make_engine()
{
    char name[] = "ap1000", contexts[] = "--cfg=contexts/factory:ucontext";
    char *store[] = {name, stacks_are_told ? contexts : nullptr, nullptr}, **argv = store;
    int argc = stacks_are_told ? 2 : 1;
    auto engine = std::make_unique<s4u::Engine>(&argc, argv);
    /* One stack for each task [KiB]. */
    s4u::Engine::set_config(stacks_are_told ? "contexts/stack-size:1024" : "contexts/stack-size:256");
    if (stacks_are_told)
        s4u::Engine::set_config("contexts/guard-size:0"); /* the leak sanitizer reads all that is allocated */
    s4u::Engine::set_config("debug/verbose-exit:no");
    s4u::Engine::set_config("surf/precision:1e-10"); /* s; times a nanosecond apart must not count as equal */
    /* For flows (flow_net.hpp): an AP1000 has no TCP, so there are no factors fitted to TCP, no window and no
     * acknowledgements. */
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/TCP-gamma:0");
    s4u::Engine::set_config("network/crosstraffic:no");
    return engine;
}

std::vector<s4u::Host *> build_torus(s4u::NetZone *root, const TorusPlatform &t)
{
    std::vector<s4u::Host *> hosts(static_cast<std::size_t>(t.nx) * static_cast<std::size_t>(t.ny));
    auto cell = [&hosts](s4u::NetZone *zone, const std::vector<unsigned long> &, unsigned long id) {
        hosts[id] = zone->create_host("cell" + std::to_string(id), any_speed)->seal();
        return std::make_pair(hosts[id]->get_netpoint(), static_cast<simgrid::kernel::routing::NetPoint *>(nullptr));
    };
    std::vector<unsigned long> sides; /* without a ring of one cell, which SimGrid cannot close */
    for (int side : {t.nx, t.ny})
        if (side > 1)
            sides.push_back(static_cast<unsigned long>(side));
    if (sides.empty())
        return {build_host(root, "cell0")};
    s4u::create_torus_zone("T-Net", root, sides, s4u::ClusterCallbacks(cell), 1e12 / static_cast<double>(t.bandwidth),
                           static_cast<double>(t.hop) * 1e-9, s4u::Link::SharingPolicy::SPLITDUPLEX)
        ->seal();
    return hosts;
}

s4u::Host *build_host(s4u::NetZone *root, const std::string &name)
{
    return root->create_host(name, any_speed)->seal();
}

} // namespace ap1000
