/* network_usage.cpp - see trace_recorder.hpp. */
#include "observe/trace_recorder.hpp"

namespace ap1000
{

NetworkUsage::Unit &NetworkUsage::unit_of(Resource what, int unit)
{
    std::vector<Unit> &units = units_[static_cast<std::size_t>(what)];
    if (units.size() <= static_cast<std::size_t>(unit))
        units.resize(static_cast<std::size_t>(unit) + 1);
    return units[static_cast<std::size_t>(unit)];
}

void NetworkUsage::change_level(Resource what, int units, Ns t)
{
    if (keeps_levels_)
        changes_[{t, what}] += units;
}

void NetworkUsage::holds(Resource what, int unit, Ns start, Ns end)
{
    if (start == end)
        return;
    unit_of(what, unit).busy += end - start;
    change_level(what, 1, start);
    change_level(what, -1, end);
}

void NetworkUsage::changes(Resource what, int unit, int units, Ns now)
{
    Unit &u = unit_of(what, unit);
    if (u.times > 0)
        u.busy += now - u.since;
    u.times += units;
    u.since = now;
    change_level(what, units, now);
}

void NetworkUsage::take_levels(Ns until, const std::function<void(Resource, int level, Ns at)> &tell)
{
    while (!changes_.empty() && changes_.begin()->first.first < until) {
        const auto [t, what] = changes_.begin()->first;
        const int change = changes_.begin()->second;
        changes_.erase(changes_.begin());
        if (change == 0)
            continue;
        int &level = levels_[static_cast<std::size_t>(what)];
        level += change;
        tell(what, level, t);
    }
}

std::map<std::pair<Resource, int>, Ns> NetworkUsage::totals() const
{
    std::map<std::pair<Resource, int>, Ns> out;
    for (std::size_t what = 0; what < units_.size(); what++)
        for (std::size_t unit = 0; unit < units_[what].size(); unit++)
            if (units_[what][unit].busy > 0)
                out[{static_cast<Resource>(what), static_cast<int>(unit)}] = units_[what][unit].busy;
    return out;
}

} // namespace ap1000
