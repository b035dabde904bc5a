/* run_sums.hpp - what two runs are compared by: sums over all tasks, read from a trace or a report for programs. */
#pragma once

#include <map>
#include <string>

#include "command/plot_data.hpp"

namespace ap1000
{

/* What a run was made by: what is called so, and its value. */
using MadeBy = std::map<std::string, std::string>;

struct RunSums {
    MadeBy made_by;
    std::string computing = "free"; /* or counted, measured, real */
    /* One number of a run, with its unit in the name ("computing [ms]"); `order` sorts them for people. */
    struct Key {
        int order;
        std::string name;
        bool operator<(const Key &other) const
        {
            return order != other.order ? order < other.order : name < other.name;
        }
    };
    std::map<Key, double> values;
};

/* Throws std::runtime_error with one line that names the file: it is neither. */
/* Of the part that is wanted alone. */
RunSums sums_of_trace(const std::string &path, const PlotWanted &wanted);
RunSums sums_of_report(const std::string &path);

} // namespace ap1000
