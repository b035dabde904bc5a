/* barriers.cpp - see barriers.hpp. */
#include "kernel/barriers.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "kernel/nodes.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/task.hpp"
#include "machine.h"
#include "networks/ap1000/network_ap1000.hpp"
#include "pvm3.h"

namespace ap1000
{

Barriers::Barriers(const Parameters &p, Events &timeline, Network &network, TaskRegister &tasks, RunObserver *observer)
    : parameters_(p), timeline_(timeline), network_(network), tasks_(tasks), observer_(observer),
      snet_(p.grid.cells(), p.own<Ap1000NetworkParameters>().snet_barrier)
{
}

void Barriers::enter(Task &t, Team team, std::uint32_t status)
{
    gathering_[team].push_back({&t, status});
    check();
}

void Barriers::leave(Task &t)
{
    for (auto g = gathering_.begin(); g != gathering_.end();) {
        auto &arrived = g->second;
        arrived.erase(std::remove_if(arrived.begin(), arrived.end(), [&t](const Arrival &a) { return a.task == &t; }),
                      arrived.end());
        g = arrived.empty() ? gathering_.erase(g) : std::next(g);
    }
}

bool Barriers::misses_others(const Task &t) const
{
    for (const auto &[team, arrived] : gathering_)
        for (const Arrival &a : arrived)
            if (a.task == &t)
                return true;
    return false;
}

std::vector<std::vector<int>> Barriers::missing() const
{
    std::vector<std::vector<int>> all;
    for (const auto &[team, arrived] : gathering_) {
        std::set<int> come;
        for (const Arrival &a : arrived)
            come.insert(a.task->tid);
        const std::vector<int> wanted = team.tids.empty() ? tasks_.others(*arrived[0].task, team.whom) : team.tids;
        all.emplace_back();
        std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(all.back()),
                     [&come](int tid) { return come.count(tid) == 0; });
    }
    return all;
}

/* Returns how many have not come yet, or PvmNoTask if one of them has ended. */
int Barriers::missing(const Team &team, const std::vector<Arrival> &arrived) const
{
    std::size_t wanted = team.tids.size();
    for (int tid : team.tids)
        if (tasks_.find(tid) == nullptr)
            return PvmNoTask;
    if (team.tids.empty())
        wanted = static_cast<std::size_t>(tasks_.count(team.whom));
    return wanted > arrived.size() ? static_cast<int>(wanted - arrived.size()) : 0;
}

void Barriers::check()
{
    for (auto g = gathering_.begin(); g != gathering_.end();) {
        int code = missing(g->first, g->second);
        if (code > 0) {
            ++g;
            continue;
        }
        auto done = *g;
        g = gathering_.erase(g);
        complete(std::move(done.second), code);
    }
}

/* Without an S-Net, node 0 sends each of them a message. */
void Barriers::tell_each(const std::vector<Arrival> &arrived, int code, std::uint32_t all)
{
    for (const Arrival &a : arrived)
        network_.send(0, a.task->node->index, 0, [this, tid = a.task->tid, code, all] {
            Task *t = tasks_.find(tid);
            if (t != nullptr && t->state == Task::State::barrier)
                t->release_barrier(code, all);
        });
}

/* The last one has come. The S-Net takes its time, which is the same for any number of tasks. */
void Barriers::complete(std::vector<Arrival> arrived, int code)
{
    if (observer_ != nullptr && code == 0) {
        std::vector<int> tids;
        for (const Arrival &a : arrived)
            tids.push_back(a.task->tid);
        observer_->all_came(tids, tids.back());
    }
    bool with_host =
        std::any_of(arrived.begin(), arrived.end(), [](const Arrival &a) { return a.task->node->index == 0; });
    auto group = with_host ? SNet::Group::cells_and_host : SNet::Group::cells;
    std::uint32_t all = 0;
    for (const Arrival &a : arrived)
        all |= a.status;
    if (!network_.reaches_all()) {
        tell_each(arrived, code, all);
        return;
    }
    Ns release = timeline_.now();
    std::optional<SNet::Completion> done;
    for (int seat = with_host ? SNet::host : 0; code == 0 && seat < parameters_.grid.cells(); seat++)
        done = snet_.enter(group, seat, all, release);
    if (done)
        release = done->release;
    std::vector<std::pair<int, Task *>> waiting;
    for (const Arrival &a : arrived)
        waiting.emplace_back(a.task->tid, a.task);
    timeline_.at(release, [this, waiting, code, all] {
        for (const auto &[tid, t] : waiting)
            if (tasks_.find(tid) == t && t->state == Task::State::barrier)
                t->release_barrier(code, all);
    });
}

bool Barriers::covers(const std::vector<int> &tids) const
{
    if (!network_.reaches_all())
        return false;
    std::vector<int> on(static_cast<std::size_t>(parameters_.nodes()));
    for (int tid : tids) {
        int home = tasks_.home_of(tid);
        if (home == PvmNoTask)
            return false;
        on[static_cast<std::size_t>(tid_node_number(home))]++;
    }
    return std::count(on.begin() + 1, on.end(), 1) == parameters_.grid.cells() && on[0] <= 1;
}

} // namespace ap1000
