/* barrier_option.hpp - the option --barrier: the names that it knows are those of barriers.h. */
#pragma once

#include <string>

namespace ap1000
{

/* What `ap1000 run --help` says after what the option does: the default, then a line for each algorithm. */
std::string barrier_help();

/* The algorithm of that name, as tasks are told it when they join: enum barrier_algorithm; "": the default. Throws
 * UsageError. */
int barrier_of(const std::string &name);

} // namespace ap1000
