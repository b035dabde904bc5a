/* lookahead.hpp - for a task whose turn takes long in real time: simulated time goes on without it, as long as its
 * actions cannot affect others.
 *
 * A program that is given the message it waits for takes it in before it does anything else, and that has a cost. So
 * it cannot affect others before that cost has passed: its lookahead, as conservative simulators call it. Events before
 * that are taken while it still runs, and begin turns of others that run beside it. This is all that can be done for
 * receives from anybody, whose message is not known before simulated time has come to it.
 *
 * What it does meanwhile is kept as a segment. It catches up when the lookahead is over, or before a line is printed
 * (its own lines come first), or somebody wants it (run_ahead.hpp). Then its first piece of time begins where its turn
 * began, and the event at the end of that piece has the place among others of the same time that it would have had
 * then. */
#pragma once

#include <functional>

#include "config/parameters.hpp"
#include "engine/events.hpp"
#include "kernel/ahead/ahead_queue.hpp"

namespace ap1000
{

/* Lookahead::place of what happens now: after all turns that have begun. */
constexpr std::uint64_t now_place = UINT64_MAX;

class Lookahead
{
  public:
    /* All arguments must outlive it. */
    Lookahead(AheadState &state, const AheadQueue &queue, const NodeParameters &node, Events &timeline)
        : state_(state), queue_(queue), task_(state.task), node_(node), timeline_(timeline)
    {
    }

    /* A turn is about to be given with the messages that have arrived (gives), or with none. */
    void begin_turn(bool gives);
    void end_turn()
    {
        span_ = 0;
    }

    /* So long nothing of its turn can be seen; 0: it can. */
    Ns span() const
    {
        return span_;
    }

    /* The task's turn counts later; `when` is called when its lookahead is over. catch_up: it counts from now on. */
    void fall_behind(std::function<void()> when);
    void catch_up();

    /* The task's own time is before simulated time, where its turn began: since(). */
    bool is_behind() const
    {
        return is_behind_;
    }
    Ns since() const
    {
        return since_;
    }
    /* The task sleeps until t: true if that is before simulated time. Otherwise it is behind no more. */
    bool stays_behind(Ns t);

    /* The event that ends its lookahead: its number is the place of its turn among those that fell behind. */
    const Events::Id &catches_up() const
    {
        return catches_up_;
    }

    /* The same of what it says now. */
    std::uint64_t place() const
    {
        return is_behind_ ? catches_up_.number : now_place;
    }

  private:
    AheadState &state_;
    const AheadQueue &queue_;
    Task &task_;
    const NodeParameters &node_;
    Events &timeline_;
    Ns span_ = 0;
    bool poll_has_found_ = false; /* its last call was a poll, and was given what the call ends with */
    bool is_behind_ = false;
    Ns since_ = 0;
    Events::Id catches_up_{};
};

} // namespace ap1000
