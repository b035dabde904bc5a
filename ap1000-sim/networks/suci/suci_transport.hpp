/* suci_transport.hpp - messages between nodes over Suci's reliable UDP with a window (pvm-api/suci): its own core, one
 * sender and one receiver for each ordered pair of nodes that communicate, driven by simulated time. There is no
 * connection set-up. All tasks of a node share its senders, but no task's message waits for another task's.
 *
 *     task --socket--> sender --packets over UDP--> receiver --socket--> task
 *                         <--acknowledgements over UDP--
 *
 * Each packet costs both nodes packet_us and a copy of its bytes, each acknowledgement ack_us: on clusters as
 * interrupts do, at once, while what the tasks do next begins so much later; on workstations in turn with the tasks.
 * Losses are those of UDP (udp.hpp). A node that does not answer for give_up is unreachable.
 *
 * Simplifications: the flow control decides when it hands a packet to the processor, not when that puts it on the
 * medium; a reader takes what has arrived at once, whatever its task does, so no door is ever closed; within a node a
 * message is one packet, and never lost. */
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "networks/processors.hpp"
#include "networks/suci/suci_parameters.hpp"
#include "networks/workstations/udp.hpp"

namespace ap1000
{

class SuciWay; /* from one node to another */

class SuciTransport
{
  public:
    /* The first four must outlive it. */
    SuciTransport(const SuciParameters &p, Udp &udp, Events &events, const Processors &run, Unreachable unreachable);
    ~SuciTransport();

    /* A message of `bytes`, less than 2 GB, is with the sender now; `arrived` is called when the receiver has it: at
     * once, if that has been given up, as nobody waits for ever. */
    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived);

  private:
    const SuciParameters p_;
    Udp &udp_;
    Events &events_;
    const Processors &run_;
    Unreachable unreachable_;
    std::map<std::pair<int, int>, std::unique_ptr<SuciWay>> ways_;
};

} // namespace ap1000
