/* parameters.cpp - setting and printing parameters, of any kind of machine (kinds/). machine_file.cpp reads files. */
#include "config/parameters.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ap1000
{

namespace
{

constexpr double max_ns_per_byte = 1e5;

/* The names of the costs, in the order of enum mach_cost. */
#define COST_NAME(SYMBOL, NAME) NAME "_us",
constexpr const char *cost_names[] = {MACH_COSTS(COST_NAME)};
#undef COST_NAME

constexpr std::size_t cells_row = 0; /* the same in every table */

[[noreturn]] void refuse_cells(const std::string &where, const std::string &given)
{
    throw MachineFileError(
        fmt::format("{}: {}; accepted: {} (cells) or XxY with at most {} cells (cells along x and y)", where, given,
                    accepted(parameter_table()[cells_row]), max_cells));
}

/* What adds a row of a section: its name, unit and range, and which number of that part of a machine it is. */
template <typename Part>
auto rows_of(const char *section, std::vector<ParameterRow> &rows, Part Parameters::*part,
             bool (*needed)(const Parameters &))
{
    return [=, &rows](const char *name, Unit unit, double low, double high, std::int64_t Part::*member) {
        rows.push_back({section,
                        name,
                        unit,
                        low,
                        high,
                        [part, member](Parameters &p) -> std::int64_t & { return p.*part.*member; },
                        needed,
                        {}});
    };
}

} // namespace

void add_us(std::vector<ParameterRow> &rows, const char *section, const char *name, At at)
{
    rows.push_back({section, name, Unit::us, 0, max_us, std::move(at), {}, {}});
}

void add_mb_per_s(std::vector<ParameterRow> &rows, const char *section, const char *name, At at)
{
    rows.push_back({section, name, Unit::mb_per_s, min_mb_per_s, max_mb_per_s, std::move(at), {}, {}});
}

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

void add_udp(std::vector<ParameterRow> &rows, bool (*needed)(const Parameters &))
{
    const auto add = rows_of("udp", rows, &Parameters::udp, needed);
    add("fragment_us", Unit::us, 0, max_us, &UdpParameters::fragment);
    add("loss_ppm", Unit::ppm, 0, million, &UdpParameters::loss_ppm);
    add("loss_seed", Unit::count, 0, 1e9, &UdpParameters::loss_seed);
    add("receive_buffer_bytes", Unit::bytes, 0, 1e9, &UdpParameters::receive_buffer);
}

void add_pvmd(std::vector<ParameterRow> &rows, bool (*needed)(const Parameters &))
{
    const auto add = rows_of("pvmd", rows, &Parameters::pvmd, needed);
    add("fragment_bytes", Unit::bytes, 1, 60000, &PvmdParameters::fragment);
    add("header_bytes", Unit::bytes, 0, 1000, &PvmdParameters::header);
    add("local_us", Unit::us, 0, max_us, &PvmdParameters::local);
    add("datagram_us", Unit::us, 0, max_us, &PvmdParameters::datagram);
    add("copy_ns_per_byte", Unit::ns_per_byte, 0, max_ns_per_byte, &PvmdParameters::copy);
    add("round_trip_guess_ms", Unit::ms, 0.001, max_ms, &PvmdParameters::round_trip_guess);
    add("retry_round_trips", Unit::count, 1, 1000, &PvmdParameters::retry_round_trips);
    add("give_up_tries", Unit::count, 1, 1000, &PvmdParameters::give_up_tries);
    add("give_up_ms", Unit::ms, 0, max_ms, &PvmdParameters::give_up);
}

void add_suci(std::vector<ParameterRow> &rows, bool (*needed)(const Parameters &))
{
    const auto add = rows_of("suci", rows, &Parameters::suci, needed);
    constexpr double most_window = 64, most_packet = udp_max_bytes - 36; /* suci_core.h */
    add_choice(
        rows, "suci", "flow", {"fixed", "reno", "rate"}, [](Parameters &p) -> std::int64_t & { return p.suci.flow; },
        needed);
    add("window", Unit::count, 1, most_window, &SuciParameters::window);
    add("gap_us", Unit::us, 0, max_us, &SuciParameters::gap);
    add("ack_every", Unit::count, 1, most_window, &SuciParameters::ack_every);
    add("ack_delay_us", Unit::us, 0, max_us, &SuciParameters::ack_delay);
    add("resend_ms", Unit::ms, 0, max_ms, &SuciParameters::resend);
    add("first_resend_ms", Unit::ms, 0.001, max_ms, &SuciParameters::first_resend);
    add("least_resend_ms", Unit::ms, 0.001, max_ms, &SuciParameters::least_resend);
    add("most_resend_ms", Unit::ms, 0.001, max_ms, &SuciParameters::most_resend);
    add("give_up_ms", Unit::ms, 0.001, max_ms, &SuciParameters::give_up);
    add("packet_bytes", Unit::bytes, 1, most_packet, &SuciParameters::payload);
    add("header_bytes", Unit::bytes, 0, 1000, &SuciParameters::message_header);
    add("packet_us", Unit::us, 0, max_us, &SuciParameters::packet);
    add("ack_us", Unit::us, 0, max_us, &SuciParameters::ack);
    add("copy_ns_per_byte", Unit::ns_per_byte, 0, max_ns_per_byte, &SuciParameters::copy);
}

void add_choice(std::vector<ParameterRow> &rows, const char *section, const char *name, std::vector<std::string> words,
                At at, bool (*needed)(const Parameters &))
{
    const auto last = static_cast<double>(words.size() - 1);
    rows.push_back({section, name, Unit::word, 0, last, std::move(at), needed, std::move(words)});
}

int Parameters::nodes() const
{
    return grid.cells() + has_host();
}

std::string Parameters::node_name(int index) const
{
    if (kind->has_platform && static_cast<std::size_t>(index) < simgrid.hosts.size())
        return simgrid.hosts[static_cast<std::size_t>(index)].name;
    return has_host() && index == 0 ? "ap1000" : fmt::format("{}{}", kind->prefix, index - has_host());
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

int Parameters::processors_of(int index) const
{
    if (kind->has_platform && static_cast<std::size_t>(index) < simgrid.hosts.size())
        return simgrid.hosts[static_cast<std::size_t>(index)].cores;
    return std::max(1, static_cast<int>(processors));
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
    case Unit::ppm:
        return "ppm";
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
    case Unit::ppm:
    case Unit::word:
        break;
    }
    return std::llround(written);
}

static bool is_whole(Unit unit)
{
    return unit == Unit::count || unit == Unit::bytes || unit == Unit::ppm || unit == Unit::word;
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
    const ParameterRow &row = parameter_table(*p.kind).at(i);
    check_number(row, written, where);
    if (i != cells_row)
        row.at(p) = to_integer(written, row.unit);
    else if (!p.has_host())
        p.grid = {static_cast<int>(written), 1};
    else
        p.grid = grid_for(static_cast<int>(written));
    p.origins.resize(parameter_table(*p.kind).size());
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
        nx < 1 || ny < 1 || ny > max_cells || nx > max_cells / ny)
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
    if (!p.kind->has_torus)
        throw MachineFileError(
            fmt::format("{}: \"{}\" is not accepted: {} have no grid; give their number (--cells, or "
                        "{} in the file)",
                        where, text, p.kind->nodes, parameter_table(*p.kind)[cells_row].name));
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
    const std::vector<ParameterRow> &table = parameter_table(*p.kind);
    for (std::size_t i = 0; i < p.origins.size(); i++)
        if (!table[i].needed || table[i].needed(p))
            all.push_back({table[i], p.origins[i]});
    for (const LayerNumber &n : p.layers)
        all.push_back({n.row, n.origin});
    return all;
}

namespace
{

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
    fmt::print(out, "machine {}: {}\n", p.name, p.kind->in_words(p));
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
