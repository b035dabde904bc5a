/* run_ahead.cpp - see run_ahead.hpp. */
#include "kernel/ahead/run_ahead.hpp"

#include <algorithm>
#include <utility>

#include "engine/log.hpp"
#include "kernel/nodes.hpp"

namespace ap1000
{

void RunAhead::pays(bool does)
{
    const bool begins = rule_.holds() && does && !pays_;
    if (does && !std::exchange(notes_, true) && notes_begin_)
        notes_begin_(); /* nobody is given any before all are noted */
    pays_ = does;
    if (!begins)
        return;
    for (const auto &[tid, t] : tasks_.living())
        offer(*t);
}

/* ---- tasks that are behind --------------------------------------------------------------------------------------- */

void RunAhead::fall_behind(Task &t)
{
    AP1000_LOG(ahead, t.since, "t{:x} on {}: its turn is long, simulated time goes on {} ns without it", t.tid,
               t.node->name, t.ahead->lookahead.span());
    t.ahead->lookahead.fall_behind([this, &t] { begin_to_catch_up(t); });
    behind_.push_back(&t);
    t.execution->fall_behind();
}

/* The task's turn counts from now on, and is waited for. */
void RunAhead::begin_to_catch_up(Task &t)
{
    behind_.erase(std::remove(behind_.begin(), behind_.end(), &t), behind_.end());
    t.ahead->lookahead.catch_up();
}

void RunAhead::catch_up_now(Task &t)
{
    begin_to_catch_up(t);
    if (carrier_.wait_for(*t.execution) && t.execution->take_turn())
        t.execution->owner->has_given_turn_back(false);
}

/* What one prints comes before what the next does. */
void RunAhead::catch_up(std::uint64_t before)
{
    if (std::exchange(catching_up_, true))
        return;
    while (!behind_.empty() && behind_.front()->ahead->lookahead.catches_up().number < before)
        catch_up_now(*behind_.front());
    catching_up_ = false;
}

/* ---- messages under way ------------------------------------------------------------------------------------------ */

bool RunAhead::sent(Message &m)
{
    if (!notes_)
        return false;
    Task *to = rule_.holds() ? tasks_.find(m.dst_tid) : nullptr;
    if (to != nullptr && to->ahead != nullptr) {
        to->ahead->under_way.push_back(&m);
        offer(*to);
    }
    return true;
}

void RunAhead::arrived(const Message &m)
{
    const Task *to = tasks_.find(m.dst_tid);
    if (to == nullptr || to->ahead == nullptr)
        return;
    std::vector<Message *> &line = to->ahead->under_way;
    auto at = std::find(line.begin(), line.end(), &m);
    if (at != line.end())
        line.erase(at);
}

/* ---- who may ----------------------------------------------------------------------------------------------------- */

/* The message that the call will give: the first of its sender that fits, here, on its way or about to be sent. */
Message *RunAhead::in_sight(Task &t, const Call &c)
{
    Message *here = t.ahead->queue.here_for(c);
    if (here != nullptr)
        return here;
    for (Message *m : t.ahead->under_way)
        if (fits(*m, c))
            return m;
    Task *sender = tasks_.find(c.want.tid);
    return sender != nullptr && sender->ahead != nullptr ? sender->ahead->queue.about_to_send(t.tid, c) : nullptr;
}

void RunAhead::offer(Task &t)
{
    const Call *c = is_worth_it() && t.ahead != nullptr ? t.ahead->queue.stands_at() : nullptr;
    if (c == nullptr)
        return;
    Message *m = t.ahead->queue.runs_on_with_earlier(*c) ? nullptr : in_sight(t, *c);
    if (m == nullptr)
        return;
    AP1000_LOG(ahead, c->clock, "t{:x} on {}: is given ahead of its time: tag {} from t{:x}", t.tid, t.node->name,
               m->tag, m->src_tid);
    t.ahead->queue.run(*c, *m);
}

void RunAhead::offer(int tid)
{
    Task *t = is_worth_it() ? tasks_.find(tid) : nullptr;
    if (t != nullptr)
        offer(*t);
}

void RunAhead::offer_posts(const std::deque<Post> &posts)
{
    for (const Post &p : posts)
        if (p.to == Post::To::task)
            offer(p.message.dst_tid);
}

void RunAhead::came_to_call(Task &t)
{
    if (!t.ahead->queue.came_to_call())
        return;
    const std::deque<Post> &posts = t.ahead->state.segments.back().posts;
    offer(t.tid);
    offer_posts(posts);
}

} // namespace ap1000
