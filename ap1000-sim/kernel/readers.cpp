/* readers.cpp - see readers.hpp. */
#include "kernel/readers.hpp"

#include <algorithm>

#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

/* Real time that a reader may take before the others go on: first at once, then between looks at the outside. As long
 * as a program that waits for its user is waited for. */
constexpr int at_once_ms = 2;
constexpr std::int64_t patience_ns = 200000000;

} // namespace

void Readers::add(Task &t)
{
    all_[t.number] = &t;
}

void Readers::remove(const Task &t)
{
    all_.erase(t.number);
    held_.erase(t.number);
}

bool Readers::is_behind(const Task &t) const
{
    const Terminal &reader = reports_.terminal_of(t);
    if (!reader.writes_behind() || t.execution->dead())
        return false;
    return reader.is_full() || (t.terminal && t.program.adopted && !reader.is_out(t.awaits_reader ? 0 : at_once_ms));
}

/* For one reader the others wait once, however many tasks do. */
void Readers::hold(Task &t, Step turn)
{
    std::int64_t since = real_now_ns();
    for (const auto &[number, h] : held_)
        if (&reports_.terminal_of(*all_.at(number)) == &reports_.terminal_of(t))
            since = std::min(since, h.since_ns);
    t.awaits_reader = true;
    held_[t.number] = {turn, since};
}

bool Readers::hold_all() const
{
    if (held_.empty())
        return false;
    const std::int64_t now = real_now_ns();
    if (std::any_of(held_.begin(), held_.end(), [now](const auto &h) { return now - h.second.since_ns < patience_ns; }))
        return true;
    /* The library's servers do nothing by themselves. */
    return std::all_of(all_.begin(), all_.end(), [this](const auto &one) {
        return one.second->origin.service ||
               &reports_.terminal_of(*one.second) == &reports_.terminal_of(*all_.at(held_.begin()->first));
    });
}

void Readers::look()
{
    for (auto at = held_.begin(); at != held_.end();) {
        Task &t = *all_.at(at->first);
        if (is_behind(t)) {
            ++at;
            continue;
        }
        const Step turn = at->second.turn;
        held_.erase(at);
        t.awaits_reader = false;
        turn();
        at = held_.upper_bound(t.number);
    }
}

} // namespace ap1000
