/* machine_kind.hpp - the kinds of machine: what a kind is called, which numbers it has, and how its network is made of
 * them. Each kind is a row in the folder of its network (networks/NAME/kind.cpp), named in the list of
 * networks/meson.build; nobody else names one. */
#pragma once

#include <any>
#include <memory>
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "networks/network.hpp"
#include "networks/processors.hpp"

namespace ap1000
{

struct ParameterRow;
struct Parameters;

/* What the network of a machine works with. */
struct NetworkSurroundings {
    Events &events; /* must outlive it */
    /* Only for networks whose software uses the processors of the nodes. */
    NodeWork work;
    Unreachable unreachable;
    Usage usage;   /* who is told how busy it is */
    FlowWay flows; /* SimGrid's flow model, if the run uses it: between the cells of an AP1000, between the hosts of a
                      platform; else empty. It tells nobody how busy it is. */
};

struct MachineKind {
    const char *name;   /* in a machine file: "workstations" */
    const char *base;   /* a machine file of this kind, to be based on */
    const char *nodes;  /* in messages, without the host: "cells" */
    const char *prefix; /* of the nodes' names */
    bool has_host;  /* node 0 is a host, apart from the nodes to count; else all are alike, and the master is on it */
    bool has_torus; /* the nodes are cells of an array, with T-Net, B-Net and S-Net */
    bool has_platform; /* a platform file of SimGrid says which nodes there are and what joins them: machine.platform */
    bool looks_ahead;  /* only tasks use the processors of nodes (kernel/ahead/lookahead.hpp) */

    /* Every number, for reading, checking and printing; first how many nodes there are. */
    const std::vector<ParameterRow> &(*table)();
    std::any (*no_numbers)(); /* what only this kind has: a struct of its own, all zeros (Parameters::own) */
    std::string (*in_words)(const Parameters &p); /* "64 cells, 8x8, and a host" */
    std::unique_ptr<Network> (*make_network)(const Parameters &p, NetworkSurroundings with);
};

/* In the order of the list. The first is that of a machine file that names none. */
const std::vector<const MachineKind *> &machine_kinds();

} // namespace ap1000
