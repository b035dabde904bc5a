/* task_ahead.hpp - the extra state of a task that may run ahead of simulated time. Other tasks do not have it. */
#pragma once

#include <vector>

#include "kernel/ahead/ahead_queue.hpp"
#include "kernel/ahead/lookahead.hpp"
#include "kernel/ahead/replay.hpp"

namespace ap1000
{

struct TaskAhead {
    AheadState state;
    AheadQueue queue;
    Replay replay;
    Lookahead lookahead;
    std::vector<Message *> under_way; /* to the task, in the order of sending */

    /* All arguments must outlive it. */
    TaskAhead(Task &task, std::deque<Post> &posts, const NodeParameters &node, const RunOptions &options,
              Events &timeline)
        : state(task), queue(state, posts, options), replay(state, node), lookahead(state, queue, node, timeline)
    {
    }
};

} // namespace ap1000
