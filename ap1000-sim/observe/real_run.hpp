/* real_run.hpp - a run on real computers, told to a TraceRecorder as if it were a simulated one: of what pvmrun has
 * collected (pvm-api/cluster/wire/events.h).
 *
 * Simplifications: clocks of two computers differ by what a message takes. A message never arrives before it is
 * sent: where the clocks say so, the receiver is late by the difference. */
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "run_events.h"
#include "observe/trace_recorder.hpp"

namespace ap1000
{

class RealRun
{
  public:
    /* Takes the records, all of the run. Throws std::runtime_error with one line if they are not whole. */
    explicit RealRun(const std::string &records);

    /* How many nodes have had tasks: the largest number and one. */
    int nodes() const
    {
        return nodes_;
    }
    /* Tells all that happened, and the end. Times begin at 0 with the first task. To be called once. */
    void tell(TraceRecorder &to);

  private:
    struct Event {
        cluster_event what;
        std::string place, program; /* of a task that begins */
    };
    using MessageName = std::tuple<int, int, std::uint64_t>; /* sender, receiver, the how manieth between them */
    struct Course {                                          /* of a task */
        std::deque<Event> left;                              /* in its own order */
        Ns now = 0;
    };
    struct Sent {
        std::uint64_t serial;
        Ns at;
    };
    Ns time_of(const Course &c) const;
    bool awaits_sender(const Event &e) const;
    void queue(int tid);
    void tell_next(TraceRecorder &to);
    void tell_wait(const Event &e, Ns t, std::uint64_t by, TraceRecorder &to);
    void tell_mark(const Event &e, Ns t, std::uint64_t serial, TraceRecorder &to);
    void tell_sent(const Event &e, Ns t, TraceRecorder &to);

    std::map<int, Course> courses_;      /* by tid */
    std::map<MessageName, Sent> sent_;   /* not accepted yet */
    std::set<std::pair<Ns, int>> ready_; /* who is next, by time and tid */
    std::map<MessageName, int> parked_;  /* tasks whose message is still to be sent */
    std::uint64_t lost_ = 0;
    Ns zero_ = 0, last_ = 0;
    int nodes_ = 1;
};

} // namespace ap1000
