/* everything.hpp - a sink that writes down all that a recorder tells, in words. */
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "expectation.hpp"
#include "observe/trace_recorder.hpp"

namespace ap1000
{

inline const char *const activity_names[] = {"computing", "sleeping", "call",     "message",
                                             "host",      "barrier",  "processor"};

/* Writes down all that it is told. */
class Everything : public TraceSink
{
  public:
    explicit Everything(std::string &out) : out_(out)
    {
    }
    void begin_track(const Track &k, Ns t) override
    {
        say("begin " + std::to_string(k.tid) + " on " + std::to_string(k.node) + " " + k.place + " " + k.program +
                " of " + std::to_string(k.parent_tid),
            t);
    }
    void end_track(int tid, Ns t) override
    {
        say("end " + std::to_string(tid), t);
    }
    void enter(int, const Slice &s, Ns t) override
    {
        std::string what = activity_names[static_cast<int>(s.what)];
        if (s.what == Activity::call)
            what += " " + s.call.text();
        if (s.want_tid != -1 || s.want_tag != -1)
            what += " of " + std::to_string(s.want_tid) + " tag " + std::to_string(s.want_tag);
        say(what, t);
    }
    void leave(int, Activity what, Ns t) override
    {
        say(std::string("-") + activity_names[static_cast<int>(what)], t);
    }
    void sent(const TracedMessage &m, CallName call, Ns t) override
    {
        say("sent " + message(m) + call.text(), t);
    }
    void accepted(const TracedMessage &m, CallName call, Ns t) override
    {
        say("accepted " + message(m) + call.text(), t);
    }
    void whole_call(int, CallName call, Ns from, Ns to) override
    {
        say("whole " + call.text() + " " + std::to_string(from) + "..", to);
    }
    void woken(int, std::uint64_t serial) override
    {
        out_ += "woken by " + std::to_string(serial) + "; ";
    }
    void used_processor(int, Ns from, Ns to) override
    {
        say("used " + std::to_string(from) + "..", to);
    }
    void broadcasts(int tid, Ns t) override
    {
        say("broadcasts " + std::to_string(tid), t);
    }
    void deadlock(Ns t) override
    {
        say("deadlock", t);
    }
    void died(int tid, const std::string &how, Ns t) override
    {
        say("died " + std::to_string(tid) + " " + how, t);
    }
    void lacks(const std::string &number) override
    {
        out_ += "lacks " + number + "; ";
    }
    void unfinished(int tid, Ns t) override
    {
        say("unfinished " + std::to_string(tid), t);
    }
    void remark(const std::string &line) override
    {
        out_ += line + "; ";
    }
    void used(const UsageTotals &all) override
    {
        for (const auto &[node, t] : all.processors)
            say("node " + std::to_string(node), t);
    }
    void finish(Ns t) override
    {
        say("finish", t);
    }

  private:
    static std::string message(const TracedMessage &m)
    {
        return std::to_string(m.serial) + " " + std::to_string(m.src_tid) + ">" + std::to_string(m.dst_tid) + " tag " +
               std::to_string(m.tag) + " bytes " + std::to_string(m.bytes) + " in ";
    }
    void say(const std::string &what, Ns t)
    {
        out_ += what + "@" + std::to_string(t) + "; ";
    }

    std::string &out_;
};

/* What two sinks are told, which is the same. */
template <typename Tell> std::string told(Tell tell)
{
    std::string one, two;
    std::vector<std::unique_ptr<TraceSink>> sinks;
    sinks.push_back(std::make_unique<Everything>(one));
    sinks.push_back(std::make_unique<Everything>(two));
    TraceRecorder recorder(std::move(sinks));
    tell(recorder);
    assert_string_equal(one.c_str(), two.c_str());
    return one;
}

} // namespace ap1000
