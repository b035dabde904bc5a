/* trace_report.hpp - a run in numbers. For each task and each call: how often, how long, how long waiting, what was
 * sent and received; and how much each task sent to each other.
 *
 * Not here: how this is written, for a terminal (report_terminal.cpp) or for programs (report_file.cpp). */
#pragma once

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "config/parameters.hpp"
#include "observe/critical_path.hpp"
#include "observe/provenance.hpp"
#include "observe/run_totals.hpp"
#include "observe/trace_sink.hpp"

namespace ap1000
{

class TraceReport : public TraceSink
{
  public:
    /* The report is written at the end, to `path`, or to stderr: what fits on a screen if it is "-", all if it is
     * "full". A file may be for programs (report_file.cpp). Throws std::runtime_error, with one line, if the file
     * cannot be written. */
    TraceReport(std::string path, const Parameters &p, Provenance by = {});
    ~TraceReport() override;

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &m, CallName call, Ns t) override;
    void whole_call(int tid, CallName call, Ns from, Ns to) override;
    void computed(int tid, const WorkDone &work) override;
    void woken(int tid, std::uint64_t serial) override;
    void all_came(const std::vector<int> &tids, int last) override;
    void used_processor(int tid, Ns start, Ns end) override;
    void broadcasts(int tid, Ns t) override;
    void deadlock(Ns t) override;
    void died(int tid, const std::string &how, Ns t) override;
    void unfinished(int tid, Ns t) override;
    void lacks(const std::string &number) override;
    void remark(const std::string &line) override;
    void used(const UsageTotals &usage) override;
    void finish(Ns t) override;
    bool is_whole() const override
    {
        return whole_;
    }

  private:
    struct Count { /* of a task, while the run goes on */
        TaskTotals *totals;
        std::vector<CallTotals> calls; /* by the number of the call */
        CallName call;                 /* that it is in */
        Ns call_since = 0, inner_since = 0;
        Slice wait; /* the wait that it is in */
        bool waits = false;
        CallTotals &of(CallName name)
        {
            if (calls.size() <= name.number())
                calls.resize(name.number() + 1);
            return calls[name.number()];
        }
    };
    Count &look_up(int tid);
    Count &count(int tid)
    {
        return last_counted_ != nullptr && last_counted_->first == tid ? last_counted_->second : look_up(tid);
    }
    CallTotals &at_line(CallName call);
    void sum_up();
    void comes_to_region(const std::string &name, Ns t);

    std::string file_name_;
    bool whole_ = true;
    std::FILE *out_;
    Parameters machine_;
    Provenance by_;
    CriticalPath path_;
    UsageTotals usage_;
    Ns deadlock_ = -1;              /* when it happened; -1: there was none */
    std::vector<std::string> ends_; /* bad ends of tasks, in words */
    std::set<std::string> lacking_; /* numbers that layers wanted and the machine file has not */
    std::vector<std::string> remarks_;
    std::map<std::string, Ns> regions_; /* how long the run was in each, */
    std::string region_;                /* and the one that it is in, */
    Ns region_since_ = 0;
    std::map<int, TaskTotals> tasks_;       /* by tid */
    std::unordered_map<int, Count> counts_; /* by tid, also of those that have ended */
    std::unordered_map<int, Count>::pointer last_counted_ = nullptr;
    NumberTable<CallTotals> lines_; /* by the numbers of a line and a call; after the run: */
    LineTotals by_line_;
    NumberTable<Traffic> sent_;                     /* by both tids; after the run: */
    std::map<std::pair<int, int>, Traffic> matrix_; /* by sender and receiver */
};

} // namespace ap1000
