/* tcp_reno.cpp - see tcp.hpp. */
#include "networks/cluster/tcp.hpp"

#include <algorithm>
#include <limits>

namespace ap1000
{
namespace
{

constexpr int acks_for_loss = 3;           /* RFC 5681, 3.2 */
constexpr Ns before_measured = 1000000000; /* RFC 6298, 2.1 */
constexpr Ns after_lost_handshake = 3 * before_measured;
constexpr Ns most_timeout = 60 * before_measured; /* RFC 6298, 2.5 */

} // namespace

TcpReno::TcpReno(std::int64_t segment, std::int64_t widest, std::int64_t initial_segments, Ns min_timeout)
    : segment_(segment), widest_(widest), min_timeout_(min_timeout),
      congestion_window_(std::min(widest, initial_segments * segment)),
      threshold_(std::numeric_limits<std::int64_t>::max()), first_timeout_(before_measured)
{
}

void TcpReno::handshake_was_lost()
{
    congestion_window_ = std::min(congestion_window_, segment_);
    first_timeout_ = after_lost_handshake;
}

std::int64_t TcpReno::window() const
{
    return std::min(widest_, congestion_window_);
}

/* RFC 6298, 2.2 to 2.5 and 5.5. */
Ns TcpReno::timeout() const
{
    const Ns learnt = smoothed_ > 0 ? std::max(smoothed_ + 4 * variation_, min_timeout_) : first_timeout_;
    return learnt < most_timeout ? std::min(learnt << std::min(backoff_, 16), most_timeout) : learnt;
}

void TcpReno::measure(Ns round_trip)
{
    if (smoothed_ == 0) {
        smoothed_ = round_trip;
        variation_ = round_trip / 2;
    } else {
        const Ns off = round_trip > smoothed_ ? round_trip - smoothed_ : smoothed_ - round_trip;
        variation_ += (off - variation_) / 4;
        smoothed_ += (round_trip - smoothed_) / 8;
    }
    backoff_ = 0;
}

void TcpReno::sent(std::int64_t at, std::int64_t bytes, Ns now)
{
    const std::int64_t end = at + bytes;
    const bool is_new = at == most_sent_;
    if (is_new && measured_ < 0) {
        measured_ = end;
        measured_since_ = now;
    }
    if (!is_new && measured_ > at)
        measured_ = -1; /* Karn: which of the two is acknowledged would not be known */
    most_sent_ = std::max(most_sent_, end);
    if (at == next_)
        next_ = end;
}

/* Half of what is under way, at least two segments (RFC 5681, equation 4). */
void TcpReno::lose()
{
    threshold_ = std::max((most_sent_ - acknowledged_) / 2, 2 * segment_);
}

TcpReno::Does TcpReno::heard(std::int64_t upto, bool alone, Ns now)
{
    if (upto > acknowledged_) {
        if (measured_ >= 0 && upto >= measured_) {
            measure(now - measured_since_);
            measured_ = -1;
        }
        acknowledged_ = upto;
        next_ = std::max(next_, upto);
        doubled_ = 0;
        again_by_time_ = false;
        if (recovers_)
            congestion_window_ = threshold_;
        else if (congestion_window_ < threshold_)
            congestion_window_ = std::min(widest_, congestion_window_ + segment_);
        else
            congestion_window_ = std::min(
                widest_, congestion_window_ + std::max<std::int64_t>(1, segment_ * segment_ / congestion_window_));
        recovers_ = false;
        return Does::news;
    }
    if (upto < acknowledged_ || !alone || is_idle())
        return Does::nothing;
    doubled_++;
    if (recovers_) {
        congestion_window_ += segment_;
        return Does::nothing;
    }
    if (doubled_ != acks_for_loss || acknowledged_ < recover_)
        return Does::nothing;
    lose();
    congestion_window_ = threshold_ + acks_for_loss * segment_;
    recovers_ = true;
    measured_ = -1;
    return Does::send_again;
}

void TcpReno::timed_out()
{
    if (!again_by_time_)
        lose();
    again_by_time_ = true;
    congestion_window_ = segment_;
    recovers_ = false;
    doubled_ = 0;
    recover_ = most_sent_;
    next_ = acknowledged_;
    measured_ = -1;
    backoff_++;
}

} // namespace ap1000
