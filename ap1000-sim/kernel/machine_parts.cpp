/* machine_parts.cpp - see machine_parts.hpp. */
#include "kernel/machine_parts.hpp"

#include <algorithm>
#include <csignal>
#include <map>

namespace ap1000
{
namespace
{

FlowWay way_of(FlowNet *flow)
{
    if (flow == nullptr)
        return {};
    return [flow](int from, int to, std::int64_t bytes, std::function<void()> arrived) {
        flow->send(from, to, bytes, std::move(arrived));
    };
}

/* The same, and tells the use of the links of a platform: as if the bytes took each alone, one message after the other,
 * so that in all it is what a link carried. */
FlowWay watched_way(FlowWay way, const FlowEngine *flows, const Events &timeline, const Usage &usage)
{
    if (!usage.holds || flows == nullptr)
        return way;
    return [way = std::move(way), flows, &timeline, holds = usage.holds, free = std::map<int, Ns>(),
            routes = std::map<std::pair<int, int>, std::vector<int>>()](int from, int to, std::int64_t bytes,
                                                                        std::function<void()> arrived) mutable {
        const auto [route, is_new] = routes.try_emplace({from, to});
        if (is_new)
            route->second = flows->route(from, to);
        for (const int link : route->second) {
            const double bandwidth = flows->links()[static_cast<std::size_t>(link)].bandwidth;
            const Ns begin = std::max(free[link], timeline.now());
            free[link] = begin + static_cast<Ns>(static_cast<double>(bytes) / bandwidth * 1e9);
            holds(Resource::links, link, begin, free[link]);
        }
        way(from, to, bytes, std::move(arrived));
    };
}

/* A T-Net keeps the order of messages, whichever model it has; a platform is a network of any kind. */
FlowNet::Sends order_of(const MachineKind &kind)
{
    return kind.has_platform ? FlowNet::Sends::at_once : FlowNet::Sends::in_turn;
}

} // namespace

MachineParts::MachineParts(const Parameters &p, RunOptions s, std::unique_ptr<Carrier> c, Unreachable unreachable)
    : parameters(p), options(std::move(s)), stays(options.kind == RunOptions::Kind::up), carrier(std::move(c)),
      nodes(parameters),
      flow_(options.flows ? std::make_unique<FlowNet>(timeline, *options.flows, order_of(*parameters.kind)) : nullptr),
      network_(parameters.kind->make_network(
          parameters, {timeline,
                       {[this](int node, Ns cost) { return nodes[node].processors.take(timeline.now(), cost).end; },
                        [this](int node, Ns cost) { return nodes[node].processors.interrupt(timeline.now(), cost); }},
                       std::move(unreachable),
                       usage_for(options.observer.get()),
                       watched_way(way_of(flow_.get()), parameters.kind->has_platform ? options.flows.get() : nullptr,
                                   timeline, usage_for(options.observer.get()))})),
      network(*network_), tasks(parameters.grid.nx),
      barriers(parameters, timeline, network, tasks, options.observer.get()),
      reports(parameters, options.copies > 0, options.terminal), readers(reports), choices(UnusedChoices::of(options)),
      run_end(options, *carrier, timeline, tasks, barriers, reports), ahead_rule(options, network.may_give_up()),
      ahead_report(options.observer ? std::make_unique<AheadReport>(ahead_rule) : nullptr),
      run_ahead(options.processors > 1 && ahead_rule.holds()
                    ? std::make_unique<RunAhead>(ahead_rule, tasks, *carrier, parameters.kind->looks_ahead)
                    : nullptr),
      delivery(timeline, network, tasks, nodes, run_ahead.get(), options.observer.get(), options.jitter,
               {[this] { run_end.progress(); }, [this](Node &n, const Message &m) { control->hear(n, m); }})
{
    if (run_ahead)
        reports.before_lines([this](const Task *t) {
            run_ahead->catch_up(t != nullptr && t->ahead != nullptr ? t->ahead->lookahead.place() : now_place);
        });
}

MachineParts::~MachineParts() = default;

void MachineParts::enrolled(Task &t)
{
    tasks.add(t);
    if (options.observer)
        options.observer->began(t, parameters.place(t.node->index), timeline.now());
}

void MachineParts::ended(Task &t)
{
    run_end.progress();
    if (options.observer)
        options.observer->ended(t, timeline.now());
    tasks.remove(t);
    barriers.leave(t);
    control->ended(t);
    barriers.check();
}

void MachineParts::end_for_misuse(Task &t, const char *asked_for)
{
    if (t.is_dead()) /* of something else, which is told */
        return;
    if (!t.program.expected_to_die)
        reports.complain(t, std::string("is ended: its library asked for ") + asked_for);
    t.program.expected_to_die = true;
    t.execution->raise(SIGKILL, true);
}

} // namespace ap1000
