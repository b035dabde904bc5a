/* test_recorder_events.cpp - everything that a recorder tells its sinks of tasks, calls, waits and messages. Times in
 * ns. */
#include "everything.hpp"

using namespace ap1000;

namespace
{

const std::string begins = "begin 1 on 3 cell 2 a of 9@10; ";

/* What is told of task 1, which has begun at 10. */
template <typename Tell> std::string told_of_one(Tell tell)
{
    const std::string all = told([&](TraceRecorder &r) {
        r.begin({1, 3, "cell 2", "a", 9}, 10);
        tell(r);
    });
    expectation("its begin", begins, all.substr(0, begins.size()));
    return all.substr(begins.size());
}

Mark mark(Mark::What what, Ns clock, const char *call = "")
{
    return {what, clock, 0, 0, 0, 0, call};
}

/* The task's own clock is simulated time, and it needs no processor. */
void pass(TraceRecorder &r, const std::vector<Mark> &marks, Ns to = 1000)
{
    r.pass(1, {0, to, 0, to, to, to}, {marks.data(), marks.data() + marks.size()});
}

using W = Mark::What;

TEST(tasks_begin_and_end)
{
    expectation("computing until its end", "computing@10; -computing@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) { r.end(1, 50); }));
    expectation("at once", "end 1@10; ", told_of_one([](TraceRecorder &r) { r.end(1, 10); }));
    expectation("the same once more is told once", "computing@10; -computing@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) {
                    r.begin({1, 3, "cell 2", "a", 9}, 20);
                    r.end(1, 50);
                    r.end(1, 60);
                }));
    expectation("in a call", "computing@10; -computing@20; call x@20; -call@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) {
                    pass(r, {mark(W::call, 20, "x")});
                    r.end(1, 50);
                }));
    expectation("in a wait in a call",
                "computing@10; -computing@20; call x@20; message of 7 tag 8@30; -message@50; -call@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) {
                    pass(r, {mark(W::call, 20, "x")});
                    r.wait(1, Wait::message, 7, 8, 30);
                    r.end(1, 50);
                }));
    expectation("in a wait", "computing@10; -computing@30; host@30; -host@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) {
                    r.wait(1, Wait::host, -1, -1, 30);
                    r.end(1, 50);
                }));
    expectation("nobody knows it", "", told([](TraceRecorder &r) {
                    r.end(1, 50);
                    r.wait(1, Wait::host, -1, -1, 30);
                    r.go_on(1, 7, 50);
                    pass(r, {mark(W::call, 20, "x")});
                }));
}

TEST(waits_have_reasons)
{
    const struct {
        Wait what;
        int tid, tag;
        std::uint64_t by;
        const char *told;
    } rows[] = {{Wait::message, 7, 8, 3, "message of 7 tag 8@30; woken by 3; -message@40; "},
                {Wait::message, -1, 0, 3, "message of -1 tag 0@30; woken by 3; -message@40; "},
                {Wait::message, -1, -1, 0, "message@30; -message@40; "},
                {Wait::host, -1, -1, 0, "host@30; -host@40; "},
                {Wait::barrier, -1, -1, 0, "barrier@30; -barrier@40; "}};
    for (const auto &row : rows)
        expectation("a wait",
                    std::string("computing@10; -computing@30; ") + row.told + "computing@40; -computing@50; end 1@50; ",
                    told_of_one([&](TraceRecorder &r) {
                        r.wait(1, row.what, row.tid, row.tag, 30);
                        r.go_on(1, row.by, 40);
                        r.end(1, 50);
                    }));
}

TEST(marks_are_calls_and_naps)
{
    const struct {
        const char *what;
        std::vector<Mark> marks;
        std::string told;
    } rows[] = {
        {"a call", {mark(W::call, 20, "x"), mark(W::returns, 30)}, "call x@20; -call@30; "},
        {"one inside", {mark(W::call, 20, "x"), mark(W::call, 22, "y"), mark(W::returns, 30)}, "call x@20; -call@30; "},
        {"two",
         {mark(W::call, 20, "x"), mark(W::returns, 30), mark(W::call, 30, "y"), mark(W::returns, 31)},
         "call x@20; -call@30; call y@30; -call@31; "},
        {"one without a name", {mark(W::call, 20), mark(W::returns, 30)}, "call ?@20; -call@30; "},
        {"a nap", {mark(W::sleeps, 20), mark(W::wakes, 30)}, "sleeping@20; -sleeping@30; "},
        {"a nap in a nap",
         {mark(W::sleeps, 20), mark(W::sleeps, 25), mark(W::wakes, 30)},
         "sleeping@20; -sleeping@30; "},
        {"a nap in a call",
         {mark(W::call, 20, "x"), mark(W::sleeps, 21), mark(W::wakes, 22), mark(W::returns, 30)},
         "call x@20; sleeping@21; -sleeping@22; -call@30; "}};
    for (const auto &row : rows)
        expectation(row.what, "computing@10; -computing@20; " + row.told,
                    told_of_one([&](TraceRecorder &r) { pass(r, row.marks); }));
    expectation("a return and an end of a nap without a begin", "computing@10; -computing@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) {
                    pass(r, {mark(W::returns, 20), mark(W::wakes, 30), mark(W::unknown, 40)});
                    r.end(1, 50);
                }));
    expectation("the end of a nap that is a wait", "computing@10; -computing@20; host@20; ",
                told_of_one([](TraceRecorder &r) {
                    r.wait(1, Wait::host, -1, -1, 20);
                    pass(r, {mark(W::wakes, 30), mark(W::sleeps, 31)});
                }));
}

