/* tnet.cpp - see tnet.hpp. In each nanosecond, first all tails leave their links, then heads arrive in order of
 * entry. */
#include "networks/ap1000/tnet.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/log.hpp"
#include "engine/prefetch.hpp"

namespace ap1000
{

namespace
{
enum Step { tails, heads };
} // namespace

TNet::TNet(const Torus &torus, const TNetParameters &p, Events &events, LinkObserver observer)
    : torus_(torus), p_(p), events_(events), observer_(std::move(observer)),
      channels_(2 * static_cast<std::size_t>(torus.nlinks())), wake_(events.new_alarm([this] {
          wake_time_ = never;
          run(events_.now());
          wake_at_first();
      }))
{
    if (p.buffer_bytes > 0 || p.channels != 2)
        buffered_ =
            std::make_unique<BufferedTNet>(torus_, p.hop, p.bandwidth, p.buffer_bytes, p.channels, events, observer_);
}

const Torus &TNet::torus() const
{
    return torus_;
}

std::uint64_t TNet::looks() const
{
    return buffered_ ? buffered_->looks() : looks_;
}

/* ---- entry, arrival, time ---------------------------------------------------------------------------------------- */

void TNet::send(int src, int dst, std::int64_t bytes, std::function<void()> arrived)
{
    if (src == dst) {
        events_.at(events_.now(), std::move(arrived));
        return;
    }
    if (buffered_) {
        buffered_->send(src, dst, bytes, std::move(arrived));
        return;
    }
    run(events_.now());
    const WormIndex w = enter(src, dst, bytes, std::move(arrived));
    rank_ = worm(w).id;
    head_arrives(w, events_.now());
    wake_at_first();
}

WormIndex TNet::enter(int src, int dst, std::int64_t bytes, std::function<void()> arrived)
{
    if (unused_.empty()) {
        unused_.push_back(WormIndex{static_cast<int>(worms_.size())});
        worms_.emplace_back();
    }
    const WormIndex place = unused_.back();
    unused_.pop_back();
    Worm &w = worm(place);
    w.begin_anew();
    w.id = ++entered_;
    w.src = src;
    w.dst = dst;
    w.hop = p_.hop;
    w.body = transfer_time(bytes, p_.bandwidth);
    w.last = torus_.hops(src, dst) + 1;
    w.watched = w.last + 1;
    w.route.push_back(channel_of(torus_.link(src, Torus::inject), 0));
    w.at = w.run_since = events_.now();
    w.rate = 2;
    w.arrived = std::move(arrived);
    return place;
}

/* Enters the rest of its route, once it has its cell's port; before that it needs no more. Ports have one channel,
 * 0. */
void TNet::enter_route(Worm &w)
{
    const int x = torus_.x(w.src), y = torus_.y(w.src), to_x = torus_.x(w.dst);
    w.route.reserve(static_cast<std::size_t>(w.last) + 1);
    enter_ring(w, x, y, Torus::ring_steps(x, to_x, torus_.nx()), true);
    enter_ring(w, to_x, y, Torus::ring_steps(y, torus_.y(w.dst), torus_.ny()), false);
    w.route.push_back(channel_of(torus_.link(w.dst, Torus::eject), 0));
}

/* Enters so many steps (with their sign) along x or y from there on: channel 0 as long as the dateline is ahead. */
void TNet::enter_ring(Worm &w, int x, int y, int steps, bool along_x)
{
    const int size = along_x ? torus_.nx() : torus_.ny(), sign = steps < 0 ? -1 : 1, count = sign * steps;
    const Torus::Port port =
        along_x ? (sign > 0 ? Torus::x_plus : Torus::x_minus) : (sign > 0 ? Torus::y_plus : Torus::y_minus);
    int at = along_x ? x : y;
    const int to_dateline = sign > 0 ? size - 1 - at : at; /* so many links before it */
    for (int i = 0; i < count; i++) {
        const int cell = along_x ? y * torus_.nx() + at : at * torus_.nx() + x;
        const bool ahead = to_dateline < count && i < to_dateline;
        w.route.push_back(channel_of(torus_.link(cell, port), ahead ? 0 : 1));
        at += sign;
        at = at < 0 ? size - 1 : at == size ? 0 : at;
    }
}

/* Does all that happens inside the network up to t and at t, as far as it must be looked at. */
void TNet::run(Ns t)
{
    for (const EventQueue::Entry *a = queue_.first(); a != nullptr && a->time <= t; a = queue_.first())
        queue_.keep_first([this](const EventQueue::Entry &a) {
            looks_++;
            rank_ = a.step() == heads ? a.rank() : 0;
            if (a.step() == heads)
                head_arrives(WormIndex{a.who}, a.time);
            else
                tail_leaves(WormIndex{a.who}, a.time);
        });
}

void TNet::wake_at_first()
{
    const EventQueue::Entry *next = queue_.first();
    const Ns first = next != nullptr ? next->time : never;
    if (next != nullptr)
        prefetch(&worm(WormIndex{next->who}), sizeof(Worm));
    if (first == wake_time_)
        return;
    wake_time_ = first;
    if (first == never)
        events_.clear_alarm(wake_);
    else
        events_.set_alarm(wake_, first);
}

void TNet::finish(WormIndex place)
{
    const Ns t = events_.now();
    Worm &w = worm(place);
    const Events::Id expected = w.arrival;
    run(t);
    if (!w.expected || w.arrival != expected) { /* an empty message: one that entered before it has just come to the
                                                   same port */
        wake_at_first();
        return;
    }
    assert(w.planned > w.last && w.progress_at(t) >= w.leaves(w.last));
    for (int i = 0; i <= w.last; i++) {
        Channel &c = channel(w.route[static_cast<std::size_t>(i)]);
        if (c.user == place && c.position == i)
            c.user = WormIndex::none;
    }
    AP1000_LOG(tnet, t, "worm {}: has arrived, over {} links", w.id, w.route.size());
    queue_.remove(static_cast<int>(place));
    auto arrived = std::move(w.arrived);
    w.arrived = nullptr;
    unused_.push_back(place);
    wake_at_first();
    arrived();
}

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
        enter_route(w);
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

/* Has the head of the channel's user arrived at it? A head that arrives by its plan in this nanosecond comes when it is
 * its turn. */
bool TNet::came(const Channel &c, Ns t)
{
    const Worm &u = worm(c.user);
    if (c.taken)
        return true;
    const Worm::Progress reach = u.reach(c.position);
    if (u.progress_at(t) < reach)
        return false;
    const bool now = (u.run_since == t && c.position >= u.run_from) || u.progress_before(t) < reach;
    return !now || u.id < rank_;
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

/* ---- when to look at a worm next --------------------------------------------------------------------------------- */

/* Sets its speed to what it must be now. False: that is what it was. */
bool TNet::adjust(WormIndex place, Ns t)
{
    Worm &w = worm(place);
    const std::int8_t rate = w.waits ? 0 : w.beside > 0 ? 1 : 2;
    if (rate == w.rate)
        return false;
    w.settle(t);
    w.rate = rate;
    schedule(place, t);
    return true;
}

void TNet::schedule(WormIndex place, Ns t)
{
    Worm &w = worm(place);
    w.settle(t);
    if (place == planning_ && w.planned <= w.last)
        return;
    const bool leaves = !w.waits && w.watched <= w.last, comes = !w.waits && w.planned <= w.last;
    const Ns leaving = leaves ? w.time_of(w.leaves(w.watched)) : 0, coming = comes ? w.time_of(w.reach(w.planned)) : 0;
    if (leaves && (!comes || leaving <= coming))
        queue_.put({leaving, tails, w.id, static_cast<int>(place)});
    else if (comes)
        queue_.put({coming, heads, w.id, static_cast<int>(place)});
    else
        queue_.remove(static_cast<int>(place));
    expect(w, place);
}

/* As soon as its way is planned to the end, its arrival becomes an event. */
void TNet::expect(Worm &w, WormIndex place)
{
    const bool certain = !w.waits && w.planned > w.last;
    if (!certain && !w.expected)
        return;
    const Ns end = certain ? w.time_of(w.leaves(w.last)) : 0;
    if (w.expected && certain && w.arrival.time == end)
        return;
    if (w.expected)
        events_.cancel(w.arrival);
    w.expected = certain;
    if (certain)
        w.arrival = events_.at(end, [this, place] { finish(place); });
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
