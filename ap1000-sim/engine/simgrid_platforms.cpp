/* simgrid_platforms.cpp - see simgrid_platforms.hpp. */
#include "engine/simgrid_platforms.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>

#include <xbt/log.h>

#include "engine/stack_switch.hpp"

namespace ap1000
{
namespace
{

constexpr double any_speed = 1e6; /* flop/s; SimGrid never computes for us */

std::unique_ptr<s4u::Engine> make_engine()
{
    char name[] = "ap1000", contexts[] = "--cfg=contexts/factory:ucontext";
    char *store[] = {name, stacks_are_told ? contexts : nullptr, nullptr}, **argv = store;
    int argc = stacks_are_told ? 2 : 1;
    xbt_log_control_set("root.thres:critical root.fmt:%m%n");
    auto engine = std::make_unique<s4u::Engine>(&argc, argv);
    /* The machine runs on one of its stacks [KiB]. */
    s4u::Engine::set_config(stacks_are_told ? "contexts/stack-size:1024" : "contexts/stack-size:256");
    if (stacks_are_told)
        s4u::Engine::set_config("contexts/guard-size:0"); /* the leak sanitizer reads all that is allocated */
    s4u::Engine::set_config("debug/verbose-exit:no");
    s4u::Engine::set_config("surf/precision:1e-10"); /* s; times a nanosecond apart must not count as equal */
    return engine;
}

/* No factors fitted to TCP, no window and no acknowledgements: an AP1000 has no TCP. */
void choose_cm02()
{
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/TCP-gamma:0");
    s4u::Engine::set_config("network/crosstraffic:no");
}

/* In the order of the cells. */
std::vector<s4u::Host *> build_cells(s4u::NetZone *root, const FlowTorus &t)
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
        return {root->create_host("cell0", any_speed)->seal()};
    s4u::create_torus_zone("T-Net", root, sides, s4u::ClusterCallbacks(cell), 1e12 / static_cast<double>(t.bandwidth),
                           static_cast<double>(t.hop) * 1e-9, s4u::Link::SharingPolicy::SPLITDUPLEX)
        ->seal();
    return hosts;
}

/* A host of a Wi-Fi link has a rate that a program would have to give; without it SimGrid ends the process. */
void refuse_wifi(const s4u::Engine &engine)
{
    for (const s4u::Link *l : engine.get_all_links())
        if (l->get_sharing_policy() == s4u::Link::SharingPolicy::WIFI)
            throw std::runtime_error("link " + l->get_name() + " is a Wi-Fi link, which needs a program of SimGrid's");
}

} // namespace

SimgridPlatform build_torus(const FlowTorus &t)
{
    SimgridPlatform made{make_engine(), {}, nullptr};
    choose_cm02();
    s4u::NetZone *root = s4u::create_full_zone("AP1000");
    made.nodes = build_cells(root, t);
    made.machine = root->create_host("host", any_speed)->seal();
    root->seal();
    return made;
}

SimgridPlatform load_platform(const FlowPlatform &p)
{
    SimgridPlatform made{make_engine(), {}, nullptr};
    if (p.model == flow_cm02)
        choose_cm02();
    else
        s4u::Engine::set_config("network/model:LV08");
    /* The engine's own list is by name; this is the order in the file. A host is told of twice. */
    auto told = std::make_shared<std::vector<s4u::Host *>>();
    s4u::Host::on_creation_cb([told](s4u::Host &h) { told->push_back(&h); });
    made.engine->load_platform(p.file);
    made.engine->seal_platform();
    refuse_wifi(*made.engine);
    std::set<s4u::Host *> known;
    std::copy_if(told->begin(), told->end(), std::back_inserter(made.nodes),
                 [&known](s4u::Host *h) { return known.insert(h).second; });
    if (made.nodes.empty())
        throw std::runtime_error("there is no host in it");
    made.machine = made.nodes.front();
    return made;
}

} // namespace ap1000
