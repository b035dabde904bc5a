/* tcp.hpp - messages over TCP connections, one for each pair of tasks.
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
 * Loss: a segment, with data or without, is lost after it has used the medium, with the same probability whatever its
 * length, or is dropped by a switch. TcpReno has what the sender does then. The receiver keeps what came too
 * early, and acknowledges at once what is out of order, doubled, or closes a gap (RFC 5681, 4.2). A peer that is silent
 * for too long is given up: its node is unreachable. If nothing can be lost no timer runs, however long a round trip
 * is.
 *
 * Simplifications: no restart of slow start after a pause (RFC 5681, 4.1); the receiver takes everything out of its
 * socket at once, whatever its task does, so its window stays open; a segment never has the end of one message and the
 * beginning of the next; the third segment of the handshake is not lost apart; the messages of the system go over
 * connections that are open from the beginning; within a node a message is one segment, and never lost. */
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "networks/cluster/medium.hpp"
#include "networks/losses.hpp"
#include "networks/network.hpp"
#include "networks/processors.hpp"
#include "ns.hpp"

namespace ap1000
{

/* How much a TCP sender may send: congestion control by Reno (RFC 5681) and the retransmission timer (RFC 6298). It
 * knows no messages, no network and no clock; places are bytes of the stream. tcp.hpp uses it. - Slow start up to a
 * threshold, at first without one; beyond it one segment more a window. - The third acknowledgement in a row that
 * says nothing new has the oldest segment sent again at once, and the window halved (fast retransmit); each one
 * more lets one segment more go, until something new is acknowledged (fast recovery). Not for what was sent before
 * the last time-out (RFC 6582). - After a time-out everything is sent again from the oldest segment on, with a
 * window of one. - The time-out: smoothed round trip + 4 variations, at least min_timeout; 1 s before there is a
 * measurement; doubled at each time-out, up to 60 s, until a segment that was sent once is acknowledged (Karn). One
 * segment at a time is measured. Validation: test_tcp.cpp has each step by hand, and long streams beside the
 * formula of Padhye and others (1998): at 0.3, 1 and 3 % loss within 40 %; at 10 % it is half as fast, as here
 * acknowledgements are lost, too. Not here: limited transmit (RFC 3042), selective acknowledgements, NewReno's
 * partial acknowledgements. */
class TcpReno
{
  public:
    /* segment: bytes of a full one; widest: of the window; initial_segments: of it at first. */
    TcpReno(std::int64_t segment, std::int64_t widest, std::int64_t initial_segments, Ns min_timeout);

    /* The handshake had to be repeated: one segment at first (RFC 5681, 3.1), and 3 s (RFC 6298, 5.7). */
    void handshake_was_lost();

    /* ---- what it knows ----------------------------------------------------------------------------------------- */

    std::int64_t acknowledged() const /* everything before this */
    {
        return acknowledged_;
    }
    std::int64_t next() const /* what goes next, new or again, begins here */
    {
        return next_;
    }
    bool sends_again() const
    {
        return next_ < most_sent_;
    }
    bool is_idle() const /* nothing is unacknowledged */
    {
        return acknowledged_ == most_sent_;
    }
    bool has_room(std::int64_t bytes) const
    {
        return next_ - acknowledged_ + bytes <= window();
    }
    std::int64_t window() const;
    Ns timeout() const;

    /* ---- what happens ------------------------------------------------------------------------------------------ */

    /* A segment of `bytes` from `at` on goes out now; at next() it moves on. */
    void sent(std::int64_t at, std::int64_t bytes, Ns now);

    /* An acknowledgement of everything before `upto`. alone: it came without data. news: of something that was not
     * acknowledged before. send_again: the segment at acknowledged() is to be sent again now. */
    enum class Does { nothing, news, send_again };
    Does heard(std::int64_t upto, bool alone, Ns now);

    void timed_out();

  private:
    void measure(Ns round_trip);
    void lose();

