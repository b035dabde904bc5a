/* trace_window.cpp - see trace_window.hpp. */
#include "observe/trace_window.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace ap1000
{
namespace
{

constexpr double longest_ns = 9e18;

/* Reads "t40001" as a kind and a number. Returns false if it is not the name of a task or a place. */
bool read_name(const std::string &word, std::string &kind, long &number)
{
    if (word == "host") {
        kind = word;
        number = 0;
        return true;
    }
    for (const char *prefix : {"cell", "ws", "node", "t"}) {
        const std::string p = prefix;
        if (word.compare(0, p.size(), p) != 0 || word.size() == p.size())
            continue;
        char *end = nullptr;
        kind = p;
        number = std::strtol(word.c_str() + p.size(), &end, p == "t" ? 16 : 10);
        return *end == 0 && std::isxdigit(static_cast<unsigned char>(word[p.size()])) != 0;
    }
    return false;
}

} // namespace

Ns parse_time(const std::string &option, const std::string &text)
{
    const std::pair<const char *, double> units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() && std::isfinite(value) && value >= 0)
        for (const auto &[unit, ns] : units)
            if (end == std::string(unit) && value * ns < longest_ns)
                return std::llround(value * ns);
    throw std::invalid_argument(
        option + " '" + text +
        "': a simulated time with its unit (ns, us, ms or s) is wanted, for example 350us or 12.5ms");
}

TaskChoice::TaskChoice(const std::string &option, const std::string &text) : all_(false)
{
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, comma - at);
        const std::size_t dash = std::min(word.find('-'), word.size());
        Range r{};
        std::string last_kind;
        bool good = read_name(word.substr(0, dash), r.kind, r.first);
        r.last = r.first;
        if (dash < word.size())
            good =
                good && read_name(word.substr(dash + 1), last_kind, r.last) && last_kind == r.kind && r.last >= r.first;
        if (!good)
            throw std::invalid_argument(
                option + " '" + word +
                "': tasks are wanted, by tid or place, for example t40001,t40003-t40008 or host,cell0-cell7");
        ranges_.push_back(r);
        at = comma + 1;
    }
}

bool TaskChoice::has(int tid, const std::string &place) const
{
    std::string kind, name = place;
    long number = 0;
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    const bool placed = read_name(name, kind, number);
    return all_ || std::any_of(ranges_.begin(), ranges_.end(), [&](const Range &r) {
               if (r.kind == "t")
                   return r.first <= tid && tid <= r.last;
               return placed && r.kind == kind && r.first <= number && number <= r.last;
           });
}

TraceWindow read_window(const std::string &from, const std::string &to, const std::string &tasks,
                        const std::string &options)
{
    TraceWindow w;
    if (!from.empty())
        w.from = parse_time(options + "from", from);
    if (!to.empty())
        w.to = parse_time(options + "to", to);
    if (w.from >= w.to)
        throw std::invalid_argument(options + "to '" + to + "': a simulated time after " + options + "from " + from +
                                    " is wanted");
    if (!tasks.empty())
        w.tasks = TaskChoice(options + "tasks", tasks);
    return w;
}

/* ---- the sink ---------------------------------------------------------------------------------------------------- */

WindowSink::WindowSink(std::unique_ptr<TraceSink> to, TraceWindow window)
    : to_(std::move(to)), window_(std::move(window))
{
}

/* Once, at the first sign that simulated time has come to it: the networks begin with what they are doing. */
void WindowSink::begin_window()
{
    for (const auto &[resource, in_use] : levels_)
        if (in_use != 0)
            to_->level(resource, in_use, window_.from);
    levels_.clear();
}

bool WindowSink::is_open(Ns t)
{
    if (t < window_.from || t > window_.to)
        return false;
    begin_window();
    return true;
}

/* The task is seen for the first time. It begins here, with what it is doing. */
void WindowSink::show(Kept &k)
{
    if (k.shown)
        return;
    k.shown = true;
    begin_window();
    to_->begin_track(k.track, window_.from);
    for (const Slice &s : k.open)
        to_->enter(k.track.tid, s, window_.from);
}

/* The window ends here for this task. */
void WindowSink::close(int tid, Kept &k)
{
    show(k);
    for (; !k.open.empty(); k.open.pop_back())
        to_->leave(tid, k.open.back().what, window_.to);
    to_->end_track(tid, window_.to);
}

/* The task, if it was chosen and the window has not ended for it; at its end it is closed and forgotten. */
WindowSink::Kept *WindowSink::kept_at(int tid, Ns t)
{
    const auto k = kept_.find(tid);
    if (k == kept_.end())
        return nullptr;
    if (t <= window_.to)
        return &k->second;
    close(tid, k->second);
    kept_.erase(k);
    return nullptr;
}

void WindowSink::begin_track(const Track &track, Ns t)
{
    if (t > window_.to || !window_.tasks.has(track.tid, track.place))
        return;
    Kept &k = kept_[track.tid];
    k.track = track;
    if (!is_open(t))
        return;
    k.shown = true;
    to_->begin_track(track, t);
}

void WindowSink::end_track(int tid, Ns t)
{
    Kept *k = kept_at(tid, t);
    if (k == nullptr)
        return;
    if (is_open(t)) {
        show(*k);
        to_->end_track(tid, t);
    }
    kept_.erase(tid);
}

void WindowSink::enter(int tid, const Slice &s, Ns t)
{
    Kept *k = kept_at(tid, t);
    if (k == nullptr)
        return;
    if (is_open(t)) {
        show(*k);
        to_->enter(tid, s, t);
    }
    k->open.push_back(s);
}

void WindowSink::leave(int tid, Activity what, Ns t)
{
    Kept *k = kept_at(tid, t);
    if (k == nullptr || k->open.empty())
        return;
    if (is_open(t)) {
        show(*k);
        to_->leave(tid, what, t);
    }
    k->open.pop_back();
}

void WindowSink::sent(const TracedMessage &m, CallName call, Ns t)
{
    const auto k = kept_.find(m.src_tid);
    if (k == kept_.end() || kept_.count(m.dst_tid) == 0 || !is_open(t))
        return;
    show(k->second);
    to_->sent(m, call, t);
    under_way_.insert(m.serial);
}

void WindowSink::accepted(const TracedMessage &m, CallName call, Ns t)
{
    if (under_way_.erase(m.serial) == 0 || !is_open(t) || kept_.count(m.dst_tid) == 0)
        return;
    show(kept_.at(m.dst_tid));
    to_->accepted(m, call, t);
}

void WindowSink::level(Resource what, int units, Ns t)
{
    if (t < window_.from)
        levels_[what] = units;
    else if (is_open(t))
        to_->level(what, units, t);
}

void WindowSink::finish(Ns t)
{
    if (t >= window_.from)
        begin_window();
    to_->finish(std::min(t, window_.to));
}

} // namespace ap1000
