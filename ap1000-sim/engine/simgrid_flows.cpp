/* simgrid_flows.cpp - SimGrid behind flow_engine.hpp: its engine, a torus of hosts and links, an actor a flow. The only
 * file that includes SimGrid; it becomes a library of its own. */
#include <cmath>
#include <cstring>
#include <vector>

#include <simgrid/s4u.hpp>
#include <xbt/log.h>

#include "engine/flow_engine.hpp"
#include "engine/stack_switch.hpp"

namespace ap1000
{
namespace
{

namespace s4u = simgrid::s4u;

constexpr double any_speed = 1e6; /* flop/s; SimGrid never computes for us */

std::unique_ptr<s4u::Engine> make_engine()
{
    char name[] = "ap1000", contexts[] = "--cfg=contexts/factory:ucontext";
    char *store[] = {name, stacks_are_told ? contexts : nullptr, nullptr}, **argv = store;
    int argc = stacks_are_told ? 2 : 1;
    xbt_log_control_set("root.thres:critical");
    auto engine = std::make_unique<s4u::Engine>(&argc, argv);
    /* The machine runs on one of its stacks [KiB]. */
    s4u::Engine::set_config(stacks_are_told ? "contexts/stack-size:1024" : "contexts/stack-size:256");
    if (stacks_are_told)
        s4u::Engine::set_config("contexts/guard-size:0"); /* the leak sanitizer reads all that is allocated */
    s4u::Engine::set_config("debug/verbose-exit:no");
    s4u::Engine::set_config("surf/precision:1e-10"); /* s; times a nanosecond apart must not count as equal */
    /* An AP1000 has no TCP, so there are no factors fitted to TCP, no window and no acknowledgements. */
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/TCP-gamma:0");
    s4u::Engine::set_config("network/crosstraffic:no");
    return engine;
}

/* In the order of the cells. */
std::vector<s4u::Host *> build_torus(s4u::NetZone *root, const FlowTorus &t)
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

class SimgridFlows : public FlowEngine
{
  public:
    explicit SimgridFlows(const FlowTorus &torus)
        : engine_(make_engine()), root_(s4u::create_full_zone("AP1000")), cells_(build_torus(root_, torus)),
          host_(root_->create_host("host", any_speed)->seal())
    {
        root_->seal();
    }

    void run(std::function<void()> first) override
    {
        s4u::Actor::create("machine", host_, std::move(first));
        engine_->run();
    }

    void end() override
    {
        s4u::Actor::kill_all();
    }

    Ns now() const override
    {
        return static_cast<Ns>(std::llround(s4u::Engine::get_clock() * 1e9));
    }

    void sleep_until(Ns t) override
    {
        s4u::this_actor::sleep_until(static_cast<double>(t) * 1e-9);
    }

    bool await_ring(Ns until) override
    {
        if (until == no_limit) {
            rings_->acquire();
            return true;
        }
        const double left = static_cast<double>(until) * 1e-9 - s4u::Engine::get_clock();
        return left > 0 && !rings_->acquire_timeout(left);
    }

    void ring() override
    {
        rings_->release();
    }

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override
    {
        s4u::Host *source = cells_[static_cast<std::size_t>(from)], *target = cells_[static_cast<std::size_t>(to)];
        s4u::Actor::create("flow", source, [source, target, bytes, arrived = std::move(arrived)] {
            s4u::Comm::sendto(source, target, static_cast<std::uint64_t>(bytes));
            arrived(); /* must be the last statement: everything may end with it */
        });
    }

  private:
    std::unique_ptr<s4u::Engine> engine_;
    s4u::NetZone *root_;
    std::vector<s4u::Host *> cells_;
    s4u::Host *host_; /* of the actor that the machine runs in */
    s4u::SemaphorePtr rings_ = s4u::Semaphore::create(0);
};

} // namespace
} // namespace ap1000

extern "C" __attribute__((visibility("default"))) ap1000::FlowEngine *
ap1000_make_flow_engine(const char *version, const ap1000::FlowTorus *torus)
{
    return std::strcmp(version, AP1000_VERSION) == 0 ? new ap1000::SimgridFlows(*torus) : nullptr;
}
