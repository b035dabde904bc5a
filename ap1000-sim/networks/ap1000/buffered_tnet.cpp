/* buffered_tnet.cpp - see buffered_tnet.hpp. At each look: tails leave links and buffers, heads ask for links and take
 * them, then the rates hold until the next look. */
#include "networks/ap1000/buffered_tnet.hpp"

#include <algorithm>
#include <utility>

#include "networks/ap1000/worm.hpp"

namespace ap1000
{

BufferedTNet::BufferedTNet(const Torus &torus, Ns hop, PsPerByte bandwidth, std::int64_t buffer_bytes,
                           std::int64_t channels, Events &events, LinkObserver observer)
    : torus_(torus), hop_(hop), bandwidth_(bandwidth), buffer_(whole * transfer_time(buffer_bytes, bandwidth)),
      nchannels_(static_cast<int>(channels)), events_(events), observer_(std::move(observer)),
      channels_(static_cast<std::size_t>(torus.nlinks() * channels)),
      waiting_(2 * static_cast<std::size_t>(torus.nlinks())), movers_(static_cast<std::size_t>(torus.nlinks())),
      at_(events.now()), wake_(events.new_alarm([this] { run(events_.now()); }))
{
}

/* ---- entry ------------------------------------------------------------------------------------------------------- */

void BufferedTNet::send(int src, int dst, std::int64_t bytes, std::function<void()> arrived)
{
    auto w = std::make_unique<Worm>();
    w->id = ++entered_;
    w->length = std::max<Amount>(1, whole * transfer_time(bytes, bandwidth_));
    w->arrived = std::move(arrived);
    std::vector<ChannelIndex> route{entry_of(torus_, src)};
    enter_route(torus_, src, dst, torus_.hops(src, dst), route);
    for (const ChannelIndex c : route) {
        w->stages.emplace_back();
        w->stages.back().link = link_of(c);
        w->stages.back().dateline_class = c == channel_of(link_of(c), 1) ? 1 : 0;
    }
    advance(events_.now());
    ask(*w);
    worms_.emplace(w->id, std::move(w));
    run(events_.now());
}

/* ---- a look ------------------------------------------------------------------------------------------------------ */

void BufferedTNet::run(Ns t)
{
    advance(t);
    look();
    const Ns next = next_look();
    if (next == never)
        events_.clear_alarm(wake_);
    else
        events_.set_alarm(wake_, next);
}

void BufferedTNet::look()
{
    do {
        while (tails() || heads()) {
        }
        set_rates();
        note_heads();
    } while (heads());
    for (auto at = awake_.begin(); at != awake_.end();)
        at = stands(*at->second) ? awake_.erase(at) : std::next(at);
}

/* Nothing of it changes until a worm beside it lets go of something or begins to move, which wakes it. */
bool BufferedTNet::stands(const Worm &w) const
{
    for (std::size_t i = w.first; i < w.taken; i++)
        if (w.stages[i].rate > 0)
            return false;
    return w.stages[w.taken - 1].head <= at_;
}

/* Lets go of links and buffers whose tails have gone. Returns true if there was one. */
bool BufferedTNet::tails()
{
    bool any = false;
    for (auto at = awake_.begin(); at != awake_.end();) {
        Worm &w = *at++->second;
        for (; w.first < w.taken && w.stages[w.first].entered >= w.length; w.first++) {
            const Stage &s = w.stages[w.first];
            any = true;
            channel(s.channel).taken = false;
            if (observer_ && users(s.link) == 0)
                observer_(s.link, false, at_);
            std::deque<Worm *> &queue = waiting_[static_cast<std::size_t>(2 * s.link + s.dateline_class)];
            if (!queue.empty() && take(*queue.front()))
                queue.pop_front();
        }
        for (; w.buffered + 1 < w.first || (w.buffered < w.first && is_last(w, w.buffered)); w.buffered++)
            leave_buffer(channel(w.stages[w.buffered].channel));
        if (w.buffered < w.stages.size())
            continue;
        events_.at(at_, std::move(w.arrived));
        const std::uint64_t id = w.id;
        awake_.erase(id);
        worms_.erase(id);
    }
    return any;
}

/* Its first message has left: the next may ask for a link, and who enters it has another before it. */
void BufferedTNet::leave_buffer(Channel &c)
{
    c.inside.erase(c.inside.begin()); /* few are there at once */
    if (!c.inside.empty())
        wake(*c.inside.front().worm);
    if (c.taken)
        wake(*c.inside.back().worm);
}

/* Heads that are over a link, and first in its buffer, ask for the next one. Returns true if there was one. */
bool BufferedTNet::heads()
{
    bool any = false;
    for (auto &[id, worm] : awake_) {
        if (worm->waits || worm->taken == worm->stages.size())
            continue;
        const Stage &s = worm->stages[worm->taken - 1];
        if (s.head == never || s.head > at_ || channel(s.channel).inside.front().worm != worm)
            continue;
        ask(*worm);
        any = true;
    }
    return any;
}

void BufferedTNet::ask(Worm &w)
{
    const Stage &s = w.stages[w.taken];
    std::deque<Worm *> &queue = waiting_[static_cast<std::size_t>(2 * s.link + s.dateline_class)];
    if (queue.empty() && take(w))
        return;
    w.waits = true;
    queue.push_back(&w);
}

/* Takes the first free channel of its class. Returns false if there is none. */
bool BufferedTNet::take(Worm &w)
{
    Stage &s = w.stages[w.taken];
    const Torus::Port port = Torus::link_port(s.link);
    const bool is_port = port == Torus::inject || port == Torus::eject;
    for (int k = s.dateline_class; k < (is_port ? 1 : nchannels_); k += 2) {
        Channel &c = channel(s.link * nchannels_ + k);
        if (c.taken)
            continue;
        if (observer_ && users(s.link) == 0)
            observer_(s.link, true, at_);
        c.taken = true;
        c.inside.push_back({&w, w.taken});
        s.channel = s.link * nchannels_ + k;
        w.taken++;
        w.waits = false;
        wake(w);
        return true;
    }
    return false;
}

/* ---- rates ------------------------------------------------------------------------------------------------------- */

/* The greatest rates that links, buffers and what comes from behind allow. First who stands: these do not count where
 * a link is shared. Only a stage that has caught up, or has a full buffer behind it, can be slower than its link, and
 * which these are does not change meanwhile. */
void BufferedTNet::set_rates()
{
    do {
        all_.clear();
        held_.clear();
        for (auto &[id, w] : awake_)
            for (std::size_t i = w->first; i < w->taken; i++) {
                Stage &s = w->stages[i];
                s.rate = whole;
                all_.push_back(&s);
                s.follows = i > 0 && w->stages[i - 1].entered < w->length &&
                            s.entered >= w->stages[i - 1].entered - on_link(i - 1);
                s.full = !is_last(*w, i) && room(s.channel) <= 0;
                if (s.follows || s.full)
                    held_.push_back({w, i});
            }
        settle();
        looks_ += all_.size();
    } while (wakes_others());
    for (const Stage *s : all_)
        movers_[static_cast<std::size_t>(s->link)] = 0;
    for (const Stage *s : all_)
        movers_[static_cast<std::size_t>(s->link)] += s->rate > 0;
    for (Stage *s : all_)
        if (s->rate > 0)
            s->rate = whole / movers_[static_cast<std::size_t>(s->link)];
    settle();
}

/* Lowers the rates of those that are held to what is let through, and of those that depend on one that has been
 * lowered: the next stage of the worm, and the worm that enters the buffer whose first it is. */
void BufferedTNet::settle()
{
    todo_ = held_;
    while (!todo_.empty()) {
        const auto [w, i] = todo_.back();
        todo_.pop_back();
        Stage &s = w->stages[i];
        const Amount most = limit(*w, i);
        if (s.rate <= most)
            continue;
        s.rate = most;
        if (i + 1 < w->taken)
            todo_.push_back({w, i + 1});
        if (const Place *enters = behind(*w, i))
            todo_.push_back(*enters);
    }
}

/* Wakes the worms that stand and enter a buffer that a moving one leaves. Returns true if there was one. */
bool BufferedTNet::wakes_others()
{
    std::vector<Worm *> woken;
    for (const auto &[id, w] : awake_)
        for (std::size_t i = w->first; i < w->taken; i++)
            if (const Place *enters = w->stages[i].rate > 0 ? behind(*w, i) : nullptr;
                enters && enters->worm != w && !awake_.count(enters->worm->id))
                woken.push_back(enters->worm);
    for (Worm *w : woken)
        wake(*w);
    return !woken.empty();
}

/* Who enters the buffer from which this stage of a worm takes its bytes; null: nobody, or the worm is not the first in
 * it. */
const BufferedTNet::Place *BufferedTNet::behind(const Worm &w, std::size_t i)
{
    if (i == 0)
        return nullptr;
    const Channel &c = channel(w.stages[i - 1].channel);
    return c.taken && c.inside.front().worm == &w ? &c.inside.back() : nullptr;
}

/* What the stage before it and the buffer behind it let through. */
BufferedTNet::Amount BufferedTNet::limit(const Worm &w, std::size_t i) const
{
    const Stage &s = w.stages[i];
    const Amount most = s.follows ? w.stages[i - 1].rate : whole;
    return s.full ? std::min(most, outflow(s.channel)) : most;
}

/* How much more may enter the link of this channel, by what is on it and in its buffer. */
BufferedTNet::Amount BufferedTNet::room(int c) const
{
    Amount inside = 0;
    for (const auto &[w, i] : channel(c).inside)
        inside += w->stages[i].entered - (i + 1 < w->taken ? w->stages[i + 1].entered : 0);
    return capacity(channel(c).inside.front().stage) - inside;
}

/* What leaves the buffer of this channel: only its first message can. */
BufferedTNet::Amount BufferedTNet::outflow(int c) const
{
    const auto &[w, i] = channel(c).inside.front();
    return i + 1 < w->taken ? w->stages[i + 1].rate : 0;
}

int BufferedTNet::users(int link) const
{
    int n = 0;
    for (int k = 0; k < nchannels_; k++)
        n += channel(link * nchannels_ + k).taken;
    return n;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* A head that begins to move is over its link one hop time later; over a port at once. */
void BufferedTNet::note_heads()
{
    for (auto &[id, w] : awake_) {
        Stage &s = w->stages[w->taken - 1];
        if (s.head == never && (s.rate > 0 || on_link(w->taken - 1) == 0))
            s.head = at_ + (w->taken > 1 ? hop_ : 0);
    }
}

void BufferedTNet::advance(Ns t)
{
    for (auto &[id, w] : awake_)
        for (std::size_t i = w->first; i < w->taken; i++) {
            Stage &s = w->stages[i];
            s.entered = std::min(w->length, s.entered + s.rate * (t - at_));
        }
    at_ = t;
}

/* When a tail has entered a link, a head is over one, a stage has caught up with the one before it, or a buffer is
 * full; never if nothing moves. */
Ns BufferedTNet::next_look() const
{
    Ns wait = never;
    const auto in = [&wait](Amount way, Amount rate) {
        const Ns ns = (way + rate - 1) / rate;
        wait = wait == never || ns < wait ? ns : wait;
    };
    for (const auto &[id, w] : awake_) {
        if (const Stage &s = w->stages[w->taken - 1]; s.head > at_)
            in(s.head - at_, 1);
        for (std::size_t i = w->first; i < w->taken; i++) {
            const Stage &s = w->stages[i];
            if (s.rate > 0 && s.entered < w->length)
                in(w->length - s.entered, s.rate);
            if (i > 0) {
                const Stage &from = w->stages[i - 1];
                const Amount behind = from.entered - on_link(i - 1) - s.entered;
                if (from.entered < w->length && behind > 0 && s.rate > from.rate)
                    in(behind, s.rate - from.rate);
            }
            if (is_last(*w, i))
                continue;
            const Amount gain = s.rate - outflow(s.channel), free = gain > 0 ? room(s.channel) : 0;
            if (free > 0)
                in(free, gain);
        }
    }
    return wait == never ? never : at_ + wait;
}

} // namespace ap1000
