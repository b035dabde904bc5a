/* control_table.hpp - what the control program (pvm-api/machine/control_program.h) needs to know of the simulated
 * machine. */
#ifndef AP1000_CONTROL_TABLE_HPP
#define AP1000_CONTROL_TABLE_HPP

#include "control_program.h"

namespace ap1000
{

class Task;

/* `m` of each slot is the HostControl. */
extern const control_ops control_table;

/* Its strings are the task's. */
control_about about_task(const Task &t);

} // namespace ap1000

#endif
