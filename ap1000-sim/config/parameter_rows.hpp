/* parameter_rows.hpp - the rows of which a kind of machine makes its table, each with its unit, range and place. */
#pragma once

#include "config/parameters.hpp"

namespace ap1000
{

/* The ranges are wide enough for any machine that one may ask about, and narrow enough to catch a value in the wrong
 * unit. transfer_time (ns.hpp) was checked down to 0.001 MB/s. */
constexpr double max_us = 1e6, max_ms = 1e6, max_ns_per_byte = 1e5;
constexpr double min_mb_per_s = 0.001, max_mb_per_s = 1e5;

/* Where a number is kept. */
using At = std::function<std::int64_t &(Parameters &)>;

/* The same for a member of the kind's own numbers: own_at(&ToyParameters::latency). */
template <typename Own> At own_at(std::int64_t Own::*member)
{
    return [member](Parameters &p) -> std::int64_t & { return p.own<Own>().*member; };
}

/* How many nodes there are, from 1 to most, under the name that the kind has for them: the first row of each table. */
void add_nodes(std::vector<ParameterRow> &rows, const char *name, int most,
               bool (*needed)(const Parameters &) = nullptr);

/* One number; low, high and needed: as in ParameterRow. */
void add_number(std::vector<ParameterRow> &rows, const char *section, const char *name, Unit unit, double low,
                double high, At at, bool (*needed)(const Parameters &) = nullptr);
void add_us(std::vector<ParameterRow> &rows, const char *section, const char *name, At at);
void add_mb_per_s(std::vector<ParameterRow> &rows, const char *section, const char *name, At at);
/* A choice among words: the place of the word is kept. */
void add_choice(std::vector<ParameterRow> &rows, const char *section, const char *name, std::vector<std::string> words,
                At at, bool (*needed)(const Parameters &) = nullptr);

/* What software costs on a node. native: also the costs of the AP1000's own library. */
void add_costs(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node, bool native);
/* The processor of a node, in the section NAME.processor, whose numbers are needed as soon as one of them is given; or
 * each only if it is given: `partly`. */
void add_processor(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node,
                   bool partly = false);
/* What the control program costs. */
void add_control(std::vector<ParameterRow> &rows);

/* A kind's table, made at its first use. */
template <std::vector<ParameterRow> (*make)()> const std::vector<ParameterRow> &made_once()
{
    static const std::vector<ParameterRow> rows = make();
    return rows;
}

/* The numbers of a kind that keeps them in a struct Own, before a machine file has given any. */
template <typename Own> std::any zeros()
{
    return Own{};
}

} // namespace ap1000
