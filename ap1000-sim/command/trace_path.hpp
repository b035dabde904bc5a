/* trace_path.hpp - the critical path of a run, found again in its trace: which stretch of which task, and which
 * messages, its end has waited for.
 *
 * It follows messages, barriers in hardware and spawns, as far as a trace tells of them: a wait ends with the message
 * that is received next. The report's path (../observe/critical_path.hpp) knows which message ended each wait. */
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ns.hpp"

namespace ap1000
{

/* From one task to another (a message, a barrier, a start), or of one task alone. */
struct PathLeg {
    int from_tid, to_tid;
    Ns from, to;
};

class PathFinder
{
  public:
    void event(const nlohmann::json &e); /* of a task (is_task_event), in the order of the file */
    std::vector<PathLeg> find() const;   /* the last leg first; none: the trace is too long for it */

    /* Where the run comes to regions (pvmsim_region): the first task of each stretch of them. */
    std::vector<std::pair<std::string, Ns>> regions() const;

  private:
    enum class Kind : char { call, message, barrier, other };
    struct Open {
        Kind kind;
        Ns began;
    };
    struct Woken {
        Ns end, sent; /* sent: when what ended the wait began; */
        int from;     /* and at whom. 0: a barrier */
    };
    struct Task {
        Ns began = 0, ended = 0;
        std::vector<Open> open;
        std::vector<Woken> woken; /* in the order of their end */
        Open last_wait{Kind::other, 0};
        Ns last_end = -1; /* of that wait; -1: its message has been received */
    };
    void ends(int tid, Task &t, Ns now);
    int spawner_of(int tid, Ns begin) const;

    std::unordered_map<int, Task> tasks_;
    std::unordered_map<std::uint64_t, std::pair<int, Ns>> under_way_;
    std::map<Ns, std::pair<int, Ns>> barriers_; /* by their end: the last to come, and when */
    struct Spawn {
        int tid;
        Ns from, to;
    };
    std::vector<Spawn> spawns_;
    std::map<Ns, std::string> regions_;
    std::size_t woken_ = 0;
};

} // namespace ap1000
