/* test_wait_graph.cpp - the graph of who waits for whom: who is in it, what each waits for, in which call, and who is
 * in a ring. */
#include "observe/wait_graph.hpp"

#include "expectation.hpp"
#include "group_names.h"

using namespace ap1000;

namespace
{

Slice message_from(int tid, int tag)
{
    Slice s{Activity::wait_message, ""};
    s.want_tid = tid;
    s.want_tag = tag;
    return s;
}

void begin(WaitGraph &g, int tid, const char *program = "program")
{
    g.begin_track({tid, 1, "cell 0", program}, 0);
}

/* Waits from t on, in that call. */
void waits(WaitGraph &g, int tid, const char *call, const Slice &why, Ns t)
{
    g.enter(tid, Slice{Activity::call, call}, t);
    g.enter(tid, why, t);
}

/* The lines that begin with this. */
std::string lines_of(const std::string &text, const std::string &begin)
{
    std::string found;
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
        end = text.find('\n', at);
        if (text.compare(at, begin.size(), begin) == 0)
            found += text.substr(at, end + 1 - at);
    }
    return found;
}

TEST(a_call_that_is_over_is_not_shown)
{
    WaitGraph g("");
    begin(g, 1);
    g.enter(1, Slice{Activity::call, "pvm_send"}, 100);
    g.leave(1, Activity::call, 200);
    g.enter(1, Slice{Activity::wait_barrier, ""}, 300); /* by the native library, in no call of PVM */
    expectation("waits in no call", "  t1 -> barrier [label=\"\"];\n", lines_of(g.text(400), "  t1 ->"));
}

TEST(who_waits_no_more_has_no_arrow)
{
    WaitGraph g("");
    begin(g, 1);
    begin(g, 2);
    waits(g, 1, "pvm_recv", message_from(2, 5), 100);
    g.leave(1, Activity::wait_message, 200);
    expectation("arrows", "", lines_of(g.text(400), "  t1 ->"));
    expectation("the task is there", "  t1 [label=\"t1 program\\ncell 0\\nsince 0.000 ms\"];\n",
                lines_of(g.text(400), "  t1 ["));
    g.end_track(1, 500);
    expectation("the task has ended", "", lines_of(g.text(600), "  t1 "));
    expectation("the other has not", 1, lines_of(g.text(600), "  t2 [").empty() ? 0 : 1);
}

TEST(rings_are_marked_and_what_leads_there_is_not)
{
    WaitGraph g("");
    for (int tid : {1, 2, 3, 4})
        begin(g, tid);
    waits(g, 1, "pvm_recv", message_from(2, 5), 1000000);
    waits(g, 2, "pvm_precv", message_from(1, -1), 2000000);
    waits(g, 3, "pvm_recv", message_from(1, 6), 3000000);
    waits(g, 4, "pvm_recv", message_from(-1, 7), 4000000);
    const std::string text = g.text(5000000), red = ", color=\"#d55e00\", penwidth=2];\n";
    expectation("t1", "  t1 -> t2 [label=\"pvm_recv, tag 5\"" + red, lines_of(text, "  t1 ->"));
    expectation("t2", "  t2 -> t1 [label=\"pvm_precv, any tag\"" + red, lines_of(text, "  t2 ->"));
    expectation("t3", "  t3 -> t1 [label=\"pvm_recv, tag 6\"];\n", lines_of(text, "  t3 ->"));
    expectation("t4", "  t4 -> \"any task\" [label=\"pvm_recv, tag 7\"];\n", lines_of(text, "  t4 ->"));
    expectation("anybody is there", "  \"any task\" [shape=ellipse, style=dashed];\n",
                lines_of(text, "  \"any task\""));
    expectation("since when", "  t3 [label=\"t3 program\\ncell 0\\nsince 3.000 ms\"];\n", lines_of(text, "  t3 ["));
    expectation("when", "  label=\"deadlock at 5.000 ms: who waits for whom\";\n", lines_of(text, "  label"));
}

TEST(the_server_and_the_host_have_names)
{
    WaitGraph g("");
    begin(g, 1);
    begin(g, 2);
    begin(g, 9, GROUP_SERVER);
    waits(g, 1, "pvm_barrier", message_from(9, 3), 0);
    waits(g, 2, "pvm_recvinfo", Slice{Activity::wait_host, ""}, 0);
    waits(g, 9, "pvm_recv", message_from(-1, -1), 0);
    const std::string text = g.text(0);
    expectation("a member", "  t1 -> \"group server\" [label=\"pvm_barrier, tag 3\"];\n", lines_of(text, "  t1 ->"));
    expectation("who asks", "  t2 -> \"control program\" [label=\"pvm_recvinfo\"];\n", lines_of(text, "  t2 ->"));
    expectation("the server itself", "", lines_of(text, "  t9"));
    expectation("nobody waits for anybody", "", lines_of(text, "  \"any task\""));
}

} // namespace

TEST_MAIN
