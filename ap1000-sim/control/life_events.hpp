/* life_events.hpp - the trace events that PVM's daemons send: a task was made, spawned, has ended (TEV_NEWTASK, TEV_SPNTASK,
 * TEV_ENDTASK), to where the task's own events go; and who collects them if nobody else is named (pvm_reg_tracer). */
#ifndef AP1000_LIFE_EVENTS_HPP
#define AP1000_LIFE_EVENTS_HPP

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine.h"

namespace ap1000
{

class HostControl;
class Task;
struct TaskOrigin;

class LifeEvents
{
  public:
    explicit LifeEvents(HostControl &control) : control_(control) {}

    /* A task that is to be spawned: a registered tracer collects what its spawner has said nothing about. */
    void inherit(TaskOrigin &origin) const;

    /* A task that nobody spawned has joined: the same, and it is announced. */
    void came(Task &t);

    void began(const Task &t, int parent_tid, int flags, const std::string &name);
    void spawned(const Task &t);
    void ended(const Task &t);
    void changed(Task &t, const mach_sink &sink);

  private:
    class EventText;
    bool described(const Task &t, int event);
    void send(const Task &t, const EventText &m);
    void send_identifiers(const Task &t);

    HostControl &control_;
    std::map<std::pair<int, int>, std::vector<int>> told_; /* events by node and sink: each describes itself once */
};

} // namespace ap1000

#endif
