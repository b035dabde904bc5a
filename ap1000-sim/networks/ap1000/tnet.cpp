/* tnet.cpp - see tnet.hpp. In each nanosecond, first all tails leave their links, then heads arrive in order of
 * entry. */
#include "networks/ap1000/tnet.hpp"

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
    if (alone_ != WormIndex::none)
        alone_no_more();
    run(events_.now());
    const bool alone = unused_.size() == worms_.size();
    const WormIndex w = enter(src, dst, bytes, std::move(arrived));
    if (alone && (!observer_ || worm(w).body == 0)) {
        goes_alone(w);
        return;
    }
    rank_ = worm(w).id;
    head_arrives(w, events_.now());
    wake_at_first();
}

/* No other is under way: its arrival is all that happens, unless another enters before that. */
void TNet::goes_alone(WormIndex place)
{
    Worm &w = worm(place);
    alone_ = place;
    w.planned = w.last + 1;
    w.expected = true;
    w.arrival = events_.at(w.time_of(w.leaves(w.last)), [this, place] { finish(place); });
}

/* Another enters: the one that was alone takes and plans its way as it would have when it entered. */
void TNet::alone_no_more()
{
    const WormIndex place = std::exchange(alone_, WormIndex::none);
    Worm &w = worm(place);
    w.planned = 0;
    rank_ = w.id;
    take(place, w.at);
}

WormIndex TNet::enter(int src, int dst, std::int64_t bytes, std::function<void()> &&arrived)
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
    w.route.push_back(entry_of(torus_, src));
    w.at = w.run_since = events_.now();
    w.rate = 2;
    w.arrived.swap(arrived); /* it had none */
    return place;
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
    AP1000_LOG(tnet, t, "worm {}: has arrived, over {} links", w.id, w.last + 1);
    if (alone_ == place)
        alone_ = WormIndex::none;
    else
        leave(place);
    std::function<void()> arrived;
    arrived.swap(w.arrived);
    unused_.push_back(place);
    arrived();
}

/* The worm has arrived: what it still has or plans is free. */
void TNet::leave(WormIndex place)
{
    const Worm &w = worm(place);
    for (int i = 0; i <= w.last; i++) {
        Channel &c = channel(w.route[static_cast<std::size_t>(i)]);
        if (c.user == place && c.position == i)
            c.user = WormIndex::none;
    }
    queue_.remove(static_cast<int>(place));
    wake_at_first();
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

} // namespace ap1000
