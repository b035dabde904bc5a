/* ahead_queue.cpp - see ahead_queue.hpp. */
#include "kernel/ahead/ahead_queue.hpp"

#include <algorithm>

#include "kernel/nodes.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_segments = 64;                    /* that a task may have before it */
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 24; /* of what it has posted in them */

/* The first message for that task among these that fits; sets *certain to false if what comes behind is not. A datagram
 * may never arrive, so that the next one would be the first. */
Message *first_for(int tid, const Call &c, std::deque<Post> &posts, bool *certain)
{
    for (Post &p : posts) {
        if (p.to != Post::To::task || p.body_is_bad || p.message.route == MACH_ROUTE_DATAGRAM) {
            *certain = false;
            return nullptr;
        }
        if (p.message.dst_tid == tid && fits(p.message, c))
            return &p.message;
    }
    return nullptr;
}

Message *first_of(std::deque<Message> &messages, const Call &c)
{
    auto at = std::find_if(messages.begin(), messages.end(), [&c](const Message &m) { return fits(m, c); });
    return at != messages.end() ? &*at : nullptr;
}

} // namespace

bool takes(const Call &c, const Header &m)
{
    return (c.want.tid <= 0 || m.src_tid == c.want.tid) && m.context == c.want.context &&
           (c.want.tag == MACH_ANY || m.tag == c.want.tag);
}

bool fits(const Header &m, const Call &c)
{
    return m.given == 0 && takes(c, m);
}

/* ---- may it, and with what --------------------------------------------------------------------------------------- */

/* A wait, or the poll before it, that takes the first message of one sender that fits, whenever it comes. */
bool AheadQueue::can_be_answered_ahead(const Call &c) const
{
    bool for_ever = c.deadline == MACH_FOREVER || (c.deadline == 0 && c.want.then_forever);
    /* Of each barrier the kernel notes whether the chosen algorithm is heard (unused_choices.hpp). */
    bool looked_at = options_.barrier != 0 && c.want.barrier != 0;
    return c.what == Request::wait && c.want.plain && c.want.tid > 0 && for_ever && !looked_at;
}

bool AheadQueue::may_run_ahead() const
{
    const Task &t = task_;
    return t.joined && t.state != Task::State::left && t.state != Task::State::gone && !t.cut_short && t.signals == 0 &&
           t.node->index != 0 && t.node->tasks == 1 && !t.execution->wants_turn() && t.execution->may_run_ahead();
}

const Call *AheadQueue::stands_at() const
{
    const Segment *last = state_.segments.empty() ? nullptr : &state_.segments.back();
    const bool full = state_.segments.size() >= most_segments || state_.bytes >= most_bytes;
    const Call *c = nullptr;
    if (last == nullptr && state_.stands && !state_.holds_messages())
        c = &state_.next_call;
    else if (last != nullptr && last->done && !last->died && !full)
        c = &last->call;
    return c != nullptr && can_be_answered_ahead(*c) && may_run_ahead() ? c : nullptr;
}

Message *AheadQueue::here_for(const Call &c)
{
    Message *m = first_of(state_.inbox, c);
    return m != nullptr ? m : first_of(task_.arrived, c);
}

/* What is posted behind a broadcast, or by one that is about to end, is not certain. */
Message *AheadQueue::about_to_send(int to, const Call &c)
{
    bool certain =
        task_.joined && task_.state != Task::State::left && task_.state != Task::State::gone && !task_.cut_short;
    Message *m = certain ? first_for(to, c, posts_, &certain) : nullptr;
    if (m == nullptr && certain && state_.current)
        m = first_for(to, c, state_.current->posts, &certain);
    for (auto s = state_.segments.begin(); s != state_.segments.end() && m == nullptr && certain; ++s)
        m = first_for(to, c, s->posts, &certain);
    return m;
}

bool AheadQueue::has_given_posts() const
{
    auto any = [](const std::deque<Post> &posts) {
        return std::any_of(posts.begin(), posts.end(), [](const Post &p) { return p.message.given != 0; });
    };
    return any(posts_) || (state_.current && any(state_.current->posts)) ||
           std::any_of(state_.segments.begin(), state_.segments.end(),
                       [&any](const Segment &s) { return any(s.posts); });
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

void AheadQueue::answer_ahead(const Call &c, bool same_turn, std::deque<Message> &messages)
{
    Reply r(task_.reply.told);
    r.ahead = true;
    r.same_turn = same_turn;
    r.now = r.found_none = c.clock;
    r.waited = !same_turn && c.deadline != MACH_FOREVER;
    task_.execution->answer(r, messages);
    task_.execution->give_turn_ahead();
}

/* The machine charges it for the message when that comes. */
void AheadQueue::run(const Call &at, Message &m)
{
    const Call c = at; /* which may lie in a segment */
    state_.stands = false;
    m.given = state_.add_segment(c.clock).number;
    state_.all_are_before();
    std::deque<Message> one;
    one.push_back(m.copy());
    one.front().arrived = c.clock;
    one.front().serial = serial_not_known;
    one.front().earlier = true;
    answer_ahead(c, false, one);
}

/* A message that had come before, and that it did not want then, is what it wants now: it goes on in the same turn. */
bool AheadQueue::runs_on_with_earlier(const Call &at)
{
    if (first_of(state_.earlier, at) == nullptr)
        return false;
    Segment &s = state_.segments.back();
    s.done = false;
    s.processor = s.call.processor;
    answer_ahead(s.call, true, state_.earlier);
    return true;
}

bool AheadQueue::came_to_call()
{
    if (state_.segments.empty() || state_.segments.back().done)
        return false;
    Execution &e = *task_.execution;
    Segment &s = state_.segments.back();
    s.died = e.dead();
    const std::size_t had = s.marks.size();
    bool only_marks = options_.observer && e.take_marks(s.marks);
    for (std::size_t i = had; i < s.marks.size(); i++)
        s.marks[i].posts += static_cast<std::uint32_t>(s.posts.size());
    if (only_marks && !s.died) {
        e.give_turn_ahead();
        return false;
    }
    s.printed += e.take_output();
    const std::size_t sent = s.posts.size();
    e.take_posts(s.posts);
    for (std::size_t i = sent; i < s.posts.size(); i++) {
        Post &p = s.posts[i];
        p.processor += std::exchange(s.processor, 0);
        p.message.src_tid = task_.tid;
        s.posts_len += p.message.len_bytes;
        state_.bytes += p.message.len_bytes;
    }
    s.done = true;
    if (!s.died) {
        e.call(s.call);
        s.call.processor += std::exchange(s.processor, 0);
    }
    return true;
}

void AheadQueue::forget()
{
    if (state_.segments.empty())
        return;
    state_.forget_segments();
    std::deque<Post> never_sent;
    task_.execution->take_posts(never_sent);
    std::vector<Mark> none;
    (void)task_.execution->take_marks(none);
}

} // namespace ap1000
