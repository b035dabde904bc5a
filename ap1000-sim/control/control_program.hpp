/* control_program.hpp - the program on the host that tasks ask: control.h has its requests and their layout. */
#ifndef AP1000_CONTROL_PROGRAM_HPP
#define AP1000_CONTROL_PROGRAM_HPP

#include <string>

#include "kernel/control.hpp"

namespace ap1000
{

class HostControl;
class Task;

/* Do what the task asks. Runs in the fiber of that task, and may hold it. */
Answer answer_request(HostControl &control, Task &asker, int request, const std::string &body);

} // namespace ap1000

#endif
