/* machine_of.cpp - see machine_of.hpp. */
#include "command/machine_of.hpp"

#include <cerrno>
#include <cstdlib>

#include "command/own_files.hpp"
#include "command/traffic.hpp"
#include "networks/ap1000/network_ap1000.hpp"

namespace ap1000
{
namespace
{

std::string flow_library()
{
    return own_library("AP1000_FLOW_LIBRARY", "libap1000flows.so");
}

} // namespace

Parameters parameters_of(const Settings &s)
{
    Parameters p = load_machine(s.machine.empty() ? "ap1000" : s.machine, machine_folders());
    set_parameters(p, s.set);
    for (const std::string &one : s.set)
        if (const std::string name = split_setting(one).first; name == "machine.cells" || name == "machine.grid")
            if (!(s.cells + s.grid).empty())
                throw UsageError((s.cells.empty() ? "--grid " + s.grid : "--cells " + s.cells) + " and --set " + one +
                                 " both say how many cells: give one of them");
    if (!s.cells.empty() && !s.grid.empty())
        throw UsageError("--cells " + s.cells + " and --grid " + s.grid + " both say how many cells: give one of them");
    if (!s.cells.empty()) {
        char *end = nullptr;
        errno = 0;
        long n = std::strtol(s.cells.c_str(), &end, 10);
        if (*end != 0 || errno != 0 || n < 1 || n > max_cells)
            throw UsageError("--cells '" + s.cells + "': a number of cells from 1 to " + std::to_string(max_cells) +
                             " is wanted");
        set_cells(p, static_cast<int>(n), "--cells");
    }
    if (!s.grid.empty())
        set_grid(p, s.grid, "--grid");
    if (!s.tnet.empty() && !p.kind->has_torus)
        throw UsageError("--tnet " + s.tnet + ": machine " + p.name +
                         " has no T-Net; a machine of kind ap1000 is wanted");
    (void)tnet_model_of(s.tnet);
    read_platform(p, flow_library());
    return p;
}

std::unique_ptr<FlowEngine> flows_of(const Settings &s, const Parameters &p)
{
    if (p.kind->has_platform)
        return open_flow_engine(flow_library(), p.simgrid.platform);
    if (tnet_model_of(s.tnet) != TNetModel::flow)
        return nullptr;
    const TNetParameters &tnet = p.own<Ap1000NetworkParameters>().tnet;
    return open_flow_engine(flow_library(), FlowTorus{p.grid.nx, p.grid.ny, tnet.bandwidth, tnet.hop});
}

} // namespace ap1000
