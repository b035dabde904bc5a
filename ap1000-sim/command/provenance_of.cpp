/* provenance_of.cpp - see provenance_of.hpp. */
#include "command/provenance_of.hpp"

#include <algorithm>
#include <utility>

#include "command/options.hpp"

namespace ap1000
{
namespace
{

bool is_written(const Settings &s, const std::string &option)
{
    return std::any_of(s.words.begin(), s.words.end(), [&](const std::string &word) {
        return word == option || word.compare(0, option.size() + 1, option + "=") == 0;
    });
}

} // namespace

Provenance provenance_of(const Settings &s)
{
    Provenance by;
    by.version = AP1000_VERSION;
    by.command = s.command;
    std::vector<std::pair<std::string, std::string>> given = {
        {"--machine", s.machine}, {"--cells", s.cells},     {"--grid", s.grid},     {"--tnet", s.tnet},
        {"--cpu", s.cpu},         {"--barrier", s.barrier}, {"--limits", s.limits}, {"--patience", s.patience},
        {"--on", s.on},           {"--jitter", s.jitter},   {"--seed", s.seed}};
    for (const std::string &one : s.set)
        given.emplace_back("--set", one);
    if (s.hardware)
        given.emplace_back("--hardware-collectives", "1");
    for (const auto &[option, value] : given)
        if (!value.empty())
            by.settings.push_back({option, value, is_written(s, option) ? "command line" : variable_of(option)});
    if (!s.copies.empty())
        by.settings.push_back({"-n", s.copies, "command line"});
    return by;
}

} // namespace ap1000
