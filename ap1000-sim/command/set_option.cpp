/* set_option.cpp - see machine_of.hpp. */
#include "command/machine_of.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/commands.hpp"

namespace ap1000
{
namespace
{

[[noreturn]] void refuse(const std::string &name, const std::string &section, const Parameters &p)
{
    std::vector<std::string> sections, names;
    for (const ParameterRow &row : parameter_table(*p.kind)) {
        if (sections.empty() || sections.back() != row.section)
            sections.push_back(row.section);
        if (row.section == section)
            names.push_back(row.name);
    }
    throw UsageError(fmt::format("--set {}: machine {} has no such number; it has {}", name, p.name,
                                 names.empty()
                                     ? fmt::format("the parts {} (see ap1000 info)", fmt::join(sections, ", "))
                                     : fmt::format("in [{}]: {}", section, fmt::join(names, ", "))));
}

/* What the row keeps of the value; nothing if it is not of its type. */
std::optional<double> number_of(const ParameterRow &row, const std::string &value)
{
    if (row.unit == Unit::word) {
        const int place = place_of_word(row, value);
        return place >= 0 ? std::optional<double>(place) : std::nullopt;
    }
    char *end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    return !value.empty() && *end == 0 ? std::optional<double>(number) : std::nullopt;
}

void set_one(Parameters &p, const std::string &name, const std::string &value)
{
    const std::string section = name.substr(0, name.rfind('.'));
    const auto &table = parameter_table(*p.kind);
    const auto row = std::find_if(table.begin(), table.end(),
                                  [&name](const ParameterRow &r) { return r.section + "." + r.name == name; });
    if (name == "machine.grid") {
        set_grid(p, value, "--set");
        return;
    }
    if (name == "machine.platform") {
        set_platform(p, value, "--set");
        return;
    }
    const bool of_layer = section.rfind("layer.", 0) == 0;
    if (row == table.end() && !of_layer)
        refuse(name, section, p);
    const ParameterRow is = of_layer ? layer_row(section, name.substr(section.size() + 1), "--set") : *row;
    const std::optional<double> number = number_of(is, value);
    if (!number)
        throw UsageError(fmt::format("--set {}={} is not accepted: it must be {}", name, value, accepted(is)));
    if (of_layer)
        set_layer_number(p, section, name.substr(section.size() + 1), *number, Kind::own, "--set", "--set");
    else
        set_parameter(p, static_cast<std::size_t>(row - table.begin()), *number, Kind::own, "--set", "--set");
}

} // namespace

std::pair<std::string, std::string> split_setting(const std::string &given)
{
    const std::size_t at = given.find('=');
    if (at == std::string::npos || at == 0 || given.find('.') > at)
        throw UsageError("--set '" + given + "': PART.NAME=VALUE is wanted, for example tnet.link_mb_per_s=100");
    return {given.substr(0, at), given.substr(at + 1)};
}

void set_parameters(Parameters &p, const std::vector<std::string> &given)
{
    for (const std::string &one : given) {
        const auto [name, value] = split_setting(one);
        set_one(p, name, value);
    }
}

} // namespace ap1000
