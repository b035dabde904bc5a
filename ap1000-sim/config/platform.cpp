/* platform.cpp - the platform file of SimGrid that some machines are on, and its hosts as their nodes. */
#include "config/parameters.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace ap1000
{

namespace
{

constexpr std::size_t nodes_row = 0; /* the same in every table */

[[noreturn]] void refuse(const Parameters &p, const std::string &what)
{
    throw MachineFileError(
        fmt::format("{}: machine.platform = \"{}\": {}", p.simgrid.where, p.simgrid.platform.file, what));
}

} // namespace

void set_platform(Parameters &p, const std::string &path, const std::string &where)
{
    std::error_code ignored;
    if (!p.kind->has_platform)
        throw MachineFileError(fmt::format("{}: machine.platform = \"{}\": machine {} is of kind \"{}\"; only one of "
                                           "kind \"simgrid\" is on a platform of SimGrid",
                                           where, path, p.name, p.kind->name));
    p.simgrid = {{path, p.simgrid.platform.model}, where, {}, {}};
    if (!std::filesystem::is_regular_file(path, ignored))
        refuse(p, "no such file; a platform file of SimGrid is wanted");
    p.grid = {0, 1};
}

void set_hosts(Parameters &p, std::vector<FlowHost> hosts)
{
    const int there = static_cast<int>(hosts.size());
    if (p.grid.cells() == 0 && there > max_cells)
        refuse(p, fmt::format("it has {} hosts; a machine has at most {}: --cells, or machine.nodes, says how many of "
                              "them are its nodes",
                              there, max_cells));
    if (p.grid.cells() > there)
        refuse(p, fmt::format("it has {} host{}; machine.nodes = {} is not accepted ({})", there, there == 1 ? "" : "s",
                              p.grid.cells(), p.origins[nodes_row].source));
    if (p.grid.cells() == 0)
        set_parameter(p, nodes_row, there, Kind::own, "the hosts of the platform", p.simgrid.where);
    p.simgrid.hosts = std::move(hosts);
}

} // namespace ap1000
