/* end_deadline.cpp - see end_deadline.hpp. */
#include "carriers/process/simulator/end_deadline.hpp"

#include <algorithm>
#include <limits>

namespace ap1000
{
namespace
{

/* How long the simulator has [ms]: to begin with the end after a signal; the same when only its master has died, whose
 * last words may still be computed with; then, for each thing that it does. */
constexpr std::int64_t ms_ns = 1000000, to_begin_ms = 500, after_master_ms = 10000, without_motion_ms = 300,
                       still_after_master_ms = 800;

/* A trace or a report is still written, but a signal does not wait for ever for that [ms]. */
constexpr std::int64_t to_end_ms = 10000;

/* Of the time between two looks no more counts [ms]: if the second comes late, nobody has run, neither who looks nor
 * what the simulator waits for (a virtual machine that pauses, Ctrl-Z). */
constexpr std::int64_t between_looks_ms = 100;

constexpr std::int64_t for_ever_ms = std::numeric_limits<std::int64_t>::max() / ms_ns;

} // namespace

void EndDeadline::begin(bool by_order, std::int64_t now_ns, const Look &look)
{
    *this = EndDeadline();
    is_set_ = true;
    by_order_ = by_order;
    looked_ns_ = now_ns;
    used_ns_ = look.used_ns;
    delayed_ns_ = look.delayed_ns;
}

bool EndDeadline::is_late(bool begun, std::int64_t now_ns, const Look &look)
{
    const std::int64_t span = std::min(now_ns - looked_ns_, between_looks_ms * ms_ns);
    const std::int64_t used = look.known ? look.used_ns - used_ns_ : 0;
    const std::int64_t delayed = look.known ? look.delayed_ns - delayed_ns_ : 0;
    looked_ns_ = now_ns;
    used_ns_ += used;
    delayed_ns_ += delayed;
    if (used == 0 && look.known && look.runnable) {
        waited_ns_ += span;
    } else {
        spent_ns_ += span - std::clamp<std::int64_t>(delayed - waited_ns_, 0, span);
        waited_ns_ = 0;
    }
    const bool moves = look.known && (used > 0 || look.runnable);
    still_ns_ = moves ? 0 : still_ns_ + span;
    const std::int64_t may_spend_ms =
        by_order_ ? (begun ? to_end_ms : to_begin_ms) : (begun ? for_ever_ms : after_master_ms);
    const std::int64_t may_be_still_ms = by_order_ ? (begun ? without_motion_ms : to_begin_ms) : still_after_master_ms;
    return spent_ns_ >= may_spend_ms * ms_ns || still_ns_ >= may_be_still_ms * ms_ns;
}

} // namespace ap1000
