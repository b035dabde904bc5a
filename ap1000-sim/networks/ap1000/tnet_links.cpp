/* tnet_links.cpp - see tnet.hpp: what happens at a link. A head arrives and takes it or waits, a tail leaves it and the
 * next worm takes it; and what worms that share a link's cycles do to each other. */
#include "networks/ap1000/tnet.hpp"

#include <cassert>

#include "engine/log.hpp"
#include "engine/prefetch.hpp"

namespace ap1000
{

/* ---- a head arrives at a link ------------------------------------------------------------------------------------ */

/* The head of w has arrived at the next link of its route. */
void TNet::head_arrives(WormIndex w, Ns t)
{
    worm(w).settle(t);
    const ChannelIndex c = worm(w).route[static_cast<std::size_t>(worm(w).planned)];
    if (user(c, t) != WormIndex::none) {
        if (came(channel(c), t)) {
            wait(w, t);
            return;
        }
        cut_plan_before(c, t);
    }
    take(w, t);
}

/* Nobody has the channel, and nobody waits for it. */
void TNet::take(WormIndex place, Ns t)
{
    Worm &w = worm(place);
    planning_ = place;
    const int position = w.planned++;
    const ChannelIndex c = w.route[static_cast<std::size_t>(position)];
    w.run_since = t;
    w.run_from = position;
    if (position == 0)
        enter_route(torus_, w.src, w.dst, w.last - 1, w.route);
    if (w.body > 0) {
        Channel &mine = channel(c);
        mine.user = place;
        mine.position = position;
        mine.taken = true;
        mine.watched = false;
        if (observer_) {
            tell(c, true, t);
            watch(c, t);
        }
        if (user(other_channel(c), t) != WormIndex::none) {
            if (came(channel(other_channel(c)), t))
                join(c, t);
            else
                cut_plan_before(other_channel(c), t);
        }
    }
    plan(place, t);
}

void TNet::wait(WormIndex place, Ns t)
{
    Worm &w = worm(place);
    const ChannelIndex c = w.route[static_cast<std::size_t>(w.planned)];
    AP1000_LOG(tnet, t, "worm {}: waits for the link {}, which worm {} has", w.id, torus_.link_name(link_of(c)),
               worm(channel(c).user).id);
    w.progress = w.reach(w.planned);
    w.waits = true;
    w.next_waiting = WormIndex::none;
    Channel &wanted = channel(c);
    if (wanted.first == WormIndex::none)
        wanted.first = place;
    else
        worm(wanted.last).next_waiting = place;
    wanted.last = place;
    moves(w, -1, t);
    adjust(place, t);
    watch(c, t);
}

/* Plans the links ahead for w, as far as nobody has or plans them. Another worm may get to one of them first. Who
 * observes links is told when a head takes one, so then only empty messages plan: they hold none. */
void TNet::plan(WormIndex place, Ns t)
{
    Worm &w = worm(place);
    for (; w.planned <= w.last && (!observer_ || w.body == 0); w.planned++) {
        const ChannelIndex c = w.route[static_cast<std::size_t>(w.planned)];
        if (user(c, t) != WormIndex::none || user(other_channel(c), t) != WormIndex::none)
            break;
        Channel &free = channel(c);
        free.user = place;
        free.position = w.planned;
        free.taken = free.watched = false;
    }
    planning_ = WormIndex::none;
    schedule(place, t);
}

/* Ends the plan of the worm that has planned channel c before that channel. */
void TNet::cut_plan_before(ChannelIndex c, Ns t)
{
    const WormIndex place = channel(c).user;
    Worm &w = worm(place);
    const int end = w.planned;
    w.planned = channel(c).position;
    for (int i = w.planned; i < end; i++)
        channel(w.route[static_cast<std::size_t>(i)]).user = WormIndex::none;
    schedule(place, t);
}

/* ---- a tail leaves a link ---------------------------------------------------------------------------------------- */

/* The tail of w has gone into the first link where somebody must know it. */
void TNet::tail_leaves(WormIndex place, Ns t)
{
    Worm &w = worm(place);
    w.settle(t);
    const int position = w.watched;
    const ChannelIndex c = w.route[static_cast<std::size_t>(position)];
    Channel &mine = channel(c);
    assert(mine.user == place && mine.position == position && w.progress >= w.leaves(position) && !w.waits);
    const WormIndex other = channel(other_channel(c)).user;
    if (mine.first != WormIndex::none)
        prefetch(&worm(mine.first), sizeof(Worm)); /* it gets the channel (grant) */
    if (other != WormIndex::none) {
        worm(other).beside--;
        w.beside -= !worm(other).waits;
        adjust(other, t);
    }
    mine.user = WormIndex::none;
    mine.taken = mine.watched = false;
    if (observer_ && w.body > 0)
        tell(c, false, t);
    next_watched(w, position + 1);
    if (!adjust(place, t))
        schedule(place, t);
    grant(c, t);
}

/* The channel is free: the first worm that waits gets it. Empty messages pass through, one after the other. */
void TNet::grant(ChannelIndex c, Ns t)
{
    while (channel(c).user == WormIndex::none && channel(c).first != WormIndex::none) {
        Channel &free = channel(c);
        const WormIndex place = free.first;
        Worm &w = worm(place);
        free.first = w.next_waiting;
        w.settle(t);
        w.waits = false;
        planning_ = place;
        moves(w, 1, t);
        adjust(place, t);
        take(place, t);
        if (channel(c).user != WormIndex::none && channel(c).first != WormIndex::none)
            watch(c, t);
    }
}

/* ---- questions about worms and channels -------------------------------------------------------------------------- */

/* Has the head of the channel's user arrived at it? Of heads that arrive by their plans in this nanosecond, those
 * before the worm that is being looked at have (rank_), in the order of their ids. */
bool TNet::came(const Channel &c, Ns t)
{
    const Worm &u = worm(c.user);
    if (c.taken)
        return true;
    const Worm::Progress reach = u.reach(c.position);
    if (u.progress_at(t) < reach)
        return false;
    const bool runs_since_now = u.run_since == t && c.position >= u.run_from;
    const bool came_before = !runs_since_now && u.progress_before(t) >= reach;
    return came_before || u.id < rank_;
}

/* Has the tail of the channel's user left it? */
bool TNet::gone(const Channel &c, Ns t)
{
    const Worm &u = worm(c.user);
    return !c.watched && u.progress_at(t) >= u.leaves(c.position) && (u.body > 0 || came(c, t));
}

/* Returns the worm that has the channel or plans it, or none. */
WormIndex TNet::user(ChannelIndex at, Ns t)
{
    Channel &c = channel(at);
    if (c.user != WormIndex::none && gone(c, t))
        c.user = WormIndex::none;
    return c.user;
}

/* The worm that has just taken channel c shares the link with the worm on the link's other channel. */
void TNet::join(ChannelIndex c, Ns t)
{
    const WormIndex a = channel(c).user, b = channel(other_channel(c)).user;
    channel(other_channel(c)).taken = true;
    worm(a).beside += !worm(b).waits;
    worm(b).beside += !worm(a).waits;
    adjust(a, t);
    adjust(b, t);
    watch(c, t);
    watch(other_channel(c), t);
}

/* w begins to move (1) or stops (-1): the worms that share a link with it are told. */
void TNet::moves(Worm &w, int change, Ns t)
{
    while (w.tail < w.planned && w.leaves(w.tail) <= w.progress)
        w.tail++;
    for (int i = w.tail; i < w.planned; i++) {
        const ChannelIndex c = w.route[static_cast<std::size_t>(i)];
        const WormIndex other = channel(other_channel(c)).user;
        if (other == WormIndex::none || !channel(c).watched || &worm(channel(c).user) != &w)
            continue;
        worm(other).beside += change;
        adjust(other, t);
    }
}

/* The channel's user must be looked at when it leaves the channel. */
void TNet::watch(ChannelIndex c, Ns t)
{
    Channel &watched = channel(c);
    if (watched.watched)
        return;
    watched.watched = true;
    Worm &u = worm(watched.user);
    if (watched.position < u.watched) {
        u.watched = watched.position;
        schedule(watched.user, t);
    }
}

void TNet::next_watched(Worm &w, int from)
{
    for (w.watched = from; w.watched <= w.last; w.watched++) {
        if (w.watched >= w.planned)
            w.watched = w.last; /* a place that it has not reached is not watched */
        else if (const Channel &c = channel(w.route[static_cast<std::size_t>(w.watched)]);
                 c.watched && &worm(c.user) == &w)
            return;
    }
}

/* Channel c has just been taken or left. The use of the link changes if nobody has the other channel; who only plans it
 * is an empty message, and will not. */
void TNet::tell(ChannelIndex c, bool taken, Ns t)
{
    const WormIndex other = channel(other_channel(c)).user;
    if (other == WormIndex::none || worm(other).body == 0)
        observer_(link_of(c), taken, t);
}

} // namespace ap1000
