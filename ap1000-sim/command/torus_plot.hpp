/* torus_plot.hpp - the torus of a run as a heat map, from its report for programs (--report=FILE.json, .tsv, .csv). */
#pragma once

#include <filesystem>
#include <string>

namespace ap1000
{

/* What plot/torus.gp reads, or plot/links.gp if the run had no T-Net, into `folder`; returns which of them. Throws
 * std::runtime_error with one line that names the file, nlohmann::json::exception. */
const char *write_use(const std::string &path, const std::filesystem::path &folder, const std::string &caption);

} // namespace ap1000
