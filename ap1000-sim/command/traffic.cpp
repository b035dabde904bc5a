/* traffic.cpp - see traffic.hpp. */
#include "command/traffic.hpp"

#include <algorithm>
#include <cstdio>

#include "command/commands.hpp"
#include "command/traffic_patterns.hpp"
#include "networks/simgrid/flow_net.hpp"
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{
namespace
{

/* The arrivals of all messages [ns]. flows: nullptr, or the model that says when. */
std::vector<Ns> arrivals(const Parameters &p, const Pairs &pairs, std::int64_t bytes, FlowEngine *flows, LinkUse &use)
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
    for (const auto &[from, to] : pairs)
        if (flow)
            flow->send(from, to, bytes, arrived);
        else
            wormhole.send(from, to, bytes, arrived);
    while (!timeline.empty())
        timeline.step();
    return all;
}

void print_row(const Parameters &p, const std::string &pattern, std::int64_t bytes, FlowEngine *flows,
               const std::string &plot, bool keep)
{
    const Torus torus(p.grid.nx, p.grid.ny);
    LinkUse use(torus);
    std::vector<Ns> times = arrivals(p, pairs_of(pattern, torus, ""), bytes, flows, use);
    double sum = 0;
    for (Ns t : times)
        sum += static_cast<double>(t);
    double mean = times.empty() ? 0 : sum / static_cast<double>(times.size());
    Ns last = times.empty() ? 0 : *std::max_element(times.begin(), times.end());
    std::printf("%s\t%d\t%lld\t%s\t%zu\t%.3f\t%.3f\n", pattern.c_str(), p.grid.cells(), static_cast<long long>(bytes),
                flows != nullptr ? "flow" : "wormhole", times.size(), mean * 1e-3, static_cast<double>(last) * 1e-3);
    std::fflush(stdout);
    if (!plot.empty())
        use.draw(pattern.substr(pattern.rfind('/') + 1), plot, keep);
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
                  const std::string &plot, bool keep)
{
    const std::vector<std::string> wanted = pattern == "all" ? fixed_patterns() : std::vector<std::string>{pattern};
    (void)pairs_of(wanted.front(), Torus(p.grid.nx, p.grid.ny), "");
    std::printf("pattern\tcells\tbytes\tmodel\tmessages\tmean_arrival_us\tlast_arrival_us\n");
    auto print_rows = [&] {
        for (const std::string &one : wanted)
            print_row(p, one, bytes, flows, plot, keep);
    };
    if (flows != nullptr)
        flows->run(print_rows);
    else
        print_rows();
    return 0;
}

} // namespace ap1000
