/* suci_transport.cpp - see suci_transport.hpp. */
#include "networks/suci/suci_transport.hpp"

#include "networks/suci/suci_way.hpp"

namespace ap1000
{

SuciTransport::SuciTransport(const SuciParameters &p, Udp &udp, Events &events, const Processors &run,
                             Unreachable unreachable)
    : p_(p), udp_(udp), events_(events), run_(run), unreachable_(std::move(unreachable))
{
}

SuciTransport::~SuciTransport() = default;

void SuciTransport::send(int from, int to, std::int64_t bytes, std::function<void()> arrived)
{
    if (from == to) {
        events_.at(run_(from, p_.packet), [this, to, arrived = std::move(arrived)]() mutable {
            events_.at(run_(to, p_.packet), std::move(arrived));
        });
        return;
    }
    std::unique_ptr<SuciWay> &way = ways_[{from, to}];
    if (!way)
        way = std::make_unique<SuciWay>(p_, udp_, events_, run_, from, to, [this, from, to] {
            if (unreachable_)
                unreachable_(from, to, p_.give_up);
        });
    way->send(bytes, std::move(arrived));
}

} // namespace ap1000
