/* run_ahead.hpp - lets tasks run ahead of simulated time, on free processors of this computer. A run with one processor
 * does not have this object.
 *
 * A task that waits for a message of one sender (`pvm_recv(tid, tag)`) gets the first of that sender's that fits, since
 * messages of a pair keep their order. So the message is known as soon as the sender has posted it, however far away
 * its arrival is in simulated time, and the task is given it at once: what it computes with it is done while the
 * simulator and other tasks go on. Simulated time does not pass the moment at which the task resumes before it has come
 * to its next call; what it has posted and printed until then is kept, and happens as if it had run at that moment. So
 * every result is the same as without this, to the byte. ahead_queue.hpp has the task's part, ahead_rule.hpp when it is
 * not certain. */
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "kernel/ahead/ahead_rule.hpp"
#include "kernel/ahead/task_ahead.hpp"
#include "kernel/carrier.hpp"
#include "kernel/task_register.hpp"

namespace ap1000
{

class RunAhead
{
  public:
    /* looks_ahead: only tasks use the processors of nodes. All other arguments must outlive it. */
    RunAhead(const AheadRule &rule, TaskRegister &tasks, Carrier &carrier, bool looks_ahead)
        : rule_(rule), tasks_(tasks), carrier_(carrier), looks_ahead_(looks_ahead)
    {
    }

    bool is_worth_it() const
    {
        return rule_.holds() && pays_;
    }

    /* Whether running ahead seems to pay. While all turns are short, several processors only cost time, so no task runs
     * ahead then, and before the first time nothing is noted of messages and turns. This changes only when things
     * happen in real time. */
    void pays(bool does);

    /* Calls `notes` when messages begin to be noted: it calls sent() for those under way, the earlier ones of a pair
     * of tasks first. */
    void when_notes_begin(std::function<void()> notes)
    {
        notes_begin_ = std::move(notes);
    }

    /* This message is on its way to a task, and stays where it is until it has come or is dropped. Returns whether it
     * is noted as one under way; then arrived() is to be called. */
    bool sent(Message &m);
    void arrived(const Message &m);

    /* Let the task of this tid run ahead if it may, and the message that it waits for is in sight; and those who wait
     * for these posts, which need not wait until they are sent. */
    void offer(int tid);
    void offer_posts(const std::deque<Post> &posts);

    /* ExecutionOwner::came_to_call. */
    void came_to_call(Task &t);

    /* Tasks that are behind simulated time (lookahead.hpp). catch_up: those whose turns began before this place, in
     * their order, in real time. */
    bool may_look_ahead() const
    {
        return rule_.holds() && looks_ahead_ && notes_;
    }
    void fall_behind(Task &t);
    void catch_up(std::uint64_t before = now_place);

  private:
    void offer(Task &t);
    Message *in_sight(Task &t, const Call &c);
    void begin_to_catch_up(Task &t);
    void catch_up_now(Task &t);

    const AheadRule &rule_;
    TaskRegister &tasks_;
    Carrier &carrier_;
    const bool looks_ahead_; /* the model of the machine allows for it */
    bool pays_ = false, notes_ = false;
    std::function<void()> notes_begin_;
    std::vector<Task *> behind_; /* in the order of their turns */
    bool catching_up_ = false;
};

} // namespace ap1000
