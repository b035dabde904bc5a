/* host_control.hpp - the control program of the simulated machine. What it answers is the same on every machine
 * (pvm-api/machine/control_program.h); here is what the kernel asks of it (kernel/control.hpp), and its own limits. */
#ifndef AP1000_HOST_CONTROL_HPP
#define AP1000_HOST_CONTROL_HPP

#include <memory>
#include <vector>

#include "control/system_roles.hpp"
#include "control_program.h"
#include "kernel/control.hpp"
#include "kernel/machine.hpp"

namespace ap1000
{

class HostControl : public Control
{
  public:
    /* machine must outlive it; its other parts are used only once they are there. Throws std::bad_alloc. */
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

    /* A task that is to be spawned: a registered tracer collects what its spawner has said nothing about. */
    void inherit(TaskOrigin &origin);

    /* These have come into the machine, all at one time: who asked is told. */
    void nodes_added(const std::vector<int> &node_tids);

    /* The tid of the task that stands in for that part of the system on the node (a hoster: anywhere); 0: nobody. */
    int role(system_role which, const Node &n) const;
    void set_role(system_role which, const Node &n, int tid);

    /* A message of the system; dropped if there is no such task. */
    void deliver(const control_letter &l);

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

#endif
