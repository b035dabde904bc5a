/* plot_tables.hpp - the data of a space-time diagram and a matrix, or of the use of links, as tables for the scripts in
 * plot/. */
#pragma once

#include <filesystem>
#include <string>

#include "command/plot_data.hpp"

namespace ap1000
{

/* set.gp, runs.tsv, messages.tsv and matrix.tsv in `folder`. longest: times are in the unit that suits this one, from
 * `zero` on. */
void write_tables(const PlotData &d, const std::string &caption, Ns longest, const std::filesystem::path &folder,
                  Ns zero = 0);

/* What has no row, in words; "": everything has one. */
std::string left_out(const PlotData &d);

/* Of a report, into `folder`: what plot/torus.gp reads, or links.gp if the run had no T-Net; returns which. Throws
 * std::runtime_error with one line that names the file, nlohmann::json::exception. */
const char *write_use(const std::string &path, const std::filesystem::path &folder, const std::string &caption);

} // namespace ap1000
