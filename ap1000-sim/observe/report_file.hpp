/* report_file.hpp - a report for programs: all that the printed report has, as JSON, or as lines with a name and a
 * value. */
#ifndef AP1000_REPORT_FILE_HPP
#define AP1000_REPORT_FILE_HPP

#include <string>

#include "observe/report_content.hpp"

namespace ap1000
{

/* Returns true if the name ends in .json, .tsv or .csv. */
bool is_for_programs(const std::string &path);

/* Returns the whole text: JSON if the path ends in .json, else lines `quantity`, `value` with one header, separated by
 * commas if it ends in .csv, else by tabs. Times are in ns. */
std::string report_text(const std::string &path, const ReportContent &content);

} // namespace ap1000

#endif
