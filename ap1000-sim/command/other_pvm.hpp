/* other_pvm.hpp - is a program linked with a libpvm3 that is not ours? Such a program knows nothing of the simulated
 * machine and looks for PVM's daemon. */
#ifndef AP1000_OTHER_PVM_HPP
#define AP1000_OTHER_PVM_HPP

#include <string>

namespace ap1000
{

/* In one line, what is wrong and what to do; "": nothing is. What the program is started with (LD_LIBRARY_PATH) must be
 * in the environment already. */
std::string other_pvm(const std::string &program);

} // namespace ap1000

#endif
