/* host_control.hpp - the control program of the simulated machine.
 *
 * The answers are the same on every machine (pvm-api/machine/control_program.h). Here is the kernel's interface to them
 * (kernel/control.hpp), and `--limits`. */
#pragma once

#include <memory>
#include <vector>

#include "control/system_roles.hpp"
#include "control_program.h"
#include "kernel/control.hpp"
#include "kernel/machine.hpp"

namespace ap1000
{

/* What the simulated machine fills in for the control program (pvm-api/machine/control_program.h). */
/* `m` of each slot is the HostControl. */
extern const control_ops control_table;

/* The strings belong to the task. */
control_about about_task(const Task &t);

class HostControl : public Control
{
  public:
    /* machine must outlive it; the machine's other parts are used only when they exist. Throws std::bad_alloc. */
    explicit HostControl(Machine &m);

    Answer answer(Task &asker, int request, const std::string &body) override;
    void hear(Node &n, const Message &m) override;
    void made(Task &t) override;
    void joined(Task &t) override;
    void ended(Task &t) override;
    void printed(Task &t, int count, const std::string &text) override;
    void output_ended(Task &t) override;
    void deleted(Node &n) override;
    int manager_of(const Node &n) const override;

    /* For a task that is to be spawned: a registered tracer collects what its spawner has not set. */
    void inherit(TaskOrigin &origin);

    /* These nodes have been added, all at one time: tasks that asked for it are notified. */
    void nodes_added(const std::vector<int> &node_tids);

    /* Returns the tid of the task that has that role on the node (a hoster: on any node), or 0. */
    int role(system_role which, const Node &n) const;
    void set_role(system_role which, const Node &n, int tid);

    /* Sends a message of the system; it is dropped if there is no such task. */
    void deliver(const control_delivery &l);

    Machine &machine;
    SystemRoles roles;

  private:
    struct Free {
        void operator()(control *c) const
        {
            control_free(c);
        }
    };
    std::unique_ptr<control, Free> control_;
};

} // namespace ap1000
