/* medium.hpp - the interface of the medium that connects the nodes of a cluster and carries frames: hub.hpp,
 * switch.hpp. */
#pragma once

#include <functional>

#include "engine/events.hpp"
#include "networks/workstations/ethernet.hpp"

namespace ap1000
{

/* Nothing is overtaken on the way from one node to another. */
class Medium
{
  public:
    virtual ~Medium() = default;

    /* Node `from` wants to send a frame with `payload` byte, at most max_payload(), to another node now. `there` is
     * called when that has it whole; a frame that is dropped takes it along uncalled. When the sender's end of the wire
     * is free again [ns]. */
    virtual Ns frame(int from, int to, std::int64_t payload, std::function<void()> there) = 0;

    virtual std::int64_t max_payload() const = 0;

    /* Returns true if it may drop frames. */
    virtual bool drops() const
    {
        return false;
    }
};

} // namespace ap1000