Mark whole(Ns clock, Ns returned)
{
    Mark m = mark(W::whole_call, clock, "x");
    m.returned = returned;
    return m;
}

TEST(whole_calls)
{
    expectation("one", "computing@10; -computing@20; whole x 20..@30; computing@30; -computing@50; end 1@50; ",
                told_of_one([](TraceRecorder &r) {
                    pass(r, {whole(20, 30)});
                    r.end(1, 50);
                }));
    expectation("two in a row", "computing@10; -computing@20; whole x 20..@30; whole x 30..@35; ",
                told_of_one([](TraceRecorder &r) {
                    pass(r, {whole(20, 30), whole(30, 35)});
                }));
    expectation("one in a call ends it", "computing@10; -computing@20; call y@20; -call@35; ",
                told_of_one([](TraceRecorder &r) {
                    pass(r, {mark(W::call, 20, "y"), whole(30, 35)});
                }));
    expectation("one that ends before it begins", "computing@10; -computing@20; whole x 20..@20; ",
                told_of_one([](TraceRecorder &r) { pass(r, {whole(20, 5)}); }));
    /* The task wants the processor from 50 on, and gets it at 70. */
    const auto late = [](const std::vector<Mark> &marks) {
        return told_of_one([&](TraceRecorder &r) {
            r.pass(1, {0, 100, 0, 50, 70, 120}, {marks.data(), marks.data() + marks.size()});
        });
    };
    expectation("before the wait for a processor",
                "computing@10; -computing@20; whole x 20..@50; processor@50; -processor@70; used 70..@120; ",
                late({whole(20, 50)}));
    expectation("around it",
                "computing@10; -computing@20; call x@20; processor@50; -processor@70; -call@71; used 70..@120; ",
                late({whole(20, 51)}));
    expectation("behind it",
                "computing@10; -computing@50; processor@50; -processor@70; computing@70; -computing@80; whole x "
                "80..@90; used 70..@120; ",
                late({whole(60, 70)}));
    expectation("beyond the end",
                "computing@10; -computing@50; processor@50; -processor@70; computing@70; "
                "-computing@80; whole x 80..@120; used 70..@120; ",
                late({whole(60, 500)}));
}

/* By the task's clock 100: 60 without the processor, then 40 with it, for which it waits from 60 to 90. A call that is
 * why it wants the processor has the wait in it; who has computed for no time has not computed. */
TEST(stretches_of_a_clock)
{
    const Stretch waits{0, 100, 0, 60, 90, 130};
    const std::string wait = "processor@60; -processor@90; ", used = "used 90..@130; ";
    const struct {
        const char *what;
        Stretch stretch;
        std::vector<Mark> marks;
        std::string told;
    } rows[] = {
        {"a wait without a mark", waits, {}, "computing@10; -computing@60; " + wait + used},
        {"a wait with a later mark",
         waits,
         {mark(W::call, 70, "x")},
         "computing@10; -computing@60; " + wait + "computing@90; -computing@100; call x@100; " + used},
        {"a wait after the last mark",
         waits,
         {mark(W::call, 20, "x")},
         "computing@10; -computing@20; call x@20; " + wait + used},
        {"a wait in a call", waits, {mark(W::call, 60, "x")}, "computing@10; -computing@60; call x@60; " + wait + used},
        {"no wait", {0, 100, 0, 60, 60, 100}, {}, "used 60..@100; "},
        {"no processor", {0, 100, 0, 100, 100, 100}, {}, ""},
        {"a call at once", {10, 90, 10, 10, 10, 100}, {mark(W::call, 10, "x")}, "call x@10; used 10..@100; "}};
    for (const auto &row : rows)
        expectation(row.what, row.told, told_of_one([&](TraceRecorder &r) {
                        r.pass(1, row.stretch, {row.marks.data(), row.marks.data() + row.marks.size()});
                    }));
}

