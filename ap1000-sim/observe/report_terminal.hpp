/* report_terminal.hpp - a report for people: tables as wide as a terminal, and the verdict.
 * Many tasks are summed up. */
#ifndef AP1000_REPORT_TERMINAL_HPP
#define AP1000_REPORT_TERMINAL_HPP

#include <string>

#include "observe/report_content.hpp"

namespace ap1000
{

/* The text, which ends with a new line: all of it, or what fits on a screen. Times are in ms and us, as the heads of
 * the tables say. */
std::string terminal_text(const ReportContent &r);
std::string short_text(const ReportContent &r);

} // namespace ap1000

#endif
