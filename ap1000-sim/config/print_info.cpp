/* print_info.cpp - every number that a machine has, for `ap1000 info` and for who writes them elsewhere. */
#include <algorithm>

#include <fmt/format.h>

#include "config/parameters.hpp"

namespace ap1000
{

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
