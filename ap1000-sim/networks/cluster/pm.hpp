/* pm.hpp - messages by PM on Myrinet: the library at each side has a fixed cost, and the interface does the rest. It
 * cuts a message into packets that fill a frame and sends them one after the other, without the processor. There are no
 * losses, no acknowledgements and no connections.
 *
 * Simplifications: the receiver always has room, so the sender never waits for it; within a node a message costs only
 * both sides of the library.
 */
#ifndef AP1000_PM_HPP
#define AP1000_PM_HPP

#include <memory>

#include "networks/cluster/medium.hpp"
#include "networks/processors.hpp"

namespace ap1000
{

struct PmParameters {
    Ns send, recv;       /* of a message, on the processor of the node [ns] */
    std::int64_t header; /* before the data of each packet [byte] */
};

class Pm
{
  public:
    /* All must outlive it. */
    Pm(const PmParameters &p, Medium &medium, Events &events, const Processors &run);

    /* A message of `bytes` is to go now; `arrived` is called when the receiver's library has it. */
    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Message {
        int from, to;
        std::int64_t left;
        std::function<void()> arrived;
    };
    void next_packet(const std::shared_ptr<Message> &m);

    const PmParameters p_;
    Medium &medium_;
    Events &events_;
    const Processors &run_;
    const std::int64_t most_; /* bytes of a message in one packet */
};

} // namespace ap1000

#endif
