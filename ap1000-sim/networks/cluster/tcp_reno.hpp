/* tcp_reno.hpp - how much a TCP sender may send: congestion control by Reno (RFC 5681) and the retransmission timer
 * (RFC 6298). It knows no messages, no network and no clock; places are bytes
 * of the stream. tcp.hpp uses it.
 *
 * - Slow start up to a threshold, at first without one; beyond it one segment more a window.
 * - The third acknowledgement in a row that says nothing new has the oldest segment sent again at once, and the window
 *   halved (fast retransmit); each one more lets one segment more go, until something new is acknowledged (fast
 *   recovery). Not for what was sent before the last time-out (RFC 6582).
 * - After a time-out everything is sent again from the oldest segment on, with a window of one.
 * - The time-out: smoothed round trip + 4 variations, at least min_timeout; 1 s before there is a measurement; doubled
 *   at each time-out, up to 60 s, until a segment that was sent once is acknowledged (Karn). One segment at a time is
 *   measured.
 *
 * Validation: test_tcp.cpp has each step by hand, and long streams beside the formula of Padhye and others (1998): at
 * 0.3, 1 and 3 % loss within 40 %; at 10 % it is half as fast, as here acknowledgements are lost, too.
 *
 * Not here: limited transmit (RFC 3042), selective acknowledgements, NewReno's partial acknowledgements.
 */
#ifndef AP1000_TCP_RENO_HPP
#define AP1000_TCP_RENO_HPP

#include <cstdint>

#include "ns.hpp"

namespace ap1000
{

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

} // namespace ap1000

#endif
