/* resource_words.hpp - how traces and reports call the resources of networks and their units: one row for each. */
#pragma once

#include <string>

#include "config/parameters.hpp"
#include "networks/ap1000/torus.hpp"
#include "networks/network.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{

struct ResourceWords {
    const char *key;     /* for programs */
    const char *counter; /* of a trace */
    const char *words;   /* for people; the name of the unit follows, if it has one */
    const char *unit;    /* for programs; nullptr: its name */
};

inline const ResourceWords &words_of(Resource what)
{
    static constexpr ResourceWords all[resources] = {
        {"tnet", "T-Net links in use", "T-Net link, ", nullptr},
        {"bnet", "B-Net in use", "the B-Net", "bus"},
        {"host_interface", "host interface in use", "the host interface", "0"},
        {"ethernet", "Ethernet in use", "the Ethernet", "wire"},
        {"ports", "wires of the switch in use", "the wire ", nullptr},
        {"links", "links in use", "the link ", nullptr},
    };
    return all[static_cast<std::size_t>(what)];
}

/* "cell 0 (0,0) x+", "to node3"; "": it has none. */
inline std::string name_of_unit(const Parameters &p, Resource what, int unit)
{
    return what == Resource::tnet_links ? Torus(p.grid.nx, p.grid.ny).link_name(unit)
           : what == Resource::ports    ? wire_name(p, unit)
           : what == Resource::links    ? p.simgrid.links.at(static_cast<std::size_t>(unit))
                                        : "";
}

} // namespace ap1000
