/* parameters.hpp - everything that is a number about the simulated machine, as read from a machine file.
 * It holds no defaults: every number stands in a file of machines/, with its source.
 *
 * Each kind of machine has one table (parameter_rows.hpp) for reading, checking and printing, so a new parameter is a
 * member, a row, and a line in the file. A parameter for which a kind has no row is 0 there and is not used. What only
 * one kind has is in a struct of its own, kept here without its name. */
#pragma once

#include <any>
#include <array>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "config/machine_kind.hpp"
#include "engine/flow_engine.hpp"
#include "machine.h"
#include "ns.hpp"
#include "work.h"

namespace ap1000
{

/* The processor of one kind of node, for computing that the compiler has counted (work.h). -1: not given. */
struct ProcessorParameters {
    std::int64_t cycle = -1; /* [ps] */
    std::array<std::int64_t, PVMSIM_WORK_CLASSES> weight{
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}; /* [1/MACH_WORK_UNITS cycle] */
    std::int64_t cache = -1, line = -1;                                                  /* [byte] */
};

/* The costs of software on one kind of node. */
struct NodeParameters {
    Ns send, recv;                       /* the native calls, without copies [ns] */
    PsPerByte copy;                      /* one copy of a message, made once at each end [ps/byte] */
    Ns sync_call;                        /* calling the S-Net's barrier, without the barrier itself [ns] */
    std::array<Ns, MACH_NCOSTS> cost_ns; /* what PVM adds, by enum mach_cost [ns] */
    ProcessorParameters processor;
};

/* What a machine on a platform of SimGrid has. */
struct PlatformParameters {
    FlowPlatform platform;
    std::string where;              /* the file was named: "x.toml:3" */
    std::vector<std::string> links; /* by the numbers of the flow engine; for reports */
    std::vector<FlowHost> hosts;    /* the nodes; empty until SimGrid has read the file (command/platform_hosts.cpp) */
};

struct ControlParameters {
    Ns handle; /* one request, in the host's control program [ns] */
    Ns spawn;  /* starting one task, added to handle [ns] */
};

struct Grid {
    int nx, ny;
    int cells() const
    {
        return nx * ny;
    }
};

constexpr int max_cells = 65536; /* Fujitsu built up to 1024; more cells are the same machine, larger */
constexpr int max_processors = 64;
constexpr int max_hosts = 100; /* workstations: stations on one segment of 10 Mb/s Ethernet (IEEE 802.3, 10BASE5) */

/* Where a number comes from. sourced: a publication gives it; calibrated: chosen so that a published measurement
 * comes out; assumed: neither; own: from a user's machine file, the command line or the environment. */
enum class Kind { sourced, calibrated, assumed, own };

/* Between which numbers it may well lie, in the unit of its name: what every assumed number of the built-in machines
 * has, and each part of a calibrated sum whose split is ours. The evaluation draws from it; the simulator does not use
 * it. */
struct PlausibleRange {
    double low, high;
    std::string because; /* the reason, in words; empty: no range is known */
};

struct Origin {
    Kind kind;
    std::string source; /* in words; for Kind::own, where it was given */
    double written;     /* the number as it was written, in the unit of its name */
    PlausibleRange plausible;
};

/* How a number is written in the file, and so in what its name ends; inside the program it is always an integer. A word
 * is one of a few, and counts as its place among them. */
enum class Unit { count, ns, us, ms, ns_per_byte, mb_per_s, bytes, percent, ppm, word, cycle_ns, cycles };

struct Parameters;

struct ParameterRow {
    std::string section, name;
    Unit unit;
    double low, high; /* the accepted range, with both ends, in the unit */
    std::function<std::int64_t &(Parameters &)>
        at; /* where it is kept (Ns, PsPerByte, ...); empty for how many nodes there are, and in LayerNumber */
    std::function<bool(const Parameters &)> needed; /* by a machine with these numbers; empty: by all of its kind */
    std::vector<std::string> words;                 /* Unit::word: which there are */
};

/* A number that a layer above PVM reads by pvmsim.h: [layer.jpi] send_us. The simulator only keeps it. */
struct LayerNumber {
    ParameterRow row; /* section "layer.jpi" */
    Origin origin;
};

struct Parameters {
    std::string name;                                  /* the name of the machine file: "ap1000" */
    const MachineKind *kind = machine_kinds().front(); /* set_kind changes it */
    std::any own_numbers = kind->no_numbers();         /* what only this kind has: see own() */
    Grid grid;                                         /* of other kinds than the AP1000: how many nodes, x 1 */
    NodeParameters cell, host, workstation;            /* workstation: any node of such a kind */
    std::int64_t processors;    /* of each node; 0: one. On a platform each host has its cores. */
    PlatformParameters simgrid; /* of kinds that are on a platform */
    ControlParameters control;

    std::vector<Origin> origins;     /* one for each row of parameter_table(*kind), in the same order */
    std::vector<LayerNumber> layers; /* by section and name */

