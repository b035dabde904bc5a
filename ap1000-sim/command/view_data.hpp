/* view_data.hpp - a trace made into what the page of `ap1000 view` shows: disjoint stretches of each task, and
 * messages. */
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "command/plot_data.hpp"

namespace ap1000
{

/* As view/data.js wants it: columns are base64 of little-endian numbers, times in ns. Memory grows with the part of the
 * trace that is wanted. grows: as of for_each_event. Throws std::runtime_error with one line that names the file. */
nlohmann::json read_view(const std::string &path, const PlotWanted &wanted, const std::string &title, bool *grows);

} // namespace ap1000
