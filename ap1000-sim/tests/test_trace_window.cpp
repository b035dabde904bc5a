/* test_trace_window.cpp - parts of a run: how they are written, and what of a run lies in one. Times in ns. */
#include "observe/trace_window.hpp"

#include <functional>
#include <stdexcept>

#include "expectation.hpp"

using namespace ap1000;

namespace
{

/* What an exception says; "": there was none. */
std::string refusal(const std::function<void()> &f)
{
    try {
        f();
    } catch (const std::invalid_argument &e) {
        return e.what();
    }
    return "";
}

/* ---- how they are written ---------------------------------------------------------------------------------------- */

TEST(times_have_units)
{
    const std::pair<const char *, Ns> rows[] = {
        {"0ns", 0},         {"1ns", 1},         {"0.4ns", 0},
        {"0.5ns", 1},       {"350us", 350000},  {"12.5ms", 12500000},
        {"1e3us", 1000000}, {"3s", 3000000000}, {"8900000000s", 8900000000000000000}};
    for (const auto &[text, ns] : rows)
        expectation(text, ns, parse_time("--x", text));
    for (const char *text :
         {"", "5", "ms", "-1ms", "-0.1ns", "nanns", "infs", "5 ms", "5msx", "5MS", "5m", "9000000000s", "1e300s"})
        expectation(text,
                    std::string("--x '") + text +
                        "': a simulated time with its unit (ns, us, ms or s) is wanted, for example 350us or 12.5ms",
                    refusal([text] { parse_time("--x", text); }));
}

TEST(tasks_have_tids_and_places)
{
    const struct {
        const char *choice;
        int tid;
        const char *place;
        bool has;
    } rows[] = {{"t40001", 0x40001, "host", true},
                {"t40001", 0x40000, "host", false},
                {"t40001", 0x40002, "host", false},
                {"t40001-t40003", 0x40000, "cell 1", false},
                {"t40001-t40003", 0x40001, "cell 1", true},
                {"t40001-t40003", 0x40003, "cell 1", true},
                {"t40001-t40003", 0x40004, "cell 1", false},
                {"t4000a", 0x4000a, "cell 1", true},
                {"host", 1, "host", true},
                {"host", 1, "cell 0", false},
                {"cell0", 1, "host", false},
                {"cell0", 1, "cell 0", true},
                {"cell12", 1, "cell 12", true},
                {"cell12", 12, "cell 1", false},
                {"cell2-cell4", 1, "cell 1", false},
                {"cell2-cell4", 1, "cell 2", true},
                {"cell2-cell4", 1, "cell 4", true},
                {"cell2-cell4", 1, "cell 5", false},
                {"cell2", 1, "ws2", false},
                {"ws2", 1, "ws2", true},
                {"ws2", 1, "cell 2", false},
                {"ws10", 1, "ws10", true},
                {"node2-node4", 1, "node3", true},
                {"t1", 1, "node7", true}, /* the hosts of a platform have names of their own */
                {"host", 1, "node7", false},
                {"cell0", 1, "node7", false},
                {"t9,cell1,host", 9, "cell 7", true},
                {"t9,cell1,host", 1, "cell 1", true},
                {"t9,cell1,host", 1, "host", true},
                {"t9,cell1,host", 1, "cell 9", false}};
    for (const auto &row : rows)
        expectation(row.choice, row.has, TaskChoice("--x", row.choice).has(row.tid, row.place));
    expectation("without a choice all", true, TaskChoice().has(1, "node7"));
}

TEST(wrong_tasks_are_named)
{
    std::vector<std::pair<const char *, const char *>> rows = {{"t1,", ""}, {",t1", ""}, {"t1,x,t2", "x"}};
    for (const char *word : {"", "t", "cell", "tg", "t1g", "cella", "cell1a", "t+1", "t 1", "t-1", "40001", "t2-t1",
                             "t1-cell2", "t1-", "cell1-cell0", "t1-2", "hosts"})
        rows.emplace_back(word, word);
    for (const auto &[choice, word] : rows)
        expectation(choice,
                    std::string("--x '") + word +
                        "': tasks are wanted, by tid or place, for example t40001,t40003-t40008 or host,cell0-cell7",
                    refusal([choice = choice] { TaskChoice("--x", choice); }));
}

TEST(a_window_is_read)
{
    const TraceWindow all = read_window("", "", "", "--trace-");
    expectation("from the beginning", 0, all.from);
    expectation("to the end", std::numeric_limits<Ns>::max(), all.to);
    expectation("all tasks", true, all.tasks.has(5, "cell 3"));
    const TraceWindow part = read_window("10ns", "11ns", "t5", "--trace-");
    expectation("from", 10, part.from);
    expectation("to", 11, part.to);
    expectation("the task", true, part.tasks.has(5, "cell 3"));
    expectation("another", false, part.tasks.has(6, "cell 3"));
    expectation("from alone", 7, read_window("7ns", "", "", "--").from);
    expectation("to alone", 7, read_window("", "7ns", "", "--").to);
    for (const char *to : {"10ns", "9ns"})
        expectation("no time at all",
                    std::string("--trace-to '") + to + "': a simulated time after --trace-from 10ns is wanted",
                    refusal([to] { read_window("10ns", to, "", "--trace-"); }));
    expectation("the option's name", "--a-from 'x'", refusal([] { read_window("x", "", "", "--a-"); }).substr(0, 12));
    expectation("the option's name", "--a-to 'x'", refusal([] { read_window("", "x", "", "--a-"); }).substr(0, 10));
    expectation("the option's name", "--a-tasks 'x'", refusal([] { read_window("", "", "x", "--a-"); }).substr(0, 13));
}

/* ---- what lies in one -------------------------------------------------------------------------------------------- */

/* Writes down what it is told, a word each. */
class Words : public TraceSink
{
  public:
    explicit Words(std::string &out) : out_(out)
    {
    }
    void begin_track(const Track &track, Ns t) override
    {
        say("begin", track.tid, t);
    }
    void end_track(int tid, Ns t) override
    {
        say("end", tid, t);
    }
    void enter(int tid, const Slice &s, Ns t) override
    {
        say(s.what == Activity::call ? s.call.text() : "wait", tid, t);
    }
    void leave(int tid, Activity what, Ns t) override
    {
        say(what == Activity::call ? "-call" : "-wait", tid, t);
    }
    void sent(const TracedMessage &m, CallName, Ns t) override
    {
        say("sent", static_cast<int>(m.serial), t);
    }
    void accepted(const TracedMessage &m, CallName, Ns t) override
    {
        say("accepted", static_cast<int>(m.serial), t);
    }
    void level(Resource what, int units, Ns t) override
    {
        say("level" + std::to_string(static_cast<int>(what)) + "=", units, t);
    }
    void finish(Ns t) override
    {
        out_ += " finish@" + std::to_string(t);
    }

