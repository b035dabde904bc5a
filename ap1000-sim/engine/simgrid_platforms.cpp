/* simgrid_platforms.cpp - see simgrid_platforms.hpp. */
#include "engine/simgrid_platforms.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>

#include <simgrid/version.h>
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

using NetPoint = simgrid::kernel::routing::NetPoint;

struct CellPoint {
    s4u::NetZone *zone;
    NetPoint *router; /* its gateway */
};
using OfCell = std::function<CellPoint(s4u::NetZone *, unsigned long)>; /* the point of the torus with that number */

double bytes_per_s(const FlowTorus &t)
{
    return 1e12 / static_cast<double>(t.bandwidth);
}

/* SimGrid 4.0 has other names for what 3.32 to 3.36 have, and its old ones no longer take zones from a callback. */
#if SIMGRID_VERSION >= 40000
s4u::NetZone *add_root(const s4u::Engine &engine)
{
    return engine.get_netzone_root()->add_netzone_full("AP1000");
}

s4u::Host *add_host(s4u::NetZone *zone, const std::string &name)
{
    return zone->add_host(name, any_speed)->seal();
}

CellPoint add_cell(s4u::NetZone *torus, const std::string &name)
{
    s4u::NetZone *zone = torus->add_netzone_full(name);
    NetPoint *router = zone->add_router("router of " + name);
    zone->set_gateway(router);
    return {zone, router};
}

s4u::Link *add_port(s4u::NetZone *root, const std::string &name, const FlowTorus &t)
{
    return root->add_link(name, bytes_per_s(t))->seal();
}

void add_way(s4u::NetZone *zone, NetPoint *from, NetPoint *to, const s4u::Link *port)
{
    zone->add_route(from, to, {s4u::LinkInRoute(port)}, false);
}

void add_torus(s4u::NetZone *root, const std::vector<unsigned long> &sides, const FlowTorus &t, const OfCell &cell)
{
    root->add_netzone_torus("T-Net", sides, bytes_per_s(t), static_cast<double>(t.hop) * 1e-9,
                            s4u::Link::SharingPolicy::SPLITDUPLEX)
        ->set_netzone_cb([&cell](s4u::NetZone *zone, const std::vector<unsigned long> &, unsigned long id) {
            return cell(zone, id).zone;
        })
        ->seal();
}
#else
s4u::NetZone *add_root(const s4u::Engine &)
{
    return s4u::create_full_zone("AP1000");
}

s4u::Host *add_host(s4u::NetZone *zone, const std::string &name)
{
    return zone->create_host(name, any_speed)->seal();
}

CellPoint add_cell(s4u::NetZone *torus, const std::string &name)
{
    s4u::NetZone *zone = s4u::create_full_zone(name)->set_parent(torus);
    return {zone, zone->create_router("router of " + name)};
}

s4u::Link *add_port(s4u::NetZone *root, const std::string &name, const FlowTorus &t)
{
    return root->create_link(name, bytes_per_s(t))->seal();
}

void add_way(s4u::NetZone *zone, NetPoint *from, NetPoint *to, const s4u::Link *port)
{
    zone->add_route(from, to, nullptr, nullptr, {s4u::LinkInRoute(port)}, false);
}

void add_torus(s4u::NetZone *root, const std::vector<unsigned long> &sides, const FlowTorus &t, const OfCell &cell)
{
    auto point = [&cell](s4u::NetZone *zone, const std::vector<unsigned long> &, unsigned long id) {
        const CellPoint made = cell(zone, id);
        return std::make_pair(made.zone->get_netpoint(), made.router);
    };
    s4u::create_torus_zone("T-Net", root, sides, s4u::ClusterCallbacks(point), bytes_per_s(t),
                           static_cast<double>(t.hop) * 1e-9, s4u::Link::SharingPolicy::SPLITDUPLEX)
        ->seal();
}
#endif

/* In the order of the cells. A limiter of SimGrid's torus would bound what passes through a cell, too; so each cell is
 * a zone of its own, in which its ports are links between it and its router. They are made before the zones, all of
 * which SimGrid searches for a link of the same name. */
std::vector<s4u::Host *> build_cells(s4u::NetZone *root, const FlowTorus &t)
{
    std::vector<s4u::Host *> hosts(static_cast<std::size_t>(t.nx) * static_cast<std::size_t>(t.ny));
    std::vector<unsigned long> sides; /* without a ring of one cell, which SimGrid cannot close */
    for (int side : {t.nx, t.ny})
        if (side > 1)
            sides.push_back(static_cast<unsigned long>(side));
    if (sides.empty())
        return {add_host(root, "cell0")};
    std::vector<const s4u::Link *> ports;
    for (std::size_t i = 0; i < 2 * hosts.size(); i++)
        ports.push_back(add_port(root, "port" + std::to_string(i), t));
    add_torus(root, sides, t, [&hosts, &ports](s4u::NetZone *torus, unsigned long id) {
        const std::string name = "cell" + std::to_string(id);
        const CellPoint made = add_cell(torus, "zone of " + name);
        hosts[id] = add_host(made.zone, name);
        add_way(made.zone, hosts[id]->get_netpoint(), made.router, ports[2 * id]);
        add_way(made.zone, made.router, hosts[id]->get_netpoint(), ports[2 * id + 1]);
        made.zone->seal();
        return made;
    });
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

void add_actor(const std::string &name, s4u::Host *host, const std::function<void()> &code)
{
#if SIMGRID_VERSION >= 40000
    s4u::Engine::add_actor(name, host, code);
#else
    s4u::Actor::create(name, host, code);
#endif
}

SimgridPlatform build_torus(const FlowTorus &t)
{
    SimgridPlatform made{make_engine(), {}, nullptr};
    choose_cm02();
    s4u::NetZone *root = add_root(*made.engine);
    made.nodes = build_cells(root, t);
    made.machine = add_host(root, "host");
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
