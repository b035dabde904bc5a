/* libc_uses.hpp - the names that a process's libraries look up, so that they would find a program's function or
 * variable of that name in place of libc's. Most of their own functions they call directly. */
#pragma once

#include <string>

namespace ap1000
{

/* Does libc or libm look it up (malloc, optind)? */
bool libc_uses(const std::string &name);

/* Does the name stand among those of this library, used or its own? True also if the file has no table of them. */
bool has_name(const std::string &library_file, const std::string &name);

} // namespace ap1000
