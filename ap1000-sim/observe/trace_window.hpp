/* trace_window.hpp - which part of a run is wanted: from and to a simulated time, and of which tasks. Read from what a
 * user writes; and a sink that lets only that part through.
 */
#ifndef AP1000_TRACE_WINDOW_HPP
#define AP1000_TRACE_WINDOW_HPP

#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "observe/trace_sink.hpp"

namespace ap1000
{

/* A simulated time as "350us", "12.5ms", "1s" or "200ns". Throws std::invalid_argument with one line that begins with
 * the name of the option. */
Ns parse_time(const std::string &option, const std::string &text);

/* Some tasks: by tid (t40001), by place (host, cell3, ws1), or a range of either (t40001-t40008, cell0-cell7), with
 * commas. */
class TaskChoice
{
  public:
    TaskChoice() = default; /* all of them */
    /* Throws std::invalid_argument with one line that begins with the name of the option. */
    TaskChoice(const std::string &option, const std::string &text);
    bool has(int tid, const std::string &place) const; /* place as in Track, "cell 3" */

  private:
    struct Range {
        std::string kind; /* "t", "cell", "ws", "host" */
        long first, last;
    };
    std::vector<Range> ranges_;
    bool all_ = true;
};

struct TraceWindow {
    Ns from = 0, to = std::numeric_limits<Ns>::max();
    TaskChoice tasks;
};

/* Each "": not said. `options` is what the names of the options begin with, "--trace-". Throws std::invalid_argument.
 */
TraceWindow read_window(const std::string &from, const std::string &to, const std::string &tasks,
                        const std::string &options);

/* Gives on what lies in the window. What a task is in at its beginning begins there, what it is in at its end ends
 * there. An arrow comes through if both its ends do; one that the end of the window or of the run cuts has only its
 * first end. */
class WindowSink : public TraceSink
{
  public:
    WindowSink(std::unique_ptr<TraceSink> to, TraceWindow window);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, const std::string &call, Ns t) override;
    void accepted(const TracedMessage &m, const std::string &call, Ns t) override;
    void level(Resource what, int units, Ns t) override;
    void finish(Ns t) override;

  private:
    struct Kept {
        Track track;
        std::vector<Slice> open;
        bool shown = false; /* given on: it lives within the window */
    };
    bool is_open(Ns t); /* is t in the window? Begins it if so */
    void show(Kept &k);
    void close(int tid, Kept &k);

    std::unique_ptr<TraceSink> to_;
    TraceWindow window_;
    std::map<int, Kept> kept_;          /* chosen tasks, by tid */
    std::set<std::uint64_t> under_way_; /* arrows that have been begun */
    std::map<Resource, int> levels_;
    bool levels_shown_ = false;
};

} // namespace ap1000

#endif
