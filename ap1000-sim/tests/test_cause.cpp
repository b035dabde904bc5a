/* test_cause.cpp - the line that a verdict begins with: where its causes begin and end. Each cause has a program in
 * programs/causes.tsv. */
#include <fmt/format.h>

#include "observe/cause.hpp"
#include "verdict_story.hpp"

using namespace ap1000;

namespace
{

std::string cause_of(Ns end, const std::function<void(Story)> &tell, const Parameters &p = machine())
{
    const std::string line = verdict_of(p, end, tell).at(0);
    return line.substr(0, line.find(free_computing));
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

/* It has polled while others worked: that is not on the path, and takes nothing from what it does there. */
TEST(polls_may_be_elsewhere)
{
    expectation("a task that has polled before",
                "Cause: a busy task, t40001 (cell 0): 55.8 % of the critical path is its own work, most of it in PVM "
                "calls, and no task waits for it.",
                cause_of(3800, [](Story s) {
                    s.begins(master, 1, "a");
                    s.begins(master + 1, 2, "b");
                    s.begins(master + 2, 3, "c");
                    s.calls(master, "pvm_nrecv", 0, 900);
                    s.computes(master + 1, 0, 500);
                    s.gets(master + 2, master + 1, 4, 500, 0, 510);
                    s.computes(master + 2, 510, 990);
                    s.gets(master, master + 2, 4, 990, 900, 1000);
                    s.calls(master, "pvm_send", 1000, 3800);
                    s.ends(master, 3800);
                }));
}

/* What a look does not find, and a receive gets later, was still looked for in vain. */
TEST(looks_and_receives_are_told_apart)
{
    for (const auto &[look, in_vain] : {std::pair{"pvm_nrecv", 2}, {"pvm_probe", 1}}) {
        const std::string line = cause_of(320, [name = look](Story s) {
            s.begins(master, 1, "a");
            s.begins(master + 1, 2, "b");
            s.calls(master, name, 0, 100);
            s.calls(master, name, 100, 200);
            s.gets(master, master + 1, 4, 0, 200, 210, "", "pvm_recv");
            s.ends(master, 210);
        });
        expectation(look, fmt::format("2 times, {} of them in vain: 0.200 ms.", in_vain),
                    line.substr(line.find("2 times")));
    }
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

/* By the costs of its own machine: 128 us of 250. */
TEST(calls_may_be_for_bytes)
{
    Parameters p = workstations();
    p.workstation.copy = 32000;
    expectation(
        "workstations",
        "Cause: copies of messages: 98.0 % of the critical path is PVM calls, in pvm_send, pvm_recv; 1 messages "
        "of 4000 bytes on average.",
        cause_of(
            510,
            [](Story s) {
                s.begins(master, 1, "a");
                s.begins(master + 1, 2, "b");
                s.calls(master, "pvm_send", 0, 250);
                s.enters(master + 1, Activity::call, 0, "pvm_recv");
                s.gets(master + 1, master, 4000, 250, 0, 260, "pvm_send", "pvm_recv");
                s.ends(master, 250);
                s.leaves(master + 1, Activity::call, 510);
                s.ends(master + 1, 510);
            },
            p));
}

/* Who has no S-Net is not told to use it. */
TEST(barriers_may_be_lowered)
{
    const auto tell = [](Story s) {
        for (int tid : {master, master + 1}) {
            s.begins(tid, 1 + tid - master, "a");
            s.calls(tid, "pvm_barrier", 0, 100);
        }
        s.ends(master, 100);
        s.ends(master + 1, 100);
    };
    const std::string barriers = "Cause: barriers: 100.0 % of the critical path, in pvm_barrier (--barrier tree or "
                                 "dissemination";
    expectation("on cells", barriers + ", and --hardware-collectives, lower it).", cause_of(100, tell));
    expectation("on workstations", barriers + " lowers it).", cause_of(100, tell, workstations()));
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

} // namespace

TEST_MAIN
