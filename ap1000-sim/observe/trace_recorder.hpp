/* trace_recorder.hpp - makes tracks, slices and messages of what the simulator tells, and passes them on at once.
 *
 * It keeps what is open now, and nothing of the past.
 */
#ifndef AP1000_TRACE_RECORDER_HPP
#define AP1000_TRACE_RECORDER_HPP

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "observe/network_usage.hpp"
#include "observe/source_lines.hpp"
#include "observe/trace_sink.hpp"

namespace ap1000
{

class TraceRecorder : public RunObserver
{
  public:
    explicit TraceRecorder(std::vector<std::unique_ptr<TraceSink>> sinks);

    void began(const Task &t, const std::string &place, Ns now) override;
    void ended(const Task &t, Ns now) override;
    void passed(const Task &t, const Stretch &s, MarkRange marks) override;
    void waits(const Task &t, Wait what, Ns now) override;
    void goes_on(const Task &t, std::uint64_t by, Ns now) override;
    void all_came(const std::vector<int> &tids, int last) override;
    std::uint64_t sent(const Task &t, const Header &h, Ns now) override;
    std::function<void(Header &)> sent_to_all(const Task &t, Ns now) override;
    void holds(Resource what, int unit, Ns start, Ns end) override;
    void changes(Resource what, int unit, int units, Ns now) override;
    void deadlock(Ns now) override;
    void died(const Task &t, const std::string &how, Ns now) override;
    void lacks(const std::string &number) override;
    void remark(const std::string &line) override;
    void finish(Ns now) override;
    bool is_whole() const override;

    /* The same by tid, for those who have no Task: real runs, tests. */
    void begin(const Track &track, Ns now, const std::string &file = "");
    void end(int tid, Ns t);
    void pass(int tid, const Stretch &s, MarkRange marks);
    void wait(int tid, Wait what, int want_tid, int want_tag, Ns now);
    void go_on(int tid, std::uint64_t by, Ns now);
    std::uint64_t send(int src_tid, const Header &h, Ns now);
    void die(int tid, const std::string &how, Ns now);

  private:
    struct Open {
        Ns since; /* it has been computing since then, unless it is in a call */
        int node;
        CallName call;                /* the call that it is in; "": none */
        SourceLines *lines;           /* of its program */
        std::vector<Activity> inside; /* sleeping, waiting */
        WorkCounts work, told;        /* computed since the last slice of it; in all, as marks have said */
    };
    Open *find(int tid);
    void enter(int tid, Open &o, const Slice &s, Ns t);
    void leave(int tid, Open &o, Ns t);
    void pause(int tid, Open &o, Ns t);
    void mark(int tid, Open &o, const Mark &m, Ns t);
    CallName made(const Open &o, const Mark &m);
    void whole_call(int tid, Open &o, const Mark &m, Ns from, Ns to);
    void wait_for_processor(int tid, Open &o, const Stretch &s);
    void tell_levels(Ns until);
    UsageTotals usage() const;
    template <typename F> void each(F f)
    {
        for (auto &s : sinks_)
            f(*s);
    }

    std::vector<std::unique_ptr<TraceSink>> sinks_;
    std::map<std::string, SourceLines> lines_; /* by the program's file; "": of those that have none here */
    std::unordered_map<int, Open> open_;       /* by tid */
    std::unordered_map<int, Open>::pointer last_found_ = nullptr;
    NetworkUsage usage_;
    std::vector<Ns> processors_; /* how long they were in use, by node */
    std::uint64_t serials_ = 0;
};

} // namespace ap1000

#endif
