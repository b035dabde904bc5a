/* wait_graph.hpp - if a run ends in a deadlock: who waits for whom, as a graph in Graphviz's language. Tasks that wait
 * for each other in a ring are red.
 *
 * It writes nothing if there is no deadlock. */
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "observe/trace_sink.hpp"

namespace ap1000
{

class WaitGraph : public TraceSink
{
  public:
    explicit WaitGraph(std::string path);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &, CallName, Ns) override
    {
    }
    void accepted(const TracedMessage &, CallName, Ns) override
    {
    }
    void whole_call(int tid, CallName call, Ns from, Ns to) override;
    void deadlock(Ns t) override;
    void finish(Ns) override
    {
    }
    bool is_whole() const override
    {
        return whole_;
    }

    std::string text(Ns t) const; /* the graph, as it is now */

  private:
    struct Waiting {
        Track track;
        CallName call;
        Slice wait;
        bool waits = false;
        Ns since = 0, call_began = 0;
        void has_ended(CallName which, Ns began);
        std::deque<std::pair<CallName, Ns>> last; /* calls that have ended: which, and when it began */
    };
    std::set<int> in_rings() const;
    void say_last_calls() const;

    std::string path_;
    bool whole_ = true;
    std::map<int, Waiting> tasks_;
};

} // namespace ap1000
