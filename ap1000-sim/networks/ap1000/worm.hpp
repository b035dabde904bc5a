/* worm.hpp - one message on its path through the T-Net: the channels of links that it takes, how far it has come, and
 * the place where it must be handled next. The rule for channels keeps worms from waiting for each other in a circle
 * (tnet.hpp). A worm knows nothing of other worms; tnet.hpp does.
 *
 * A worm is rigid: head and tail move together. Its progress is counted in half nanoseconds of a free passage, so that
 * at the whole speed it makes 2 in a nanosecond and at half speed 1, without fractions. Positions are the links of its
 * route: 0 is its cell's port into the network, `last` the port out of it. The head stands before position i at
 * progress reach(i), and the tail has gone into that link at leaves(i): between the two the worm holds the link. */
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/events.hpp"
#include "networks/ap1000/torus.hpp"
#include "ns.hpp"

namespace ap1000
{

/* Which of the two channels of which link. */
enum class ChannelIndex : int {};

constexpr ChannelIndex channel_of(int link, int channel)
{
    return ChannelIndex{2 * link + channel};
}
constexpr int link_of(ChannelIndex c)
{
    return static_cast<int>(c) / 2;
}
constexpr ChannelIndex other_channel(ChannelIndex c) /* of its link */
{
    return ChannelIndex{static_cast<int>(c) ^ 1};
}

/* The port of src into the network, where a worm stands before it has entered. Ports have one channel, 0. */
inline ChannelIndex entry_of(const Torus &torus, int src)
{
    return channel_of(torus.link(src, Torus::inject), 0);
}

/* Appends the rest of the way from src to dst, whose first channel, entry_of(src), is there: hops channels between
 * cells, and the port out of the network. */
void enter_route(const Torus &torus, int src, int dst, int hops, std::vector<ChannelIndex> &route);

/* Which worm, by its place among those of the network. */
enum class WormIndex : int { none = -1 };

struct Worm {
    using Progress = std::int64_t; /* half nanoseconds of a free passage */

    /* What other worms ask for stands at the beginning, so that it lies together in memory. */
    Progress progress = 0; /* at time `at` */
    Ns at = 0;
    Ns hop = 0, body = 0;        /* hop: the time of the head over a link; body: the time in which the whole body passes
                                one point [ns] */
    std::uint64_t id = 0;        /* in order of entry, from 1 */
    std::int8_t rate = 0;        /* from `at` on: progress in each nanosecond: 0 (it waits), 1 or 2 */
    std::int8_t rate_before = 0; /* until `at`, as rate */

    bool waits = false;    /* it is in the queue of position `planned` */
    bool expected = false; /* the event of its arrival exists */
    int run_from = 0;
    Ns run_since = 0; /* when its head last arrived at a link and took it, and which one (run_from); it takes no planned
                         link after that earlier */
    int beside = 0;   /* on how many links the other channel has a worm that moves */
    int planned = 0;  /* positions before this one are its own: it has taken or planned them */

    int last = 0;    /* the position of the port out of the network */
    int watched = 0; /* the first position where somebody waits for its tail; last + 1: none */
    int tail = 0;    /* its tail has left the positions before this one */
    WormIndex next_waiting = WormIndex::none;
    std::vector<ChannelIndex> route; /* by position; only the first one before the worm has entered */
    int src = 0, dst = 0;
    Events::Id arrival;
    std::function<void()> arrived;

    /* As a new one; only the memory of the route is kept. */
    void begin_anew()
    {
        progress = 0;
        rate_before = 0;
        waits = expected = false;
        run_from = beside = planned = tail = 0;
        next_waiting = WormIndex::none;
        route.clear();
    }
    Progress reach(int position) const
    {
        return position > 0 ? 2 * hop * (position - 1) : 0;
    }
    Progress leaves(int position) const
    {
        return reach(position) + 2 * body;
    }
    Progress progress_at(Ns t) const
    {
        return progress + rate * (t - at);
    }
    /* The worm's progress just before the last nanosecond up to t. */
    Progress progress_before(Ns t) const
    {
        return at < t ? progress_at(t - 1) : progress - rate_before;
    }
    /* The first whole nanosecond at which it has come that far. It must be moving, and `at` must be the present. */
    Ns time_of(Progress goal) const
    {
        return goal <= progress ? at : at + ((goal - progress + rate - 1) >> (rate - 1)); /* rate is 1 or 2 */
    }
    void settle(Ns t)
    {
        if (at == t)
            return;
        progress = progress_at(t);
        rate_before = rate;
        at = t;
    }
};

} // namespace ap1000
