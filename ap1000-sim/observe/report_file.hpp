/* report_file.hpp - a report for programs: everything that the printed one is made of, as JSON, or as lines of a name
 * and a value. */
#ifndef AP1000_REPORT_FILE_HPP
#define AP1000_REPORT_FILE_HPP

#include <string>
#include <vector>

#include "observe/trace_report.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{

struct ReportContent {
    VerdictInput run;
    const std::map<std::pair<int, int>, Traffic> &matrix;
    Ns deadlock; /* when; -1: none */
    const std::vector<std::string> &ends;
    const std::set<std::string> &lacking; /* numbers of layers that the machine file has not */
};

/* Does the name ask for it: .json, .tsv? */
bool is_for_programs(const std::string &path);

/* The whole text: JSON if the path ends in .json, else tab-separated lines `quantity`, `value` with one header. Times
 * in ns. */
std::string report_text(const std::string &path, const ReportContent &content);

} // namespace ap1000

#endif
