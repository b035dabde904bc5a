/* report_content.hpp - what a report says, whichever way it is written (report_terminal.cpp, report_file.cpp). */
#pragma once

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

/* ---- A report for programs: all that the printed report has, as JSON, or as lines with a name and a value ---- */

/* Returns true if the name ends in .json, .tsv or .csv. */
bool is_for_programs(const std::string &path);

/* Returns the whole text: JSON if the path ends in .json, else lines `quantity`, `value` with one header, separated by
 * commas if it ends in .csv, else by tabs. Times are in ns. */
std::string report_text(const std::string &path, const ReportContent &content);

/* ---- A report for people: tables as wide as a terminal, and the verdict. Many tasks are summed up ---- */

/* The text, which ends with a new line: all of it, or what fits on a screen. Times are in ms and us, as the heads of
 * the tables say. */
std::string terminal_text(const ReportContent &r);
std::string short_text(const ReportContent &r);

} // namespace ap1000
