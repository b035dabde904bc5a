/* report_content.hpp - what a report says, whichever way it is written (report_terminal.hpp, report_file.hpp). */
#ifndef AP1000_REPORT_CONTENT_HPP
#define AP1000_REPORT_CONTENT_HPP

#include <set>
#include <string>
#include <vector>

#include "observe/provenance.hpp"
#include "observe/run_totals.hpp"
#include "observe/verdict.hpp"

namespace ap1000
{

/* It owns nothing. */
struct ReportContent {
    VerdictInput run;
    const Provenance &by;
    Ns deadlock;                              /* when it happened; -1: there was none */
    const std::vector<std::string> &ends;     /* bad ends of tasks, in words */
    const std::set<std::string> &lacking;     /* numbers of layers that the machine file has not */
    const std::vector<std::string> &remarks;  /* whole lines, for people alone */
    const LineTotals &lines;                  /* empty: the programs have no debug information */
    const std::map<std::string, Ns> &regions; /* how long the run was in each (pvmsim_region) */
};

} // namespace ap1000

#endif
