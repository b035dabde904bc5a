/* suci_way.hpp - the path from one node to another: Suci's sender and its receiver, with the events, datagrams and
 * processors that the core does not know. suci_transport.hpp explains its purpose. */
#pragma once

#include <functional>
#include <list>

#include "networks/processors.hpp"
#include "networks/suci/suci_parameters.hpp"
#include "networks/workstations/udp.hpp"
#include "suci_core.h"

namespace ap1000
{

class SuciWay
{
  public:
    /* All references must outlive it. given_up is called when the receiver has been silent for too long. */
    SuciWay(const SuciParameters &p, Udp &udp, Events &events, const Processors &run, int from, int to,
            std::function<void()> given_up);

    void send(std::int64_t bytes, std::function<void()> arrived);

  private:
    struct Message {
        suci_message core; /* first: the core's pointer is this one's, too */
        std::function<void()> arrived;
    };
    class Timer
    {
      public:
        explicit Timer(Events &events) : events_(events)
        {
        }
        /* Calls `what` at this time, SUCI_NEVER: not at all; an earlier setting is forgotten. */
        void set(Ns when, std::function<void()> what);

      private:
        Events &events_;
        bool set_ = false;
        Events::Id id_{};
    };

    void serve_sender();
    void put_packet(const suci_action &a);
    void packet_came(const suci_packet &packet, Message *message);
    void serve_receiver();
    void put_ack(const suci_ack &ack);
    void give_up();
    Ns cost_of(const suci_packet &packet) const;

    const SuciParameters &p_;
    Udp &udp_;
    Events &events_;
    const Processors &run_;
    const int from_, to_;
    std::function<void()> given_up_;
    suci_sender sender_;
    suci_receiver receiver_;
    std::list<Message> unconfirmed_; /* in the order of sending */
    bool dead_ = false;
    Timer sender_wakes_, receiver_wakes_;
};

} // namespace ap1000
