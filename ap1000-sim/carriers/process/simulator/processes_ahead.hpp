/* processes_ahead.hpp - programs that run beside the simulator and have the turn ahead of simulated time. They go on
 * while the simulator waits for the one whose turn it is.
 *
 * kernel/ahead/ decides which may run ahead, and how far.
 */
#ifndef AP1000_PROCESSES_AHEAD_HPP
#define AP1000_PROCESSES_AHEAD_HPP

#include <cstdint>
#include <vector>

#include "carriers/slots/simulator/slot_execution.hpp"
#include "carriers/slots/simulator/region.hpp"
#include "carriers/process/simulator/sharing.hpp"
#include "carriers/slots/wire/handover.h"

namespace ap1000
{

class ProcessesAhead
{
  public:
    /* Both must outlive it. */
    ProcessesAhead(Region &region, const Sharing &sharing);

    /* It has the turn ahead of its time: tell its task when it gives it back. */
    void add(SlotExecution &e);
    void remove(SlotExecution &e);
    bool is_empty() const
    {
        return all_.empty();
    }

    /* Which of them have come to a call? At every so many calls only. */
    void look_at_times();

    /* Waits until this one gives the turn back, at most so long (real time). Returns whether it has. */
    bool await_beside(SlotExecution &e, int ms);

    /* Does it give the turn back at once? Then it pays less that others run ahead meanwhile; if not, it does. */
    bool await_short_turn(SlotExecution &e);

  private:
    void look();
    void sleep_beside(SlotExecution &e, std::int64_t span_ns);

    Region &region_;
    const Sharing &sharing_;
    std::vector<SlotExecution *> all_;
    int pays_left_ = 0;  /* more than 0: running ahead has paid not long ago */
    unsigned looks_ = 0; /* not taken since the last one */
    handover_spin spin_;
};

} // namespace ap1000

#endif
