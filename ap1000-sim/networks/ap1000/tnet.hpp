/* tnet.hpp - T-Net, the torus network of the AP1000: wormhole routing with contention for its links, in the order of
 * simulated time. It does not simulate single flits, and knows nothing of the software at either side. A message under
 * way is called a worm.
 *
 * The head of a message takes the links of its route one after another, each when it gets there: x first, then y
 * (torus.hpp). A link between cells passes the head on after `hop`; the body follows at the bandwidth of a link. If a
 * link is taken, the head waits before it, the body stops, and the worm keeps its links. First come, first served;
 * worms that come in the same nanosecond are served in the order in which they entered the network. A link is free as
 * soon as the tail has entered it, and the first worm that waits takes it in that nanosecond.
 *
 * Deadlock: each link between cells has two channels, each with its own queue, and each ring a dateline, the link
 * between its last cell and its first (Dally and Seitz, IEEE Trans. Computers 36(5), 1987). A worm is on channel 0 as
 * long as the dateline of its ring is ahead of it, and on channel 1 over the dateline and where none is ahead. So no
 * circle of worms can wait for each other: none on channel 0 crosses the dateline, and none on channel 1 reaches it
 * again.
 *
 * The two channels of a link share its cycles. A worm moves at the whole bandwidth, or at half of it while on at least
 * one of the links it holds the other channel's worm moves too. That is max-min fair and wastes nothing: a link has two
 * channels, so no worm's share is less than a half, and a worm that has a half is on a link whose two halves are both
 * used.
 *
 * Simplifications of this model:
 * - A worm is rigid (worm.hpp): a link between cells holds as many bytes of it as pass in one hop time, no more and
 *   no fewer. So a blocked worm does not close up into buffers (their size is not known; buffered_tnet.hpp
 *   has them), and while its body has half the bandwidth its head is half as fast too, which costs it at most one
 *   hop time for each link it crosses meanwhile.
 * - Flits of two channels do not alternate one by one: each worm moves evenly at half speed.
 * - Message headers take no time of their own: an empty message holds its links for no time, and blocks no other
 *   message. Their cost is inside the software cost that was calibrated with an empty message.
 * - The ports between a cell and the network have the bandwidth of a link, no hop time, and one channel.
 *
 * Cost: the program handles a worm where it meets another, not at each hop. A worm plans its path through links that no
 * other worm has or plans, so a free path is a single event, the arrival. A worm that reaches a link that another one
 * has or has planned is handled there; a plan that proves wrong is cut off at that link. One that is alone in the
 * network is not even planned before another enters. The results are the same as
 * if each worm were handled at each hop (test_tnet_naive.cpp), which is done with all that are not empty if
 * there is an observer. Memory grows with the number of worms under way. */
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/event_queue.hpp"
#include "engine/events.hpp"
#include "networks/ap1000/buffered_tnet.hpp"
#include "networks/ap1000/torus.hpp"
#include "networks/ap1000/worm.hpp"
#include "ns.hpp"

namespace ap1000
{

struct TNetParameters {
    Ns hop;              /* the head, over one link between cells [ns] */
    PsPerByte bandwidth; /* of a link [ps/byte] */
    /* Other than these two: buffered_tnet.hpp is the model. */
    std::int64_t buffer_bytes = 0; /* behind each channel of a link, beside what is on the link */
    std::int64_t channels = 2;     /* of a link: 2 to 4 */
};

class TNet
{
  public:
    /* A link (torus.hpp has the ids) is held from now on, by one worm or two, or is free from now on. Empty messages
     * hold none. A link that passes to another worm may be reported free and held in the same nanosecond. Must not call
     * the network. */
    using LinkObserver = std::function<void(int link, bool held, Ns now)>;

    /* events must outlive the network. */
    TNet(const Torus &torus, const TNetParameters &p, Events &events, LinkObserver observer = {});

    /* Cell src gives the network a message of `bytes` for cell dst now. `arrived` is called in an event of its own when
     * the tail has arrived; it may call send. Messages from one cell to another keep their order. A message of a cell
     * to itself does not enter: it arrives now. */
    void send(int src, int dst, std::int64_t bytes, std::function<void()> arrived);

    const Torus &torus() const;

    /* How often worms have been looked at inside the network so far: 0 as long as all had a free way. */
    std::uint64_t looks() const;

  private:
    struct Channel {
        WormIndex user = WormIndex::none; /* the worm that has it or has planned it; -1: none */
        int position = 0;                 /* the channel's place in that worm's route */
        bool taken = false;               /* that worm's head has come and taken it; false: it is only planned */
        bool watched = false;             /* somebody must know when that worm's tail leaves it */
        WormIndex first = WormIndex::none, last = WormIndex::none; /* the queue of worms that wait */
    };

    static constexpr Ns never = -1;

    Worm &worm(WormIndex w)
    {
        return worms_[static_cast<std::size_t>(w)];
    }
    Channel &channel(ChannelIndex c)
    {
        return channels_[static_cast<std::size_t>(c)];
    }

    /* tnet.cpp: worms enter and arrive, and time passes. */
    WormIndex enter(int src, int dst, std::int64_t bytes, std::function<void()> &&arrived);
    void goes_alone(WormIndex w);
    void alone_no_more();
    void run(Ns t);
    void wake_at_first();
    void schedule(WormIndex w, Ns t);
    void expect(Worm &w, WormIndex place);
    void finish(WormIndex w);
    void leave(WormIndex w);

    /* tnet_links.cpp: what happens at a link. */
    void head_arrives(WormIndex w, Ns t);
    void take(WormIndex w, Ns t);
    void wait(WormIndex w, Ns t);
    void tail_leaves(WormIndex w, Ns t);
    void grant(ChannelIndex c, Ns t);
    void plan(WormIndex w, Ns t);
    void cut_plan_before(ChannelIndex c, Ns t);

    bool came(const Channel &c, Ns t);
    bool gone(const Channel &c, Ns t);
    WormIndex user(ChannelIndex c, Ns t);
    void join(ChannelIndex c, Ns t);
    void moves(Worm &w, int change, Ns t);
    void watch(ChannelIndex c, Ns t);
    void next_watched(Worm &w, int from);
    bool adjust(WormIndex w, Ns t);
    void tell(ChannelIndex c, bool taken, Ns t);

    Torus torus_;
    TNetParameters p_;
    Events &events_;
    LinkObserver observer_;
    std::vector<Channel> channels_; /* by ChannelIndex */
    std::vector<Worm> worms_;
    std::vector<WormIndex> unused_;
    WormIndex alone_ = WormIndex::none; /* no other is under way, and its way is not entered in the channels */
    EventQueue queue_;
    std::uint64_t entered_ = 0, looks_ = 0;
    std::uint64_t rank_ = 0; /* the rank of the worm that is being looked at; 0 while tails leave */
    WormIndex planning_ =
        WormIndex::none;   /* a worm that is sure to be scheduled at the end of its plan, and need not be before */
    Events::Alarm wake_;   /* for the first entry, */
    Ns wake_time_ = never; /* and when it is set for */
    std::unique_ptr<BufferedTNet> buffered_; /* carries everything, if there are buffers or more channels */
};

} // namespace ap1000
