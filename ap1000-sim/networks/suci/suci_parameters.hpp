/* suci_parameters.hpp - the numbers of Suci as a transport (suci_transport.hpp). */
#pragma once

#include "ns.hpp"

namespace ap1000
{

enum class SuciFlow { fixed, reno, rate }; /* suci_flow.h */

struct SuciParameters {
    std::int64_t flow;           /* enum class SuciFlow */
    std::int64_t window;         /* packets under way; where the flow control changes it, at first */
    Ns gap;                      /* least time between two packets [ns] */
    std::int64_t ack_every;      /* packets */
    Ns ack_delay;                /* [ns] */
    Ns resend;                   /* 0: learnt [ns] */
    Ns first_resend;             /* of what is learnt, before there is a round trip; [ns] */
    Ns least_resend;             /* of what is learnt [ns] */
    Ns most_resend;              /* where doubling ends [ns] */
    Ns give_up;                  /* silence; 0: never [ns] */
    std::int64_t payload;        /* bytes of a message in a packet */
    std::int64_t message_header; /* what the library puts before each message [byte] */
    Ns packet, ack;              /* sending or receiving one, on the node's processor [ns] */
    PsPerByte copy;              /* of the bytes of a packet, at each end [ps/byte] */
};

} // namespace ap1000