  private:
    void say(const std::string &what, int number, Ns t)
    {
        out_ += " " + what + std::to_string(number) + "@" + std::to_string(t);
    }

    std::string &out_;
};

const Slice send{Activity::call, "send"}, waiting{Activity::wait_message, ""};

/* What is passed on of this by a window from 100 to 200, of tasks 1 to 9. */
std::string passed_on(const std::function<void(WindowSink &)> &tell)
{
    std::string out;
    TraceWindow window;
    window.from = 100;
    window.to = 200;
    window.tasks = TaskChoice("--x", "t1-t9");
    WindowSink sink(std::make_unique<Words>(out), window);
    tell(sink);
    return out;
}

void begins(WindowSink &w, int tid, Ns t)
{
    w.begin_track({tid, 1, "cell 0", "a"}, t);
}

TEST(lives_are_cut)
{
    const struct {
        Ns from, to;
        const char *passed_on;
    } rows[] = {{0, 99, ""},
                {0, 100, " begin1@100 end1@100"},
                {0, 150, " begin1@100 end1@150"},
                {0, 200, " begin1@100 end1@200"},
                {0, 201, " begin1@100 end1@200"},
                {100, 150, " begin1@100 end1@150"},
                {120, 150, " begin1@120 end1@150"},
                {120, 300, " begin1@120 end1@200"},
                {200, 300, " begin1@200 end1@200"},
                {201, 300, ""}};
    for (const auto &row : rows)
        expectation("a life", row.passed_on, passed_on([&](WindowSink &w) {
                        begins(w, 1, row.from);
                        w.end_track(1, row.to);
                    }));
    expectation("a task that is not chosen", "", passed_on([](WindowSink &w) {
                    begins(w, 10, 110);
                    w.enter(10, send, 120);
                    w.leave(10, Activity::call, 130);
                    w.end_track(10, 140);
                }));
}

TEST(slices_are_cut)
{
    const struct {
        Ns from, to;
        const char *passed_on;
    } rows[] = {{10, 99, " begin1@100 end1@190"},
                {10, 100, " begin1@100 send1@100 -call1@100 end1@190"},
                {10, 150, " begin1@100 send1@100 -call1@150 end1@190"},
                {100, 150, " begin1@100 send1@100 -call1@150 end1@190"},
                {110, 150, " begin1@100 send1@110 -call1@150 end1@190"}};
    for (const auto &row : rows)
        expectation("a slice", row.passed_on, passed_on([&](WindowSink &w) {
                        begins(w, 1, 0);
                        w.enter(1, send, row.from);
                        w.leave(1, Activity::call, row.to);
                        w.end_track(1, 190);
                    }));
    expectation("two that are open at both ends", " begin1@100 send1@100 wait1@100 -wait1@200 -call1@200 end1@200",
                passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    w.enter(1, send, 10);
                    w.enter(1, waiting, 20);
                    w.leave(1, Activity::wait_message, 300);
                    w.leave(1, Activity::call, 310);
                    w.enter(1, send, 320);
                    w.leave(1, Activity::call, 330);
                    w.end_track(1, 340);
                }));
    expectation("one inside another that goes on", " begin1@100 send1@100 wait1@120 -wait1@130 -call1@140 end1@150",
                passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    w.enter(1, waiting, 5);
                    w.leave(1, Activity::wait_message, 8);
                    w.enter(1, send, 10);
                    w.enter(1, waiting, 120);
                    w.leave(1, Activity::wait_message, 130);
                    w.leave(1, Activity::call, 140);
                    w.end_track(1, 150);
                }));
    expectation("at its last moment", " begin1@100 send1@200 -call1@200 end1@200", passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    w.enter(1, send, 200);
                    w.enter(1, waiting, 201);
                    w.end_track(1, 202);
                }));
    expectation("what ends without a beginning", " begin1@100 end1@150", passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    w.leave(1, Activity::call, 120);
                    w.end_track(1, 150);
                }));
}

