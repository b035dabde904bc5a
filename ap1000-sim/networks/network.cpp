/* network.cpp - see network.hpp. */
#include "networks/network.hpp"

#include <stdexcept>

namespace ap1000
{

void Network::send_between(const Ends &ends, std::int64_t bytes, bool, std::function<void()> arrived)
{
    send(ends.from_node, ends.to_node, bytes, std::move(arrived));
}

std::int64_t Network::longest_datagram() const
{
    return 0;
}

void Network::send_datagram(const Ends &, std::int64_t, std::function<void(Room)>)
{
    throw std::logic_error("a datagram on a network that has none");
}

bool Network::may_give_up() const
{
    return false;
}

bool Network::reaches_all() const
{
    return false;
}

void Network::broadcast(int, std::int64_t, bool, std::function<void(bool)>)
{
    throw std::logic_error("a broadcast on a network that has none");
}

bool Network::reaches_lines() const
{
    return false;
}

void Network::broadcast_on(Line, int, std::int64_t, std::function<void(const std::vector<int> &)>)
{
    throw std::logic_error("a broadcast along a row or column on a network that has none");
}

} // namespace ap1000
