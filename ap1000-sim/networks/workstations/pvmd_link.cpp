/* pvmd_link.cpp - see pvmd_link.hpp. */
#include "networks/workstations/pvmd_link.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

PvmdLink::PvmdLink(Events &events, Udp &udp, const Processors &run, const PvmdParameters &p, int from, int to,
                   std::function<void()> given_up)
    : events_(events), udp_(udp), run_(run), p_(p), from_(from), to_(to), given_up_(std::move(given_up)),
      round_trip_(p.round_trip_guess)
{
}

void PvmdLink::send(std::int64_t bytes, std::function<void()> received)
{
    if (dead_) {
        received();
        return;
    }
    waiting_.push_back({bytes, std::move(received)});
    start_next();
}

void PvmdLink::start_next()
{
    if (under_way_ || waiting_.empty())
        return;
    under_way_ = true;
    number_++;
    tries_ = 0;
    timeout_ = round_trip_ * p_.retry_round_trips;
    transmit();
}

void PvmdLink::transmit()
{
    tries_++;
    const Ns sent = run_(from_, p_.datagram + transfer_time(waiting_.front().bytes, p_.copy));
    events_.at(sent, [this, number = number_] { on_medium(number); });
}

void PvmdLink::on_medium(std::uint64_t number)
{
    if (!under_way_ || number != number_) /* an earlier try has been acknowledged meanwhile */
        return;
    if (tries_ == 1)
        first_try_ = events_.now();
    const std::int64_t bytes = waiting_.front().bytes;
    udp_.send({from_, to_, 0, 0}, bytes + p_.header,
              [this, number, bytes](Room room) { arrived(number, bytes, std::move(room)); });
    timer_set_ = true;
    timer_ = events_.at(events_.now() + timeout_, [this] { expired(); });
}

/* At the other daemon. A packet that is new there is the first of waiting_; the next one starts when it is
 * acknowledged. */
void PvmdLink::arrived(std::uint64_t number, std::int64_t bytes, Room room)
{
    events_.at(run_(to_, p_.datagram + transfer_time(bytes, p_.copy)),
               [this, number, room = std::move(room)]() mutable {
                   room.reset();
                   events_.at(run_(to_, p_.ack()), [this, number] {
                       udp_.send({to_, from_, 0, 0}, p_.header, [this, number](const Room &answer) {
                           events_.at(run_(from_, p_.ack()), [this, number, answer] { acknowledged(number); });
                       });
                   });
                   if (number == received_ + 1 && !dead_) {
                       received_ = number;
                       waiting_.front().received();
                   }
               });
}

void PvmdLink::acknowledged(std::uint64_t number)
{
    if (!under_way_ || number != number_)
        return;
    if (timer_set_)
        events_.cancel(timer_);
    timer_set_ = false;
    measure();
    waiting_.pop_front();
    under_way_ = false;
    start_next();
}

void PvmdLink::measure()
{
    if (tries_ > 1)
        return;
    round_trip_ = (3 * round_trip_ + std::min(events_.now() - first_try_, p_.longest_round_trip)) / 4;
}

void PvmdLink::expired()
{
    timer_set_ = false;
    if (tries_ >= p_.give_up_tries && events_.now() - first_try_ >= p_.give_up) {
        give_up();
        return;
    }
    if (timeout_ < p_.longest_round_trip)
        timeout_ *= 2;
    transmit();
}

void PvmdLink::give_up()
{
    dead_ = true;
    under_way_ = false;
    const std::deque<Packet> left = std::exchange(waiting_, {});
    given_up_();
    for (std::size_t i = number_ == received_ ? 1 : 0; i < left.size(); i++) /* the first one may have been received */
        left[i].received();
}

} // namespace ap1000
