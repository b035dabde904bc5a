/* naive_tnet.hpp - a simple second version of the rules in tnet.hpp: it looks at each worm in every nanosecond, and
 * makes each hop separately.
 *
 * It shares only the routes of torus.hpp with tnet.cpp. It has no events and no plans, and is slow. */
#pragma once

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "networks/ap1000/tnet.hpp"

namespace ap1000
{

class NaiveTNet
{
  public:
    NaiveTNet(const Torus &torus, Ns hop) : torus_(torus), hop_(hop)
    {
    }

    /* A message whose body takes `body` ns to pass a point enters at `entry`, which is no earlier than the one before.
     * Returns its number, from 0. */
    int send(int src, int dst, Ns body, Ns entry)
    {
        Worm w;
        std::vector<int> links = torus_.route(src, dst);
        for (std::size_t i = 0; i < links.size(); i++)
            w.route.push_back({links[i], on_channel_1(links, i) ? 1 : 0});
        w.held.assign(links.size(), false);
        w.body = 2 * body;
        w.entry = entry;
        worms_.push_back(w);
        return static_cast<int>(worms_.size()) - 1;
    }

    /* Runs nanosecond by nanosecond until all have arrived. Returns false if nothing moves any more before that. */
    bool run()
    {
        for (Ns t = worms_.empty() ? 0 : worms_.front().entry; !all_arrived(); t++) {
            tails(t);
            heads(t);
            if (!advance(t))
                return all_arrived();
        }
        return true;
    }

    Ns arrival(int number) const
    {
        return worms_[static_cast<std::size_t>(number)].arrival;
    }

    /* From when until when each link was held, in order of time; links in order of id. */
    const std::map<int, std::vector<std::pair<Ns, Ns>>> &uses() const
    {
        return uses_;
    }

    /* The time that worms waited, summed over all worms [ns]. */
    Ns waited() const
    {
        return waited_;
    }

    /* In how many nanoseconds two worms moved over one link, summed over links. */
    Ns shared() const
    {
        return shared_;
    }

  private:
    using Place = std::pair<int, int>; /* link and channel */

    struct Worm {
        std::vector<Place> route;
        std::vector<bool> held;
        std::int64_t body, progress = 0; /* in half ns */
        std::size_t next = 0;            /* the position before which the head stands, or to which it goes */
        bool waits = false;
        Ns entry, arrival = -1;
    };

    /* Returns true if link i joins cells, and no later link of the same ring leaves the ring's last cell (going down:
     * its first). */
    bool on_channel_1(const std::vector<int> &links, std::size_t i) const
    {
        if (i == 0 || i + 1 == links.size())
            return false;
        for (std::size_t k = i + 1; Torus::link_port(links[k]) == Torus::link_port(links[i]); k++) {
            const int a = Torus::link_cell(links[k]), x = torus_.x(a), y = torus_.y(a);
            switch (Torus::link_port(links[k])) {
            case Torus::x_plus:
                if (x + 1 == torus_.nx())
                    return false;
                break;
            case Torus::x_minus:
                if (x == 0)
                    return false;
                break;
            case Torus::y_plus:
                if (y + 1 == torus_.ny())
                    return false;
                break;
            case Torus::y_minus:
                if (y == 0)
                    return false;
                break;
            default:
                break;
            }
        }
        return true;
    }

    std::int64_t reach(std::size_t i) const
    {
        return i == 0 ? 0 : 2 * hop_ * static_cast<Ns>(i - 1);
    }

    bool all_arrived() const
    {
        for (const Worm &w : worms_)
            if (w.arrival < 0)
                return false;
        return true;
    }

    void take(int n, Ns t)
    {
        Worm &w = worms_[static_cast<std::size_t>(n)];
        w.waits = false;
        const Place p = w.route[w.next];
        if (w.body > 0) {
            holder_[p] = n;
            w.held[w.next] = true;
            if (users_[p.first]++ == 0)
                uses_[p.first].push_back({t, -1});
        }
        w.next++;
    }

    void tails(Ns t)
    {
        for (Worm &w : worms_)
            for (std::size_t i = 0; i < w.route.size(); i++) {
                if (!w.held[i] || w.progress < reach(i) + w.body)
                    continue;
                const Place p = w.route[i];
                w.held[i] = false;
                holder_.erase(p);
                if (--users_[p.first] == 0)
                    uses_[p.first].back().second = t;
                std::deque<int> &queue = queues_[p];
                while (!queue.empty() && holder_.count(p) == 0) {
                    take(queue.front(), t);
                    queue.pop_front();
                }
            }
        note_arrivals(t);
    }

    void heads(Ns t)
    {
        for (std::size_t n = 0; n < worms_.size(); n++) {
            Worm &w = worms_[n];
            while (w.entry <= t && !w.waits && w.next < w.route.size() && w.progress >= reach(w.next)) {
                const Place p = w.route[w.next];
                if (holder_.count(p) == 0) {
                    take(static_cast<int>(n), t);
                    continue;
                }
                w.waits = true;
                w.progress = reach(w.next);
                queues_[p].push_back(static_cast<int>(n));
            }
        }
        note_arrivals(t);
    }

    void note_arrivals(Ns t)
    {
        for (Worm &w : worms_)
            if (w.arrival < 0 && w.next == w.route.size() && w.progress >= reach(w.next - 1) + w.body)
                w.arrival = t;
    }

    bool moves(const Worm &w, Ns t) const
    {
        return w.entry <= t && w.arrival < 0 && !w.waits;
    }

    bool shares(const Worm &w, Ns t) const
    {
        for (std::size_t i = 0; i < w.route.size(); i++) {
            if (!w.held[i])
                continue;
            const auto other = holder_.find({w.route[i].first, 1 - w.route[i].second});
            if (other != holder_.end() && moves(worms_[static_cast<std::size_t>(other->second)], t))
                return true;
        }
        return false;
    }

    /* Returns false if nobody moves, and nobody will enter. */
    bool advance(Ns t)
    {
        bool any = false;
        for (Worm &w : worms_) {
            any = any || moves(w, t) || w.entry > t;
            waited_ += w.waits;
        }
        rates_.clear(); /* kept, as memory is what a sanitizer is slow at */
        for (const Worm &w : worms_)
            rates_.push_back(!moves(w, t) ? 0 : shares(w, t) ? 1 : 2);
        for (std::size_t n = 0; n < worms_.size(); n++) {
            worms_[n].progress += rates_[n];
            shared_ += rates_[n] == 1;
        }
        return any;
    }

    Torus torus_;
    Ns hop_;
    std::vector<Worm> worms_;
    std::vector<int> rates_;
    std::map<Place, int> holder_;
    std::map<Place, std::deque<int>> queues_;
    std::map<int, int> users_;
    std::map<int, std::vector<std::pair<Ns, Ns>>> uses_;
    Ns waited_ = 0, shared_ = 0;
};

} // namespace ap1000
