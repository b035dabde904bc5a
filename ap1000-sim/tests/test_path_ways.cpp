/* test_path_ways.cpp - what the critical path follows back, each by itself, and ways that are kept as sums. */
#include <algorithm>

#include "alike_nodes.hpp"
#include "path_story.hpp"

using namespace ap1000;

namespace
{

/* ---- what leads to it -------------------------------------------------------------------------------------------- */

/* A message of 10 bytes between these nodes, and the call that sends it. */
PathSums of_message(const Parameters &p, int from, int to)
{
    CriticalPath c(p);
    c.begin_track({1, from, "a place", "a"}, 0);
    c.begin_track({2, to, "a place", "b"}, 0);
    const TracedMessage m{5, 1, 2, 3, 10};
    c.whole_call(1, "pvm_send", 0, 60);
    c.sent(m, "", 60);
    c.end_track(1, 60);
    wait(c, 2, 5, 0, 100);
    c.accepted(m, "", 100);
    c.end_track(2, 100);
    c.finish(100);
    return c.path();
}

TEST(messages_have_ways)
{
    Parameters large = machine(), column = machine();
    large.grid = {8, 4};
    column.grid = {1, 8};
    const struct {
        const Parameters &p;
        int from, to;
        PathPart message, software;
        std::int64_t hops;
    } rows[] = {{large, 0, 0, PathPart::messages_node, PathPart::software_host, 0},
                {large, 3, 3, PathPart::messages_node, PathPart::software_cell, 0},
                {large, 0, 1, PathPart::messages_host, PathPart::software_host, 0},
                {large, 1, 0, PathPart::messages_host, PathPart::software_cell, 0},
                {large, 1, 2, PathPart::messages_tnet, PathPart::software_cell, 1},
                {large, 1, 21, PathPart::messages_tnet, PathPart::software_cell, 6}, /* 4 in x, 2 in y */
                {large, 9, 1, PathPart::messages_tnet, PathPart::software_cell, 1},
                {column, 1, 4, PathPart::messages_tnet, PathPart::software_cell, 3},
                {workstations(), 0, 1, PathPart::messages_net, PathPart::software_cell, 0},
                {workstations(), 2, 1, PathPart::messages_net, PathPart::software_cell, 0},
                {workstations(), 0, 0, PathPart::messages_node, PathPart::software_cell, 0}};
    for (const auto &row : rows) {
        const PathSums path = of_message(row.p, row.from, row.to);
        expectation("the message", 40, path.of(row.message));
        expectation("messages", 1, path.times(row.message));
        expectation("bytes", 10, path.carried(row.message));
        expectation("the call", 60, path.of(row.software));
        expectation("hops", row.hops, path.hops);
        expectation("all", 100, path.all());
    }
}

/* Task 1 broadcasts at 10, 20, ... and computes on; a copy of one is told of when it arrives, at 1000. */
PathSums of_broadcast(int how_many, int which)
{
    CriticalPath c(machine());
    for (int tid : {1, 2})
        c.begin_track({tid, tid, "cell", "a"}, 0);
    for (int i = 1; i <= how_many; i++)
        c.broadcasts(1, 10 * i);
    compute(c, 1, 10 * how_many, 900);
    const TracedMessage m{5, 1, 2, 3, 10};
    c.sent(m, "", 10 * which);
    wait(c, 2, 5, 0, 1000);
    c.end_track(1, 900);
    c.end_track(2, 1000);
    c.finish(1000);
    return c.path();
}

TEST(a_broadcast_leads_to_when_it_was_made)
{
    for (int which : {1, 2, 8}) {
        expectation("of 8: computing before it", 10 * which, of_broadcast(8, which).of(PathPart::computing));
        expectation("of 8: under way", 1000 - 10 * which, of_broadcast(8, which).of(PathPart::messages_bnet));
    }
    expectation("the second of 9", 20, of_broadcast(9, 2).of(PathPart::computing));
    expectation("the first of 9 is known no more: task 1 is the last", 900, of_broadcast(9, 1).of(PathPart::computing));
}

/* Task 1 starts task 2 at 100, after it has computed until then; task 2 begins at 130. */
TEST(a_start_leads_to_the_parent)
{
    CriticalPath c(machine());
    c.begin_track({1, 0, "host", "a"}, 0);
    compute(c, 1, 0, 100);
    c.begin_track({2, 1, "cell 0", "b", 1}, 130);
    c.begin_track({3, 2, "cell 1", "b", 77}, 90); /* its parent is none of this run */
    compute(c, 2, 130, 150);
    compute(c, 3, 90, 110);
    c.end_track(1, 100);
    c.end_track(3, 110);
    c.end_track(2, 150);
    c.finish(150);
    expectation("computing of the parent", 100, c.path().tasks.at(1));
    expectation("of the child", 20, c.path().tasks.at(2));
    expectation("starting", 30, time_of(c, PathPart::spawn));
    expectation("starts", 1, c.path().times(PathPart::spawn));
}

/* Two tasks on a node: the path of the second leads through the first only if it had the processor until then. */
TEST(a_processor_may_have_been_idle)
{
    const struct {
        Ns first_until, second_from;
        int second_node;
        Ns of_first;
    } rows[] = {{300, 300, 1, 300}, {300, 310, 1, 0}, {300, 290, 1, 0}, {300, 300, 2, 0}};
    for (const auto &row : rows) {
        CriticalPath c(machine());
        c.begin_track({1, 1, "cell", "a"}, 0);
        c.begin_track({2, row.second_node, "cell", "a"}, 0);
        call(c, 1, "pvm_send", 0);
        c.leave(1, Activity::call, row.first_until);
        c.used_processor(1, 0, row.first_until);
        c.enter(2, Slice{Activity::wait_processor, ""}, 100);
        c.leave(2, Activity::wait_processor, row.second_from);
        compute(c, 2, row.second_from, 900);
        c.end_track(1, row.first_until);
        c.end_track(2, 900);
        c.finish(900);
        const auto first = c.path().tasks.find(1);
        expectation("of task 1", row.of_first, first == c.path().tasks.end() ? 0 : first->second);
        expectation("in all", 900, c.path().all());
        expectation("a wait that nobody ended", row.of_first > 0 ? 0 : row.second_from - 100,
                    time_of(c, PathPart::other));
    }
}

/* A task waits in vain from 100 to 200, and then for something of another task until 300, with which it ends. Nothing
 * is taken from the path for what was in vain. */
TEST(what_was_in_vain_before_is_forgotten)
{
    for (Activity what : {Activity::wait_processor, Activity::wait_message, Activity::wait_barrier}) {
        CriticalPath c(machine());
        for (int tid : {1, 2})
            c.begin_track({tid, 1, "cell 0", "a"}, 0);
        compute(c, 1, 0, 100);
        wait(c, 1, 0, 100, 200);
        compute(c, 2, 0, 290);
        if (what == Activity::wait_message)
            c.sent({5, 2, 1, 3, 10}, "", 290);
        c.enter(1, Slice{what, ""}, 200);
        if (what == Activity::wait_barrier) {
            c.enter(2, Slice{what, ""}, 290);
            c.all_came({1, 2}, 2);
        }
        compute(c, 2, 290, 300);
        c.used_processor(2, 0, 300);
        c.woken(1, 5);
        c.leave(1, what, 300);
        for (int tid : {1, 2})
            c.end_track(tid, 300);
        c.finish(300);
        expectation("ends with", 1, c.last_tid());
        expectation("at", 300, c.end());
        expectation("takes", 300, c.path().all());
        expectation("waits that nobody ended", 0, time_of(c, PathPart::other));
    }
}

/* ---- ways that are folded ---------------------------------------------------------------------------------------- */

/* Numbers that are the same in every run. */
class Draw
{
  public:
    explicit Draw(unsigned seed) : state_(seed * 2654435761u + 1)
    {
    }
    int below(int n)
    {
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<int>((state_ >> 8) % static_cast<unsigned>(n));
    }

