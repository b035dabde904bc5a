/* carriers.hpp - how the tasks of a run are carried: as processes, or in the simulator. */
#pragma once

#include <memory>
#include <string>

#include "carriers/process/simulator/process_carrier.hpp"
#include "command/commands.hpp"
#include "kernel/run_observer.hpp"

namespace ap1000
{

/* Throws UsageError if --tasks is none of its words. */
void check_tasks(const Settings &s);

/* Are tasks to run in process, where they can? first_program: the path of the one that the run begins with; empty:
 * nobody knows it yet. at_terminal: as of why_not_in_process. The observer (empty: none) hears why not, unless the user
 * has asked for that. */
bool in_process(const Settings &s, const std::shared_ptr<RunObserver> &observer, const std::string &first_program,
                bool at_terminal);

/* Why tasks of this program never run in process, as a sentence; "": they can. */
std::string why_as_process(const std::string &program);

/* Throws std::runtime_error. */
std::unique_ptr<Carrier> make_carrier(const Settings &s, bool in_process, ProcessSettings settings,
                                      const std::shared_ptr<RunObserver> &observer);

} // namespace ap1000
