/* buffered_tnet.hpp - the T-Net with buffers at its routers, or with more channels a link. tnet.hpp assumes 0 bytes and
 * two channels, as neither was published. The machine file chooses this model (tnet.buffer_bytes,
 * tnet.channels); it knows no more of the software than tnet.hpp.
 *
 * A message is a sequence of stages, one for each link of its route. Bytes that enter a link cross it in one hop time
 * into a buffer of `buffer` bytes; from there they enter the next link. So a blocked message closes up: its tail
 * goes on into the buffers as long as these have room, and releases the links behind it. With buffers as long as
 * messages that is virtual cut-through (Kermani and Kleinrock, Computer Networks 3, 1979). A buffer is first in,
 * first out: a message behind another one's tail asks for its next link when that tail has left the buffer.
 *
 * Channels, datelines and queues are those of tnet.hpp. With four channels each class has two of them (with three class
 * 0), and a head takes the first that is free. All channels of a link whose messages move share its cycles alike.
 *
 * Simplifications of this model:
 * - Bytes flow evenly; flits do not alternate one by one.
 * - Of three or four messages on one link each has a third or a fourth, also where one of them can use only less.
 * - Ports have one channel, as in tnet.hpp; that into the network has a buffer behind it. The queue of messages
 *   before it has no limit.
 *
 * Cost: each step goes through the links of all messages that move, and of those that these wake. So a crowd costs
 * the cube of its size: a permutation of 10000 bytes with buffers of 256 takes 0.1 s of processor time on 400 cells,
 * 0.7 on 900, 4 on 1600. test_tnet_flits.cpp compares it with a simulator of single flits. */
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "engine/events.hpp"
#include "networks/ap1000/torus.hpp"
#include "ns.hpp"

namespace ap1000
{

class BufferedTNet
{
  public:
    using LinkObserver = std::function<void(int link, bool held, Ns now)>; /* as in tnet.hpp */

    /* Channels: 2 to 4. Torus and events must outlive the network. */
    BufferedTNet(const Torus &torus, Ns hop, PsPerByte bandwidth, std::int64_t buffer_bytes, std::int64_t channels,
                 Events &events, LinkObserver observer);

    /* As TNet::send, but dst is never src. */
    void send(int src, int dst, std::int64_t bytes, std::function<void()> arrived);

    /* At links of messages, to set their rates: what the model costs. */
    std::uint64_t looks() const
    {
        return looks_;
    }

  private:
    /* An amount of a message, in twelfths of what passes a free link in a nanosecond: so a half, a third and a fourth
     * of a link are whole numbers. */
    using Amount = std::int64_t;
    static constexpr Amount whole = 12;
    static constexpr Ns never = -1;

    struct Stage {
        int link = 0, dateline_class = 0;
        int channel = -1;     /* once it is taken */
        Amount entered = 0;   /* so much of the message has entered the link */
        Amount rate = 0;      /* enters in each nanosecond from now on */
        bool follows = false; /* it has all that the stage before it has, so it is no faster */
        bool full = false;    /* nor faster than what leaves the buffer behind it */
        Ns head = never;      /* when the head is over the link; never: it has not entered */
    };
    struct Worm {
        std::uint64_t id = 0;
        Amount length = 0;
        std::vector<Stage> stages;
        std::size_t taken = 0;    /* stages before this one have their channel */
        std::size_t first = 0;    /* the first stage whose link the tail has not entered */
        std::size_t buffered = 0; /* the first stage whose buffer the tail has not left */
        bool waits = false;
        std::function<void()> arrived;
    };
    struct Place { /* a stage of a worm */
        Worm *worm;
        std::size_t stage;
    };
    struct Channel {
        bool taken = false;        /* by the last one inside, whose tail has not entered */
        std::vector<Place> inside; /* on the link or in the buffer behind it, in order */
    };

    void wake(Worm &w)
    {
        awake_[w.id] = &w;
    }
    void leave_buffer(Channel &c);
    void run(Ns t);
    void look();
    bool stands(const Worm &w) const;
    bool tails();
    bool heads();
    void ask(Worm &w);
    bool take(Worm &w);
    void set_rates();
    void settle();
    bool wakes_others();
    const Place *behind(const Worm &w, std::size_t i);
    Amount limit(const Worm &w, std::size_t i) const;
    void note_heads();
    void advance(Ns t);
    Ns next_look() const;
    Amount room(int channel) const;
    Amount outflow(int channel) const;
    int users(int link) const;

    Channel &channel(int c)
    {
        return channels_[static_cast<std::size_t>(c)];
    }
    const Channel &channel(int c) const
    {
        return channels_[static_cast<std::size_t>(c)];
    }
    bool is_last(const Worm &w, std::size_t i) const
    {
        return i + 1 == w.stages.size();
    }
    /* What may be on a link between cells and in the buffer behind it; on the port into the network, in its buffer. */
    Amount capacity(std::size_t i) const
    {
        return buffer_ + on_link(i);
    }
    Amount on_link(std::size_t i) const
    {
        return i == 0 ? 0 : whole * hop_;
    }

    const Torus &torus_;
    Ns hop_;
    PsPerByte bandwidth_;
    Amount buffer_;
    int nchannels_; /* of a link */
    Events &events_;
    LinkObserver observer_;
    std::vector<Channel> channels_;                        /* nchannels_ * link + channel */
    std::vector<std::deque<Worm *>> waiting_;              /* 2 * link + class */
    std::vector<int> movers_;                              /* by link: how many move on it, for set_rates alone */
    std::map<std::uint64_t, std::unique_ptr<Worm>> worms_; /* all, by order of entry */
    std::map<std::uint64_t, Worm *> awake_;                /* on a link, and move or may now move */
    Ns at_ = 0;                                            /* what the stages say is of this time */
    std::uint64_t entered_ = 0, looks_ = 0;
    std::vector<Stage *> all_;       /* of set_rates alone: those that move or may, */
    std::vector<Place> held_, todo_; /* those that may be slower than their links, and are to be settled */
    Events::Alarm wake_;
};

} // namespace ap1000
