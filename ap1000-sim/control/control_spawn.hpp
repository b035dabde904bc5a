/* control_spawn.hpp - the control program's answer to pvm_spawn. */
#ifndef AP1000_CONTROL_SPAWN_HPP
#define AP1000_CONTROL_SPAWN_HPP

#include "control/control_program.hpp"
#include "wire.h"

namespace ap1000
{

Answer spawn_tasks(HostControl &control, Task &asker, wire_in &in);

} // namespace ap1000

#endif
