/* simgrid_flows.cpp - SimGrid behind flow_engine.hpp: its engine on a platform (simgrid_platforms.cpp), an actor a
 * flow. With that file it becomes a library of its own; no other includes SimGrid. */
#include <cmath>
#include <cstring>
#include <exception>
#include <map>
#include <set>
#include <utility>

#include "engine/simgrid_platforms.hpp"

namespace ap1000
{
namespace
{

class SimgridFlows : public FlowEngine
{
  public:
    explicit SimgridFlows(SimgridPlatform platform) : platform_(std::move(platform))
    {
        for (const s4u::Host *h : platform_.nodes)
            hosts_.push_back({h->get_name(), h->get_core_count(), h->get_speed()});
        for (const s4u::Link *l : platform_.engine->get_all_links()) {
            number_of_[l] = static_cast<int>(links_.size());
            links_.push_back({l->get_name(), l->get_bandwidth()});
        }
    }

    const std::vector<FlowHost> &hosts() const override
    {
        return hosts_;
    }

    const std::vector<FlowLink> &links() const override
    {
        return links_;
    }

    std::vector<int> route(int from, int to) const override
    {
        const auto [links, latency_s] = way(from, to);
        std::vector<int> out;
        for (const s4u::Link *l : links)
            if (const auto known = number_of_.find(l); known != number_of_.end())
                out.push_back(known->second);
        return out;
    }

    bool has_route(int from, int to) const override
    {
        const auto [links, latency_s] = way(from, to);
        return !links.empty() || latency_s > 0;
    }

    void run(std::function<void()> first) override
    {
        bool ended = false;
        std::exception_ptr failed;
        add_actor("machine", platform_.machine, [&first, &ended, &failed] {
            try {
                first();
                ended = true;
            } catch (const std::exception &) { /* not what SimGrid throws to end an actor */
                failed = std::current_exception();
                s4u::Actor::kill_all();
            }
        });
        platform_.engine->run();
        if (failed)
            std::rethrow_exception(failed);
        if (!ended)
            throw std::runtime_error("the platform has turned off its first host, " + platform_.machine->get_name() +
                                     ", at " + std::to_string(s4u::Engine::get_clock()) + " s: the machine is there");
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
        bool rung = true;
        if (until == no_limit) {
            rings_->acquire();
        } else {
            const double left = static_cast<double>(until) * 1e-9 - s4u::Engine::get_clock();
            rung = left > 0 && !rings_->acquire_timeout(left);
        }
        if (!failure_.empty())
            throw std::runtime_error(failure_);
        return rung;
    }

    void ring() override
    {
        rings_->release();
    }

    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived) override
    {
        s4u::Host *source = node(from), *target = node(to);
        if (routes_.insert({from, to}).second)
            check_way(from, to);
        add_actor("flow", platform_.machine, [this, source, target, bytes, arrived = std::move(arrived)] {
            try {
                if (!source->is_on() || !target->is_on()) /* else SimGrid ends the process */
                    throw simgrid::NetworkFailureException(XBT_THROW_POINT, "a host is off");
                s4u::Comm::sendto(source, target, static_cast<std::uint64_t>(bytes));
            } catch (const simgrid::NetworkFailureException &) {
                failure_ = "the platform has turned off what a message from host " + source->get_name() + " to host " +
                           target->get_name() + " needs, at " + std::to_string(s4u::Engine::get_clock()) +
                           " s: PVM has no answer to that";
                rings_->release();
                return;
            }
            arrived(); /* must be the last statement: everything may end with it */
        });
    }

  private:
    s4u::Host *node(int i) const
    {
        return platform_.nodes[static_cast<std::size_t>(i)];
    }

    /* The links from node to node, and their latency in all [s]. */
    std::pair<std::vector<s4u::Link *>, double> way(int from, int to) const
    {
        std::pair<std::vector<s4u::Link *>, double> found;
        node(from)->route_to(node(to), found.first, &found.second);
        return found;
    }

    void check_way(int from, int to) const
    {
        const std::string between = " from host " + node(from)->get_name() + " to host " + node(to)->get_name();
        if (!has_route(from, to))
            throw std::runtime_error("the platform has no route" + between);
        for (const s4u::Link *l : way(from, to).first)
            if (l->get_bandwidth() <= 0) /* else SimGrid ends the process */
                throw std::runtime_error("link " + l->get_name() + between + " has no bandwidth");
    }

    SimgridPlatform platform_;
    std::vector<FlowHost> hosts_;
    std::vector<FlowLink> links_;
    std::map<const s4u::Link *, int> number_of_; /* its place there */
    std::set<std::pair<int, int>> routes_;       /* that are known to be there */
    std::string failure_;                        /* of a flow; empty: none */
    s4u::SemaphorePtr rings_ = s4u::Semaphore::create(0);
};

} // namespace
} // namespace ap1000

extern "C" __attribute__((visibility("default"))) ap1000::FlowEngine *
ap1000_make_flow_engine(const char *version, const ap1000::FlowTorus *torus, const ap1000::FlowPlatform *platform)
{
    using namespace ap1000;
    if (std::strcmp(version, AP1000_VERSION) != 0)
        return nullptr;
    return new SimgridFlows(torus != nullptr ? build_torus(*torus) : load_platform(*platform));
}
