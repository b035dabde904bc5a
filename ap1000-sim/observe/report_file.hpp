/* report_file.hpp - a report for programs: all that the printed report has, as JSON, or as lines with a name and a
 * value. */
#ifndef AP1000_REPORT_FILE_HPP
#define AP1000_REPORT_FILE_HPP

#include <string>
#include <vector>

#include "observe/trace_report.hpp"
#include "observe/provenance.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{

struct ReportContent {
    VerdictInput run;
    const Provenance &by;
    const std::map<std::pair<int, int>, Traffic> &matrix;
    Ns deadlock; /* when it happened; -1: there was none */
    const std::vector<std::string> &ends;
    const std::set<std::string> &lacking; /* numbers of layers that the machine file has not */
};

/* Returns true if the name ends in .json or .tsv. */
bool is_for_programs(const std::string &path);

/* Returns the whole text: JSON if the path ends in .json, else tab-separated lines `quantity`, `value` with one header.
 * Times are in ns. */
std::string report_text(const std::string &path, const ReportContent &content);

} // namespace ap1000

#endif
