/* pm.cpp - see network_cluster.hpp. */
#include "networks/cluster/network_cluster.hpp"

#include <algorithm>

namespace ap1000
{

Pm::Pm(const PmParameters &p, Medium &medium, Events &events, const Processors &run)
    : p_(p), medium_(medium), events_(events), run_(run), most_(medium.max_payload() - p.header)
{
}

void Pm::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    auto m = std::make_shared<Message>(Message{from, to, bytes, std::move(arrived)});
    events_.at(run_(from, p_.send), [this, m] {
        if (m->from != m->to)
            next_packet(m);
        else
            events_.at(run_(m->to, p_.recv), std::move(m->arrived));
    });
}

void Pm::next_packet(const std::shared_ptr<Message> &m)
{
    const std::int64_t bytes = std::min(m->left, most_);
    m->left -= bytes;
    const bool last = m->left == 0;
    const Ns wire_free = medium_.frame(m->from, m->to, bytes + p_.header, [this, m, last] {
        if (last)
            events_.at(run_(m->to, p_.recv), std::move(m->arrived));
    });
    if (!last)
        events_.at(wire_free, [this, m] { next_packet(m); });
}

} // namespace ap1000
