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
constexpr double max_loss_percent =
    50; /* above it, two of three packets are lost with their acknowledgements, and hosts are given up */

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
    rows.push_back({s,
                    "loss_percent",
                    Unit::percent,
                    0,
                    max_loss_percent,
                    [](Parameters &p) -> std::int64_t & { return p.udp.loss_ppm; },
                    {},
                    {}});
    rows.push_back(
        {s, "loss_seed", Unit::count, 0, 1e9, [](Parameters &p) -> std::int64_t & { return p.udp.loss_seed; }, {}, {}});
}

void add_pvmd(std::vector<ParameterRow> &rows)
{
    auto add = [&rows](const char *name, Unit unit, double low, double high, std::int64_t PvmdParameters::*member) {
        rows.push_back({"pvmd",
                        name,
                        unit,
                        low,
                        high,
                        [member](Parameters &p) -> std::int64_t & { return p.pvmd.*member; },
                        {},
                        {}});
    };
    add("fragment_bytes", Unit::bytes, 1, 60000, &PvmdParameters::fragment);
    add("header_bytes", Unit::bytes, 0, 1000, &PvmdParameters::header);
    add("local_us", Unit::us, 0, max_us, &PvmdParameters::local);
    add("datagram_us", Unit::us, 0, max_us, &PvmdParameters::datagram);
    add("copy_ns_per_byte", Unit::ns_per_byte, 0, 1e5, &PvmdParameters::copy);
    add("round_trip_guess_ms", Unit::ms, 0.001, max_ms, &PvmdParameters::round_trip_guess);
    add("retry_round_trips", Unit::count, 1, 1000, &PvmdParameters::retry_round_trips);
    add("give_up_tries", Unit::count, 1, 1000, &PvmdParameters::give_up_tries);
    add("give_up_ms", Unit::ms, 0, max_ms, &PvmdParameters::give_up);
}

std::vector<ParameterRow> make_table()
{
    std::vector<ParameterRow> rows;
    rows.push_back({"machine", "hosts", Unit::count, 1, max_hosts, {}, {}, {}});
    add_costs(rows, "workstation", &Parameters::workstation, false);
    add_ethernet(rows);
    add_pvmd(rows);
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
    add_control(rows);
    return rows;
}

std::string in_words(const Parameters &p)
{
    return fmt::format("{} workstations on one Ethernet", p.nodes());
}

std::unique_ptr<Network> make_network(const Parameters &p, NetworkSurroundings with)
{
    return std::make_unique<WorkstationNetwork>(
        WorkstationNetworkParameters{p.nodes(), p.ethernet, p.udp, p.pvmd, p.tcp}, with.events,
        std::move(with.work.in_turn), std::move(with.unreachable), with.usage);
}

} // namespace

const MachineKind workstations_kind = {
    "workstations", "workstations", "workstations",        "ws",     false,       false,
    false,          false,          made_once<make_table>, in_words, make_network};

} // namespace ap1000
