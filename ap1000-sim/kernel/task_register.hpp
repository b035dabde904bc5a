/* task_register.hpp - the register of tasks: their tids, the node of each, and which were spawned together. It owns no
 * task. */
#pragma once

#include <map>
#include <vector>

namespace ap1000
{

class Task;

class TaskRegister
{
  public:
    /* columns: how many cells a row has; 0: the nodes form no array. */
    explicit TaskRegister(int columns) : columns_(columns)
    {
    }

    /* The next one that no living task has; after the last one a node can have, the first again, as in PVM. There are
     * always fewer tasks than tids. */
    int new_tid();
    int new_spawn_id();

    /* add: the task is known by its tid from now on; remove: it no longer is. */
    void add(Task &t);
    void remove(const Task &t);

    /* Returns nullptr if there is no such task. */
    Task *find(int tid) const;

    /* The living tasks, by tid. all() is a copy, for loops that may end some of them. */
    const std::map<int, Task *> &living() const
    {
        return living_;
    }
    std::vector<Task *> all() const;

    /* Returns the tid of a task's node, also for a task that has ended; PvmNoTask: no task ever had the tid. */
    int home_of(int tid) const;

    /* add_to_spawn: the task is part of that spawn. of_spawn: their tids in the order of their start, also those that
     * have ended, as in PVM. */
    void add_to_spawn(int spawn_id, int tid);
    const std::vector<int> &of_spawn(int spawn_id);

    /* Tasks, without servers of the library: how many there are of MACH_MACHINE or MACH_CELLS; and the tids of all but
     * t that `whom` includes, ascending. */
    int count(int whom) const;
    std::vector<int> others(const Task &t, int whom) const;

  private:
    struct Known {
        Task *task = nullptr; /* nullptr: it has ended */
        int home = 0;         /* tid of its node; PVM can tell it from the tid itself */
    };
    const Known *known(int tid) const; /* nullptr: there never was one */
    bool means(const Task &t, int whom, const Task &other) const;

    const int columns_;
    int last_tid_ = 0, spawns_ = 0;
    int on_machine_ = 0, on_cells_ = 0; /* living tasks, without servers */
    std::map<int, Task *> living_;
    std::vector<Known> known_;                /* the last task that had the tid, by its local number */
    std::map<int, std::vector<int>> spawned_; /* by the number of their spawn */
};

} // namespace ap1000
