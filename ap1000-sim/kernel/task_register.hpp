/* task_register.hpp - which tasks there are: tids, the node of each, who was spawned together. It owns no task. */
#ifndef AP1000_TASK_REGISTER_HPP
#define AP1000_TASK_REGISTER_HPP

#include <map>
#include <vector>

namespace ap1000
{

class Task;

class TaskRegister
{
  public:
    /* columns: cells along x; 0: the nodes stand in no array. */
    explicit TaskRegister(int columns) : columns_(columns)
    {
    }

    int new_tid();
    int new_spawn_id();

    /* The task is known by its tid from now on, or no more. */
    void add(Task &t);
    void remove(const Task &t);

    /* nullptr: no such task. */
    Task *find(int tid) const;

    /* Living tasks by their tids. all() is a copy, for loops that may end some. */
    const std::map<int, Task *> &living() const
    {
        return living_;
    }
    std::vector<Task *> all() const;

    /* The tid of the node of a task, also of one that has ended; PvmNoTask: there was none. */
    int home_of(int tid) const;

    /* The task is one of that spawn; their tids in the order of their start, also of those that have ended, as in PVM.
     */
    void add_to_spawn(int spawn_id, int tid);
    const std::vector<int> &of_spawn(int spawn_id);

    /* Tasks but services: how many of MACH_MACHINE or MACH_CELLS; and the tids of all but t, in their order, whom t
     * means by an enum mach_whom. */
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
    int on_machine_ = 0, on_cells_ = 0; /* living ones but services */
    std::map<int, Task *> living_;
    std::vector<Known> known_;                /* every task there ever was, by the local number of its tid */
    std::map<int, std::vector<int>> spawned_; /* by the number of their spawn */
};

} // namespace ap1000

#endif
