/* layer_numbers.cpp - numbers of layers above PVM, [layer.NAME]: kept for them, and no part of the model. Any name is
 * accepted that ends in a unit. */
#include "config/parameters.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ap1000
{

namespace
{

/* What a name may end in. The first that fits: _ns_per_byte stands before what might be taken for its end. */
const struct {
    const char *ending;
    Unit unit;
    double low, high;
} units[] = {{"_ns_per_byte", Unit::ns_per_byte, 0, 1e5},
             {"_mb_per_s", Unit::mb_per_s, 0.001, 1e5},
             {"_bytes", Unit::bytes, 0, 1e9},
             {"_percent", Unit::percent, 0, 100},
             {"_count", Unit::count, 0, 1e9},
             {"_ns", Unit::ns, 0, 1e9},
             {"_us", Unit::us, 0, 1e6},
             {"_ms", Unit::ms, 0, 1e6}};

bool ends_in(const std::string &name, const std::string &ending)
{
    return name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

bool before(const ParameterRow &a, const ParameterRow &b)
{
    return a.section != b.section ? a.section < b.section : a.name < b.name;
}

} // namespace

ParameterRow layer_row(const std::string &section, const std::string &name, const std::string &where)
{
    std::string endings;
    for (const auto &u : units) {
        if (ends_in(name, u.ending))
            return {section, name, u.unit, u.low, u.high, {}, {}, {}};
        endings += (endings.empty() ? "" : ", ") + std::string(u.ending);
    }
    throw MachineFileError(
        fmt::format("{}: {}.{}: the name of a number ends in its unit: {}", where, section, name, endings));
}

void set_layer_number(Parameters &p, const std::string &section, const std::string &name, double written, Kind kind,
                      const std::string &source, const std::string &where, const PlausibleRange &plausible)
{
    const ParameterRow row = layer_row(section, name, where);
    check_number(row, written, where);
    auto at = std::find_if(p.layers.begin(), p.layers.end(), [&](const LayerNumber &n) { return !before(n.row, row); });
    if (at == p.layers.end() || before(row, at->row))
        at = p.layers.insert(at, {row, {}});
    at->origin = {kind, source, written, plausible};
}

const LayerNumber *Parameters::layer_number(const std::string &wanted) const
{
    for (const LayerNumber &n : layers)
        if (n.row.section + "." + n.row.name == "layer." + wanted)
            return &n;
    return nullptr;
}

} // namespace ap1000
