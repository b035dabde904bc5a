/* report_reader.hpp - reads a report for programs back (--report=FILE.json, .tsv or .csv), for compare and plot. */
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace ap1000
{

/* Is it a report, not a trace? By its first words: a trace may be too long to be read for this. */
bool is_report(const std::string &path);

/* As it is in JSON; of a table only what compare and plot look at, without what is empty. Throws
 * nlohmann::json::exception if it is no whole report. */
nlohmann::json read_report(const std::string &path);

} // namespace ap1000
