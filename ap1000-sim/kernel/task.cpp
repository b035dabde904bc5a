/* task.cpp - see task.hpp. */
#include "kernel/task.hpp"

#include <utility>

namespace ap1000
{
Task::Task(std::unique_ptr<Execution> e, std::uint64_t number_in_order, int task_tid, Node &task_node,
           std::string program_file, const TaskOrigin &task_origin)
    : execution(std::move(e)), node(&task_node), tid(task_tid), origin(task_origin), number(number_in_order),
      file(std::move(program_file))
{
    execution->task = this;
    node->tasks++;
}

void Task::interrupt()
{
    interrupted = true;
    wake();
}

void Task::release()
{
    released = true;
    wake();
}

void Task::release_barrier(int code, std::uint32_t word)
{
    reply.result = code;
    reply.status = word;
    release();
}

} // namespace ap1000
