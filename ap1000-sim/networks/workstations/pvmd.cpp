/* pvmd.cpp - see pvmd.hpp. */
#include "networks/workstations/pvmd.hpp"

#include <algorithm>

namespace ap1000
{

Pvmds::Pvmds(Events &events, Udp &udp, const Processors &run, const PvmdParameters &p, int hosts,
             Unreachable unreachable)
    : events_(events), udp_(udp), run_(run), p_(p), unreachable_(std::move(unreachable)),
      from_tasks_(static_cast<std::size_t>(hosts))
{
}

std::int64_t Pvmds::fragments(std::int64_t bytes) const
{
    return std::max<std::int64_t>((bytes + p_.fragment - 1) / p_.fragment, 1);
}

void Pvmds::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    std::deque<Fragment> &queue = from_tasks_.at(static_cast<std::size_t>(from));
    const bool idle = queue.empty();
    for (std::int64_t n = fragments(bytes); n > 1; n--, bytes -= p_.fragment)
        queue.push_back({to, p_.fragment, {}});
    queue.push_back({to, bytes, std::move(arrived)});
    if (idle)
        read_next(from);
}

Ns Pvmds::on_socket(int host, std::int64_t bytes)
{
    return run_(host, p_.local + transfer_time(bytes, p_.copy));
}

void Pvmds::read_next(int host)
{
    std::deque<Fragment> &queue = from_tasks_[static_cast<std::size_t>(host)];
    events_.at(on_socket(host, queue.front().bytes), [this, host, &queue] {
        Fragment f = std::move(queue.front());
        queue.pop_front();
        route(host, std::move(f));
        if (!queue.empty())
            read_next(host);
    });
}

void Pvmds::route(int from, Fragment f)
{
    if (f.to == from) {
        write(f);
        return;
    }
    PvmdLink &way = link(from, f.to);
    const std::int64_t bytes = f.bytes;
    way.send(bytes, [this, f = std::move(f)] { write(f); });
}

void Pvmds::write(const Fragment &f)
{
    events_.at(on_socket(f.to, f.bytes), [arrived = f.arrived] {
        if (arrived)
            arrived();
    });
}

PvmdLink &Pvmds::link(int from, int to)
{
    std::unique_ptr<PvmdLink> &l = links_[{from, to}];
    if (!l)
        l = std::make_unique<PvmdLink>(events_, udp_, run_, p_, from, to, [this, from, to] {
            if (unreachable_)
                unreachable_(from, to, p_.give_up);
        });
    return *l;
}

} // namespace ap1000
