/* direct_route.hpp - TCP connections from task to task, past the daemons (PvmRouteDirect).
 *
 * The first message that asks for one opens it: a request and its answer go through the daemons, then TCP shakes hands
 * with three segments. What the two tasks send each other meanwhile waits; from then on both use it, in both
 * directions. So no message overtakes an earlier one that still is with the daemons.
 *
 * A message is a stream of bytes in segments that fill a frame. A segment costs both kernels; the sender's prepares one
 * while the one before it is on the medium. Every second segment is acknowledged with a frame of its own. Between tasks
 * of one host there are no frames.
 *
 * Simplifications: no window, so no slow start and no stop when the receiver is slow; no loss; the other task answers
 * the request at once, whatever it does, and never refuses it (PvmDontRoute there is not known here). */
#pragma once

#include <array>
#include <list>
#include <map>
#include <utility>

#include "networks/network.hpp"
#include "networks/workstations/pvmd.hpp"

namespace ap1000
{

struct TcpParameters {
    Ns segment; /* sending or receiving a segment, in the kernel [ns] */
    Ns connect; /* making and connecting a socket, or accepting, at each end [ns] */
};

class DirectRoutes
{
  public:
    /* All must outlive it. */
    DirectRoutes(Events &events, Ethernet &ethernet, Pvmds &pvmds, const Processors &run, const TcpParameters &p,
                 const PvmdParameters &headers);

    /* Returns true if there is a connection between the two, or one is being opened. Messages of either then use it. */
    bool connects(const Ends &ends) const;

    /* A message of `bytes` is in the sender's socket; opens the connection if there is none. `arrived` is called when
     * the message is in the receiver's socket. */
    void send(const Ends &ends, std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Message {
        std::int64_t left;
        std::function<void()> arrived;
    };

    struct Stream { /* one direction */
        int from = 0, to = 0;
        std::list<Message> waiting; /* a deque takes 0.6 kB where there are none, for every pair of tasks */
        bool busy = false;
        int unacknowledged = 0;
    };

    struct Connection {
        bool open = false;
        std::array<Stream, 2> streams; /* from the smaller end to the larger, and back */
    };

    Connection &connection(const Ends &ends);
    void request(Connection &c, int from, int to);
    void shake_hands(Connection &c, int from, int to, int segments);
    void start(Stream &s);
    void next_segment(Stream &s);
    void received(Stream &s, std::function<void()> arrived);
    Ns frame(int from, int to, std::int64_t bytes);

    Events &events_;
    Ethernet &ethernet_;
    Pvmds &pvmds_;
    const Processors &run_;
    const TcpParameters &p_;
    const PvmdParameters &headers_;
    std::map<std::pair<std::int64_t, std::int64_t>, Connection> connections_; /* by both ends, the smaller first */
};

} // namespace ap1000
