/* kind.cpp - workstations on one Ethernet as a kind of machine. */
#include <fmt/format.h>

#include "config/transport_rows.hpp"
#include "engine/how_many.hpp"
#include "networks/workstations/network_workstations.hpp"

namespace ap1000
{

extern const MachineKind workstations_kind;

namespace
{

using Numbers = WorkstationNetworkParameters;

bool over_suci(const Parameters &p)
{
    return p.own<Numbers>().transport == static_cast<std::int64_t>(WorkstationTransport::suci);
}

/* Where a number of this kind is. */
#define AT(PLACE) [](Parameters &p) -> std::int64_t & { return p.own<Numbers>().PLACE; }

void add_ethernet(std::vector<ParameterRow> &rows)
{
    const char *s = "ethernet";
    constexpr double max_frame_bytes = 65535;
    add_mb_per_s(rows, s, "medium_mb_per_s", AT(ethernet.bandwidth));
    add_number(rows, s, "min_payload_bytes", Unit::bytes, 0, 1500, AT(ethernet.min_payload));
    add_number(rows, s, "max_payload_bytes", Unit::bytes, 256, max_frame_bytes, AT(ethernet.max_payload));
    add_number(rows, s, "frame_overhead_bytes", Unit::bytes, 0, 1500, AT(ethernet.overhead));
    add_us(rows, s, "gap_us", AT(ethernet.gap));
}

std::vector<ParameterRow> table_of_workstations()
{
    std::vector<ParameterRow> rows;
    add_nodes(rows, "hosts", max_hosts);
    add_choice(rows, "machine", "transport", {"daemons", "suci"}, /* enum class WorkstationTransport */
               AT(transport));
    add_costs(rows, "workstation", &Parameters::workstation, false);
    add_processor(rows, "workstation", &Parameters::workstation);
    add_ethernet(rows);
    add_udp(
        rows, [](Parameters &p) -> UdpParameters & { return p.own<Numbers>().udp; }, nullptr);
    add_pvmd(
        rows, [](Parameters &p) -> PvmdParameters & { return p.own<Numbers>().pvmd; }, nullptr);
    add_us(rows, "tcp", "segment_us", AT(tcp.segment));
    add_us(rows, "tcp", "connect_us", AT(tcp.connect));
    add_suci(
        rows, [](Parameters &p) -> SuciParameters & { return p.own<Numbers>().suci; }, over_suci);
    add_control(rows);
    return rows;
}
#undef AT

std::string words_of_workstations(const Parameters &p)
{
    return fmt::format("{} on one Ethernet", how_many(p.nodes(), "workstations"));
}

std::unique_ptr<Network> network_of_workstations(const Parameters &p, NetworkSurroundings with)
{
    return std::make_unique<WorkstationNetwork>(p.nodes(), p.own<Numbers>(), with.events, std::move(with.work.in_turn),
                                                std::move(with.unreachable), with.usage);
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
                                       zeros<Numbers>,
                                       words_of_workstations,
                                       network_of_workstations};

} // namespace ap1000
