/* progress.hpp - shows on a terminal, now and then, how far a long run has come, in one line that is overwritten.
 *
 * Real time only decides when the line is written. */
#pragma once

#include <chrono>
#include <set>

#include "observe/trace_sink.hpp"

namespace ap1000
{

class Progress : public TraceSink
{
  public:
    /* often_ms: the least real time between two lines. */
    explicit Progress(std::FILE *out, int often_ms = 500);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int, Activity, Ns) override
    {
    }
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &, CallName, Ns) override
    {
    }
    void finish(Ns t) override;

  private:
    void update(Ns t);

    std::FILE *out_;
    std::chrono::milliseconds often_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::set<int> tasks_;
    std::int64_t messages_ = 0;
    unsigned looks_ = 0;
    bool said_ = false;
};

} // namespace ap1000
