/* progress.cpp - see progress.hpp. */
#include "observe/progress.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace ap1000
{
namespace
{

constexpr unsigned looks_a_clock = 256; /* events between two readings of the real clock */

} // namespace

Progress::Progress(std::FILE *out, int often_ms) : out_(out), often_(often_ms)
{
}

void Progress::update(Ns t)
{
    if (++looks_ % looks_a_clock != 0)
        return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < often_)
        return;
    last_ = now;
    said_ = true;
    std::fputs(fmt::format("\rap1000: {:.3f} ms simulated, {} tasks, {} messages\x1b[K", static_cast<double>(t) / 1e6,
                           tasks_.size(), messages_)
                   .c_str(),
               out_);
    std::fflush(out_);
}

void Progress::begin_track(const Track &track, Ns t)
{
    tasks_.insert(track.tid);
    update(t);
}

void Progress::end_track(int tid, Ns t)
{
    tasks_.erase(tid);
    update(t);
}

void Progress::enter(int, const Slice &, Ns t)
{
    update(t);
}

void Progress::sent(const TracedMessage &, CallName, Ns t)
{
    messages_++;
    update(t);
}

void Progress::finish(Ns)
{
    if (said_)
        std::fputs("\r\x1b[K", out_);
}

} // namespace ap1000
