/* processors.hpp - the processors of this computer that a run uses. */
#pragma once

#include <string>

namespace ap1000
{

/* As many as the system gives us. */
int usable_processors();

/* As many as the user says by --processors; if nothing or `all`, as many as are usable. Throws UsageError. */
int processors_of(const std::string &processors);

/* With several processors, but fewer than there are, this process and those that it starts run on so many of them.
 * With one, tasks take turns. */
void use_processors(int n);

} // namespace ap1000
