/* test_verdict.cpp - what a report says of small runs that are told by hand: the critical path, who waits, what is
 * busy, what is lost. */
#include "verdict_story.hpp"

using namespace ap1000;

namespace
{

/* On a cell the master would take, in place of 100 + 30: 3 hops * 0.1 + 400 * 0.04 for the message, half of the 10 that
 * are no copies, 400 * 0.03 for these, and 2 * 5.7 for the request. */
TEST(a_whole_verdict)
{
    const UsageTotals used{{{{Resource::tnet_links, 0}, 30300},
                            {{Resource::tnet_links, 1}, 90900},
                            {{Resource::bnet, 0}, 202000},
                            {{Resource::host_interface, 0}, 101000}},
                           {{0, 505000}, {1, 303000}}};
    expect_lines(
        {"Cause: tasks one after the other: 78.2 % of the critical path, in which they work in turn, each of the 2 "
         "tasks "
         "of worker about 0.400 ms.",
         "The critical path takes 1.010 ms and ends with t40001 (host). Its time goes into:",
         "   78.2 %         0.790 ms  computing",
         "    9.9 %         0.100 ms  messages between the host and the cells, over the host path: 1 of them, 400 "
         "bytes; 0.094 ms of it in the queue for the host interface",
         "    5.9 %         0.060 ms  requests to the control program on the host (spawn, lists, mailboxes) and their "
         "answers: 1 of them",
         "    3.0 %         0.030 ms  PVM calls on the host",
         "    2.0 %         0.020 ms  messages between cells, over the T-Net: 1 of them, 200 bytes",
         "    1.0 %         0.010 ms  starting tasks: 1 of them",
         "Tasks on it by their own time: t40002 (cell 0) 40.6 %, t40003 (cell 1) 37.6 %, t40001 (host) 8.9 %.",
         "Who is waited for: t40002 (cell 0) by t40003 (cell 1), 0.425 ms: 52.5 % of its life.",
         "  t40003 (cell 1) by t40001 (host), 0.900 ms: 89.1 % of its life.",
         "Imbalance: of the 2 tasks of worker outside the host the busiest, t40002 (cell 0), works 0.415 ms, the mean "
         "is 0.400 ms: 1.04 times.",
         "Most waited in: pvm_recv, 0.900 ms of all tasks together.",
         "Busiest, of the run's time: T-Net link, cell 0 (0,0) inject 0.8 % carrying (3.0 % in use, with what blocked "
         "messages hold), the B-Net 20.0 %, the host interface 10.0 %, the processor of the host 50.0 %.",
         "What a change would save, estimated by following this path with other costs (another path may then be "
         "longer, "
         "and queues shorter):",
         "  --on cell, the tasks of the host on a cell: 1.010 -> about 0.925 ms",
         "  a host path twice as fast: 1.010 -> about 0.960 ms",
         "  computing at no cost: 1.010 -> at best 0.220 ms",
         "  starting tasks and asking for lists at no cost: 1.010 -> at best 0.940 ms",
         "Never received: 1 message of 30 bytes: 1 from t40003 to t40002 with tag 7."},
        verdict_of(machine(), 1010, master_and_workers, used));
}

TEST(nobody_did_anything)
{
    expect_lines({"No task did anything."}, verdict_of(machine(), 10, [](Story) {}));
}

/* Two messages of 500 and one of 600 bytes, of which the first two share a link. Those of the host use none. */
TEST(the_link_that_carries_most)
{
    const auto tell = [](Story s) {
        const int nodes[] = {1, 2, 3, 9, 10, 0};
        for (int i = 0; i < 6; i++)
            s.begins(master + i, nodes[i], "p");
        s.gets(master + 2, master, 500, 0, 0, 100);
        s.gets(master + 2, master + 1, 510, 0, 100, 200);
        s.gets(master + 4, master + 3, 600, 0, 0, 100);
        s.gets(master + 4, master + 5, 9000, 0, 100, 200);
        s.gets(master + 5, master + 3, 9000, 0, 100, 200);
        for (int i = 0; i < 6; i++)
            s.ends(master + i, 200);
    };
    const UsageTotals used{{{{Resource::tnet_links, 7}, 100000}}, {}};
    expectation(
        "of 1010 bytes",
        "Busiest, of the run's time: T-Net link, cell 1 (1,0) x+ 20.2 % carrying (50.0 % in use, with what blocked "
        "messages hold).",
        line_of(verdict_of(machine(), 200, tell, used), "Busiest"));
    expectation("from both sides to one cell: the way out of the network",
                "Busiest, of the run's time: T-Net link, cell 1 (1,0) eject 20.2 % carrying.",
                line_of(verdict_of(machine(), 200,
                                   [](Story s) {
                                       for (int i = 0; i < 3; i++)
                                           s.begins(master + i, 1 + i, "p");
                                       s.gets(master + 1, master, 500, 0, 0, 100);
                                       s.gets(master + 1, master + 2, 510, 0, 100, 200);
                                       for (int i = 0; i < 3; i++)
                                           s.ends(master + i, 200);
                                   }),
                        "Busiest"));
    expectation("if nobody has booked it", "Busiest, of the run's time: T-Net link, cell 1 (1,0) x+ 20.2 % carrying.",
                line_of(verdict_of(machine(), 200, tell), "Busiest"));
}

/* Parts of 0.5 % and more are named, the greatest first; equal ones in the order of the list. */
TEST(small_parts_are_left_out)
{
    const auto all = verdict_of(machine(), 1000, [](Story s) {
        s.begins(master, 0, "p");
        s.computes(master, 0, 971);
        s.passes(master, Activity::sleeping, 971, 981);
        s.passes(master, Activity::wait_host, 981, 991);
        s.calls(master, "pvm_send", 991, 996);
        s.begins(master + 1, 1, "q", 1000, master);
        s.ends(master, 996);
        s.ends(master + 1, 1000);
    });
    expect_lines(
        {"   97.1 %         0.971 ms  computing", "    1.0 %         0.010 ms  sleeping",
         "    1.0 %         0.010 ms  requests to the control program on the host (spawn, lists, mailboxes) and "
         "their answers: 1 of them",
         "    0.5 %         0.005 ms  PVM calls on the host"},
        {all.begin() + 2, all.begin() + 6});
    expectation("none of 0.4 %", "Tasks on it by their own time: t40001 (host) 99.6 %.", all.at(6));
}

/* Tasks in a chain, each of which works longer than the one before; the last one first. */
void chain(Story s, int tasks)
{
    Ns t = 0;
    for (int i = 0; i < tasks; i++)
        s.begins(master + i, 1, "p");
    for (int i = 0; i < tasks; i++) {
        s.computes(master + i, t, t + 10 + i);
        t += 10 + i;
        if (i + 1 < tasks)
            s.gets(master + i + 1, master + i, 0, t, 0, t);
        s.ends(master + i, t);
    }
}

TEST(five_are_named)
{
    const auto six = verdict_of(machine(), 75, [](Story s) { chain(s, 6); });
    expectation("of six",
                "Tasks on it by their own time: t40006 (cell 0) 20.0 %, t40005 (cell 0) 18.7 %, t40004 (cell 0) "
                "17.3 %, t40003 (cell 0) 16.0 %, t40002 (cell 0) 14.7 %.",
                line_of(six, "Tasks on it"));
    expectation("of two", "Tasks on it by their own time: t40002 (cell 0) 52.4 %, t40001 (cell 0) 47.6 %.",
                line_of(verdict_of(machine(), 21, [](Story s) { chain(s, 2); }), "Tasks on it"));
    const auto first = std::find_if(six.begin(), six.end(), [](const auto &l) { return l.rfind("Who is", 0) == 0; });
    expect_lines({"Who is waited for: t40005 (cell 0) by t40006 (cell 0), 0.060 ms: 80.0 % of its life.",
                  "  t40004 (cell 0) by t40005 (cell 0), 0.046 ms: 76.7 % of its life.",
                  "  t40003 (cell 0) by t40004 (cell 0), 0.033 ms: 71.7 % of its life.",
                  "  t40002 (cell 0) by t40003 (cell 0), 0.021 ms: 63.6 % of its life.",
                  "  t40001 (cell 0) by t40002 (cell 0), 0.010 ms: 47.6 % of its life."},
                 {first, first + 5});
    const auto seven = verdict_of(machine(), 91, [](Story s) { chain(s, 7); });
    expectation("pairs of seven", 5, std::count_if(seven.begin(), seven.end(), [](const auto &l) {
                    return l.find(" of its life.") != std::string::npos;
                }));
}

/* A wait that takes no time is none. */
TEST(nobody_is_waited_for_no_time)
{
    const auto all = verdict_of(machine(), 30, [](Story s) {
        s.begins(master, 1, "p");
        s.begins(master + 1, 2, "q");
        s.computes(master, 0, 20);
        s.computes(master + 1, 0, 20);
        s.gets(master + 1, master, 0, 20, 20, 20);
        s.ends(master, 20);
        s.computes(master + 1, 20, 30);
        s.ends(master + 1, 30);
    });
    expectation("who is waited for", "", line_of(all, "Who is waited for"));
    expectation("most waited in", "", line_of(all, "Most waited in"));
}

TEST(most_is_waited_outside_of_calls)
{
    const auto all = verdict_of(machine(), 100, [](Story s) {
        for (int i = 0; i < 4; i++)
            s.begins(master + i, 1 + i, i == 3 ? "pvmgs" : "p");
        s.enters(master, Activity::call, 0, "pvm_recv");
        s.passes(master, Activity::wait_message, 0, 40);
        s.leaves(master, Activity::call, 40);
        for (int i = 1; i < 3; i++) {
            s.enters(master + i, Activity::call, 0, "pvm_probe");
            s.passes(master + i, Activity::wait_message, 0, 30);
            s.leaves(master + i, Activity::call, 40);
        }
        s.enters(master + 3, Activity::call, 0, "pvm_recv");
        s.passes(master + 3, Activity::wait_message, 0, 90);
        s.leaves(master + 3, Activity::call, 90);
        for (int i = 0; i < 4; i++)
            s.ends(master + i, 100);
    });
    expectation("two in pvm_probe, the group server in pvm_recv",
                "Most waited in: pvm_probe, 0.060 ms of all tasks together.", line_of(all, "Most waited in"));
}

/* Of each kind the unit that was busy longest, the first of equal ones; of nodes the busiest. */
TEST(busy_units_are_named)
{
    Parameters two = machine();
    two.processors = 2;
    const UsageTotals used{{{{Resource::bnet, 0}, 10000},
                            {{Resource::host_interface, 0}, 20000},
                            {{Resource::ethernet, 0}, 30000},
                            {{Resource::ports, 3}, 40000},
                            {{Resource::ports, 4}, 50000},
                            {{Resource::ports, 5}, 50000}},
                           {{1, 40000}, {3, 60000}, {4, 60000}}};
    const auto tell = [](Story s) { s.works(master, 1, "p", 100); };
    expectation(
        "two processors",
        "Busiest, of the run's time: the B-Net 10.0 %, the host interface 20.0 %, the Ethernet 30.0 %, the wire "
        "from cell1 50.0 %, the processors of cell 2 30.0 %.",
        line_of(verdict_of(two, 100, tell, used), "Busiest"));
    expectation("one", "Busiest, of the run's time: the processor of cell 2 60.0 %.",
                line_of(verdict_of(machine(), 100, tell, {{}, used.processors}), "Busiest"));
    expectation("none", "", line_of(verdict_of(machine(), 100, tell), "Busiest"));
    expectation("links that nobody used", "Busiest, of the run's time: the B-Net 1.0 %.",
                line_of(verdict_of(machine(), 100, tell,
                                   {{{{Resource::tnet_links, 1}, 5000}, {{Resource::bnet, 0}, 1000}}, {}}),
                        "Busiest"));
}

std::string lost(int pairs, int each)
{
    return line_of(verdict_of(machine(), 100,
                              [=](Story s) {
                                  s.begins(master, 1, "p");
                                  s.begins(master + 1, 2, "q");
                                  s.computes(master, 0, 100);
                                  for (int i = 0; i < pairs * each; i++)
                                      s.never_gets(master + 1, master, i / each, 10, 100);
                                  s.never_gets(99, master, 1, 5, 100); /* no task of the run */
                                  s.ends(master, 100);
                                  s.ends(master + 1, 100);
                              }),
                   "Never received");
}

TEST(messages_may_be_lost)
{
    expectation("none", "", lost(0, 1));
    expectation("one", "Never received: 1 message of 10 bytes: 1 from t40001 to t40002 with tag 0.", lost(1, 1));
    expectation(
        "two kinds",
        "Never received: 4 messages of 40 bytes: 2 from t40001 to t40002 with tag 0, 2 from t40001 to t40002 with "
        "tag 1.",
        lost(2, 2));
    const std::string five = lost(5, 1), six = lost(6, 1);
    expectation("five kinds", " from t40001 to t40002 with tag 4.",
                five.substr(five.find(" from t40001 to t40002 with tag 4")));
    expectation("six kinds", "Never received: 6 messages of 60 bytes: ", six.substr(0, 40));
    expectation("the end of six", " with tag 4, ....", six.substr(six.find(" with tag 4")));
}

} // namespace

TEST_MAIN
