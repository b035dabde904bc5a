/* trace_window.hpp - the part of a run that a user wants: from and to a simulated time, and certain tasks.
 *
 * It reads what the user writes, and has a sink that passes on only that part. */
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "observe/trace_sink.hpp"

namespace ap1000
{

/* Reads a simulated time: "350us", "12.5ms", "1s" or "200ns". Throws std::invalid_argument, with one line that begins
 * with the name of the option. */
Ns parse_time(const std::string &option, const std::string &text);

/* A choice of tasks: by tid (t40001), by place (host, cell3, ws1), or a range of either (t40001-t40008, cell0-cell7),
 * with commas between them. */
class TaskChoice
{
  public:
    TaskChoice() = default; /* all tasks */
    /* Throws std::invalid_argument, with one line that begins with the name of the option. */
    TaskChoice(const std::string &option, const std::string &text);
    bool has(int tid, const std::string &place) const; /* place as in Track, "cell 3" */

  private:
    struct Range {
        std::string kind; /* "t", "cell", "ws", "node", "host" */
        long first, last;
    };
    std::vector<Range> ranges_;
    bool all_ = true;
};

struct TraceWindow {
    Ns from = 0, to = std::numeric_limits<Ns>::max();
    TaskChoice tasks;
};

/* "" means that an option was not given. `options` is the beginning of the options' names, "--trace-". Throws
 * std::invalid_argument. */
TraceWindow read_window(const std::string &from, const std::string &to, const std::string &tasks,
                        const std::string &options);

/* Passes on what lies in the window. What a task is doing at the window's begin begins there, and what it is doing at
 * the window's end ends there. An arrow is passed on if it begins in the window; if it ends after the window or the
 * run, it has no second end. */
class WindowSink : public TraceSink
{
  public:
    WindowSink(std::unique_ptr<TraceSink> to, TraceWindow window);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &m, CallName call, Ns t) override;
    void level(Resource what, int units, Ns t) override;
    bool wants_levels() const override
    {
        return true;
    }
    void finish(Ns t) override;
    bool is_whole() const override
    {
        return to_->is_whole();
    }

  private:
    struct Kept {
        Track track;
        std::vector<Slice> open;
        bool shown = false; /* it has been passed on: the task lives within the window */
    };
    void begin_window();
    bool is_open(Ns t); /* returns whether t is in the window, which begins with the first such t */
    Kept *kept_at(int tid, Ns t);
    void show(Kept &k);
    void close(int tid, Kept &k);

    std::unique_ptr<TraceSink> to_;
    TraceWindow window_;
    std::map<int, Kept> kept_;          /* chosen tasks, by tid */
    std::set<std::uint64_t> under_way_; /* arrows that have begun */
    std::map<Resource, int> levels_;    /* before the window */
};

} // namespace ap1000