  private:
    unsigned state_;
};

/* Tasks work, ask, and send to one another, some of them much more often than others. Some messages are never
 * accepted. */
void tell_at_random(CriticalPath &c, unsigned seed)
{
    constexpr int tasks = 5;
    Draw draw(seed);
    Ns clock[tasks + 1] = {};
    std::uint64_t serial = 0;
    for (int tid = 1; tid <= tasks; tid++)
        c.begin_track({tid, tid % 3, "place", "a"}, 0);
    for (int i = 0; i < 400; i++) {
        const int tid = 1 + std::min(draw.below(tasks), draw.below(tasks)), other = 1 + draw.below(tasks);
        const Ns from = clock[tid], to = from + 1 + draw.below(50);
        const int what = draw.below(5);
        clock[tid] = to;
        if (what == 0) {
            compute(c, tid, from, to);
        } else if (what == 1) {
            c.whole_call(tid, draw.below(2) != 0 ? "pvm_send" : "pvm_probe", from, to);
        } else if (what == 2) {
            c.enter(tid, Slice{Activity::wait_host, ""}, from);
            c.leave(tid, Activity::wait_host, to);
        } else if (other != tid && clock[other] <= to) {
            const TracedMessage m{++serial, tid, other, 1, draw.below(100)};
            const Ns arrives = to + draw.below(20);
            c.whole_call(tid, "pvm_send", from, to);
            c.sent(m, "", to);
            wait(c, other, m.serial, clock[other], arrives);
            if (draw.below(3) != 0)
                c.accepted(m, "", arrives);
            clock[other] = arrives;
        }
    }
    const int last = 1 + draw.below(tasks);
    compute(c, last, clock[last], clock[last] + 100000);
    clock[last] += 100000;
    for (int tid = 1; tid <= tasks; tid++)
        c.end_track(tid, clock[tid]);
    c.finish(clock[last]);
}

/* What was kept as one sum is the same as what was kept step by step. */
TEST(folding_changes_no_sum)
{
    for (unsigned seed = 1; seed <= 60; seed++) {
        CriticalPath whole(machine(), 1000000);
        tell_at_random(whole, seed);
        for (std::size_t most : {1, 2, 5, 16}) {
            CriticalPath folded(machine(), most);
            tell_at_random(folded, seed);
            const PathSums &a = whole.path(), &b = folded.path();
            assert_true(a.time == b.time && a.count == b.count && a.bytes == b.bytes && a.calls == b.calls);
            assert_true(a.tasks == b.tasks && a.hops == b.hops && a.control_from_host == b.control_from_host);
            assert_int_equal(a.all(), b.all());
            assert_int_equal(whole.end(), folded.end());
        }
        expectation("the path takes all of the time to its end", whole.end(), whole.path().all());
    }
}

/* Ways that differ keep steps of their own; those that are no more keep none. */
TEST(steps_are_given_back)
{
    CriticalPath c(machine(), 8);
    c.begin_track({1, 1, "cell", "a"}, 0);
    expectation("a task has one step", 1, static_cast<Ns>(c.steps_kept()));
    for (int i = 1; i <= 100; i++) {
        const int tid = 1 + i;
        c.begin_track({tid, 2, "cell", "b", 1}, 10 * i);
        c.end_track(tid, 10 * i);
        if (i > 8 && c.steps_kept() < 9)
            fail_msg("after %d children only %zu steps are kept", i, c.steps_kept());
    }
    const auto kept = static_cast<Ns>(c.steps_kept());
    expectation("after a hundred children, more than 40", 0, kept > 40 ? kept : 0);
    for (std::uint64_t i = 1; i <= 5; i++)
        c.sent({i, 1, 2, 3, 4}, "", 2000);
    expectation("five messages under way are steps on the way of one", 5, static_cast<Ns>(c.steps_kept()) - kept);
    for (std::uint64_t i = 1; i <= 5; i++)
        c.accepted({i, 1, 2, 3, 4}, "", 2000);
    expectation("messages that nobody received", 0, static_cast<Ns>(c.never_received().size()));
}

TEST(who_is_no_task_is_ignored)
{
    CriticalPath c(machine());
    c.begin_track({1, 1, "cell", "a"}, 0);
    compute(c, 9, 0, 500);
    call(c, 9, "pvm_send", 500);
    c.sent({1, 9, 1, 2, 3}, "", 500);
    c.broadcasts(9, 500);
    c.used_processor(9, 0, 500);
    c.whole_call(9, "pvm_send", 0, 500);
    c.woken(9, 1);
    c.leave(9, Activity::call, 500);
    c.end_track(9, 500);
    wait(c, 1, 1, 0, 80); /* a message that nobody is known to have sent */
    compute(c, 1, 80, 100);
    c.end_track(1, 100);
    c.finish(500);
    expectation("ends with", 1, c.last_tid());
    expectation("takes", 100, c.path().all());
    expectation("of it a wait", 80, time_of(c, PathPart::other));
    expectation("lost", 0, static_cast<Ns>(c.never_received().size()));
    expectation("waits for others", 0, static_cast<Ns>(c.waits().size()));
}

} // namespace

TEST_MAIN
