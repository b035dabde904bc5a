/* parameters.cpp - the AP1000's table of parameters, and setting and printing one of them.
 *
 * machine_file.cpp reads files; workstation_parameters.cpp has the table for workstations.
 */
#include "config/parameters.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ap1000
{

namespace
{

/* The ranges are wide enough for any machine that one may ask about, and narrow enough to catch a value in the wrong
 * unit. transfer_time (ns.hpp) was checked down to 0.001 MB/s. */
constexpr double max_us = 1e6;
constexpr double min_mb_per_s = 0.001, max_mb_per_s = 1e5;
constexpr double max_ns_per_byte = 1e5;

using At = std::function<std::int64_t &(Parameters &)>;

void add_us(std::vector<ParameterRow> &rows, const char *section, const char *name, At at)
{
    rows.push_back({section, name, Unit::us, 0, max_us, std::move(at), {}, {}});
}

void add_mb_per_s(std::vector<ParameterRow> &rows, const char *section, const char *name, At at)
{
    rows.push_back({section, name, Unit::mb_per_s, min_mb_per_s, max_mb_per_s, std::move(at), {}, {}});
}

/* The names of the costs, in the order of enum mach_cost. */
#define COST_NAME(SYMBOL, NAME) NAME "_us",
constexpr const char *cost_names[] = {MACH_COSTS(COST_NAME)};
#undef COST_NAME

void add_node(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node)
{
    add_us(rows, section, "sync_call_us", [node](Parameters &p) -> std::int64_t & { return (p.*node).sync_call; });
    add_costs(rows, section, node, true);
}

std::vector<ParameterRow> make_table()
{
    std::vector<ParameterRow> rows;
    rows.push_back({"machine", "cells", Unit::count, 1, max_cells, {}, {}, {}});
    add_node(rows, "cell", &Parameters::cell);
    add_node(rows, "host", &Parameters::host);
    add_us(rows, "tnet", "hop_us", [](Parameters &p) -> std::int64_t & { return p.tnet.hop; });
    add_mb_per_s(rows, "tnet", "link_mb_per_s", [](Parameters &p) -> std::int64_t & { return p.tnet.bandwidth; });
    rows.push_back({"tnet",
                    "buffer_bytes",
                    Unit::bytes,
                    0,
                    1 << 20,
                    [](Parameters &p) -> std::int64_t & { return p.tnet.buffer_bytes; },
                    {},
                    {}});
    rows.push_back({"tnet",
                    "channels",
                    Unit::count,
                    2,
                    4,
                    [](Parameters &p) -> std::int64_t & { return p.tnet.channels; },
                    {},
                    {}});
    add_us(rows, "bnet", "arbitration_us", [](Parameters &p) -> std::int64_t & { return p.bnet.arbitration; });
    add_us(rows, "bnet", "release_us", [](Parameters &p) -> std::int64_t & { return p.bnet.release; });
    add_mb_per_s(rows, "bnet", "bus_mb_per_s", [](Parameters &p) -> std::int64_t & { return p.bnet.bandwidth; });
    add_us(rows, "snet", "barrier_us", [](Parameters &p) -> std::int64_t & { return p.snet_barrier; });
    add_us(rows, "host_interface", "latency_us",
           [](Parameters &p) -> std::int64_t & { return p.host_interface.latency; });
    add_mb_per_s(rows, "host_interface", "interface_mb_per_s",
                 [](Parameters &p) -> std::int64_t & { return p.host_interface.bandwidth; });
    add_control(rows);
    return rows;
}

constexpr std::size_t cells_row = 0; /* the same in every table */

[[noreturn]] void refuse_cells(const std::string &where, const std::string &given)
{
    throw MachineFileError(
        fmt::format("{}: {}; accepted: {} (cells) or XxY with at most {} cells (cells along x and y)", where, given,
                    accepted(parameter_table()[cells_row]), max_cells));
}

} // namespace

void add_costs(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node, bool native)
{
    add_us(rows, section, "send_us", [node](Parameters &p) -> std::int64_t & { return (p.*node).send; });
    add_us(rows, section, "recv_us", [node](Parameters &p) -> std::int64_t & { return (p.*node).recv; });
    rows.push_back({section,
                    "copy_ns_per_byte",
                    Unit::ns_per_byte,
                    0,
                    max_ns_per_byte,
                    [node](Parameters &p) -> std::int64_t & { return (p.*node).copy; },
                    {},
                    {}});
    for (int i = 0; i < MACH_NCOSTS; i++)
        if (native || std::string_view(cost_names[i]).rfind("native_", 0) != 0)
            add_us(rows, section, cost_names[i],
                   [node, i](Parameters &p) -> std::int64_t & { return (p.*node).cost_ns[i]; });
}

void add_control(std::vector<ParameterRow> &rows)
{
    add_us(rows, "control", "handle_us", [](Parameters &p) -> std::int64_t & { return p.control.handle; });
    add_us(rows, "control", "spawn_us", [](Parameters &p) -> std::int64_t & { return p.control.spawn; });
}

const std::vector<ParameterRow> &parameter_table(MachineKind kind)
{
    static const std::vector<ParameterRow> tables[] = {make_table(), workstation_table(), cluster_table()};
    return tables[static_cast<std::size_t>(kind)];
}

int Parameters::nodes() const
{
    return grid.cells() + has_host();
}

std::string Parameters::node_name(int index) const
{
    return has_host() && index == 0 ? "ap1000" : fmt::format("{}{}", about(kind).prefix, index - has_host());
}

std::string Parameters::place(int index) const
{
    if (!has_host())
        return node_name(index);
    return index == 0 ? "the host" : fmt::format("cell {}", index - 1);
}

const NodeParameters &Parameters::node(int index) const
{
    return !has_host() ? workstation : index == 0 ? host : cell;
}

const char *unit_name(Unit unit)
{
    switch (unit) {
    case Unit::ns:
        return "ns";
    case Unit::us:
        return "us";
    case Unit::ms:
        return "ms";
    case Unit::bytes:
        return "byte";
    case Unit::percent:
        return "%";
    case Unit::ns_per_byte:
        return "ns/byte";
    case Unit::mb_per_s:
        return "MB/s";
    case Unit::count:
    case Unit::word:
        break;
    }
    return "";
}

const char *kind_name(Kind kind)
{
    switch (kind) {
    case Kind::sourced:
        return "sourced";
    case Kind::calibrated:
        return "calibrated";
    case Kind::assumed:
        return "assumed";
    case Kind::own:
        break;
    }
    return "own";
}

std::int64_t to_integer(double written, Unit unit)
{
    switch (unit) {
    case Unit::us:
    case Unit::ns_per_byte:
        return std::llround(written * 1000); /* us to ns, ns/byte to ps/byte */
    case Unit::ms:
        return std::llround(written * 1e6);
    case Unit::percent:
        return std::llround(written * 1e4); /* to millionths */
    case Unit::mb_per_s:
        return std::llround(1e6 / written); /* 1 MB/s, 10^6 byte in 10^12 ps, is 10^6 ps/byte */
    case Unit::bytes:
    case Unit::count:
    case Unit::ns:
    case Unit::word:
        break;
    }
    return std::llround(written);
}

static bool is_whole(Unit unit)
{
    return unit == Unit::count || unit == Unit::bytes || unit == Unit::word;
}

std::string accepted(const ParameterRow &row)
{
    if (row.unit == Unit::word)
        return fmt::format("\"{}\"", fmt::join(row.words, "\" or \""));
    const char *what = is_whole(row.unit) ? "a whole number" : "a number";
    const char *unit = unit_name(row.unit);
    return fmt::format("{} from {} to {}{}{}", what, row.low, row.high, *unit ? " " : "", unit);
}

std::string shown_value(const ParameterRow &row, double written)
{
    return row.unit == Unit::word ? row.words.at(static_cast<std::size_t>(written)) : fmt::format("{}", written);
}

int place_of_word(const ParameterRow &row, const std::string &word)
{
    for (std::size_t i = 0; i < row.words.size(); i++)
        if (row.words[i] == word)
            return static_cast<int>(i);
    return -1;
}

void check_number(const ParameterRow &row, double written, const std::string &where)
{
    const bool whole = !is_whole(row.unit) || written == std::floor(written);
    if (!(written >= row.low && written <= row.high) || !whole)
        throw MachineFileError(fmt::format("{}: {}.{} = {}{}{} is not accepted: it must be {}", where, row.section,
                                           row.name, written, row.unit == Unit::count ? "" : " ", unit_name(row.unit),
                                           accepted(row)));
}

void set_parameter(Parameters &p, std::size_t i, double written, Kind kind, const std::string &source,
                   const std::string &where, const PlausibleRange &plausible)
{
    const ParameterRow &row = parameter_table(p.kind).at(i);
    check_number(row, written, where);
    if (i != cells_row)
        row.at(p) = to_integer(written, row.unit);
    else if (!p.has_host())
        p.grid = {static_cast<int>(written), 1};
    else
        p.grid = grid_for(static_cast<int>(written));
    p.origins.resize(parameter_table(p.kind).size());
    p.origins[i] = {kind, source, written, plausible};
}

Grid grid_for(int cells)
{
    if (cells < 1 || cells > max_cells)
        refuse_cells("cells", fmt::format("{} is not accepted", cells));
    int ny = 1;
    for (int d = 1; d * d <= cells; d++)
        if (cells % d == 0)
            ny = d;
    return {cells / ny, ny};
}

Grid parse_grid(std::string_view text)
{
    const std::string s(text);
    int nx = 0, ny = 0, used = 0;
    const bool digits = !s.empty() && s.find_first_not_of("0123456789x") == std::string::npos;
    if (!digits || std::sscanf(s.c_str(), "%5dx%5d%n", &nx, &ny, &used) != 2 || used != static_cast<int>(s.size()) ||
        nx < 1 || ny < 1 || nx > max_cells || ny > max_cells || nx * ny > max_cells)
        refuse_cells("grid", fmt::format("\"{}\" is not accepted", s));
    return {nx, ny};
}

void set_cells(Parameters &p, int cells, const std::string &where)
{
    set_parameter(p, cells_row, cells, Kind::own, where, where);
}

void set_grid(Parameters &p, std::string_view text, const std::string &where)
{
    Grid grid;
    if (p.kind != MachineKind::ap1000)
        throw MachineFileError(
            fmt::format("{}: \"{}\" is not accepted: {} have no grid; give their number (--cells, or "
                        "{} in the file)",
                        where, text, about(p.kind).nodes, parameter_table(p.kind)[cells_row].name));
    try {
        grid = parse_grid(text);
    } catch (const MachineFileError &) {
        bool option = where.compare(0, 2, "--") == 0; /* else it is a line of a file */
        throw MachineFileError(
            fmt::format("{}{} '{}': columns x rows are wanted, for example 16x8, with at most {} cells", where,
                        option ? "" : ": grid", text, max_cells));
    }
    set_parameter(p, cells_row, grid.cells(), Kind::own, where, where);
    p.grid = grid;
}

std::vector<GivenNumber> given_numbers(const Parameters &p)
{
    std::vector<GivenNumber> all;
    const std::vector<ParameterRow> &table = parameter_table(p.kind);
    for (std::size_t i = 0; i < p.origins.size(); i++)
        if (!table[i].needed || table[i].needed(p))
            all.push_back({table[i], p.origins[i]});
    for (const LayerNumber &n : p.layers)
        all.push_back({n.row, n.origin});
    return all;
}

namespace
{

std::string in_words(const Parameters &p)
{
    switch (p.kind) {
    case MachineKind::workstations:
        return fmt::format("{} workstations on one Ethernet", p.nodes());
    case MachineKind::cluster:
        return fmt::format("{} nodes of {} processor{} each, on a {}", p.nodes(), p.processors,
                           p.processors == 1 ? "" : "s", p.cluster.medium == 0 ? "switch" : "hub");
    case MachineKind::ap1000:
        break;
    }
    return fmt::format("{} cells, {}x{}, and a host", p.grid.cells(), p.grid.nx, p.grid.ny);
}

std::string in_words(const PlausibleRange &range)
{
    return range.because.empty() ? "" : fmt::format("; plausible {} to {}: {}", range.low, range.high, range.because);
}

} // namespace

void print_info(std::FILE *out, const Parameters &p, const std::string &only)
{
    const std::vector<GivenNumber> numbers = given_numbers(p);
    std::string sections, section;
    std::size_t width = 0, value_width = 10;
    for (const auto &[row, origin] : numbers) {
        if (row.section != section)
            sections += (sections.empty() ? "" : ", ") + (section = row.section);
        width = std::max(width, row.name.size());
        value_width = std::max(value_width, shown_value(row, origin.written).size());
    }
    if (!only.empty() && (", " + sections + ",").find(", " + only + ",") == std::string::npos)
        throw MachineFileError("info '" + only + "': a part of machine " + p.name + " is wanted: " + sections);
    fmt::print(out, "machine {}: {}\n", p.name, in_words(p));
    section.clear();
    for (const auto &[row, origin] : numbers) {
        if (!only.empty() && row.section != only)
            continue;
        if (row.section != section)
            fmt::print(out, "\n[{}]\n", section = row.section);
        fmt::print(out, "  {:<{}} {:>{}} {:<8} {:<10} {}{}\n", row.name, width, shown_value(row, origin.written),
                   value_width, unit_name(row.unit), kind_name(origin.kind), origin.source, in_words(origin.plausible));
    }
}

} // namespace ap1000
