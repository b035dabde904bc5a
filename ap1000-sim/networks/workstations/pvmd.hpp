/* pvmd.hpp - the PVM daemons, one on each workstation, and the path of a message from task to task through them.
 *
 *     task --socket--> its pvmd --packets over UDP--> the other pvmd --socket--> task
 *     (on one host: one pvmd, no packets)
 *
 * A message is cut into fragments that fill a packet. A daemon does one thing at a time, on the processor that it
 * shares with the tasks of its host: it reads a fragment from a task (local), sends it as a packet (datagram), reads
 * acknowledgements and packets of others, writes fragments to tasks. The cost of the tasks' own sides of the sockets is
 * not part of this: it is a native send or receive (workstation.send_us, recv_us in the machine file).
 *
 * Simplifications: a daemon reads whole messages in the order in which its tasks sent them, while the real one goes
 * round its sockets; sockets and daemons have room for everything; a piece of work on a processor is done without
 * interruption. */
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "networks/workstations/pvmd_link.hpp"

namespace ap1000
{

class Pvmds
{
  public:
    /* The first four must outlive it. */
    Pvmds(Events &events, Udp &udp, const Processors &run, const PvmdParameters &p, int hosts, Unreachable unreachable);

    /* A task on host `from` has written a message of `bytes` for a task on host `to`, which may be the same host.
     * `arrived` is called when the last fragment has been written to that task. Messages between two hosts keep their
     * order. */
    void send(int from, int to, std::int64_t bytes, std::function<void()> arrived);

    /* How many fragments a message of `bytes` has. An empty message has one. */
    std::int64_t fragments(std::int64_t bytes) const;

  private:
    struct Fragment {
        int to;
        std::int64_t bytes;
        std::function<void()> arrived; /* only set in the last fragment of a message */
    };

    Ns on_socket(int host, std::int64_t bytes);
    void read_next(int host);
    void route(int from, Fragment f);
    void write(const Fragment &f);
    PvmdLink &link(int from, int to);

    Events &events_;
    Udp &udp_;
    const Processors &run_;
    const PvmdParameters &p_;
    Unreachable unreachable_;
    std::vector<std::deque<Fragment>> from_tasks_; /* by host: fragments written by its tasks; the first is being
                                                      read */
    std::map<std::pair<int, int>, std::unique_ptr<PvmdLink>> links_;
};

} // namespace ap1000
