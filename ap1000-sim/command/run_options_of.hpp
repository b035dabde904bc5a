/* run_options_of.hpp - what the settings ask for, checked and typed: how a run goes, who watches it, how tasks are
 * run. All throw UsageError with one line that names the value and what would be right. */
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "carriers/process/simulator/process_carrier.hpp"
#include "command/commands.hpp"
#include "config/parameters.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/run_options.hpp"

namespace ap1000
{

/* The caller adds the kind, the program and who watches. */
RunOptions run_options_of(const Settings &s, const Parameters &p);

/* How many copies of the program; 0: one, on the host. */
int copies_of(const std::string &copies, std::uint32_t max_tasks);

/* Who writes the run down; nullptr: nobody. Files are opened here, before anything runs. */
std::shared_ptr<RunObserver> observer_of(const Settings &s, const Parameters &p, const std::string &program);

/* Tasks as processes; more is known of how they find the machine later. */
ProcessSettings carrier_of(const Settings &s, const Parameters &p);

} // namespace ap1000
