/* trace_recorder.hpp - makes tracks, slices and messages of what the simulator tells, and passes them on at once.
 *
 * It keeps what is open now, and nothing of the past. */
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernel/call_name.hpp"
#include "networks/network.hpp"
#include "observe/trace_sink.hpp"

struct Dwarf;

namespace ap1000
{

/* How busy the units of networks are (links of the T-Net, buses): in all, and how many at each time. A unit's times
 * are booked as they are, or a network says when they change (networks/network.hpp, Usage). */
class NetworkUsage
{
  public:
    /* keeps_levels: somebody wants to know how many units were in use when. */
    explicit NetworkUsage(bool keeps_levels) : keeps_levels_(keeps_levels)
    {
    }

    /* As in Usage. */
    void holds(Resource what, int unit, Ns start, Ns end);
    void changes(Resource what, int unit, int units, Ns now);

    /* Tells how many units are in use from each time on, in the order of time, up to `until`. Bookings are made at the
     * present or later, so nothing before the present can change any more. */
    void take_levels(Ns until, const std::function<void(Resource, int level, Ns at)> &tell);

    /* How long each unit was in use, of those that were [ns]. */
    std::map<std::pair<Resource, int>, Ns> totals() const;

  private:
    struct Unit {
        Ns busy = 0;
        int times = 0; /* how often it is held now: it may be again within the nanosecond in which it is released */
        Ns since = 0;
    };
    Unit &unit_of(Resource what, int unit);
    void change_level(Resource what, int units, Ns t);

    const bool keeps_levels_;
    std::map<std::pair<Ns, Resource>, int> changes_; /* of levels; not told yet */
    std::array<int, resources> levels_{};
    std::array<std::vector<Unit>, resources> units_; /* by resource and unit */
};

/* Which line of a program's source makes a call, by the program's debug information (DWARF). What reads that is
 * libdw of the elfutils. Nothing is fetched from elsewhere: a program without it has no lines. */
class SourceLines
{
  public:
    explicit SourceLines(const std::string &file);
    ~SourceLines();
    SourceLines(const SourceLines &) = delete;
    SourceLines &operator=(const SourceLines &) = delete;

    /* "ring.c:40", for the place behind the call, by the addresses of the program's file; "": not known. */
    CallName of(std::uint64_t place);

  private:
    CallName look_up(std::uint64_t address) const;

    int file_;
    Dwarf *debug_; /* nullptr: it has none */
    std::unordered_map<std::uint64_t, CallName> known_;
};

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
