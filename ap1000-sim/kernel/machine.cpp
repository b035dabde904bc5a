/* machine.cpp - see machine.hpp. */
#include "kernel/machine.hpp"

#include "config/make_network.hpp"

namespace ap1000
{
namespace
{

CellWay way_of(FlowNet *flow)
{
    if (flow == nullptr)
        return {};
    return [flow](int src, int dst, std::int64_t bytes, std::function<void()> arrived) {
        flow->send(src, dst, bytes, std::move(arrived));
    };
}

} // namespace

Machine::Machine(const Parameters &p, Session s, std::unique_ptr<Carrier> c, const MakeControl &make_control)
    : parameters(p), session(std::move(s)), carrier(std::move(c)), nodes(parameters, timeline), workers(nodes[0].host),
      flow_(session.flow && !nodes.torus().empty() ? std::make_unique<FlowNet>(timeline, nodes.torus()) : nullptr),
      network_(make_network(
          parameters, timeline,
          {[this](int node, Ns cost) { return nodes[node].processors.take(timeline.now(), cost).end; },
           [this](int node, Ns cost) { return nodes[node].processors.interrupt(timeline.now(), cost); }},
          [this](int from, int to) { lifecycle.give_up(from, to); }, usage_for(session.observer.get()),
          way_of(flow_.get()))),
      network(*network_), tasks(parameters.grid.nx), reports(parameters, session.copies > 0, session.terminal),
      wishes(session), run_end(session, *carrier, timeline, tasks, reports),
      run_ahead(session, tasks, parameters.kind == MachineKind::ap1000),
      delivery(timeline, network, tasks, nodes, run_ahead, session.observer.get(),
               {[this] { run_end.progress(); }, [this](Node &n, const Message &m) { control->hear(n, m); }}),
      barriers(parameters, timeline, network, tasks), control(make_control(*this)), lifecycle(*this)
{
    reports.before_lines([this](const Task *t) { run_ahead.catch_up(t != nullptr ? t->place_in_time() : now_place); });
    if (parameters.udp.loss_ppm > 0)
        run_ahead.stop("the network may lose messages");
}

Machine::~Machine() = default;

} // namespace ap1000
