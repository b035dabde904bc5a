/* reports.hpp - what the simulator says to people: lines that tasks print, complaints about them, who waits for what.
 */
#ifndef AP1000_REPORTS_HPP
#define AP1000_REPORTS_HPP

#include <memory>
#include <set>
#include <string>

#include "config/parameters.hpp"
#include "kernel/task_register.hpp"
#include "kernel/terminal.hpp"
#include "ns.hpp"

namespace ap1000
{

std::string ms_text(Ns t); /* "1.234 ms" */

class Reports
{
  public:
    /* Complaints go to the terminal; without one, to the simulator's stderr. The lines of tasks go there too, or, if
     * they are all that the run prints, to its stdout. p must outlive it. */
    Reports(const Parameters &p, bool lines_to_stdout, std::shared_ptr<Terminal> terminal);

    /* A line that a task has printed, marked with its tid. */
    void print(const Task &t, const std::string &line);

    /* "ap1000: t40005 on cell 4 <what>". */
    void complain(const Task &t, const std::string &what);

    /* A task's spawn found no program. The same words are said once, however often it tries. */
    void not_found(const Task &spawner, const std::string &file, const std::string &why);

    /* "ap1000: <line>". */
    void say(const std::string &line);

    /* What each task waits for, and since when, its unread messages, rings and barriers; services are left out. */
    void waiting(const TaskRegister &tasks, const char *headline, Ns now);

    /* The same of a machine that stays, to whoever has started it. */
    void stuck(const TaskRegister &tasks, Ns now);

  private:
    const Parameters &parameters_;
    std::shared_ptr<Terminal> errors_, lines_;
    std::set<std::string> not_found_;
};

} // namespace ap1000

#endif
