/* sweep_table.hpp - what a sweep has found: a table, and the data of a figure. */
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "command/commands.hpp"

namespace ap1000
{

constexpr const char *cells_column = "cells", *seed_column = "seed";

/* What is varied: one of these, or the name of a setting. */
struct Axis {
    std::string name;
    std::vector<std::string> values;
};

struct Point {
    std::vector<std::string> values; /* one for each axis */
    double time_ns = -1;             /* below 0: the run failed */
    double working_ns = 0;           /* of all tasks: computing, and sleeping, by which programs charge it */
    std::int64_t messages = 0, bytes = 0;
    std::string computing = "-"; /* free, counted or measured */
    std::string in_words;        /* the same as a sentence */
    std::string metric = "-";    /* a number that the program has printed */
};

/* Tab-separated, with a header: a row for each point, in their order. */
std::string table_of(const Settings &s, const std::vector<Axis> &axes, const std::vector<Point> &points);

/* What plot/scaling.gp draws: set.gp and points.tsv in `folder`. The values of the first axis are numbers. */
void write_figure(const std::vector<Axis> &axes, const std::vector<Point> &points, const std::string &caption,
                  const std::filesystem::path &folder);

} // namespace ap1000
