/* kind.cpp - a cluster of PCs as a kind of machine. Of the media and of the transports its table has the rows of
 * all; a machine needs those of its own. */
#include <fmt/format.h>

#include "config/transport_rows.hpp"
#include "engine/how_many.hpp"
#include "networks/cluster/network_cluster.hpp"

namespace ap1000
{

extern const MachineKind cluster_kind;

namespace
{

const ClusterNetworkParameters &numbers(const Parameters &p)
{
    return p.own<ClusterNetworkParameters>();
}

bool on_switch(const Parameters &p)
{
    return numbers(p).medium == 0;
}

bool over_pm(const Parameters &p)
{
    return numbers(p).is(Transport::pm);
}

/* The transport is any but PM: tasks may ask for TCP, or send datagrams, beside daemons too. */
bool over_ip(const Parameters &p)
{
    return !over_pm(p);
}

/* Not under PM, which relies on a network that holds senders back. */
bool drops_frames(const Parameters &p)
{
    return on_switch(p) && over_ip(p);
}

bool over_daemons(const Parameters &p)
{
    return numbers(p).is(Transport::daemons);
}

bool over_suci(const Parameters &p)
{
    return numbers(p).is(Transport::suci);
}

/* One number: its row, and where it is kept in ClusterNetworkParameters. */
struct Row {
    const char *section, *name;
    Unit unit;
    double low, high;
    std::int64_t &(*at)(ClusterNetworkParameters &);
    bool (*needed)(const Parameters &);
};

#define AT(PLACE) [](ClusterNetworkParameters &n) -> std::int64_t & { return n.PLACE; }
const Row number_rows[] = {
    {"switch", "latency_us", Unit::us, 0, max_us, AT(ports.latency), on_switch},
    {"switch", "head_bytes", Unit::bytes, 0, 1500, AT(ports.head), on_switch},
    {"switch", "port_queue_bytes", Unit::bytes, 0, 1e9, AT(ports.queue), drops_frames},
    {"link", "link_mb_per_s", Unit::mb_per_s, 0.001, 1e5, AT(link.bandwidth), nullptr},
    {"link", "min_payload_bytes", Unit::bytes, 0, 1500, AT(link.min_payload), nullptr},
    {"link", "max_payload_bytes", Unit::bytes, 256, 65535, AT(link.max_payload), nullptr},
    {"link", "frame_overhead_bytes", Unit::bytes, 0, 1500, AT(link.overhead), nullptr},
    {"link", "gap_us", Unit::us, 0, max_us, AT(link.gap), nullptr},
    {"tcp", "segment_us", Unit::us, 0, max_us, AT(tcp.segment), over_ip},
    {"tcp", "ack_us", Unit::us, 0, max_us, AT(tcp.ack), over_ip},
    {"tcp", "connect_us", Unit::us, 0, max_us, AT(tcp.connect), over_ip},
    {"tcp", "window_bytes", Unit::bytes, 1, 1e9, AT(tcp.window), over_ip},
    {"tcp", "initial_segments", Unit::count, 1, 1e6, AT(tcp.initial_segments), over_ip},
    {"tcp", "delayed_ack_ms", Unit::ms, 0, max_ms, AT(tcp.delayed_ack), over_ip},
    {"tcp", "nodelay", Unit::count, 0, 1, AT(tcp.nodelay), over_ip},
    {"tcp", "header_bytes", Unit::bytes, 0, 1000, AT(tcp.message_header), over_ip},
    {"tcp", "loss_ppm", Unit::ppm, 0, million, AT(tcp.loss_ppm), over_ip},
    {"tcp", "loss_seed", Unit::count, 0, 1e9, AT(tcp.loss_seed), over_ip},
    {"tcp", "min_timeout_ms", Unit::ms, 0.001, max_ms, AT(tcp.min_timeout), over_ip},
    {"tcp", "give_up_tries", Unit::count, 1, 1000, AT(tcp.give_up_tries), over_ip},
    {"tcp", "give_up_ms", Unit::ms, 0, max_ms, AT(tcp.give_up), over_ip},
    {"pm", "send_us", Unit::us, 0, max_us, AT(pm.send), over_pm},
    {"pm", "recv_us", Unit::us, 0, max_us, AT(pm.recv), over_pm},
    {"pm", "header_bytes", Unit::bytes, 0, 200, AT(pm.header), over_pm},
};
#undef AT

std::vector<ParameterRow> table_of_cluster()
{
    using Numbers = ClusterNetworkParameters;
    std::vector<ParameterRow> rows;
    add_nodes(rows, "nodes", max_cells);
    add_choice(rows, "machine", "transport", {"tcp", "pm", "daemons", "suci"}, /* enum class Transport */
               own_at(&Numbers::transport));
    add_choice(rows, "machine", "medium", {"switch", "hub"}, own_at(&Numbers::medium));
    add_number(rows, "node", "processors", Unit::count, 1, max_processors,
               [](Parameters &p) -> std::int64_t & { return p.processors; });
    add_costs(rows, "node", &Parameters::workstation, false);
    add_processor(rows, "node", &Parameters::workstation);
    add_choice(
        rows, "switch", "forwarding", {"store-and-forward", "cut-through"},
        [](Parameters &p) -> std::int64_t & { return p.own<Numbers>().ports.forwarding; }, on_switch);
    for (const Row &r : number_rows)
        add_number(
            rows, r.section, r.name, r.unit, r.low, r.high,
            [at = r.at](Parameters &p) -> std::int64_t & { return at(p.own<Numbers>()); }, r.needed);
    add_udp(
        rows, [](Parameters &p) -> UdpParameters & { return p.own<Numbers>().udp; }, over_ip);
    add_pvmd(
        rows, [](Parameters &p) -> PvmdParameters & { return p.own<Numbers>().pvmd; }, over_daemons);
    add_suci(
        rows, [](Parameters &p) -> SuciParameters & { return p.own<Numbers>().suci; }, over_suci);
    add_control(rows);
    return rows;
}

std::string words_of_cluster(const Parameters &p)
{
    return fmt::format("{} of {} each, on a {}", how_many(p.nodes(), "nodes"), how_many(p.processors, "processors"),
                       numbers(p).medium == 0 ? "switch" : "hub");
}

std::unique_ptr<Network> network_of_cluster(const Parameters &p, NetworkSurroundings with)
{
    return std::make_unique<ClusterNetwork>(numbers(p), p.nodes(), with.events, std::move(with.work),
                                            std::move(with.unreachable), with.usage);
}

} // namespace

const MachineKind cluster_kind = {"cluster",
                                  "beowulf",
                                  "nodes",
                                  "node",
                                  false,
                                  false,
                                  false,
                                  false,
                                  made_once<table_of_cluster>,
                                  zeros<ClusterNetworkParameters>,
                                  words_of_cluster,
                                  network_of_cluster};

} // namespace ap1000
