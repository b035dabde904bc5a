/* critical_path.hpp - the critical path of a run: it leads from the last thing that happens back to the beginning,
 * through the message, the barrier or the use of the processor that ended each wait. It is known exactly, because the
 * simulator says what ends a wait.
 *
 * It is found while the run goes on. Each task keeps the way that led to where it is. A message takes its sender's way
 * along, and if the message ends a wait, that way becomes the receiver's. Ways share what they have in common, and
 * parts that no task can come from any more are freed. A way keeps its last `most_steps` steps, up to twice that, and
 * one sum for what is older. So memory grows with the number of tasks and of messages that nobody has received, not
 * with the length of the run. */
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "config/parameters.hpp"
#include "engine/number_table.hpp"
#include "networks/ap1000/torus.hpp"
#include "observe/path_steps.hpp"
#include "observe/path_sums.hpp"
#include "observe/trace_sink.hpp"

namespace ap1000
{

class CriticalPath : public TraceSink
{
  public:
    explicit CriticalPath(const Parameters &p, std::size_t most_steps = 64);
    ~CriticalPath() override;

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &m, CallName call, Ns t) override;
    void whole_call(int tid, CallName call, Ns from, Ns to) override;
    void woken(int tid, std::uint64_t serial) override;
    void all_came(const std::vector<int> &tids, int last) override;
    void used_processor(int tid, Ns start, Ns end) override;
    void broadcasts(int tid, Ns t) override;
    void finish(Ns t) override;

    /* After finish: the path, and when and with which task it ends. That is the last task that does something
     * itself. */
    const PathSums &path() const
    {
        return path_;
    }
    Ns end() const
    {
        return end_;
    }
    int last_tid() const
    {
        return last_tid_;
    }
    /* How long the first task waited for messages of the second (or in a barrier, for the second as the last to come)
     * [ns]. */
    const std::map<std::pair<int, int>, Ns> &waits() const
    {
        return waits_;
    }
    /* How many messages nobody received, and their bytes, by sender, receiver and tag. */
    struct Lost {
        std::int64_t messages = 0, bytes = 0;
    };
    std::map<std::tuple<int, int, int>, Lost> never_received() const;

    /* Waits for anybody's message, and those of them that ended while messages of several tasks that fit were under way
     * or there: another one could have come first. */
    struct Choices {
        std::int64_t waits = 0, contested = 0;
    };
    const Choices &choices() const
    {
        return choices_;
    }

    std::size_t steps_kept() const; /* how many there are now, to test the bound */

  private:
    using Way = PathWay;
    struct Moment {
        int tid = 0;
        Way way;
        Ns at = 0;
    };
    struct Tip { /* of a task */
        int node = 0;
        bool server = false; /* the group server, with which no run ends */
        Way way;             /* its last step belongs to the task and grows */
        Ns since = 0;        /* what was before has been counted */
        std::vector<Activity> inside;
        CallName call;
        std::uint64_t woken_by = 0;
        int want_tid = -1, want_tag = -1; /* of its wait for a message */
        Ns waits_since = 0;
        Moment came, last;                          /* to its barrier: it itself, and the last of all; tid 0: nobody */
        Ns tail = 0;                                /* so much at the end of what is counted was a wait, */
        CallName tail_call;                         /* in this call */
        std::vector<std::pair<Ns, Way>> broadcasts; /* the last ones */
    };
    struct Sent {
        Way way;
        Ns at = 0;
        TracedMessage message{};
        int from_node = 0;
        bool to_many = false; /* over the B-Net */
    };
    /* How many messages to one task, with one tag and with any, it has not accepted, by their sender. */
    using Rivals = std::map<std::pair<int, int>, std::map<int, std::int64_t>>;
    Tip *look_up(int tid);
    Tip *find(int tid)
    {
        return last_found_ != nullptr && last_found_->first == tid ? &last_found_->second : look_up(tid);
    }
    void advance(int tid, Tip &tip, Ns t);
    void count(int tid, Tip &tip, PathPart part, Ns span);
    CallName call_of(const Tip &tip) const
    {
        return tip.server ? server_ : tip.call;
    }
    Way freeze(int tid, Tip &tip, Ns t);
    PathPiece &come_from(Tip &tip, Way way, PathPart part, Ns from, Ns t);
    void fold(const Way &way);
    void end_message_wait(int tid, Tip &tip, Ns t);
    void end_barrier(int tid, Tip &tip, Ns t);
    void end_processor(int tid, Tip &tip, Ns t);
    void waited(int tid, int for_tid, Ns span);
    PathPart way_of_message(int from_node, int to_node) const;

    bool has_host_;
    CallName server_ = server_call;
    Torus torus_;
    std::size_t most_steps_;
    PathSteps steps_;                   /* outlives all ways */
    std::unordered_map<int, Tip> tips_; /* by tid */
    std::unordered_map<int, Tip>::pointer last_found_ = nullptr;
    NumberTable<Sent> under_way_;                /* by serial */
    std::unordered_map<int, int> nodes_;         /* by tid, also of those that have ended */
    std::unordered_map<int, int> residents_;     /* by node: how many tasks it has */
    std::unordered_map<int, Moment> processors_; /* by node: which task used it last, and until when */
    Rivals rivals_;
    Choices choices_;
    NumberTable<Ns> waiting_; /* by both tids */
    std::map<std::pair<int, int>, Ns> waits_;
    Moment last_;
    Ns last_tail_ = 0;
    CallName last_tail_call_;
    PathSums path_;
    Ns end_ = 0;
    int last_tid_ = 0;
};

} // namespace ap1000
