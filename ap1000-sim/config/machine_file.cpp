/* machine_file.cpp - reads machine files (TOML) into Parameters. parameters.cpp has the table of parameters,
 * machine_folders.cpp where files lie, machine_text.cpp what is no TOML.
 *
 * A file: `base = "..."` if it only changes another one; sections; in them `name = value` or
 * `name = { value = v, kind = "assumed", source = "...", low = a, high = b, because = "..." }`, the last three together
 * or not at all; machine.grid = "XxY" may stand for machine.cells,
 * machine.kind = "workstations", "cluster" or "simgrid" says that it is no AP1000 (a file with a base is of the base's
 * kind); machine.platform = "FILE.xml", from the machine file's folder on, is SimGrid's file of a machine of that kind.
 * In [layer.NAME] any name that ends in a unit is accepted. [cell.processor] is a section inside [cell]. */
#include "config/machine_folders.hpp"
#include "config/machine_text.hpp"
#include "config/parameters.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ap1000
{

namespace fs = std::filesystem;

namespace
{

constexpr int max_depth = 8; /* how many files may be based on each other; more must be a circle */

class Reader
{
  public:
    Reader(fs::path path, Parameters &p) : path_(std::move(path)), p_(p)
    {
    }

    void read(const std::vector<std::string> &folders, int depth);

  private:
    std::string where(const toml::node &n) const
    {
        return fmt::format("{}:{}", path_.string(), n.source().begin.line);
    }

    [[noreturn]] void refuse(const toml::node &n, const std::string &what) const
    {
        throw MachineFileError(where(n) + ": " + what);
    }

    void base(const toml::node &n, const std::vector<std::string> &folders, int depth);
    void kind(const toml::table &file);
    void section(const std::string &name, const toml::node &n);
    void layers(const toml::node &n);
    struct Given {
        double value;
        Kind kind;
        std::string source;
        PlausibleRange plausible;
    };
    Given given(const ParameterRow &row, const toml::node &n) const;
    Given annotated(const ParameterRow &row, const toml::table &t) const;
    PlausibleRange plausible(const ParameterRow &row, const toml::table &t, double value) const;
    void grid(const toml::node &n);
    void platform(const toml::node &n);

    fs::path path_;
    Parameters &p_;
};

/* A value, as error messages show it. */
std::string shown(const toml::node &n)
{
    if (const auto *s = n.as_string())
        return fmt::format("\"{}\"", s->get());
    if (const auto *i = n.as_integer())
        return fmt::format("{}", i->get());
    if (const auto *f = n.as_floating_point())
        return fmt::format("{}", f->get());
    if (const auto *b = n.as_boolean())
        return b->get() ? "true" : "false";
    return n.is_table() ? "a table" : n.is_array() ? "a list" : "a date or time";
}

/* What the row keeps; nothing if it is not of its type. */
std::optional<double> number(const ParameterRow &row, const toml::node &n)
{
    if (row.unit == Unit::word) {
        const std::optional<std::string> word = n.value_exact<std::string>();
        const int place = word ? place_of_word(row, *word) : -1;
        return place >= 0 ? std::optional<double>(place) : std::nullopt;
    }
    if (n.is_integer() || n.is_floating_point())
        return n.value<double>();
    return std::nullopt;
}

std::vector<std::string> names_in(const std::string &section, const MachineKind &kind)
{
    std::vector<std::string> names;
    for (const ParameterRow &row : parameter_table(kind))
        if (row.section == section)
            names.push_back(row.name);
    if (section == "machine")
        names.push_back("kind");
    if (section == "machine" && kind.has_torus)
        names.push_back("grid");
    if (section == "machine" && kind.has_platform)
        names.push_back("platform");
    return names;
}

void Reader::read(const std::vector<std::string> &folders, int depth)
{
    const toml::table file = parse_machine(path_);
    if (const toml::node *n = file.get("base"))
        base(*n, folders, depth);
    kind(file);
    p_.name = path_.stem().string();
    for (const auto &[key, node] : file)
        if (key.str() != "base")
            section(std::string(key.str()), node);
}

void Reader::base(const toml::node &n, const std::vector<std::string> &folders, int depth)
{
    const std::optional<std::string> name = n.value_exact<std::string>();
    if (!name)
        refuse(n, fmt::format("base = {}: it must be the name or the path of a machine file", shown(n)));
    if (depth >= max_depth)
        refuse(n,
               fmt::format("base = \"{}\": more than {} files, each based on the next: a circle?", *name, max_depth));
    const fs::path path = find_machine(*name, path_.parent_path().empty() ? "." : path_.parent_path(), folders);
    if (path.empty())
        refuse(n, "base: " + machine_not_found(*name, folders));
    Reader(path, p_).read(folders, depth + 1);
}

/* Is read before anything else in the file, since it decides which other keys there are. */
void Reader::kind(const toml::table &file)
{
    const toml::node *n = file["machine"]["kind"].node();
    if (!n)
        return;
    const std::optional<std::string> text = n->value_exact<std::string>();
    std::vector<std::string> names;
    for (const MachineKind *k : machine_kinds()) {
        names.push_back(fmt::format("\"{}\"", k->name));
        if (text != k->name)
            continue;
        if (file.contains("base") && k != p_.kind)
            refuse(*n, fmt::format("machine.kind = \"{}\": its base is a machine of kind \"{}\", and so is this one",
                                   *text, p_.kind->name));
        set_kind(p_, *k);
        return;
    }
    refuse(*n, fmt::format("machine.kind = {} is not accepted: it must be {}", shown(*n), fmt::join(names, " or ")));
}

void Reader::section(const std::string &name, const toml::node &n)
{
    if (name == "layer")
        return layers(n);
    const std::vector<ParameterRow> &table = parameter_table(*p_.kind);
    if (names_in(name, *p_.kind).empty()) {
        std::vector<std::string> sections;
        for (const ParameterRow &row : table)
            if (sections.empty() || sections.back() != row.section)
                sections.push_back(row.section);
        refuse(n, fmt::format("unknown section or key {}; accepted: base, {}, layer.NAME", name,
                              fmt::join(sections, ", ")));
    }
    const toml::table *entries = n.as_table();
    if (!entries)
        refuse(n, fmt::format("{} = {}: it must be a section, [{}]", name, shown(n), name));
    const toml::node *grid_node = name == "machine" ? entries->get("grid") : nullptr;
    const toml::node *platform_node = name == "machine" && p_.kind->has_platform ? entries->get("platform") : nullptr;
    for (const auto &[key, node] : *entries) {
        if (&node == grid_node || &node == platform_node || (name == "machine" && key.str() == "kind"))
            continue;
        const std::string inner = name + "." + std::string(key.str());
        if (!names_in(inner, *p_.kind).empty()) {
            section(inner, node);
            continue;
        }
        const auto row =
            std::find_if(table.begin(), table.end(), [&, k = std::string(key.str())](const ParameterRow &r) {
                return r.section == name && r.name == k;
            });
        if (row == table.end())
            refuse(node, fmt::format("unknown key {}.{} = {}; accepted in [{}]: {}", name, key.str(), shown(node), name,
                                     fmt::join(names_in(name, *p_.kind), ", ")));
        const Given g = given(*row, node);
        set_parameter(p_, static_cast<std::size_t>(row - table.begin()), g.value, g.kind, g.source, where(node),
                      g.plausible);
    }
    if (grid_node) {
        const int cells_here = entries->contains("cells") ? p_.grid.cells() : 0;
        grid(*grid_node);
        if (cells_here && cells_here != p_.grid.cells())
            refuse(*grid_node, fmt::format("machine.grid = {} is {} cells, but machine.cells = {}; give one of them",
                                           shown(*grid_node), p_.grid.cells(), cells_here));
    }
    if (platform_node)
        platform(*platform_node);
}

/* [layer.jpi], [layer.ompc] ... */
void Reader::layers(const toml::node &n)
{
    if (!n.is_table())
        refuse(n, fmt::format("layer = {}: sections are wanted, one for each layer above PVM: [layer.NAME]", shown(n)));
    for (const auto &[layer, numbers] : *n.as_table()) {
        const std::string section = fmt::format("layer.{}", layer.str());
        if (!numbers.is_table() || numbers.as_table()->contains("value"))
            refuse(numbers, fmt::format("{} = {}: it must be a section, [{}]", section, shown(numbers), section));
        for (const auto &[key, node] : *numbers.as_table()) {
            const std::string name(key.str());
            const Given g = given(layer_row(section, name, where(node)), node);
            set_layer_number(p_, section, name, g.value, g.kind, g.source, where(node), g.plausible);
        }
    }
}

Reader::Given Reader::given(const ParameterRow &row, const toml::node &n) const
{
    if (const toml::table *t = n.as_table())
        return annotated(row, *t);
    const std::optional<double> value = number(row, n);
    if (!value)
        refuse(n, fmt::format("{}.{} = {} is not accepted: it must be {}", row.section, row.name, shown(n),
                              accepted(row)));
    return {*value, Kind::own, where(n), {}};
}

Reader::Given Reader::annotated(const ParameterRow &row, const toml::table &t) const
{
    const std::string name = row.section + "." + row.name;
    for (const auto &[key, node] : t)
        if (const char *known[] = {"value", "kind", "source", "low", "high", "because"};
            std::find(std::begin(known), std::end(known), key.str()) == std::end(known))
            refuse(node,
                   fmt::format("{} has an unknown key {}; accepted: {}", name, key.str(), fmt::join(known, ", ")));
    const toml::node *value = t.get("value");
    if (!value || !number(row, *value))
        refuse(t, fmt::format("{}: value = {} is not accepted: it must be {}", name, value ? shown(*value) : "nothing",
                              accepted(row)));

    Kind kind = Kind::own;
    const std::optional<std::string> kind_text = t["kind"].value_exact<std::string>();
    for (Kind k : {Kind::sourced, Kind::calibrated, Kind::assumed})
        if (kind_text == kind_name(k))
            kind = k;
    if (t.contains("kind") && kind == Kind::own)
        refuse(*t.get("kind"), fmt::format("{}: kind = {} is not accepted: it must be \"sourced\", \"calibrated\" or "
                                           "\"assumed\"",
                                           name, shown(*t.get("kind"))));
    const std::string source = t["source"].value_exact<std::string>().value_or("");
    if (source.empty() && (kind != Kind::own || t.contains("source")))
        refuse(t, fmt::format("{}: source must be a text that says where the number comes from", name));
    return {*number(row, *value), kind, source.empty() ? where(t) : source, plausible(row, t, *number(row, *value))};
}

PlausibleRange Reader::plausible(const ParameterRow &row, const toml::table &t, double value) const
{
    if (!t.contains("low") && !t.contains("high") && !t.contains("because"))
        return {};
    const std::string name = row.section + "." + row.name;
    const std::optional<double> low = t["low"].value<double>(), high = t["high"].value<double>();
    const std::string because = t["because"].value_exact<std::string>().value_or("");
    if (row.unit == Unit::word || !low || !high || because.empty())
        refuse(t, fmt::format("{}: a plausible range is three keys of a number: low, high, and because, a text that "
                              "gives the reason",
                              name));
    for (double end : {*low, *high})
        check_number(row, end, where(t));
    if (!(*low <= value && value <= *high))
        refuse(t, fmt::format("{}: value = {} {} does not lie from low = {} to high = {}", name, value,
                              unit_name(row.unit), *low, *high));
    return {*low, *high, because};
}

void Reader::grid(const toml::node &n)
{
    const std::optional<std::string> text = n.value_exact<std::string>();
    if (!text)
        refuse(n, fmt::format("machine.grid = {} is not accepted: it must be a text like \"8x8\"", shown(n)));
    set_grid(p_, *text, where(n));
}

void Reader::platform(const toml::node &n)
{
    const std::optional<std::string> text = n.value_exact<std::string>();
    if (!text)
        refuse(n, fmt::format("machine.platform = {} is not accepted: it must be the path of a platform file of "
                              "SimGrid, as \"fat-tree.xml\"",
                              shown(n)));
    set_platform(p_, (path_.parent_path() / *text).string(), where(n));
}

} // namespace

Parameters load_machine(const std::string &name_or_path, const std::vector<std::string> &folders)
{
    const fs::path path = find_machine(name_or_path, {}, folders);
    if (path.empty())
        throw MachineFileError(machine_not_found(name_or_path, folders));
    Parameters p{};
    Reader(path, p).read(folders, 0);
    p.origins.resize(parameter_table(*p.kind).size());
    for (std::size_t i = 0; i < p.origins.size(); i++) {
        const ParameterRow &row = parameter_table(*p.kind)[i];
        if (p.origins[i].source.empty() && (!row.needed || row.needed(p)))
            throw MachineFileError(fmt::format("{}: {}.{} is missing: give {}, or base = \"{}\" to change only some "
                                               "numbers of that machine",
                                               path.string(), row.section, row.name, accepted(row), p.kind->base));
    }
    if (p.kind->has_platform && p.simgrid.platform.file.empty())
        throw MachineFileError(fmt::format("{}: machine.platform is missing: give the path of a platform file of "
                                           "SimGrid, or base = \"{}\" to change only some numbers of that machine",
                                           path.string(), p.kind->base));
    return p;
}

} // namespace ap1000
