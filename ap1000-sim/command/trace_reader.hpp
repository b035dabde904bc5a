/* trace_reader.hpp - reads a trace that --trace wrote, compressed or not, one event at a time: memory does not grow
 * with it. */
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "ns.hpp"

namespace ap1000
{

/* Call `use` with each event, and return what the trace says of the run. `use` may throw nlohmann::json::exception. How
 * far it is shows on a terminal. grows: not nullptr: a trace that breaks off is one of a run that goes on, and *grows
 * is set. Throws std::runtime_error with one line that names the file: it cannot be read, or is no whole trace. */
nlohmann::json for_each_event(const std::string &path, const std::function<void(const nlohmann::json &)> &use,
                              bool *grows = nullptr);

/* `about`, from for_each_event, says that the times are those of real computers (pvmrun --trace). */
bool has_real_time(const nlohmann::json &about);

/* When an event is, in simulated ns. */
Ns time_of(const nlohmann::json &e);

/* Is it about a task (rather than a network)? */
bool is_task_event(const nlohmann::json &e);

} // namespace ap1000
