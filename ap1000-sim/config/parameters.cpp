/* parameters.cpp - setting the parameters of a machine of any kind. machine_file.cpp reads files, print_info.cpp prints
 * them. */
#include "config/parameters.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ap1000
{

namespace
{

constexpr std::size_t cells_row = 0; /* the same in every table */

[[noreturn]] void refuse_cells(const std::string &where, const std::string &given)
{
    throw MachineFileError(
        fmt::format("{}: {}; accepted: {} (cells) or XxY with at most {} cells (cells along x and y)", where, given,
                    accepted(parameter_table()[cells_row]), max_cells));
}

} // namespace

void set_kind(Parameters &p, const MachineKind &kind)
{
    if (p.kind == &kind)
        return;
    p.kind = &kind;
    p.own_numbers = kind.no_numbers();
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

/* The host's processor has only the numbers that are not the cells'; that of a platform's host is as fast as SimGrid
 * says: so many additions and multiplications in double precision a second. */
mach_work_price Parameters::work_price(int index) const
{
    const ProcessorParameters &own = node(index).processor, &base = has_host() ? cell.processor : own;
    const auto of = [](std::int64_t first, std::int64_t second) {
        return std::max<std::int64_t>(0, first >= 0 ? first : second);
    };
    mach_work_price price{of(own.cycle, base.cycle), {}, of(own.cache, base.cache), of(own.line, base.line)};
    for (std::size_t i = 0; i < own.weight.size(); i++)
        price.weight[i] = of(own.weight[i], base.weight[i]);
    const double flop =
        static_cast<double>(price.weight[PVMSIM_WORK_DADD] + price.weight[PVMSIM_WORK_DMUL]) / 2 / MACH_WORK_UNITS;
    if (kind->has_platform && own.cycle < 0 && static_cast<std::size_t>(index) < simgrid.hosts.size() && flop > 0) {
        const double cycle_ps = 1e12 / simgrid.hosts[static_cast<std::size_t>(index)].speed / flop;
        price.cycle_ps = std::max<std::int64_t>(1, std::llround(cycle_ps));
        for (std::int64_t &w : price.weight) /* they have what whole picoseconds leave out */
            w = std::llround(static_cast<double>(w) * cycle_ps / static_cast<double>(price.cycle_ps));
    }
    return price;
}

const char *unit_name(Unit unit)
{
    switch (unit) {
    case Unit::ns:
    case Unit::cycle_ns:
        return "ns";
    case Unit::cycles:
        return "cycles";
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
    case Unit::cycle_ns:
        return std::llround(written * 1000); /* us to ns, ns/byte to ps/byte, ns to ps */
    case Unit::cycles:
        return std::llround(written * MACH_WORK_UNITS);
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

/* Of a rate, when it is kept. */
constexpr double largest_rounding = 0.01;

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
    const double kept = row.unit == Unit::mb_per_s ? 1e6 / static_cast<double>(to_integer(written, row.unit)) : written;
    if (std::abs(kept - written) > largest_rounding * written)
        throw MachineFileError(fmt::format("{}: {}.{} = {} MB/s is not accepted: rates are kept in whole ps a byte, of "
                                           "which the nearest is {:g} MB/s",
                                           where, row.section, row.name, written, kept));
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

} // namespace ap1000
