/* other_pvm.hpp - finds out whether a program is linked with a libpvm3 that is not ours. Such a program knows nothing
 * of the simulated machine and looks for PVM's daemon. */
#pragma once

#include <string>
#include <vector>

namespace ap1000
{

/* If so, prints one line that names the file, the libpvm3 that it would use, and the remedy. exports: the variables of
 * its environment besides ours ("NAME=value"). Asks the loader, in a process of about a millisecond. */
void say_if_other_pvm(const std::string &program, const std::vector<std::string> &exports);

/* That line for a program that a run would start with no variables besides; "": its libpvm3 is ours, or it has none.
 * And what the loader would load with it then. */
std::string other_pvm_of(const std::string &program);
std::string loaded_by_runs(const std::string &program);

/* What the loader would load with the program in this environment, as ldd(1) lists it; "": it does not say. Takes a
 * process of a millisecond. */
std::string list_of_loaded(const std::string &program, std::vector<std::string> environment);

/* The file in such a list for this library ("libpvm3.so.3"); "": none. */
std::string file_in_list(const std::string &list, const std::string &library);

} // namespace ap1000
