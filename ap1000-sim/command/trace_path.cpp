/* trace_path.cpp - see trace_path.hpp. */
#include "command/trace_path.hpp"

#include <algorithm>

#include "command/trace_reader.hpp"
#include "observe/report_part.hpp"

namespace ap1000
{
namespace
{

using nlohmann::json;

constexpr std::size_t most_waits = 8000000; /* some 200 MB of them */

} // namespace

void PathFinder::event(const json &e)
{
    const char phase = e.at("ph").get_ref<const std::string &>()[0];
    if (phase == 'M')
        return;
    const int tid = e.at("tid");
    const Ns now = time_of(e);
    Task &t = tasks_[tid];
    t.ended = std::max(t.ended, now);
    if (phase == 'B') {
        const std::string category = e.value("cat", ""), name = e.value("name", "");
        const std::string why = category == "wait" ? e.at("args").value("for", "") : "";
        t.open.push_back({category == "call" ? Kind::call
                          : why == "message" ? Kind::message
                          : why == "barrier" ? Kind::barrier
                                             : Kind::other,
                          now});
        if (name == "pvm_spawn")
            spawns_.push_back({tid, now, -1});
        if (is_region(name))
            regions_.emplace(now, name.substr(region_call.size()));
    } else if (phase == 'E') {
        ends(tid, t, now);
    } else if (phase == 's') {
        under_way_[e.at("id")] = {tid, now};
    } else if (phase == 'f') {
        const auto m = under_way_.find(e.at("id"));
        if (m != under_way_.end() && t.last_end >= 0 && woken_++ < most_waits)
            t.woken.push_back({t.last_end, m->second.second, m->second.first});
        t.last_end = -1;
        if (m != under_way_.end())
            under_way_.erase(m);
    } else if (phase == 'i' && e.value("name", "") == "begins") {
        t.began = now;
    }
}

void PathFinder::ends(int tid, Task &t, Ns now)
{
    if (t.open.empty())
        return;
    const Open ended = t.open.back();
    t.open.pop_back();
    if (ended.kind == Kind::call)
        for (auto s = spawns_.rbegin(); s != spawns_.rend() && s->to < 0; ++s)
            s->to = s->tid == tid ? now : s->to;
    if (ended.kind == Kind::message) {
        t.last_wait = ended;
        t.last_end = now;
    }
    if (ended.kind != Kind::barrier)
        return;
    auto &last = barriers_.emplace(now, std::make_pair(tid, ended.began)).first->second;
    if (ended.began > last.second)
        last = {tid, ended.began};
    t.woken.push_back({now, ended.began, 0});
}

int PathFinder::spawner_of(int tid, Ns begin) const
{
    for (const Spawn &s : spawns_)
        if (s.tid != tid && s.from <= begin && (s.to < 0 || begin <= s.to))
            return s.tid;
    return 0;
}

std::vector<PathLeg> PathFinder::find() const
{
    std::vector<PathLeg> legs;
    int tid = 0;
    Ns now = -1;
    for (const auto &[one, t] : tasks_)
        if (t.ended > now || (t.ended == now && one < tid)) {
            tid = one;
            now = t.ended;
        }
    if (woken_ >= most_waits)
        return legs;
    for (std::size_t left = woken_ + barriers_.size() + tasks_.size() + 1; tid != 0 && left > 0; left--) {
        const Task &t = tasks_.at(tid);
        auto w =
            std::upper_bound(t.woken.begin(), t.woken.end(), now, [](Ns at, const Woken &x) { return at < x.end; });
        int from = 0;
        Ns sent = 0, end = t.began;
        while (w != t.woken.begin() && from == 0) {
            --w;
            const auto last = w->from == 0 ? barriers_.at(w->end) : std::make_pair(w->from, w->sent);
            if (last.first == tid || last.second >= w->end || w->end > now)
                continue; /* it has waited for itself, or for what is not told */
            from = last.first;
            sent = last.second;
            end = w->end;
        }
        legs.push_back({tid, tid, end, now});
        if (from == 0) {
            from = spawner_of(tid, end);
            sent = end;
        }
        if (from != 0 && tasks_.count(from) != 0)
            legs.push_back({from, tid, sent, end});
        tid = from;
        now = sent;
    }
    return legs;
}

std::vector<std::pair<std::string, Ns>> PathFinder::regions() const
{
    std::vector<std::pair<std::string, Ns>> out;
    for (const auto &[t, name] : regions_)
        if (out.empty() || out.back().first != name)
            out.emplace_back(name, t);
    return out;
}

} // namespace ap1000
