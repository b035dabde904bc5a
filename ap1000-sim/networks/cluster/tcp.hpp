/* tcp.hpp - messages over TCP connections, one for each pair of tasks, on a medium that loses nothing.
 *
 * The first message between two tasks opens their connection: a segment there and one back, the third rides on the
 * first data. A message is a stream of bytes in segments that fill a frame. A segment costs both kernels, which use the
 * processors of their nodes; the sender's prepares one while the one before it is on the wire.
 * - Window: no more than `window` bytes are under way without an acknowledgement; at first the initial segments, one
 *   more for each acknowledgement (slow start, RFC 5681).
 * - Acknowledgements: for every second segment at once (RFC 1122), else when the delay is over; each segment that goes
 *   the other way carries one. One of its own costs both kernels too.
 * - Nagle (RFC 896): unless `nodelay`, a segment that is not full waits until nothing is unacknowledged.
 *
 * Approximate: nothing is lost, so nothing is sent again and the window never shrinks, nor after a pause; the receiver
 * takes everything out of its socket at once, whatever its task does, so its window stays open; the messages of the
 * system go over connections that are open from the beginning; within a node a message is one segment.
 */
#ifndef AP1000_CLUSTER_TCP_HPP
#define AP1000_CLUSTER_TCP_HPP

#include <array>
#include <deque>
#include <map>
#include <utility>

#include "networks/cluster/medium.hpp"
#include "networks/network.hpp"
#include "networks/processors.hpp"

namespace ap1000
{

struct ClusterTcpParameters {
    Ns segment;                    /* sending or receiving one with data, in the kernel [ns] */
    Ns ack;                        /* the same of one without [ns] */
    Ns connect;                    /* making a socket and connecting it, or accepting, at each end [ns] */
    std::int64_t window;           /* [byte] */
    std::int64_t initial_segments; /* of a new connection's window */
    Ns delayed_ack;                /* [ns] */
    std::int64_t nodelay;          /* 1: TCP_NODELAY */
    std::int64_t message_header;   /* what the library puts before each message [byte] */
};

class ClusterTcp
{
  public:
    /* All must outlive it. */
    ClusterTcp(const ClusterTcpParameters &p, Medium &medium, Events &events, const Processors &run);

    /* Returns true if there is a connection between the two, or one is being opened. */
    bool connects(const Ends &ends) const;

    /* A message of `bytes` is in the sender's socket now; `arrived` is called when it is in the receiver's. Tids may be
     * 0 for the system of a node. */
    void send(const Ends &ends, std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Message {
        std::int64_t left;
        std::function<void()> arrived;
    };

    struct Stream { /* one direction */
        int from = 0, to = 0;
        Stream *back = nullptr;
        bool open = false;
        std::deque<Message> waiting;
        bool preparing = false;                                            /* a segment, in the sender's kernel */
        std::int64_t sent = 0, acknowledged = 0, received = 0, window = 0; /* [byte] */
        bool owed = false; /* an acknowledgement, when the delay is over: */
        Events::Id timer{};
    };
    using Connection = std::array<Stream, 2>;

    void within(int node, std::function<void()> arrived);
    Stream &stream(const Ends &ends);
    void shake_hands(Connection &c, std::size_t first);
    bool may_send(const Stream &s) const;
    void prepare(Stream &s, Ns not_before);
    void put(Stream &s);
    void received(Stream &s);
    void acknowledge(Stream &s);
    std::int64_t settle(Stream &s);
    void acknowledged(Stream &s, std::int64_t upto);

    const ClusterTcpParameters p_;
    Medium &medium_;
    Events &events_;
    const Processors &run_;
    const std::int64_t most_;                                                 /* bytes of a segment */
    std::map<std::pair<std::int64_t, std::int64_t>, Connection> connections_; /* by both ends, the smaller first */
};

} // namespace ap1000

#endif
