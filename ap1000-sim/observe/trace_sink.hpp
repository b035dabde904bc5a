/* trace_sink.hpp - the interface to what writes down a run: what each task does, from when until when, in simulated
 * time.
 *
 * trace_recorder.cpp makes these calls from what the simulator tells (run_observer.hpp). */
#pragma once

#include <string>
#include <vector>

#include "kernel/run_observer.hpp"
#include "kernel/call_name.hpp"
#include "observe/usage.hpp"

namespace ap1000
{

struct Track {
    int tid;
    int node;            /* 0 the host, 1.. the cells */
    std::string place;   /* the node in words: "cell 3" */
    std::string program; /* without folders */
    int parent_tid = 0;  /* who has started it; 0 or less: no task of this run */
};

/* What a task does. A call may contain sleeping and waits; the others contain nothing. */
enum class Activity { computing, sleeping, call, wait_message, wait_host, wait_barrier, wait_processor };

struct Slice {
    Activity what;
    CallName call;                    /* Activity::call: the public function */
    int want_tid = -1, want_tag = -1; /* Activity::wait_message; -1: any */
    const WorkCounts *work = nullptr; /* Activity::computing: of what it consisted, if that is known */
};

struct TracedMessage {
    std::uint64_t serial; /* 0: no task has sent it (a notification, caught output) */
    int src_tid, dst_tid, tag;
    std::int64_t bytes; /* of its body */
};

/* All times are in simulated ns. Those of one task never go back; those of different tasks may. */
class TraceSink
{
  public:
    virtual ~TraceSink() = default;
    virtual void begin_track(const Track &track, Ns t) = 0;
    virtual void end_track(int tid, Ns t) = 0;
    virtual void enter(int tid, const Slice &s, Ns t) = 0;
    virtual void leave(int tid, Activity what, Ns t) = 0;
    /* call: the public function that it is in, "" if in none. m.dst_tid is the task that accepts it. */
    virtual void sent(const TracedMessage &m, CallName call, Ns t) = 0;
    virtual void accepted(const TracedMessage &m, CallName call, Ns t) = 0;
    /* From t on, so many units of the resource are in use. The calls come in the order of t, to sinks that want
     * them. */
    virtual void level(Resource, int, Ns)
    {
    }
    virtual bool wants_levels() const
    {
        return false;
    }

    /* enter and leave of a call with nothing inside. */
    virtual void whole_call(int tid, CallName call, Ns from, Ns to)
    {
        enter(tid, {Activity::call, call, -1, -1}, from);
        leave(tid, Activity::call, to);
    }

    /* What the task has computed in all; end_track follows. */
    virtual void computed(int, const WorkDone &)
    {
    }

    /* For sinks that follow causes. The open wait ends with this message; leave follows. */
    virtual void woken(int, std::uint64_t)
    {
    }
    /* All these tasks have come to one barrier, and `last` was the last to come. */
    virtual void all_came(const std::vector<int> &, int)
    {
    }
    /* Is called at the end of the use, after what the task did until then. */
    virtual void used_processor(int, Ns, Ns)
    {
    }
    /* The task sends a message to many now. `sent` for each copy follows later, with this time. */
    virtual void broadcasts(int, Ns)
    {
    }
    /* Every task waits for another, so the run ends. */
    virtual void deadlock(Ns)
    {
    }
    virtual void died(int, const std::string &, Ns)
    {
    }
    /* A layer has asked for this number, and the machine file has none; may be told again. */
    virtual void lacks(const std::string &)
    {
    }
    /* The run ends but the task has not ended; end_track follows. */
    virtual void unfinished(int, Ns)
    {
    }
    /* A word about the run itself, in a line. */
    virtual void remark(const std::string &)
    {
    }
    /* Is called before finish. */
    virtual void used(const UsageTotals &)
    {
    }
    /* Is called after every track has ended. */
    virtual void finish(Ns t) = 0;
    /* After that: has all been written? If not, a line has said so. */
    virtual bool is_whole() const
    {
        return true;
    }
};

} // namespace ap1000
