/* critical_path.hpp - the critical path of a run: from the last thing that happens back through the message, the
 * barrier or the use of the processor that each wait ended with, to the beginning. It is exactly known: the simulator
 * says what ends a wait.
 *
 * Found as the run goes on. Each task has the way that led to where it is; a message takes its sender's along, and a
 * wait that it ends makes that the receiver's. Ways share what they have in common, and what no task can come from any
 * more goes. A way keeps its last `most_steps` steps, to twice that; what is older is kept as one sum. So memory grows
 * with the number of tasks and of messages that nobody has taken, not with the length of the run.
 */
#ifndef AP1000_CRITICAL_PATH_HPP
#define AP1000_CRITICAL_PATH_HPP

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "config/parameters.hpp"
#include "networks/ap1000/torus.hpp"
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
    void sent(const TracedMessage &m, const std::string &call, Ns t) override;
    void accepted(const TracedMessage &m, const std::string &call, Ns t) override;
    void woken(int tid, std::uint64_t serial) override;
    void used_processor(int tid, Ns start, Ns end) override;
    void broadcasts(int tid, Ns t) override;
    void level(Resource, int, Ns) override
    {
    }
    void finish(Ns t) override;

    /* After finish. The path, and when and with which task it ends: the last that does something itself. */
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
    /* How long the first waited for messages (or in a barrier, for the last to come) of the second [ns]. */
    const std::map<std::pair<int, int>, Ns> &waits() const
    {
        return waits_;
    }
    /* How many messages nobody took, and their bytes, by sender, receiver and tag. */
    struct Lost {
        std::int64_t messages = 0, bytes = 0;
    };
    std::map<std::tuple<int, int, int>, Lost> never_received() const;

    std::size_t steps_kept() const; /* how many there are now: for the test of the bound */

  private:
    struct Step;
    using Way = std::shared_ptr<Step>;
    struct Tip { /* of a task */
        int node = 0;
        bool server = false; /* the group server: no run ends with it */
        Way way;             /* its last step is the task's own and grows */
        Ns since = 0;        /* counted up to here */
        std::vector<Activity> inside;
        std::string call;
        std::uint64_t woken_by = 0;
        Ns waits_since = 0;
        Ns tail = 0;                                /* of what is counted, the last so much was a wait: */
        std::string tail_call;                      /* in this call */
        std::vector<std::pair<Ns, Way>> broadcasts; /* the last ones */
    };
    struct Sent {
        Way way;
        Ns at;
        TracedMessage message;
    };
    struct Moment {
        int tid = 0;
        Way way;
        Ns at = 0;
    };
    Tip *find(int tid);
    void advance(int tid, Tip &tip, Ns t);
    void count(int tid, Tip &tip, PathPart part, Ns span);
    Way freeze(int tid, Tip &tip, Ns t);
    void come_from(int tid, Tip &tip, Way way, PathPart part, Ns from, Ns t);
    void fold(const Way &way);
    void end_message_wait(int tid, Tip &tip, Ns t);
    void end_barrier(int tid, Tip &tip, Ns t);
    void end_processor(int tid, Tip &tip, Ns t);
    PathPart way_of_message(int from_node, int to_node) const;

    bool has_host_;
    Torus torus_;
    std::size_t most_steps_;
    std::map<int, Tip> tips_;
    std::map<std::uint64_t, Sent> under_way_; /* by serial */
    std::map<int, int> nodes_;                /* by tid, also of those that have ended */
    std::map<int, int> residents_;            /* by node: how many tasks live there */
    std::map<int, Moment> processors_;        /* by node: who used it last, until when */
    Moment last_in_barrier_;
    std::map<std::pair<int, int>, Ns> waits_;
    Moment last_;
    Ns last_tail_ = 0;
    std::string last_tail_call_;
    PathSums path_;
    Ns end_ = 0;
    int last_tid_ = 0;
    std::shared_ptr<std::size_t> alive_ = std::make_shared<std::size_t>(0);
};

} // namespace ap1000

#endif