/* Task 1 sends to `to` at `sent`; it is accepted at `accepted`. Tasks 1, 2 and 10 live all the time. */
std::string passed_on_of_message(int from, int to, Ns sent, Ns accepted)
{
    return passed_on([=](WindowSink &w) {
        for (int tid : {1, 2, 10})
            begins(w, tid, 0);
        w.sent({7, from, to, 1, 1}, "send", sent);
        w.accepted({7, from, to, 1, 1}, "recv", accepted);
    });
}

TEST(arrows_lie_in_it)
{
    expectation("within", " begin1@100 sent7@110 begin2@100 accepted7@120", passed_on_of_message(1, 2, 110, 120));
    expectation("from end to end", " begin1@100 sent7@100 begin2@100 accepted7@200",
                passed_on_of_message(1, 2, 100, 200));
    expectation("sent before it", "", passed_on_of_message(1, 2, 99, 120));
    expectation("accepted after it", " begin1@100 sent7@200", passed_on_of_message(1, 2, 200, 201));
    expectation("sent after it", "", passed_on_of_message(1, 2, 201, 202));
    expectation("to a task that is not chosen", "", passed_on_of_message(1, 10, 110, 120));
    expectation("from one", "", passed_on_of_message(10, 2, 110, 120));
    expectation("accepted twice", " begin1@100 sent7@110 begin2@100 accepted7@120", passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    begins(w, 2, 0);
                    w.sent({7, 1, 2, 1, 1}, "", 110);
                    w.accepted({7, 1, 2, 1, 1}, "", 120);
                    w.accepted({7, 1, 2, 1, 1}, "", 130);
                }));
    expectation("a receiver that has ended", " begin1@100 sent7@110 begin2@100 end2@115", passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    begins(w, 2, 0);
                    w.sent({7, 1, 2, 1, 1}, "", 110);
                    w.end_track(2, 115);
                    w.accepted({7, 1, 2, 1, 1}, "", 120);
                }));
    expectation("a sender that has ended before", "", passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    begins(w, 2, 0);
                    w.end_track(1, 50);
                    w.sent({7, 1, 2, 1, 1}, "", 110);
                }));
}

TEST(levels_begin_with_it)
{
    expectation("what was in use before, and is", " level0=3@100 level4=1@100 level1=5@150 level1=6@200",
                passed_on([](WindowSink &w) {
                    w.level(Resource::tnet_links, 2, 10);
                    w.level(Resource::bnet, 1, 20);
                    w.level(Resource::tnet_links, 3, 30);
                    w.level(Resource::ports, 1, 40);
                    w.level(Resource::bnet, 0, 50);
                    w.level(Resource::bnet, 5, 150);
                    w.level(Resource::bnet, 6, 200);
                    w.level(Resource::bnet, 7, 201);
                }));
    expectation("its first moment", " level1=1@100", passed_on([](WindowSink &w) { w.level(Resource::bnet, 1, 100); }));
    expectation("nothing in it", "", passed_on([](WindowSink &w) {
                    w.level(Resource::bnet, 1, 99);
                    w.level(Resource::bnet, 2, 201);
                }));
    expectation("in use all the time", " level1=1@100 finish@200", passed_on([](WindowSink &w) {
                    w.level(Resource::bnet, 1, 99);
                    w.level(Resource::bnet, 2, 201);
                    w.finish(300);
                }));
    expectation("in use until the end of a run", " level1=1@100 finish@150", passed_on([](WindowSink &w) {
                    w.level(Resource::bnet, 1, 99);
                    w.finish(150);
                }));
    expectation("in use in a run that ends before it", " finish@90", passed_on([](WindowSink &w) {
                    w.level(Resource::bnet, 1, 80);
                    w.finish(90);
                }));
    expectation("before what a task does in it", " level1=1@100 begin1@100 sent7@110 level1=2@120",
                passed_on([](WindowSink &w) {
                    begins(w, 1, 0);
                    begins(w, 2, 0);
                    w.level(Resource::bnet, 1, 99);
                    w.sent({7, 1, 2, 1, 1}, "send", 110);
                    w.level(Resource::bnet, 2, 120);
                }));
}

TEST(it_ends_with_the_run_or_before)
{
    expectation("a run that ends in it", " finish@150", passed_on([](WindowSink &w) { w.finish(150); }));
    expectation("one that ends after it", " finish@200", passed_on([](WindowSink &w) { w.finish(250); }));
}

} // namespace

TEST_MAIN
