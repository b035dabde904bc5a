/* pvmd_link.hpp - packets from one PVM daemon to another, in one direction, by stop and wait over UDP; the
 * acknowledgements come back on the same link. pvmd.hpp has what the daemons do with the packets.
 *
 * One packet is on its way at a time; the next goes when its acknowledgement, a datagram of its own with nothing but a
 * header, has been read. Without one it is sent again after a time that is some round trips for each new packet, and
 * doubles with each try until it is as long as the longest round trip. The round trip is estimated: starting from a
 * guess, it is three quarters of the estimate so far and a quarter of the new measurement, which counts as the longest
 * one at most. Only packets that were sent once are measured (Karn). The daemon that gets a packet twice acknowledges
 * it twice and uses it once. */
#pragma once

#include <deque>

#include "networks/processors.hpp"
#include "networks/workstations/udp.hpp"

namespace ap1000
{

struct PvmdParameters {
    std::int64_t fragment, header;  /* fragment: the data of a packet; header: the header of each [byte] */
    Ns local;                       /* reading or writing a fragment on a task's socket, and choosing its way [ns] */
    Ns datagram;                    /* sending or receiving a packet [ns] */
    PsPerByte copy;                 /* each time the daemon reads or writes data [ps/byte] */
    Ns round_trip_guess;            /* before any packet has been acknowledged [ns] */
    Ns longest_round_trip;          /* the most that counts; times between two tries are doubled up to here [ns] */
    std::int64_t retry_round_trips; /* a packet is sent again if it is not acknowledged for so many round trips */
    std::int64_t give_up_tries;     /* a host is given up after at least so many tries, */
    Ns give_up;                     /* and so long after the first [ns] */
    std::int64_t ack_millionths;    /* an acknowledgement costs so many of a packet's at each end */

    Ns ack() const
    {
        return datagram * ack_millionths / million;
    }
};

class PvmdLink
{
  public:
    /* All arguments must outlive it. given_up is called when the host does not answer. Then `received` of everything
     * that is still to be sent is called, and that of everything that comes later at once: nobody waits for ever, and
     * there is no task any more that would take it. */
    PvmdLink(Events &events, Udp &udp, const Processors &run, const PvmdParameters &p, int from, int to,
             std::function<void()> given_up);

    /* Sends a fragment of `bytes` byte to the other daemon. `received` is called when that has it: once, in the order
     * of the calls. */
    void send(std::int64_t bytes, std::function<void()> received);

  private:
    struct Packet {
        std::int64_t bytes;
        std::function<void()> received;
    };

    void start_next();
    void transmit();
    void on_medium(std::uint64_t number);
    void arrived(std::uint64_t number, std::int64_t bytes, Room room);
    void acknowledged(std::uint64_t number);
    void expired();
    void give_up();
    void measure();

    Events &events_;
    Udp &udp_;
    const Processors &run_;
    const PvmdParameters &p_;
    int from_, to_;
    std::function<void()> given_up_;
    std::deque<Packet> waiting_; /* the first one is on its way if under_way_ */
    bool under_way_ = false, dead_ = false, timer_set_ = false;
    std::uint64_t number_ = 0;   /* of the packet on its way */
    std::uint64_t received_ = 0; /* of the last packet that the other daemon has */
    std::int64_t tries_ = 0;
    Ns first_try_ = 0, round_trip_, timeout_ = 0;
    Events::Id timer_{};
};

} // namespace ap1000