TEST(messages_have_numbers)
{
    Header h;
    h.dst_tid = 2;
    h.tag = 5;
    h.len_bytes = 66;
    expectation(
        "of two tasks",
        "sent 1 1>2 tag 5 bytes 66 in @20; computing@10; -computing@25; call x@25; sent 2 1>2 tag 5 bytes 66 in "
        "x@30; sent 3 8>2 tag 5 bytes 66 in @40; ",
        told_of_one([&](TraceRecorder &r) {
            assert_int_equal(r.send(1, h, 20), 1);
            pass(r, {mark(W::call, 25, "x")});
            assert_int_equal(r.send(1, h, 30), 2);
            assert_int_equal(r.send(8, h, 40), 3);
        }));
    Mark got = mark(W::accepts, 30);
    got.serial = 4;
    got.src_tid = 7;
    got.len_bytes = 9;
    expectation(
        "one that is accepted",
        "accepted 4 7>1 tag 0 bytes 9 in @30; computing@10; -computing@40; call y@40; accepted 4 7>1 tag 0 bytes "
        "9 in y@40; ",
        told_of_one([&](TraceRecorder &r) {
            pass(r, {got, mark(W::call, 40, "y"), got});
        }));
}

TEST(a_run_ends)
{
    expectation(
        "tasks that have not ended, by their tids",
        "begin 5 on 1 p a of 0@0; begin 2 on 4 p a of 0@0; begin 3 on 1 p a of 0@0; used 10..@25; used "
        "30..@31; used 40..@60; end 3@0; unfinished 2@70; unfinished 5@70; computing@0; -computing@70; end 2@70; "
        "computing@0; -computing@70; end 5@70; node 1@16; node 4@20; finish@70; ",
        told([](TraceRecorder &r) {
            r.begin({5, 1, "p", "a"}, 0);
            r.begin({2, 4, "p", "a"}, 0);
            r.begin({3, 1, "p", "a"}, 0);
            r.pass(5, {0, 15, 10, 10, 10, 25}, {});
            r.pass(3, {0, 1, 30, 30, 30, 31}, {});
            r.pass(2, {0, 20, 40, 40, 40, 60}, {});
            r.end(3, 0);
            r.finish(70);
        }));
}

TEST(ends_and_remarks_pass)
{
    expectation("all of them", "deadlock@5; a line; died 7 SIGSEGV@6; lacks jpi.x; ", told([](TraceRecorder &r) {
                    r.deadlock(5);
                    r.remark("a line");
                    r.die(7, "SIGSEGV", 6);
                    r.lacks("jpi.x");
                }));
}

/* The levels of resources, and how long units were in use. */
class Levels : public Everything
{
  public:
    explicit Levels(std::string &out) : Everything(out), levels_(out)
    {
    }
    bool wants_levels() const override
    {
        return true;
    }
    void level(Resource what, int level, Ns t) override
    {
        levels_ += std::to_string(static_cast<int>(what)) + ":" + std::to_string(level) + "@" + std::to_string(t) + " ";
    }
    void used(const UsageTotals &all) override
    {
        for (const auto &[unit, ns] : all.busy)
            levels_ += std::to_string(static_cast<int>(unit.first)) + "/" + std::to_string(unit.second) + " " +
                       std::to_string(ns) + " ";
    }

  private:
    std::string &levels_;
};

/* Two links that overlap, one of them booked before the other; a moment in which one is released and another begins
 * changes nothing; what is held for no time does not count; a port is held twice at once. */
TEST(levels_of_resources)
{
    std::string out;
    std::vector<std::unique_ptr<TraceSink>> sinks;
    sinks.push_back(std::make_unique<Levels>(out));
    TraceRecorder recorder(std::move(sinks));
    recorder.holds(Resource::tnet_links, 2, 15, 30);
    recorder.holds(Resource::tnet_links, 0, 10, 20);
    recorder.holds(Resource::tnet_links, 0, 30, 35);
    recorder.holds(Resource::bnet, 0, 12, 12);
    recorder.changes(Resource::ports, 1, 1, 5);
    recorder.changes(Resource::ports, 1, 1, 8);
    recorder.changes(Resource::ports, 1, -1, 18);
    recorder.changes(Resource::ports, 1, -1, 25);
    recorder.changes(Resource::ports, 1, 1, 40);
    recorder.changes(Resource::ports, 1, -1, 41);
    recorder.finish(50);
    expectation("levels, then units",
                "4:1@5 4:2@8 0:1@10 0:2@15 4:1@18 0:1@20 4:0@25 0:0@35 4:1@40 4:0@41 0/0 15 0/2 15 4/1 21 finish@50; ",
                out);
}

} // namespace

TEST_MAIN
