/* traffic.cpp - see traffic.hpp. */
#include "command/traffic.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "command/commands.hpp"
#include "networks/simgrid/flow_net.hpp"
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{
namespace
{

/* Where the message of each cell goes; its own cell: it sends none. */
using Targets = std::vector<int>;

Targets shift(const Torus &t)
{
    Targets to;
    for (int c = 0; c < t.ncells(); c++)
        to.push_back(t.cell(t.x(c) + 1, t.y(c)));
    return to;
}

Targets transpose(const Torus &t)
{
    Targets to;
    for (int c = 0; c < t.ncells(); c++)
        to.push_back(t.x(c) < t.ny() && t.y(c) < t.nx() ? t.cell(t.y(c), t.x(c)) : c);
    return to;
}

/* A fixed permutation that looks like none: Fisher and Yates, with the generator of Park and Miller from seed 1. */
Targets permutation(const Torus &t)
{
    Targets to(static_cast<std::size_t>(t.ncells()));
    std::iota(to.begin(), to.end(), 0);
    std::uint64_t state = 1;
    for (std::size_t i = to.size() - 1; i > 0; i--) {
        state = state * 48271 % 2147483647;
        std::swap(to[i], to[state % (i + 1)]);
    }
    return to;
}

Targets hot_spot(const Torus &t)
{
    return Targets(static_cast<std::size_t>(t.ncells()), 0);
}

const struct Pattern {
    const char *name;
    Targets (*targets)(const Torus &);
} patterns[] = {{"shift", shift}, {"transpose", transpose}, {"permutation", permutation}, {"hotspot", hot_spot}};

/* The arrivals of all messages [ns]. flows: nullptr, or the model that says when. */
std::vector<Ns> arrivals(const Parameters &p, const Targets &to, std::int64_t bytes, FlowEngine *flows, LinkUse &use)
{
    Events timeline;
    const Ns start = flows != nullptr ? flows->now() : 0; /* patterns follow each other in one simulation */
    TNet wormhole(Torus(p.grid.nx, p.grid.ny), p.own<Ap1000NetworkParameters>().tnet, timeline,
                  [&use, start](int link, bool held, Ns now) { use.changes(link, held, now - start); });
    std::unique_ptr<FlowNet> flow =
        flows != nullptr ? std::make_unique<FlowNet>(timeline, *flows, FlowNet::Sends::in_turn) : nullptr;
    std::vector<Ns> all;
    auto arrived = [&] { all.push_back(timeline.now() - start); };
    timeline.advance(start);
    for (int c = 0; c < p.grid.cells(); c++) {
        int target = to[static_cast<std::size_t>(c)];
        if (target == c)
            continue;
        if (flow)
            flow->send(c, target, bytes, arrived);
        else
            wormhole.send(c, target, bytes, arrived);
    }
    while (!timeline.empty())
        timeline.step();
    return all;
}

void print_row(const Parameters &p, const Pattern &pattern, std::int64_t bytes, FlowEngine *flows,
               const std::string &plot)
{
    const Torus torus(p.grid.nx, p.grid.ny);
    LinkUse use(torus);
    std::vector<Ns> times = arrivals(p, pattern.targets(torus), bytes, flows, use);
    double sum = 0;
    for (Ns t : times)
        sum += static_cast<double>(t);
    double mean = times.empty() ? 0 : sum / static_cast<double>(times.size());
    Ns last = times.empty() ? 0 : *std::max_element(times.begin(), times.end());
    std::printf("%s\t%d\t%lld\t%s\t%zu\t%.3f\t%.3f\n", pattern.name, p.grid.cells(), static_cast<long long>(bytes),
                flows != nullptr ? "flow" : "wormhole", times.size(), mean * 1e-3, static_cast<double>(last) * 1e-3);
    std::fflush(stdout);
    if (!plot.empty())
        use.draw(pattern.name, plot);
}

} // namespace

TNetModel tnet_model_of(const std::string &name)
{
    if (name.empty() || name == "wormhole")
        return TNetModel::wormhole;
    if (name == "flow")
        return TNetModel::flow;
    throw UsageError("--tnet '" + name + "': wormhole or flow is wanted");
}

int print_traffic(const Parameters &p, const std::string &pattern, std::int64_t bytes, FlowEngine *flows,
                  const std::string &plot)
{
    std::string names;
    bool known = pattern == "all";
    for (const Pattern &one : patterns) {
        known = known || pattern == one.name;
        names += std::string(one.name) + ", ";
    }
    if (!known)
        throw UsageError("--pattern '" + pattern + "': " + names + "or all is wanted");
    std::printf("pattern\tcells\tbytes\tmodel\tmessages\tmean_arrival_us\tlast_arrival_us\n");
    auto print_rows = [&] {
        for (const Pattern &one : patterns)
            if (pattern == "all" || pattern == one.name)
                print_row(p, one, bytes, flows, plot);
    };
    if (flows != nullptr)
        flows->run(print_rows);
    else
        print_rows();
    return 0;
}

} // namespace ap1000
