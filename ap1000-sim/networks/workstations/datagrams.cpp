/* datagrams.cpp - see datagrams.hpp. */
#include "networks/workstations/datagrams.hpp"

#include <utility>

namespace ap1000
{

void Datagrams::send(const Ends &ends, std::int64_t bytes, std::function<void(Room)> arrived)
{
    const std::int64_t whole = bytes + header_;
    const Ns kernel = udp_.fragments(whole) * p_.fragment;
    events_.at(run_(ends.from_node, kernel), [this, ends, whole, kernel, arrived = std::move(arrived)]() mutable {
        udp_.send(ends, whole, [this, to = ends.to_node, kernel, arrived = std::move(arrived)](Room room) {
            events_.at(run_(to, kernel), [arrived, room = std::move(room)] { arrived(room); });
        });
    });
}

} // namespace ap1000
