/* reports.hpp - what the simulator prints for people: the lines of tasks, messages about tasks, and who waits for
 * what. */
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "config/parameters.hpp"
#include "kernel/barriers.hpp"
#include "kernel/task_register.hpp"
#include "kernel/terminal.hpp"
#include "ns.hpp"

namespace ap1000
{

std::string ms_text(Ns t); /* "1.234 ms" */

class Reports
{
  public:
    /* Messages go to the terminal; without one, to the simulator's stderr. The lines of tasks go there, too, or to the
     * simulator's stdout if the run prints nothing else. p must outlive it. */
    Reports(const Parameters &p, bool lines_to_stdout, std::shared_ptr<Terminal> terminal);

    /* Is called before each line: with the task that it comes from, or nullptr. */
    void before_lines(std::function<void(const Task *)> what);

    /* Prints a line of a task's output, marked with its tid. */
    void print(const Task &t, const std::string &line);

    /* Where its lines go. */
    const Terminal &terminal_of(const Task &t) const;

    /* Prints "ap1000: t40005 on cell 4 <what>". */
    void complain(const Task &t, const std::string &what);

    /* A spawn of the task found no program. The same text is printed once, however often the task tries. */
    void not_found(const Task &spawner, const std::string &file, const std::string &why);

    /* Prints "ap1000: <line>". */
    void say(const std::string &line);

    /* Simulated time and the program's own time differ: a task whose clock follows the real one has joined; or a task
     * sleeps between its polls where simulated time does not see it. Each is said once. */
    void real_time();
    void naps(const Task &t);

    /* Prints what each task waits for, and since when, its unread messages, rings and barriers; of many that wait for
     * the same, the first ones. Servers of the library are left out. */
    void waiting(const TaskRegister &tasks, const Barriers &barriers, const char *headline, Ns now);

    /* The same of a machine that stays, to whoever has started it. */
    void stuck(const TaskRegister &tasks, const Barriers &barriers, Ns now);

  private:
    void write_error(const std::string &line);

    const Parameters &parameters_;
    std::function<void(const Task *)> before_lines_ = [](const Task *) {};
    std::shared_ptr<Terminal> errors_, lines_;
    std::set<std::string> not_found_;
    bool said_real_time_ = false, said_naps_ = false;
};

} // namespace ap1000
