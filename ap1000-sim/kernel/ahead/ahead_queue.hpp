/* ahead_queue.hpp - the messages that a task gets ahead of simulated time (run_ahead.hpp), and its actions then.
 *
 * From one call to the next it makes a segment (ahead_state.hpp). Segments queue: at its next call the program may be
 * given the next message, and so on, as long as each call can be answered before its time. replay.hpp has what happens
 * when simulated time comes to them. */
#pragma once

#include <deque>

#include "kernel/ahead/ahead_state.hpp"
#include "kernel/run_options.hpp"

namespace ap1000
{

/* Does this wait, for one sender or for anybody, take the message? */
bool takes(const Call &c, const Header &m);

/* The same of a message that its program has not had yet. */
bool fits(const Header &m, const Call &c);

class AheadQueue
{
  public:
    /* posts: what the task has posted in its present turn, not sent yet. All arguments must outlive it. */
    AheadQueue(AheadState &state, std::deque<Post> &posts, const RunOptions &options)
        : state_(state), task_(state.task), posts_(posts), options_(options)
    {
    }

    /* ---- may it, and with what ----------------------------------------------------------------------------------- */

    bool may_run_ahead() const;
    /* The call at which its program stands, if it may be answered ahead; nullptr. */
    const Call *stands_at() const;
    /* A message that has come, that the program has not had, and that the call takes; nullptr. */
    Message *here_for(const Call &c);
    /* The first message for that task that it has posted, fits, and has not been sent yet; nullptr. */
    Message *about_to_send(int to, const Call &c);
    /* A message that it has not sent yet has been given to its receiver. */
    bool has_given_posts() const;

    /* ---- running ------------------------------------------------------------------------------------------------- */

    /* Give it those that have come, if the call takes one of them (else: false); or this message, which has not arrived
     * yet. It waits on in simulated time. at: where it stands. That may not be asked twice: a handler or a death
     * changes the answer at any moment. */
    bool runs_on_with_earlier(const Call &at);
    void run(const Call &at, Message &m);
    /* The program, which has the turn ahead of time, has given it back, or has died. Returns true if what it did is
     * known: the last segment is done. */
    bool came_to_call();
    /* A signal has ended it before its time came: what it has done ahead never happens. */
    void forget();

  private:
    bool can_be_answered_ahead(const Call &c) const;
    void answer_ahead(const Call &c, bool same_turn, std::deque<Message> &messages);

    AheadState &state_;
    Task &task_;
    std::deque<Post> &posts_;
    const RunOptions &options_;
};

} // namespace ap1000
