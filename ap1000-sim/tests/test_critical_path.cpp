/* test_critical_path.cpp - critical paths of small runs, given to the sink by hand: what is on them, and how much
 * memory a long one takes.
 *
 * Times are in ns. */
#include <algorithm>

#include "path_story.hpp"

using namespace ap1000;

namespace
{

/* Task 1 (host) waits for task 2 (cell), which computes for 700 and sends at 800. The message arrives at 1000, and the
 * call ends at 1050. */
TEST(the_path_goes_through_the_sender)
{
    CriticalPath c(machine());
    c.begin_track({1, 0, "host", "a"}, 0);
    c.begin_track({2, 1, "cell 0", "b"}, 0);
    call(c, 1, "pvm_recv", 0);
    compute(c, 2, 0, 700);
    call(c, 2, "pvm_send", 700);
    const TracedMessage m{7, 2, 1, 5, 10};
    c.sent(m, "pvm_send", 800);
    c.leave(2, Activity::call, 800);
    c.end_track(2, 800);
    wait(c, 1, 7, 20, 1000);
    c.accepted(m, "pvm_recv", 1050);
    c.leave(1, Activity::call, 1050);
    c.end_track(1, 1050);
    c.finish(1050);
    expectation("computing of task 2", 700, time_of(c, PathPart::computing));
    expectation("its pvm_send, on a cell", 100, time_of(c, PathPart::software_cell));
    expectation("the message, host path", 200, time_of(c, PathPart::messages_host));
    expectation("bytes of messages on it", 10, c.path().carried(PathPart::messages_host));
    expectation("the end of pvm_recv, on the host", 50, time_of(c, PathPart::software_host));
    expectation("the path takes all of the run", 1050, c.path().all());
    expectation("ends with task", 1, c.last_tid());
    expectation("task 1 waited for task 2", 980, c.waits().at({1, 2}));
    expectation("pairs never received", 0, static_cast<Ns>(c.never_received().size()));
}

/* The message was there before the receiver looked, so the path stays in the receiver. */
TEST(a_message_that_was_there_is_no_cause)
{
    CriticalPath c(machine());
    c.begin_track({1, 2, "cell 1", "a"}, 0);
    c.begin_track({2, 1, "cell 0", "b"}, 0);
    const TracedMessage m{1, 2, 1, 5, 10}, lost{2, 2, 1, 6, 30};
    c.sent(m, "", 10);
    c.sent(lost, "", 10);
    c.end_track(2, 10);
    compute(c, 1, 0, 500);
    call(c, 1, "pvm_recv", 500);
    c.accepted(m, "pvm_recv", 530);
    c.leave(1, Activity::call, 530);
    c.end_track(1, 530);
    c.finish(530);
    expectation("computing", 500, time_of(c, PathPart::computing));
    expectation("messages on the path", 0, time_of(c, PathPart::messages_tnet));
    expectation("bytes never received, tag 6", 30, c.never_received().at({2, 1, 6}).bytes);
}

/* One comes last, at 400. Both go on at 430. */
TEST(a_barrier_leads_to_the_last)
{
    for (int last : {1, 2}) {
        const int other = 3 - last;
        CriticalPath c(machine());
        for (int tid : {1, 2})
            c.begin_track({tid, tid, "cell", "a"}, 0);
        c.enter(other, Slice{Activity::wait_barrier, ""}, 100);
        compute(c, last, 0, 400);
        c.enter(last, Slice{Activity::wait_barrier, ""}, 400);
        c.all_came({1, 2}, last);
        for (int tid : {1, 2})
            c.leave(tid, Activity::wait_barrier, 430);
        compute(c, other, 430, 1000);
        c.end_track(last, 430);
        c.end_track(other, 1000);
        c.finish(1000);
        expectation("computing: 400 of the last, 570 of the other", 970, time_of(c, PathPart::computing));
        expectation("of the last", 400, c.path().tasks.at(last));
        expectation("of the other", 570, c.path().tasks.at(other));
        expectation("barrier", 30, time_of(c, PathPart::barrier));
        expectation("barriers", 1, c.path().times(PathPart::barrier));
        expectation("the other waited for the last", 330, c.waits().at({other, last}));
        expectation("nobody waited for himself", 1, static_cast<Ns>(c.waits().size()));
    }
}

/* Of two barriers at a time each leads to its own last. Task 3 comes to the second one before the first one is over,
 * and task 4 ends that later. */
TEST(each_barrier_leads_to_its_own_last)
{
    CriticalPath c(machine());
    for (int tid : {1, 2, 3, 4})
        c.begin_track({tid, tid, "cell", "a"}, 0);
    c.enter(1, Slice{Activity::wait_barrier, ""}, 100);
    compute(c, 2, 0, 400);
    c.enter(2, Slice{Activity::wait_barrier, ""}, 400);
    c.all_came({1, 2}, 2);
    compute(c, 3, 0, 420);
    c.enter(3, Slice{Activity::wait_barrier, ""}, 420);
    for (int tid : {1, 2})
        c.leave(tid, Activity::wait_barrier, 430);
    compute(c, 4, 0, 500);
    c.enter(4, Slice{Activity::wait_barrier, ""}, 500);
    c.all_came({3, 4}, 4);
    for (int tid : {3, 4})
        c.leave(tid, Activity::wait_barrier, 530);
    for (int tid : {2, 3, 4})
        c.end_track(tid, 530);
    compute(c, 1, 430, 1000);
    c.end_track(1, 1000);
    c.finish(1000);
    expectation("1 waited for 2", 330, c.waits().at({1, 2}));
    expectation("3 waited for 4", 110, c.waits().at({3, 4}));
    expectation("nobody else waited", 2, static_cast<Ns>(c.waits().size()));
    expectation("the path leads from 1 to 2, which computed", 400, c.path().tasks.at(2));
    expectation("the others are not on it", 2, static_cast<Ns>(c.path().tasks.size()));
}

/* Two tasks on one node: the second gets the processor when the first has done. */
TEST(a_processor_leads_to_who_had_it)
{
    CriticalPath c(machine());
    for (int tid : {1, 2})
        c.begin_track({tid, 1, "cell 0", "a"}, 0);
    call(c, 1, "pvm_send", 0);
    c.leave(1, Activity::call, 300);
    c.used_processor(1, 0, 300);
    c.enter(2, Slice{Activity::wait_processor, ""}, 100);
    c.leave(2, Activity::wait_processor, 300);
    c.used_processor(2, 300, 900);
    c.end_track(1, 300);
    c.end_track(2, 900);
    c.finish(900);
    expectation("the path: 300 of task 1", 300, c.path().tasks.at(1));
    expectation("and 600 of task 2", 600, c.path().tasks.at(2));
    expectation("in all", 900, c.path().all());
}

/* A wait that lasts to the end of the run, without a message, is not on the path. */
TEST(waiting_in_vain_is_not_on_it)
{
    CriticalPath c(machine());
    c.begin_track({1, 1, "cell 0", "a"}, 0);
    compute(c, 1, 0, 250);
    wait(c, 1, 0, 250, 9000);
    c.end_track(1, 9000);
    c.finish(9000);
    expectation("the path", 250, c.path().all());
    expectation("its end", 250, c.end());
}

/* A token goes between two tasks 100000 times: each time 30 in the call and 70 on the T-Net. */
TEST(a_long_run_takes_no_memory)
{
    CriticalPath c(machine(), 16);
    const int laps = 100000;
    for (int tid : {1, 2})
        c.begin_track({tid, tid, "cell", "a"}, 0);
    Ns t = 0;
    std::size_t most = 0;
    for (int i = 0; i < laps; i++) {
        const int from = 1 + i % 2, to = 3 - from;
        const TracedMessage m{static_cast<std::uint64_t>(i) + 1, from, to, 1, 4};
        call(c, from, "pvm_send", t);
        c.leave(from, Activity::call, t + 30);
        c.sent(m, "", t + 30);
        wait(c, to, m.serial, i == 0 ? 0 : t, t + 100);
        c.accepted(m, "", t + 100);
        t += 100;
        most = std::max(most, c.steps_kept());
    }
    c.end_track(1, t);
    c.end_track(2, t);
    c.finish(t);
    expectation("in calls", 30 * Ns{laps}, time_of(c, PathPart::software_cell));
    expectation("on the T-Net", 70 * Ns{laps}, time_of(c, PathPart::messages_tnet));
    expectation("messages on the path", laps, c.path().times(PathPart::messages_tnet));
    expectation("more steps kept than 200", 0, most > 200 ? static_cast<Ns>(most) : 0);
}

void ask_host(CriticalPath &c, int tid, int times, Ns from)
{
    for (int i = 0; i < times; i++) {
        c.enter(tid, Slice{Activity::wait_host, ""}, from + 10 * i);
        c.leave(tid, Activity::wait_host, from + 10 * i + 5);
    }
}

/* Tasks one after the other, each with requests to the control program, the last one on a cell: of those on the host
 * that ended before, and whose steps are used again, nothing is left in what the last one's path has. */
TEST(a_path_has_no_requests_of_others)
{
    for (int last = 0; last < 4; last++) {
        CriticalPath c(machine());
        for (int i = 0; i <= last; i++) {
            const int node = i == last ? 1 : 0, tid = i + 1;
            const Ns begins = 1000 * i;
            c.begin_track({tid, node, node == 0 ? "host" : "cell 0", "a"}, begins);
            ask_host(c, tid, 3 + node, begins);
            c.end_track(tid, begins + 900);
        }
        c.finish(1000 * last + 900);
        expectation("ends with the last", last + 1, c.last_tid());
        expectation("requests on it, of a cell", 4, c.path().times(PathPart::control));
        expectation("of these the host's", 0, c.path().control_from_host);
        expectation("time of its requests", 20, time_of(c, PathPart::control));
    }
    CriticalPath c(machine());
    for (int tid = 1; tid <= 2; tid++) { /* the same where the host's comes last */
        c.begin_track({tid, tid == 1 ? 1 : 0, "place", "a"}, 0);
        ask_host(c, tid, 2 + tid, 0);
        c.end_track(tid, 100 * tid);
    }
    c.finish(200);
    expectation("requests on it, of the host", 4, c.path().times(PathPart::control));
    expectation("all of them the host's", 4, c.path().control_from_host);
}

/* ---- where it ends ----------------------------------------------------------------------------------------------- */

/* Task 1 works until 1000. Task 2 works until `works`, and waits in vain, in a call, until the run's end. */
void end_with_waits(CriticalPath &c, Ns works, bool first_ends_first)
{
    for (int tid : {1, 2})
        c.begin_track({tid, tid, "cell", "a"}, 0);
    compute(c, 1, 0, 1000);
    compute(c, 2, 0, works);
    call(c, 2, "pvm_recv", works);
    wait(c, 2, 0, works + 5, 5000);
    c.leave(2, Activity::call, 5000);
    for (int tid : {first_ends_first ? 1 : 2, first_ends_first ? 2 : 1})
        c.end_track(tid, tid == 1 ? 1000 : 5000);
    c.finish(5000);
}

TEST(it_ends_with_the_last_that_works)
{
    for (bool first_ends_first : {true, false}) {
        CriticalPath later(machine()), earlier(machine());
        end_with_waits(later, 1100, first_ends_first);
        expectation("task 2 works longer", 2, later.last_tid());
        expectation("until", 1105, later.end());
        expectation("the path has no wait in vain", 0, time_of(later, PathPart::other));
        expectation("nor has its call", 5, later.path().in_call("pvm_recv"));
        expectation("nor the task", 1105, later.path().tasks.at(2));
        expectation("all of it", 1105, later.path().all());
        end_with_waits(earlier, 900, first_ends_first);
        expectation("task 1 works longer", 1, earlier.last_tid());
        expectation("until", 1000, earlier.end());
        expectation("all of it", 1000, earlier.path().all());
    }
    CriticalPath equal(machine());
    end_with_waits(equal, 995, true);
    expectation("the first to end, of two that work as long", 1, equal.last_tid());
}

/* Whoever ends last may do nothing, and be the group server. */
TEST(a_run_may_do_nothing)
{
    CriticalPath c(machine());
    c.begin_track({4, 1, "cell", "a"}, 0);
    c.begin_track({5, 1, "cell", "pvmgs"}, 0);
    compute(c, 5, 0, 500);
    c.end_track(5, 500);
    c.end_track(4, 0);
    c.finish(500);
    expectation("ends with", 4, c.last_tid());
    expectation("takes", 0, c.path().all());
    CriticalPath server(machine());
    server.begin_track({5, 1, "cell", "pvmgs"}, 0);
    compute(server, 5, 0, 500);
    server.end_track(5, 500);
    server.finish(500);
    expectation("a server alone: ends with", 0, server.last_tid());
}

/* A wait in vain that something follows is on the path. */
TEST(a_wait_that_work_follows_is_on_it)
{
    CriticalPath c(machine());
    c.begin_track({1, 1, "cell 0", "a"}, 0);
    compute(c, 1, 0, 100);
    call(c, 1, "pvm_trecv", 100);
    wait(c, 1, 0, 100, 400);
    c.leave(1, Activity::call, 410);
    compute(c, 1, 410, 450);
    c.end_track(1, 450);
    c.finish(450);
    expectation("the wait", 300, time_of(c, PathPart::other));
    expectation("the call", 10, time_of(c, PathPart::software_cell));
    expectation("computing", 140, time_of(c, PathPart::computing));
    expectation("its end", 450, c.end());
}

/* Outside any call a task computes, whether or not it says so. */
TEST(what_is_no_call_is_computing)
{
    CriticalPath c(machine());
    c.begin_track({1, 1, "cell 0", "a"}, 7);
    c.whole_call(1, "pvm_send", 107, 150);
    c.enter(1, Slice{Activity::sleeping, ""}, 160);
    c.leave(1, Activity::sleeping, 200);
    c.end_track(1, 230);
    c.finish(230);
    expectation("before the task", 7, time_of(c, PathPart::other));
    expectation("computing: 100, 10 and 30", 140, time_of(c, PathPart::computing));
    expectation("the call", 43, c.path().in_call("pvm_send"));
    expectation("sleeping", 40, time_of(c, PathPart::sleeping));
    expectation("of the task", 223, c.path().tasks.at(1));
}

/* Tasks 2 and 3 send to task 1, which waits for anybody: with the tag of both, with that of one, by name. */
TEST(another_message_could_have_come_first)
{
    const struct {
        int want_tid, want_tag, other_tag;
        std::int64_t waits, contested;
    } rows[] = {{-1, 5, 5, 1, 1}, {-1, -1, 6, 1, 1}, {-1, 5, 6, 1, 0}, {2, 5, 5, 0, 0}};
    for (const auto &row : rows) {
        CriticalPath c(machine());
        for (int tid : {1, 2, 3})
            c.begin_track({tid, tid, "cell", "a"}, 0);
        c.sent({1, 2, 1, 5, 10}, "", 10);
        c.sent({2, 3, 1, row.other_tag, 10}, "", 10);
        c.enter(1, {Activity::wait_message, "", row.want_tid, row.want_tag}, 0);
        c.woken(1, 1);
        c.leave(1, Activity::wait_message, 20);
        c.accepted({1, 2, 1, 0, 10}, "", 20);
        c.enter(1, {Activity::wait_message, "", -1, 77}, 20); /* for a message of one task */
        c.sent({3, 2, 1, 77, 10}, "", 20);
        c.woken(1, 3);
        c.leave(1, Activity::wait_message, 30);
        c.accepted({3, 2, 1, 0, 10}, "", 30);
        expectation("waits for anybody", row.waits + 1, c.choices().waits);
        expectation("another could have come first", row.contested, c.choices().contested);
    }
}

} // namespace

TEST_MAIN
