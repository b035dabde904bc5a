/* snet.cpp - see snet.hpp. */
#include "snet.hpp"

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace ap1000
{

SNet::SNet(int ncells, Ns barrier, Observer observer)
    : ncells_(ncells), barrier_(barrier), observer_(std::move(observer)), waits_(ncells + 1), status_(ncells)
{
    assert(ncells >= 1 && barrier >= 0);
}

std::optional<SNet::Completion> SNet::enter(Group group, int participant, std::uint32_t status, Ns t)
{
    assert(t >= last_);
    last_ = t;
    const bool with_host = group == Group::cells_and_host;
    if (participant < host || participant >= ncells_ || (participant == host && !with_host))
        throw std::logic_error("S-Net: participant " + std::to_string(participant) + " is not in this group");
    const int seat = participant == host ? ncells_ : participant;
    if (waits_[seat])
        throw std::logic_error("S-Net: participant " + std::to_string(participant) + " already waits in a barrier");

    Round &round = rounds_[static_cast<int>(group)];
    if (round.arrived == 0)
        round.first = t;
    round.arrived++;
    round.status |= status;
    waits_[seat] = true;
    if (round.arrived < ncells_ + (with_host ? 1 : 0))
        return std::nullopt;

    /* The host may go on waiting for the other group. It is the only participant that can, since a cell that waits
     * there would be missing here. */
    const Completion done{t + barrier_, round.status};
    if (observer_)
        observer_(static_cast<int>(group), round.first, done.release);
    for (int i = 0; i < ncells_ + (with_host ? 1 : 0); i++)
        waits_[i] = false;
    round = Round{};
    return done;
}

int SNet::waiting(Group group) const
{
    return rounds_[static_cast<int>(group)].arrived;
}

void SNet::set_status(int cell, std::uint32_t status)
{
    status_.at(cell) = status;
}

std::uint32_t SNet::status(int cell) const
{
    return status_.at(cell);
}

std::uint32_t SNet::status_or() const
{
    return std::accumulate(status_.begin(), status_.end(), std::uint32_t{0},
                           [](std::uint32_t a, std::uint32_t b) { return a | b; });
}

} // namespace ap1000
