/* test_cause.cpp - the line that a verdict begins with: each cause, and the shares from which on it is one. */
#include "observe/cause.hpp"
#include "verdict_story.hpp"

using namespace ap1000;

namespace
{

std::string cause_of(Ns end, const std::function<void(Story)> &tell, const Parameters &p = machine())
{
    const std::string line = verdict_of(p, end, tell).at(0);
    const auto at = line.find(free_computing);
    assert_true(at != std::string::npos && at > 0);
    return line.substr(0, at);
}

/* Tasks of one program on cells, each of which works so long. */
std::string cause_of_works(const std::vector<Ns> &works)
{
    return cause_of(1000, [&](Story s) {
        for (std::size_t i = 0; i < works.size(); i++)
            s.works(master + static_cast<int>(i), 1 + static_cast<int>(i), "w", works[i]);
    });
}

TEST(work_may_be_uneven)
{
    expectation("less than 1.2 times the mean",
                "Cause: the work itself, evenly spread: each of the 4 tasks of w works about 0.525 ms, most of it "
                "computing.",
                cause_of_works({500, 600, 500, 500}));
    expectation("1.2 times the mean",
                "Cause: unbalanced work: t40002 (cell 1) works 0.600 ms, the 4 tasks of w 0.500 ms on average: 1.20 "
                "times; and no task waits for it.",
                cause_of_works({500, 600, 400, 500}));
    expectation("the next one works a quarter",
                "Cause: unbalanced work: t40004 (cell 3) works 0.800 ms, the 4 tasks of w 0.300 ms on average: 2.67 "
                "times; and no task waits for it.",
                cause_of_works({0, 200, 200, 800}));
    expectation("the next one works less",
                "Cause: a busy task, t40001 (cell 0): 100.0 % of the critical path is its own work, most of it "
                "computing, and no task waits for it.",
                cause_of_works({800, 199, 199, 100}));
    expectation("two are enough",
                "Cause: unbalanced work: t40001 (cell 0) works 0.600 ms, the 2 tasks of w 0.450 ms on average: 1.33 "
                "times; and no task waits for it.",
                cause_of_works({600, 300}));
    expectation("one is not",
                "Cause: a busy task, t40001 (cell 0): 100.0 % of the critical path is its own work, most of it "
                "computing, and no task waits for it.",
                cause_of_works({600}));
}

/* Requests to the host are on the path, but they are no work. */
TEST(nobody_may_work)
{
    expectation("two tasks that ask the host",
                "Cause: requests to the control program on the host: 100.0 % of the critical path.",
                cause_of(100, [](Story s) {
                    for (int i = 0; i < 2; i++) {
                        s.begins(master + i, 1 + i, "w");
                        s.passes(master + i, Activity::wait_host, 0, 100);
                        s.ends(master + i, 100);
                    }
                }));
}

/* A task works for 100, and `waiting` others wait for a message of it. The first of these goes on for `own`. */
std::string cause_of_sender(int node, const char *program, Ns own, int parent_of_others, int waiting)
{
    return cause_of(1000, [=](Story s) {
        s.begins(master, node, program);
        for (int i = 1; i <= waiting; i++)
            s.begins(master + i, 2 + i, "others", 0, parent_of_others);
        s.passes(master, Activity::sleeping, 0, 70);
        s.computes(master, 70, 100);
        for (int i = 1; i <= waiting; i++)
            s.gets(master + i, master, 0, 100, 10 * i, 100);
        s.ends(master, 100);
        for (int i = waiting; i >= 1; i--) {
            if (i == 1)
                s.computes(master + i, 100, 100 + own);
            s.ends(master + i, i == 1 ? 100 + own : 100);
        }
    });
}

TEST(a_sender_may_be_late)
{
    expectation(
        "three wait: 90 + 80 + 70",
        "Cause: a late sender, t40001 (host): 83.3 % of the critical path is its own time, most of it sleeping, "
        "and 3 tasks wait for it, 0.240 ms together.",
        cause_of_sender(0, "p", 20, 0, 3));
    expectation(
        "one waits",
        "Cause: a late sender, t40001 (host): 83.3 % of the critical path is its own time, most of it sleeping, "
        "and t40002 (cell 2) waits for it, 0.090 ms.",
        cause_of_sender(0, "p", 20, 0, 1));
    expectation(
        "half of the path is its own",
        "Cause: a late sender, t40001 (host): 50.0 % of the critical path is its own time, most of it sleeping, "
        "and t40002 (cell 2) waits for it, 0.090 ms.",
        cause_of_sender(0, "p", 100, 0, 1));
    expectation(
        "who starts the others is the master",
        "Cause: the master, t40001 (host): 83.3 % of the critical path is its own time, most of it sleeping, and "
        "3 tasks wait for it, 0.240 ms together.",
        cause_of_sender(0, "p", 20, master, 3));
    expectation("on a cell, too",
                "Cause: the master, t40001 (cell 0): 83.3 % of the critical path is its own time, most of it sleeping, "
                "and 3 tasks wait for it, 0.240 ms together.",
                cause_of_sender(1, "p", 20, master, 3));
    expectation("the group server",
                "Cause: the group server pvmgs, which answers one after the other: 83.3 % of the critical path.",
                cause_of_sender(1, "pvmgs", 20, 0, 3));
}

/* A message that has come when the task begins to wait is no reason to wait. */
TEST(a_wait_may_take_no_time)
{
    expectation("no wait",
                "Cause: a busy task, t40001 (host): 80.0 % of the critical path is its own work, most of it computing, "
                "and no task waits for it.",
                cause_of(100, [](Story s) {
                    s.begins(master, 0, "p");
                    s.begins(master + 1, 1, "q");
                    s.computes(master, 0, 80);
                    s.computes(master + 1, 0, 80);
                    s.gets(master + 1, master, 0, 80, 80, 80);
                    s.ends(master, 80);
                    s.computes(master + 1, 80, 100);
                    s.ends(master + 1, 100);
                }));
}

/* Who has started the group server alone is no master. */
TEST(a_server_makes_no_master)
{
    expectation(
        "its starter",
        "Cause: a busy task, t40001 (host): 100.0 % of the critical path is its own work, most of it computing, "
        "and no task waits for it.",
        cause_of(100, [](Story s) {
            s.begins(master, 0, "p");
            s.begins(master + 1, 1, "pvmgs", 0, master);
            s.computes(master, 0, 100);
            s.ends(master + 1, 100);
            s.ends(master, 100);
        }));
}

/* On workstations, one on which the others run, too, is compared with them. */
TEST(all_nodes_of_a_cluster_are_alike)
{
    const auto tell = [](Story s) {
        for (int i = 0; i < 4; i++)
            s.works(master + i, i, "w", i == 0 ? 600 : 400);
    };
    expectation(
        "workstations",
        "Cause: unbalanced work: t40001 (host) works 0.600 ms, the 4 tasks of w 0.450 ms on average: 1.33 times; "
        "and no task waits for it.",
        cause_of(600, tell, workstations()));
    expectation(
        "a machine with a host",
        "Cause: a busy task, t40001 (host): 100.0 % of the critical path is its own work, most of it computing, "
        "and no task waits for it.",
        cause_of(600, tell));
    const Lines all = verdict_of(workstations(), 600, tell);
    expectation("compared are all",
                "Imbalance: of the 4 tasks of w the busiest, t40001 (host), works 0.600 ms, the mean is 0.450 ms: 1.33 "
                "times.",
                line_of(all, "Imbalance"));
}

/* Of three programs on cells, the one of which there are most. */
TEST(tasks_of_the_largest_program_are_compared)
{
    const auto tell = [](int of_b) {
        return [of_b](Story s) {
            int tid = master;
            for (Ns t : {100, 200})
                s.works(tid++, 1, "a", t);
            for (int i = 0; i < of_b; i++)
                s.works(tid++, 2, "b", 300 + 10 * i);
            for (int i = 0; i < 9; i++)
                s.works(tid++, 3, "pvmgs", 1);
        };
    };
    expectation(
        "three of b",
        "Imbalance: of the 3 tasks of b outside the host the busiest, t40005 (cell 1), works 0.320 ms, the mean "
        "is 0.310 ms: 1.03 times.",
        line_of(verdict_of(machine(), 400, tell(3)), "Imbalance"));
    expectation(
        "as many of both: the first",
        "Imbalance: of the 2 tasks of a outside the host the busiest, t40002 (cell 0), works 0.200 ms, the mean "
        "is 0.150 ms: 1.33 times.",
        line_of(verdict_of(machine(), 400, tell(2)), "Imbalance"));
}

/* A message takes `message` of 100. The rest is half computing, half sleeping, of the sender and of the receiver. On
 * free links, 500 bytes and one hop take 20.1. */
std::string cause_of_message(Ns message, std::int64_t bytes, int from_node, int to_node)
{
    const Ns own = (100 - message) / 2;
    return cause_of(100, [=](Story s) {
        s.begins(master, from_node, "p");
        s.begins(master + 1, to_node, "q");
        s.computes(master, 0, own / 2);
        s.passes(master, Activity::sleeping, own / 2, own);
        s.gets(master + 1, master, bytes, own, 0, own + message);
        s.ends(master, own);
        s.computes(master + 1, own + message, own + message + own / 2);
        s.passes(master + 1, Activity::sleeping, own + message + own / 2, 100);
        s.ends(master + 1, 100);
    });
}

TEST(links_may_be_contended)
{
    expectation("25 % of the path waits for links: 45.1 - 20 - 0.1",
                "Cause: contention in the T-Net: of the 0.046 ms of messages between cells on the critical path, 0.026 "
                "ms are waiting for links; the link that carries most is cell 0 (0,0) inject, for 0.020 ms.",
                cause_of_message(46, 500, 1, 2));
    expectation("less: no task is to blame",
                "Cause: bytes on the links of the T-Net: 44.0 % of the critical path is messages between cells, 1 of "
                "them, 500 bytes, 0.024 ms of it waiting for links.",
                cause_of_message(44, 500, 1, 2));
    expectation("it did not wait",
                "Cause: bytes on the links of the T-Net: 44.0 % of the critical path is messages between cells, 1 of "
                "them, 5000 bytes, 0.000 ms of it waiting for links.",
                cause_of_message(44, 5000, 1, 2));
    expectation(
        "no message between cells",
        "Cause: the queue for the host interface: of the 0.046 ms of messages between the host and the cells on "
        "the critical path, 0.040 ms are waiting for others to cross.",
        cause_of_message(46, 500, 0, 2));
    expectation("three hops, one of them in y",
                "Cause: bytes on the links of the T-Net: 40.0 % of the critical path is messages between cells, 1 of "
                "them, 500 bytes, 0.020 ms of it waiting for links.",
                cause_of_message(40, 500, 1, 11));
}

/* A free crossing takes 5 + 0.7. */
TEST(the_host_interface_may_have_a_queue)
{
    expectation(
        "60 - 5.7",
        "Cause: the queue for the host interface: of the 0.060 ms of messages between the host and the cells on "
        "the critical path, 0.054 ms are waiting for others to cross.",
        cause_of_message(60, 500, 0, 2));
}

/* Wherever the path leaves the call: by its answer, or by the task that it has started. */
TEST(a_spawn_is_one_cause)
{
    for (const bool child_goes_on : {true, false})
        expectation("one that takes 65",
                    "Cause: starting tasks: 65.0 % of the critical path, in pvm_spawn and until the tasks begin.",
                    cause_of(100, [=](Story s) {
                        s.begins(master, 0, "p");
                        s.enters(master, Activity::call, 0, "pvm_spawn");
                        s.passes(master, Activity::wait_host, 5, 45);
                        s.begins(master + 1, 1, "q", 65, master);
                        s.leaves(master, Activity::call, child_goes_on ? 61 : 65);
                        if (child_goes_on) {
                            s.passes(master + 1, Activity::sleeping, 65, 100);
                            s.ends(master, 61);
                            s.ends(master + 1, 100);
                        } else {
                            s.ends(master + 1, 66);
                            s.passes(master, Activity::sleeping, 65, 100);
                            s.ends(master, 100);
                        }
                    }));
}

} // namespace

TEST_MAIN
