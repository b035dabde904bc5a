/* task_register.cpp - see task_register.hpp. */
#include "kernel/task_register.hpp"

#include "kernel/nodes.hpp"
#include "kernel/task.hpp"
#include "machine.h"
#include "pvm3.h"

namespace ap1000
{
namespace
{

const int first_node = tid_of_node(0); /* the host part of every task's tid, whichever node the task is on */
const int last_local = tid_of_node(1) - first_node - 1;

} // namespace

int TaskRegister::new_tid()
{
    do
        last_tid_ = last_tid_ % last_local + 1;
    while (living_.count(first_node | last_tid_) > 0);
    return first_node | last_tid_;
}

int TaskRegister::new_spawn_id()
{
    return ++spawns_;
}

void TaskRegister::add(Task &t)
{
    bool is_new = living_.emplace(t.tid, &t).second;
    auto number = static_cast<std::size_t>(t.tid - first_node);
    if (known_.size() <= number)
        known_.resize(number + 1);
    known_[number] = {&t, t.node->tid};
    if (is_new && !t.origin.service) {
        on_machine_++;
        on_cells_ += t.node->index > 0;
    }
}

void TaskRegister::remove(const Task &t)
{
    if (known(t.tid) != nullptr)
        known_[static_cast<std::size_t>(t.tid - first_node)].task = nullptr;
    if (living_.erase(t.tid) > 0 && !t.origin.service) {
        on_machine_--;
        on_cells_ -= t.node->index > 0;
    }
}

const TaskRegister::Known *TaskRegister::known(int tid) const
{
    bool in_range = tid > first_node && static_cast<std::size_t>(tid - first_node) < known_.size();
    const Known *k = in_range ? &known_[static_cast<std::size_t>(tid - first_node)] : nullptr;
    return k != nullptr && k->home != 0 ? k : nullptr;
}

Task *TaskRegister::find(int tid) const
{
    const Known *k = known(tid);
    return k != nullptr ? k->task : nullptr;
}

std::vector<Task *> TaskRegister::all() const
{
    std::vector<Task *> tasks;
    tasks.reserve(living_.size());
    for (const auto &[tid, t] : living_)
        tasks.push_back(t);
    return tasks;
}

int TaskRegister::home_of(int tid) const
{
    const Known *k = known(tid);
    return k != nullptr ? k->home : PvmNoTask;
}

void TaskRegister::add_to_spawn(int spawn_id, int tid)
{
    spawned_[spawn_id].push_back(tid);
}

const std::vector<int> &TaskRegister::of_spawn(int spawn_id)
{
    return spawned_[spawn_id];
}

int TaskRegister::count(int whom) const
{
    return whom == MACH_MACHINE ? on_machine_ : on_cells_;
}

/* Returns whether `whom`, as t uses it, includes the other task. Rows and columns are those of the cell of t. */
bool TaskRegister::means(const Task &t, int whom, const Task &other) const
{
    int here = t.node->index - 1, cell = other.node->index - 1;
    if (whom == MACH_MACHINE || cell < 0)
        return whom == MACH_MACHINE;
    return whom == MACH_CELLS || (whom == MACH_ROW && cell / columns_ == here / columns_) ||
           (whom == MACH_COLUMN && cell % columns_ == here % columns_);
}

std::vector<int> TaskRegister::others(const Task &t, int whom) const
{
    std::vector<int> tids;
    for (const auto &[tid, other] : living_)
        if (other != &t && !other->origin.service && means(t, whom, *other))
            tids.push_back(tid);
    return tids;
}

} // namespace ap1000
