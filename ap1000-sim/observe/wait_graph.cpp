/* wait_graph.cpp - see wait_graph.hpp. */
#include "observe/wait_graph.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

#include <fmt/format.h>

#include "group_names.h"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t calls_kept = 4; /* of each task */
constexpr std::size_t most_said = 16; /* tasks whose last calls are printed */

std::string dot_text(const std::string &text)
{
    std::string out = "\"";
    for (char c : text)
        out += c == '\n' ? std::string("\\n") : c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + '"';
}

} // namespace

WaitGraph::WaitGraph(std::string path) : path_(std::move(path))
{
    (void)unlink(path_.c_str()); /* a graph that is there is of another run */
}

void WaitGraph::begin_track(const Track &track, Ns)
{
    tasks_[track.tid].track = track;
}

void WaitGraph::end_track(int tid, Ns)
{
    tasks_.erase(tid);
}

void WaitGraph::enter(int tid, const Slice &s, Ns t)
{
    Waiting &w = tasks_[tid];
    if (s.what == Activity::call) {
        w.call = s.call;
        w.call_began = t;
        return;
    }
    w.wait = s;
    w.waits = true;
    w.since = t;
}

void WaitGraph::leave(int tid, Activity what, Ns)
{
    Waiting &w = tasks_[tid];
    if (what == Activity::call) {
        w.has_ended(w.call, w.call_began);
        w.call.clear();
    } else
        w.waits = false;
}

void WaitGraph::whole_call(int tid, CallName call, Ns from, Ns)
{
    tasks_[tid].has_ended(call, from);
}

void WaitGraph::Waiting::has_ended(CallName which, Ns began)
{
    last.push_back({which, began});
    if (last.size() > calls_kept)
        last.pop_front();
}

/* What each did before, on the terminal: the graph shows only what it waits for. */
void WaitGraph::say_last_calls() const
{
    std::size_t said = 0;
    for (const auto &[tid, w] : tasks_) {
        if (w.track.program == GROUP_SERVER || w.last.empty() || said++ >= most_said)
            continue;
        std::string text;
        for (const auto &[call, began] : w.last)
            text += fmt::format("{}{} at {:.3f} ms", text.empty() ? "" : ", ", call.text(),
                                static_cast<double>(began) / 1e6);
        fmt::print(stderr, "ap1000: before that, t{:x} made: {}\n", tid, text);
    }
}

std::set<int> WaitGraph::in_rings() const
{
    std::map<int, int> whom;
    for (const auto &[tid, w] : tasks_)
        if (w.waits && w.wait.what == Activity::wait_message && w.wait.want_tid >= 0)
            whom[tid] = w.wait.want_tid;
    std::set<int> all;
    for (const auto &[tid, ring] : rings_of(whom))
        all.insert(ring.begin(), ring.end());
    return all;
}

std::string WaitGraph::text(Ns t) const
{
    const std::set<int> rings = in_rings();
    bool any = false, barrier = false, host = false, server = false;
    std::string out =
        fmt::format("digraph waits {{\n  label={};\n  node [shape=box, fontname=\"DejaVu Sans\"];\n  edge "
                    "[fontname=\"DejaVu Sans\", fontsize=10];\n",
                    dot_text(fmt::format("deadlock at {:.3f} ms: who waits for whom", static_cast<double>(t) / 1e6)));
    for (const auto &[tid, w] : tasks_) {
        if (w.track.program == GROUP_SERVER)
            continue;
        const bool red = rings.count(tid) != 0;
        const std::string name = fmt::format("t{:x}", tid), colour = red ? ", color=\"#d55e00\", penwidth=2" : "";
        out += fmt::format("  {} [label={}{}];\n", name,
                           dot_text(fmt::format("{} {}\n{}\nsince {:.3f} ms", name, w.track.program, w.track.place,
                                                static_cast<double>(w.since) / 1e6)),
                           colour);
        std::string to = "\"any task\"", what = w.call.text();
        if (w.wait.what == Activity::wait_message) {
            what += w.wait.want_tag < 0 ? ", any tag" : fmt::format(", tag {}", w.wait.want_tag);
            any = any || w.wait.want_tid < 0;
            const auto wanted = tasks_.find(w.wait.want_tid);
            const bool of_server = wanted != tasks_.end() && wanted->second.track.program == GROUP_SERVER;
            server = server || of_server;
            if (w.wait.want_tid >= 0)
                to = of_server ? "\"group server\"" : fmt::format("t{:x}", w.wait.want_tid);
        } else if (w.wait.what == Activity::wait_barrier) {
            to = "barrier";
            barrier = true;
        } else {
            to = "\"control program\"";
            host = true;
        }
        if (w.waits)
            out += fmt::format("  {} -> {} [label={}{}];\n", name, to, dot_text(what), colour);
    }
    for (const auto &[wanted, name] : {std::pair<bool, const char *>{any, "\"any task\""},
                                       {barrier, "barrier"},
                                       {host, "\"control program\""},
                                       {server, "\"group server\""}})
        if (wanted)
            out += fmt::format("  {} [shape=ellipse, style=dashed];\n", name);
    return out + "}\n";
}

void WaitGraph::deadlock(Ns t)
{
    say_last_calls();
    std::FILE *f = std::fopen(path_.c_str(), "we");
    const bool bad = f == nullptr || std::fputs(text(t).c_str(), f) == EOF;
    whole_ = (f == nullptr || std::fclose(f) == 0) && !bad;
    if (!whole_)
        fmt::print(stderr, "ap1000: graph of the deadlock '{}': cannot be written: {}\n", path_, std::strerror(errno));
    else
        fmt::print(stderr, "ap1000: who waits for whom is drawn by: dot -Tsvg -O {}\n", path_);
}

} // namespace ap1000
