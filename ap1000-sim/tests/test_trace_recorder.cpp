/* test_trace_recorder.cpp - what the recorder makes of stretches of a task's clock. Times in ns. */
#include "observe/trace_recorder.hpp"

#include <cstring>
#include <sstream>
#include <stdexcept>

#include "expectation.hpp"
#include "observe/trace_window.hpp"

using namespace ap1000;

namespace
{

const char *name_of(Activity what)
{
    switch (what) {
    case Activity::computing:
        return "computing";
    case Activity::call:
        return "call";
    case Activity::wait_processor:
        return "processor";
    default:
        return "other";
    }
}

/* Writes down what it is told of one task, a word each. */
class Words : public TraceSink
{
  public:
    explicit Words(std::ostream &out) : out_(out)
    {
    }
    void begin_track(const Track &, Ns) override
    {
    }
    void end_track(int, Ns) override
    {
    }
    void enter(int, const Slice &s, Ns t) override
    {
        out_ << " " << name_of(s.what) << "@" << t;
    }
    void leave(int, Activity what, Ns t) override
    {
        out_ << " " << name_of(what) << "-" << t;
    }
    void sent(const TracedMessage &, CallName, Ns) override
    {
    }
    void accepted(const TracedMessage &, CallName, Ns) override
    {
    }
    void used_processor(int, Ns start, Ns end) override
    {
        out_ << " used " << start << ".." << end;
    }
    void finish(Ns) override
    {
    }

  private:
    std::ostream &out_;
};

constexpr int tid = 0x40001;

/* What is told of one task that has begun at 0 and passes this. */
std::string told_of(const Stretch &s, const std::vector<Mark> &marks)
{
    std::ostringstream out;
    std::vector<std::unique_ptr<TraceSink>> sinks;
    sinks.push_back(std::make_unique<Words>(out));
    TraceRecorder recorder(std::move(sinks));
    recorder.begin(Track{tid, 1, "cell 0", "program"}, 0);
    recorder.pass(tid, s, {marks.data(), marks.data() + marks.size()});
    return out.str();
}

Mark mark(Mark::What what, Ns clock)
{
    return {what, clock, 0, 0, 0, 0, "pvm_send"};
}

/* By its clock 0..100: 60 without the processor, then 40 with it, for which it waits from 60 to 90. */
constexpr Stretch waits_30{0, 100, 0, 60, 90, 130};

TEST(a_wait_with_a_later_mark)
{
    assert_string_equal(
        told_of(waits_30, {mark(Mark::What::call, 70)}).c_str(),
        " computing@0 computing-60 processor@60 processor-90 computing@90 computing-100 call@100 used 90..130");
}

TEST(a_wait_without_a_mark)
{
    assert_string_equal(told_of(waits_30, {}).c_str(),
                        " computing@0 computing-60 processor@60 processor-90 used 90..130");
}

TEST(a_wait_after_the_last_mark)
{
    assert_string_equal(told_of(waits_30, {mark(Mark::What::call, 20)}).c_str(),
                        " computing@0 computing-20 call@20 processor@60 processor-90 used 90..130");
}

/* A call that is why the task wants the processor: the wait is a part of it. */
TEST(a_wait_in_a_call)
{
    assert_string_equal(told_of(waits_30, {mark(Mark::What::call, 60)}).c_str(),
                        " computing@0 computing-60 call@60 processor@60 processor-90 used 90..130");
}

TEST(no_wait)
{
    assert_string_equal(told_of({0, 100, 0, 60, 60, 100}, {}).c_str(), " used 60..100");
    assert_string_equal(told_of({0, 100, 0, 100, 100, 100}, {}).c_str(), "");
}

/* Who has computed for no time has not computed. */
TEST(a_call_at_once)
{
    assert_string_equal(told_of({0, 100, 0, 0, 0, 100}, {mark(Mark::What::call, 0)}).c_str(), " call@0 used 0..100");
}

/* A window has its first and its last moment, and what was open then begins and ends with it. */
TEST(a_window_has_both_its_ends)
{
    std::ostringstream out;
    TraceWindow ten_to_twenty;
    ten_to_twenty.from = 10;
    ten_to_twenty.to = 20;
    WindowSink window(std::make_unique<Words>(out), ten_to_twenty);
    const Slice call{Activity::call, "pvm_send", -1, -1}, wait{Activity::wait_processor, "", -1, -1};
    window.begin_track(Track{tid, 1, "cell 0", "program"}, 0);
    window.enter(tid, wait, 8);
    window.leave(tid, Activity::wait_processor, 9);
    window.enter(tid, call, 9);
    window.enter(tid, wait, 10);
    window.leave(tid, Activity::wait_processor, 12);
    window.enter(tid, wait, 20);
    window.leave(tid, Activity::wait_processor, 21);
    window.enter(tid, wait, 21);
    assert_string_equal(out.str().c_str(), " call@10 processor@10 processor-12 processor@20 processor-20 call-20");
}

TEST(a_range_may_have_one_task)
{
    const TaskChoice one("--trace-tasks", "t40001-t40001,cell2-cell2");
    assert_true(one.has(0x40001, "the host"));
    assert_true(one.has(0x40009, "cell 2"));
    assert_false(one.has(0x40002, "cell 3"));
    try {
        const TaskChoice backwards("--trace-tasks", "t40002-t40001");
        fail_msg("a range that goes backwards was taken");
    } catch (const std::invalid_argument &) {
    }
}

/* Writes down the levels of resources, and how long units were in use. */
class Levels : public Words
{
  public:
    explicit Levels(std::ostream &out) : Words(out), levels_(out)
    {
    }
    bool wants_levels() const override
    {
        return true;
    }
    void level(Resource what, int level, Ns t) override
    {
        levels_ << " " << static_cast<int>(what) << ":" << level << "@" << t;
    }
    void used(const UsageTotals &all) override
    {
        for (const auto &[unit, ns] : all.busy)
            levels_ << " " << static_cast<int>(unit.first) << "/" << unit.second << " " << ns;
    }

  private:
    std::ostream &levels_;
};

/* Two links that overlap, one of them booked before the other; a moment in which one is released and another begins
 * changes nothing; what is held for no time does not count; a port is held twice at once. */
TEST(levels_of_resources)
{
    std::ostringstream out;
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
    assert_string_equal(out.str().c_str(),
                        " 4:1@5 4:2@8 0:1@10 0:2@15 4:1@18 0:1@20 4:0@25 0:0@35 4:1@40 4:0@41 0/0 15 0/2 15 4/1 21");
}

} // namespace

TEST_MAIN
