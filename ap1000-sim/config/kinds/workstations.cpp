/* workstations.cpp - workstations on one Ethernet as a kind of machine. */
#include <fmt/format.h>

#include "config/parameters.hpp"
#include "networks/workstations/network_workstations.hpp"

namespace ap1000
{

extern const MachineKind workstations_kind;

namespace
{

constexpr double max_frame_bytes = 65535;
bool over_suci(const Parameters &p)
{
    return p.transport == static_cast<std::int64_t>(WorkstationTransport::suci);
}

void add_ethernet(std::vector<ParameterRow> &rows)
{
    const char *s = "ethernet";
    rows.push_back({s,
                    "medium_mb_per_s",
                    Unit::mb_per_s,
                    0.001,
                    1e5,
                    [](Parameters &p) -> std::int64_t & { return p.ethernet.bandwidth; },
                    {},
                    {}});
    rows.push_back({s,
                    "min_payload_bytes",
                    Unit::bytes,
                    0,
                    1500,
                    [](Parameters &p) -> std::int64_t & { return p.ethernet.min_payload; },
                    {},
                    {}});
    rows.push_back({s,
                    "max_payload_bytes",
                    Unit::bytes,
                    256,
                    max_frame_bytes,
                    [](Parameters &p) -> std::int64_t & { return p.ethernet.max_payload; },
                    {},
                    {}});
    rows.push_back({s,
                    "frame_overhead_bytes",
                    Unit::bytes,
                    0,
                    1500,
                    [](Parameters &p) -> std::int64_t & { return p.ethernet.overhead; },
                    {},
                    {}});
    rows.push_back(
        {s, "gap_us", Unit::us, 0, max_us, [](Parameters &p) -> std::int64_t & { return p.ethernet.gap; }, {}, {}});
}

std::vector<ParameterRow> table_of_workstations()
{
    std::vector<ParameterRow> rows;
    rows.push_back({"machine", "hosts", Unit::count, 1, max_hosts, {}, {}, {}});
    add_choice(rows, "machine", "transport", {"daemons", "suci"}, /* enum class WorkstationTransport */
               [](Parameters &p) -> std::int64_t & { return p.transport; });
    add_costs(rows, "workstation", &Parameters::workstation, false);
    add_ethernet(rows);
    add_udp(rows, nullptr);
    add_pvmd(rows, nullptr);
    rows.push_back({"tcp",
                    "segment_us",
                    Unit::us,
                    0,
                    max_us,
                    [](Parameters &p) -> std::int64_t & { return p.tcp.segment; },
                    {},
                    {}});
    rows.push_back({"tcp",
                    "connect_us",
                    Unit::us,
                    0,
                    max_us,
                    [](Parameters &p) -> std::int64_t & { return p.tcp.connect; },
                    {},
                    {}});
    add_suci(rows, over_suci);
    add_control(rows);
    return rows;
}

std::string words_of_workstations(const Parameters &p)
{
    return fmt::format("{} workstations on one Ethernet", p.nodes());
}

std::unique_ptr<Network> network_of_workstations(const Parameters &p, NetworkSurroundings with)
{
    return std::make_unique<WorkstationNetwork>(
        WorkstationNetworkParameters{p.nodes(), p.ethernet, p.udp, p.pvmd, p.tcp, p.transport, p.suci}, with.events,
        std::move(with.work.in_turn), std::move(with.unreachable), with.usage);
}

} // namespace

const MachineKind workstations_kind = {"workstations",
                                       "workstations",
                                       "workstations",
                                       "ws",
                                       false,
                                       false,
                                       false,
                                       false,
                                       made_once<table_of_workstations>,
                                       words_of_workstations,
                                       network_of_workstations};

} // namespace ap1000
