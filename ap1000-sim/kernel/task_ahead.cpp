/* task_ahead.cpp - a task that runs ahead of simulated time (run_ahead.hpp): what it is given, and what it does then.
 *
 * From one call to the next it makes a segment (segment.hpp). Segments queue: at its next call the program may be given
 * the next message, and so on, as long as each call can be answered before its time. task_replay.cpp has what happens
 * when simulated time comes to them.
 */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/machine.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t most_segments = 64;                    /* that a task may have before it */
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 24; /* of what it has posted in them */

constexpr std::uint64_t serial_not_known = UINT64_MAX; /* of a message that is given before it is sent */

/* The first message for that task among these that fits; sets *certain to false if what comes behind is not. */
Message *first_for(int tid, const Call &c, std::deque<Post> &posts, bool *certain)
{
    for (Post &p : posts) {
        if (p.to != Post::To::task || p.body_is_bad) {
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

/* ---- may it, and with what --------------------------------------------------------------------------------------- */

/* A wait, or the poll before it, that takes the first message of one sender that fits, whenever it comes. */
bool Task::can_be_answered_ahead(const Call &c) const
{
    bool for_ever = c.deadline == MACH_FOREVER || (c.deadline == 0 && c.then_forever);
    bool looked_at = machine.session.barrier != 0 && std::strcmp(c.name, "pvm_barrier") == 0; /* kernel/wishes.hpp */
    return c.what == Request::wait && c.want_plain && c.want_tid > 0 && for_ever && !looked_at;
}

bool Task::may_run_ahead() const
{
    return joined && state != State::left && state != State::gone && !cut_short_ && signals_ == 0 && node->index != 0 &&
           node->tasks == 1 && !execution->wants_turn() && execution->may_run_ahead();
}

const Call *Task::stands_at() const
{
    const Segment *last = ahead_.segments.empty() ? nullptr : &ahead_.segments.back();
    const bool full = ahead_.segments.size() >= most_segments || ahead_.bytes >= most_bytes;
    const Call *c = nullptr;
    if (last == nullptr && ahead_.stands && ahead_.earlier.empty() && ahead_.inbox.empty())
        c = &next_call_;
    else if (last != nullptr && last->done && !last->died && !full)
        c = &last->call;
    return c != nullptr && can_be_answered_ahead(*c) && may_run_ahead() ? c : nullptr;
}

Message *Task::here_for(const Call &c)
{
    Message *m = first_of(ahead_.inbox, c);
    return m != nullptr ? m : first_of(arrived_, c);
}

bool Task::has_earlier_for(const Call &c)
{
    return first_of(ahead_.earlier, c) != nullptr;
}

/* What is posted behind a broadcast, or by one that is about to end, is not certain. */
Message *Task::about_to_send(int to, const Call &c)
{
    bool certain = joined && state != State::left && state != State::gone && !cut_short_;
    Message *m = certain ? first_for(to, c, posts_, &certain) : nullptr;
    if (m == nullptr && certain && ahead_.current)
        m = first_for(to, c, ahead_.current->posts, &certain);
    for (auto s = ahead_.segments.begin(); s != ahead_.segments.end() && m == nullptr && certain; ++s)
        m = first_for(to, c, s->posts, &certain);
    return m;
}

/* Those who wait for what this task has posted need not wait until it is sent. */
void Task::offer_posts(const std::deque<Post> &posts)
{
    for (const Post &p : posts)
        if (p.to == Post::To::task)
            machine.run_ahead.offer(p.message.dst_tid);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

void Task::answer_ahead(const Call &c, bool same_turn, std::deque<Message> &messages)
{
    Reply r;
    r.ahead = true;
    r.same_turn = same_turn;
    r.now = r.found_none = c.clock;
    r.waited = !same_turn && c.deadline != MACH_FOREVER;
    execution->answer(r, messages);
    execution->give_turn_ahead();
}

/* The machine charges it for the message when that comes. */
void Task::run_ahead(Message &m)
{
    const Call c = *stands_at();
    Segment s;
    s.number = m.given = ++ahead_.numbers;
    s.base = c.clock;
    ahead_.stands = false;
    ahead_.segments.push_back(std::move(s));
    std::deque<Message> one;
    one.push_back(m.copy());
    one.front().arrived = c.clock;
    one.front().serial = serial_not_known;
    one.front().earlier = true;
    answer_ahead(c, false, one);
}

/* A message that had come before, and that it did not want then, is what it wants now: it goes on in the same turn. */
void Task::run_on_with_earlier()
{
    Segment &s = ahead_.segments.back();
    s.done = false;
    s.processor = s.call.processor;
    answer_ahead(s.call, true, ahead_.earlier);
}

/* It has come to its next call, or has died. */
void Task::came_to_call()
{
    if (ahead_.segments.empty() || ahead_.segments.back().done)
        return;
    Segment &s = ahead_.segments.back();
    s.died = execution->dead();
    const std::size_t had = s.marks.size();
    bool only_marks = machine.session.observer && execution->take_marks(s.marks);
    for (std::size_t i = had; i < s.marks.size(); i++)
        s.marks[i].posts += static_cast<std::uint32_t>(s.posts.size());
    if (only_marks && !s.died) {
        execution->give_turn_ahead();
        return;
    }
    s.printed += execution->take_output();
    while (std::optional<Post> p = execution->next_post()) {
        p->processor += std::exchange(s.processor, 0);
        p->message.src_tid = tid;
        s.posts_len += p->message.len_bytes;
        ahead_.bytes += p->message.len_bytes;
        s.posts.push_back(std::move(*p));
    }
    s.done = true;
    if (!s.died) {
        s.call = execution->call();
        s.call.processor += std::exchange(s.processor, 0);
    }
    machine.run_ahead.offer(tid);
    offer_posts(s.posts);
}

bool Task::has_given_posts() const
{
    auto any = [](const std::deque<Post> &posts) {
        return std::any_of(posts.begin(), posts.end(), [](const Post &p) { return p.message.given != 0; });
    };
    return any(posts_) || (ahead_.current && any(ahead_.current->posts)) ||
           std::any_of(ahead_.segments.begin(), ahead_.segments.end(),
                       [&any](const Segment &s) { return any(s.posts); });
}

void Task::forget_ahead()
{
    if (ahead_.segments.empty())
        return;
    ahead_.segments.clear();
    ahead_.current.reset();
    ahead_.bytes = 0;
    ahead_.forgotten = true;
    while (execution->next_post())
        continue;
    std::vector<Mark> none;
    (void)execution->take_marks(none);
}

/* ---- taking a segment as what it has done now -------------------------------------------------------------------- */

void Task::note_marks(std::vector<Mark> marks, std::uint64_t serial)
{
    for (Mark &m : marks) {
        m.clock += ahead_.shift;
        m.posts += static_cast<std::uint32_t>(posts_.size());
        if (m.serial == serial_not_known)
            m.serial = serial;
        marks_.push_back(m);
    }
}

/* What it has noted, with the times of simulated time. True: it wants to go on. */
bool Task::take_marks()
{
    std::vector<Mark> marks;
    bool only_marks = execution->take_marks(marks);
    note_marks(std::move(marks), ahead_.serial);
    return only_marks;
}

void Task::take_post(Post &&p)
{
    p.clock += ahead_.shift;
    p.processor += std::exchange(ahead_.processor, 0);
    posts_.push_back(std::move(p));
}

/* True: it has all of the turn that simulated time has come to, and the rest need not be asked for. */
bool Task::take_current()
{
    if (!ahead_.current)
        return false;
    Segment s = std::move(*ahead_.current);
    ahead_.current.reset();
    ahead_.serial = s.serial;
    ahead_.bytes -= s.posts_len;
    note_marks(std::move(s.marks), s.serial);
    if (s.done)
        collect_output(s.died);
    for (Post &p : s.posts)
        take_post(std::move(p));
    ahead_.processor += s.processor;
    died_ = s.died;
    next_call_ = s.call;
    ahead_.knows_call = s.done && !s.died;
    return s.done;
}

} // namespace ap1000