    const std::int64_t segment_, widest_;
    const Ns min_timeout_;
    std::int64_t acknowledged_ = 0, next_ = 0, most_sent_ = 0;
    std::int64_t congestion_window_, threshold_;
    std::int64_t recover_ = 0; /* sent before the last time-out */
    int doubled_ = 0;          /* acknowledgements in a row that said nothing new */
    bool recovers_ = false;    /* fast recovery */
    bool again_by_time_ = false;
    std::int64_t measured_ = -1; /* the end of the segment whose round trip is measured; -1: none */
    Ns measured_since_ = 0;
    Ns smoothed_ = 0, variation_ = 0, first_timeout_;
    int backoff_ = 0;
};

struct ClusterTcpParameters {
    Ns segment;                    /* sending or receiving one with data, in the kernel [ns] */
    Ns ack;                        /* the same of one without [ns] */
    Ns connect;                    /* making a socket and connecting it, or accepting, at each end [ns] */
    std::int64_t window;           /* [byte] */
    std::int64_t initial_segments; /* of a new connection's window */
    Ns delayed_ack;                /* [ns] */
    std::int64_t nodelay;          /* 1: TCP_NODELAY */
    std::int64_t message_header;   /* what the library puts before each message [byte] */
    std::int64_t loss_ppm;         /* how many of a million segments are lost */
    std::int64_t loss_seed;        /* the same seed loses the same segments */
    Ns min_timeout;                /* of a retransmission [ns] */
    std::int64_t give_up_tries;    /* a node is given up after at least so many retransmissions in a row, */
    Ns give_up;                    /* and so long after the first [ns] */
};

class ClusterTcp
{
  public:
    /* The first four must outlive it. */
    ClusterTcp(const ClusterTcpParameters &p, Medium &medium, Events &events, const Processors &run,
               Unreachable unreachable);

    /* Returns true if there is a connection between the two, or one is being opened. */
    bool connects(const Ends &ends) const;

    /* A message of `bytes` is in the sender's socket now; `arrived` is called when it is in the receiver's. Tids may be
     * 0 for the system of a node. After a node has been given up it is called at once, as nobody waits for ever. */
    void send(const Ends &ends, std::int64_t bytes, std::function<void()> arrived);

    /* Can a segment be lost? */
    bool may_lose() const
    {
        return may_lose_;
    }

  private:
    struct Message {      /* not acknowledged yet */
        std::int64_t end; /* of its last byte in the stream, and one more */
        std::function<void()> arrived;
    };

    struct Stream { /* one direction. Places in it are counted in bytes from its beginning. */
        explicit Stream(const TcpReno &r) : reno(r)
        {
        }
        int from = 0, to = 0;
        Stream *back = nullptr;
        bool open = false, dead = false;

        /* At its sender. */
        std::vector<Message> messages; /* a deque takes 0.6 kB where there are none, for every pair of tasks */
        std::size_t first = 0;         /* the oldest that is not acknowledged */
        std::size_t given = 0;         /* the first that has not arrived */
        std::int64_t written = 0;
        bool preparing = false; /* a segment, in the kernel */
        TcpReno reno;
        bool timer_set = false;
        Events::Id timer{};
        std::int64_t tries = 0; /* time-outs since the last news */
        Ns silent_since = 0;    /* the first of these */

        /* At its receiver. */
        std::int64_t received = 0;                  /* everything before this */
        std::map<std::int64_t, std::int64_t> early; /* what came out of order: from, to */
        bool owed = false;                          /* an acknowledgement, when the delay is over: */
        Events::Id ack_timer{};
    };
    struct Connection {
        explicit Connection(const TcpReno &r) : streams{Stream(r), Stream(r)}
        {
        }
        std::array<Stream, 2> streams;
        std::int64_t requests = 0;
        Ns asked = 0, timeout = 0; /* the first request, and how long to wait for an answer to the last */
        bool accepted = false;
    };

    void within(int node, std::function<void()> arrived);
    Stream &stream(const Ends &ends);
    Ns segment(int from, int to, std::int64_t bytes, std::function<void()> there);

    void request(Connection &c, std::size_t first);
    void asked(Connection &c, std::size_t first);
    void opened(Connection &c);

    std::int64_t segment_bytes(const Stream &s, std::int64_t at) const;
    bool may_send(const Stream &s) const;
    void prepare(Stream &s, Ns not_before);
    void put(Stream &s);
    Ns put_segment(Stream &s, std::int64_t at);
    void send_again(Stream &s);

    void restart_timer(Stream &s);
    void stop_timer(Stream &s);
    void expired(Stream &s);
    void give_up(Stream &s);

    void came(Stream &s, std::int64_t at, std::int64_t bytes, std::int64_t ack);
    void take(Stream &s, std::int64_t at, std::int64_t bytes);
    void give(Stream &s, std::int64_t upto);
    static void forget(Stream &s, std::int64_t upto);
    void received(Stream &s);
    void acknowledge(Stream &s);
    std::int64_t settle(Stream &s);
    void acknowledged(Stream &s, std::int64_t upto, bool alone);

    const ClusterTcpParameters p_;
    Medium &medium_;
    Events &events_;
    const Processors &run_;
    Unreachable unreachable_;
    const std::int64_t most_; /* bytes of a segment */
    const bool may_lose_;
    Losses losses_;
    std::map<std::pair<std::int64_t, std::int64_t>, Connection> connections_; /* by both ends, the smaller first */
};

} // namespace ap1000
