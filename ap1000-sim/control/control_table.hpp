/* control_table.hpp - what the simulated machine fills in for the control program
 * (pvm-api/machine/control_program.h). */
#ifndef AP1000_CONTROL_TABLE_HPP
#define AP1000_CONTROL_TABLE_HPP

#include "control_program.h"

namespace ap1000
{

class Task;

/* `m` of each slot is the HostControl. */
extern const control_ops control_table;

/* The strings belong to the task. */
control_about about_task(const Task &t);

} // namespace ap1000

#endif
