/* suci_way.cpp - see suci_way.hpp. */
#include "networks/suci/suci_way.hpp"

#include <algorithm>
#include <stdexcept>

namespace ap1000
{
namespace
{

suci_flow flow_of(const SuciParameters &p)
{
    const auto kind = static_cast<SuciFlow>(p.flow);
    suci_flow f = kind == SuciFlow::reno ? suci_reno : kind == SuciFlow::rate ? suci_rate : suci_flow{};
    f.window = static_cast<int>(p.window);
    if (kind != SuciFlow::rate || p.gap > 0)
        f.gap_ns = p.gap;
    f.resend_after_ns = p.resend;
    f.ack_every = static_cast<int>(p.ack_every);
    f.ack_delay_ns = p.ack_delay;
    return f;
}

suci_limits limits_of(const SuciParameters &p)
{
    suci_limits l{};
    l.payload_bytes = static_cast<int>(p.payload);
    l.first_resend_ns = p.first_resend;
    l.least_resend_ns = p.least_resend;
    l.most_resend_ns = std::max(p.most_resend, p.least_resend);
    l.give_up_ns = p.give_up;
    l.as_they_come = true; /* the order of a pair of tasks is kept above (PairOrder) */
    return l;
}

/* The ranges of the machine file are the core's. */
void check(const char *wrong)
{
    if (wrong != nullptr)
        throw std::logic_error(std::string("suci: ") + wrong);
}

} // namespace

void SuciWay::Timer::set(Ns when, std::function<void()> what)
{
    if (set_)
        events_.cancel(id_);
    set_ = when != SUCI_NEVER;
    if (set_)
        id_ = events_.at(std::max(when, events_.now()), [this, what = std::move(what)] {
            set_ = false;
            what();
        });
}

SuciWay::SuciWay(const SuciParameters &p, Udp &udp, Events &events, const Processors &run, int from, int to,
                 std::function<void()> given_up)
    : p_(p), udp_(udp), events_(events), run_(run), from_(from), to_(to), given_up_(std::move(given_up)),
      sender_wakes_(events), receiver_wakes_(events)
{
    const suci_flow flow = flow_of(p);
    const suci_limits limits = limits_of(p);
    char text[100];
    check(suci_sender_open(&sender_, &limits, &flow, nullptr, to));
    check(suci_receiver_open(&receiver_, &limits, &flow, text, sizeof text));
}

void SuciWay::send(std::int64_t bytes, std::function<void()> arrived)
{
    if (dead_) {
        events_.at(events_.now(), std::move(arrived));
        return;
    }
    unconfirmed_.push_back({{}, std::move(arrived)});
    Message &m = unconfirmed_.back();
    m.core.user = &m;
    suci_sender_write(&sender_, &m.core, bytes + p_.message_header);
    serve_sender();
}

/* ---- the sender's node ------------------------------------------------------------------------------------------- */

void SuciWay::serve_sender()
{
    for (suci_action a; !dead_ && suci_sender_next(&sender_, events_.now(), &a) != 0;) {
        if (a.kind == SUCI_DO_SEND)
            put_packet(a);
        else if (a.kind == SUCI_DO_CONFIRMED)
            unconfirmed_.pop_front(); /* in order */
        else if (a.kind == SUCI_DO_GIVE_UP)
            give_up();
    }
    if (!dead_)
        sender_wakes_.set(suci_sender_wake(&sender_), [this] { serve_sender(); });
}

Ns SuciWay::cost_of(const suci_packet &packet) const
{
    return p_.packet + transfer_time(packet.length, p_.copy);
}

void SuciWay::put_packet(const suci_action &a)
{
    auto *message = static_cast<Message *>(a.message->user);
    events_.at(run_(from_, cost_of(a.packet)), [this, packet = a.packet, message] {
        udp_.send({from_, to_, 0, 0}, packet.length + SUCI_HEADER_BYTES, [this, packet, message](const Room &room) {
            events_.at(run_(to_, cost_of(packet)),
                       [this, packet, message, room]() mutable { packet_came(packet, message); });
        });
    });
}

/* Nobody waits for ever: what is still to be sent counts as arrived. There is no task any more that would take it. */
void SuciWay::give_up()
{
    dead_ = true;
    sender_wakes_.set(SUCI_NEVER, {});
    receiver_wakes_.set(SUCI_NEVER, {});
    given_up_();
    for (Message &m : unconfirmed_)
        if (m.arrived)
            std::exchange(m.arrived, nullptr)();
}

/* ---- the receiver's node ----------------------------------------------------------------------------------------- */

void SuciWay::packet_came(const suci_packet &packet, Message *message)
{
    suci_incoming *place = nullptr;
    if (dead_)
        return;
    if (suci_receiver_packet(&receiver_, events_.now(), &packet, &place) == SUCI_TAKEN)
        place->user = message; /* not confirmed yet, so it is still there */
    serve_receiver();
}

void SuciWay::serve_receiver()
{
    for (suci_action a; !dead_ && suci_receiver_next(&receiver_, events_.now(), &a) != 0;) {
        if (a.kind == SUCI_DO_ANSWER)
            put_ack(a.ack);
        else if (a.kind == SUCI_DO_DELIVER)
            std::exchange(static_cast<Message *>(a.incoming.user)->arrived, nullptr)();
    }
    if (!dead_)
        receiver_wakes_.set(suci_receiver_wake(&receiver_), [this] { serve_receiver(); });
}

void SuciWay::put_ack(const suci_ack &ack)
{
    events_.at(run_(to_, p_.ack), [this, ack] {
        udp_.send({to_, from_, 0, 0}, SUCI_HEADER_BYTES, [this, ack](const Room &room) {
            events_.at(run_(from_, p_.ack), [this, ack, room] {
                if (dead_)
                    return;
                suci_sender_ack(&sender_, events_.now(), &ack);
                serve_sender();
            });
        });
    });
}

} // namespace ap1000
