/* alike_nodes.hpp - a machine for tests whose nodes are all alike. */
#pragma once

#include "config/machine_kind.hpp"
#include "config/parameters.hpp"

namespace ap1000
{

inline Parameters workstations()
{
    Parameters p{};
    for (const MachineKind *kind : machine_kinds())
        if (!kind->has_host && !kind->has_platform && p.has_host())
            set_kind(p, *kind);
    p.grid = {4, 1};
    return p;
}

} // namespace ap1000
