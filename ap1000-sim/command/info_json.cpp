/* info_json.cpp - see machine_of.hpp. */
#include "command/machine_of.hpp"

#include <nlohmann/json.hpp>

namespace ap1000
{

void print_info_json(std::FILE *out, const Parameters &p)
{
    nlohmann::ordered_json rows = nlohmann::ordered_json::object();
    for (const auto &[row, origin] : given_numbers(p)) {
        nlohmann::ordered_json &shown = rows[row.section + "." + row.name];
        shown = {{"value", row.unit == Unit::word ? nlohmann::ordered_json(shown_value(row, origin.written))
                                                  : nlohmann::ordered_json(origin.written)},
                 {"unit", unit_name(row.unit)},
                 {"kind", kind_name(origin.kind)},
                 {"source", origin.source}};
        if (const PlausibleRange &range = origin.plausible; !range.because.empty())
            shown["plausible"] = {{"low", range.low}, {"high", range.high}, {"because", range.because}};
    }
    nlohmann::ordered_json all = {{"machine", p.name},
                                  {"kind", p.kind->name},
                                  {"cells", p.grid.cells()},
                                  {"grid", {p.grid.nx, p.grid.ny}},
                                  {"parameters", rows}};
    if (p.kind->has_platform)
        all["platform"] = p.simgrid.platform.file;
    std::fputs((all.dump(1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n").c_str(), out);
}

} // namespace ap1000
