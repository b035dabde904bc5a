/* verdict.hpp - a run in plain words: what its time was spent on, who waited for whom, what limited it, and what a
 * change would save.
 *
 * It is made from the critical path and the totals of the report. It prints nothing. */
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/parameters.hpp"
#include "observe/critical_path.hpp"
#include "observe/usage.hpp"

namespace ap1000
{

struct TaskTotals;
struct Traffic;

/* A change, and how long the critical path would be with it. */
struct WhatIf {
    std::string change; /* in words, with the option if there is one */
    std::string name;   /* for programs: "on_cell" */
    Ns then;
    bool at_best;        /* the cost is taken away altogether, so no run can be shorter along this path */
    std::string options; /* with which a run has the change, separated by spaces; "": there are none */
};

struct VerdictInput {
    const Parameters &machine;
    const CriticalPath &path;
    const UsageTotals &usage;
    const std::map<int, TaskTotals> &tasks;
    const std::map<std::pair<int, int>, Traffic> &matrix; /* by sender and receiver */
    Ns end;                                               /* of the run */
    bool is_real;                                         /* its times are those of real computers */
};

const char *name_of(PathPart part); /* for programs: "messages_host" */

std::vector<WhatIf> what_ifs(const Parameters &p, const PathSums &path);

/* How a part and a task are called, on this machine and in this run. */
std::string words_on(const Parameters &p, PathPart part);
std::string task_name(const VerdictInput &in, int tid);

/* What a user of this machine can do about barriers: "--barrier tree or dissemination lowers it". */
const char *lowers_barriers(const Parameters &p);

/* Lines without their ends; the first names the cause (cause.hpp). */
std::vector<std::string> verdict(const VerdictInput &in);

/* A wire of a cluster's switch (switch.hpp): "from node3", "to node3". */
std::string wire_name(const Parameters &p, int wire);

} // namespace ap1000
