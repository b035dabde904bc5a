/* report_part.hpp - the part of a run that a report is to be about: from one moment to another, which are named by
 * what the tasks do. Its times begin with 0.
 *
 * A message that was sent before the part, and a wait that it ends, count as "waits that no task ended". How busy links
 * and buses were in a part is not known. */
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "observe/trace_sink.hpp"

namespace ap1000
{

/* The calls with which regions begin: pvmsim_region (pvmsim.h). */
const std::string region_call = "region ";

inline bool is_region(const std::string &call)
{
    return call.compare(0, region_call.size(), region_call) == 0;
}

/* As users write it: "12.5ms"; "barrier:3", the first task leaves its third pvm_barrier; "pvm_recv:10", the first task
 * comes to its tenth pvm_recv; "solve" or "region:solve", the first task comes to that region. */
struct Moment {
    std::string option; /* "--report-from barrier:3"; "": none */
    Ns time = -1;       /* -1: it is a call: */
    std::string call;
    long number = 1;
    bool at_its_end = false;
};

/* "" means that the option was not given. Throws std::invalid_argument, with one line that begins with the option. */
Moment read_moment(const std::string &option, const std::string &text);

class ReportPart : public TraceSink
{
  public:
    /* Without an end, a part that begins with a region ends with it, where the next region begins. */
    ReportPart(std::unique_ptr<TraceSink> to, Moment from, Moment until);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &m, CallName call, Ns t) override;
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
    void finish(Ns t) override;
    bool is_whole() const override
    {
        return to_->is_whole();
    }

  private:
    struct Kept {
        Track track;
        std::vector<Slice> open;
        std::map<std::string, long> calls;  /* how often it has made the calls that a moment names */
        Ns last = 0;                        /* passed on, in the part's time */
        bool lives = true, is_told = false; /* told: the other sink knows it */
    };
    enum class Where { before, inside, after };
    bool is_at(const Moment &m, const Kept &k, const std::string &call, bool ends) const;
    void look(Kept &k, const std::string &call, bool ends, Ns t);
    void look_at_time(Ns t);
    void begin_part(Ns t);
    void end_part(Ns t);
    Ns time_of(Kept &k, Ns t);
    bool is_in(int tid) const;

    std::unique_ptr<TraceSink> to_;
    const Moment from_, until_;
    Where where_ = Where::before;
    Ns began_ = 0, ended_ = 0;
    std::uint64_t first_serial_ = 0; /* of the part; 0: none yet */
    std::map<int, Kept> tasks_;
};

} // namespace ap1000