    /* The numbers of the kind that keeps them in a struct Own. To be read on a machine of any kind: those of another
     * kind are 0. To be changed only if this is the kind (std::bad_any_cast). */
    template <typename Own> const Own &own() const
    {
        static const Own none{};
        const Own *numbers = std::any_cast<Own>(&own_numbers);
        return numbers ? *numbers : none;
    }
    template <typename Own> Own &own()
    {
        return std::any_cast<Own &>(own_numbers);
    }

    /* Is node 0 a host that is none of the nodes to count? */
    bool has_host() const
    {
        return kind->has_host;
    }

    /* Nodes are numbered as in machine.h, from 0 to nodes() - 1. */
    int nodes() const;
    std::string node_name(int index) const; /* "ap1000", "cell12"; "ws3" */
    const NodeParameters &node(int index) const;
    int processors_of(int index) const;
    mach_work_price work_price(int index) const; /* of counted computing; all 0: this machine does not say */
    std::string place(int index) const;          /* for messages: "the host", "cell 12"; "ws3" */

    /* By the name that layers use: "jpi.send_us". nullptr: none. */
    const LayerNumber *layer_number(const std::string &name) const;
};

inline const std::vector<ParameterRow> &parameter_table(const MachineKind &kind = *machine_kinds().front())
{
    return kind.table();
}

/* The machine is of this kind from now on; what only its kind before had is forgotten. */
void set_kind(Parameters &p, const MachineKind &kind);

const char *unit_name(Unit unit); /* "us", "MB/s" */
const char *kind_name(Kind kind); /* "sourced" */
std::int64_t to_integer(double written,
                        Unit unit);            /* ns, ps/byte, byte or ppm, to the nearest, halves away from zero */
std::string accepted(const ParameterRow &row); /* "a number from 0 to 10000 us"; "\"tcp\" or \"pm\"" */
std::string shown_value(const ParameterRow &row, double written); /* "0.16"; "tcp" */
/* The number of a word; -1: there is none such. */
int place_of_word(const ParameterRow &row, const std::string &word);
/* Throws MachineFileError if the row does not accept the number. */
void check_number(const ParameterRow &row, double written, const std::string &where);

/* Sets one parameter, by its row. Throws MachineFileError, with a text that begins with `where` ("x.toml:12"). */
void set_parameter(Parameters &p, std::size_t row, double written, Kind kind, const std::string &source,
                   const std::string &where, const PlausibleRange &plausible = {});

/* The same for a number of a layer: section "layer.jpi", any name that ends in a unit. */
void set_layer_number(Parameters &p, const std::string &section, const std::string &name, double written, Kind kind,
                      const std::string &source, const std::string &where, const PlausibleRange &plausible = {});
/* The row that it has, whether or not there is such a number. Throws MachineFileError if the name ends in no unit. */
ParameterRow layer_row(const std::string &section, const std::string &name, const std::string &where);

/* Every number that the machine has and needs: those of its table, in that order, then those of layers. */
struct GivenNumber {
    const ParameterRow &row;
    const Origin &origin;
};
std::vector<GivenNumber> given_numbers(const Parameters &p);

/* What is wrong with a machine file or a setting, in one line: file, line, key, value, unit, and what is accepted. */
class MachineFileError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/* Reads a machine: a name ("ap1000" is ap1000.toml in the first of `folders` that has it) or a path (has a '/' or ends
 * in .toml). A file with `base = "name or path"` gives only what differs; names and paths in it are relative to its
 * folder. Throws MachineFileError. */
Parameters load_machine(const std::string &name_or_path, const std::vector<std::string> &folders);

/* Returns the most square grid with x >= y: 64 is 8x8, 128 is 16x8. Throws MachineFileError outside of 1..max_cells. */
Grid grid_for(int cells);

/* Converts "16x8" to a grid. Throws MachineFileError. */
Grid parse_grid(std::string_view text);

/* Change the size of the machine; `where` is who asks, in errors and as the source ("--cells"). Cells of an
 * AP1000, or nodes of another kind; only an AP1000 has a grid. Throw MachineFileError. */
void set_cells(Parameters &p, int cells, const std::string &where);
void set_grid(Parameters &p, std::string_view text, const std::string &where);

/* Name the platform file of SimGrid that the machine is on; only some kinds have one. How many nodes there are is then
 * the platform's to say, until set_cells. Throws MachineFileError if there is no such file. */
void set_platform(Parameters &p, const std::string &path, const std::string &where);

/* The platform's hosts, which somebody has read: they are the nodes, or the first so many. Throws MachineFileError if
 * there are fewer than the machine is to have. */
void set_hosts(Parameters &p, std::vector<FlowHost> hosts);

/* Prints every parameter with its value, unit, kind and source, in columns, by section. */
void print_info(std::FILE *out, const Parameters &p, const std::string &only = "");

} // namespace ap1000
