/* flit_tnet.hpp - a second T-Net, made of cycles, flits and credits: the judge of tnet.hpp and buffered_tnet.hpp. It
 * has its own routes, and nothing of the model's code.
 *
 * In a cycle each link takes one flit at most. Each channel of a link has a buffer at the link's far end, of one flit
 * more than its bytes hold; a flit goes over the link if there is a credit for it, and is in the buffer at the end of
 * the cycle. A credit is back in the cycle in which a flit leaves. The channels of a link that could send take turns.
 * A head that is first in its buffer asks for the next link's channel, first come, first served, and the tail gives it
 * back. The port of a cell into the network takes no time, the port out of it a cycle for each flit.
 */
#ifndef AP1000_FLIT_TNET_HPP
#define AP1000_FLIT_TNET_HPP

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

class FlitTNet
{
  public:
    FlitTNet(int nx, int ny, int buffer_flits, int channels)
        : nx_(nx), ny_(ny), room_(buffer_flits + 1), nchannels_(channels)
    {
    }

    /* A message of so many flits enters at this cycle, no earlier than the one before. */
    void send(int src, int dst, int flits, long cycle)
    {
        Message m;
        m.flits = flits;
        m.entry = cycle;
        m.way.push_back({{src, into}, 0, -1});
        const int x = src % nx_, y = src / nx_, to_x = dst % nx_, to_y = dst / nx_;
        ring(m, x, to_x, nx_, east, [&](int at) { return y * nx_ + at; });
        ring(m, y, to_y, ny_, south, [&](int at) { return at * nx_ + to_x; });
        m.way.push_back({{dst, out_of}, 0, -1});
        m.over.assign(m.way.size(), 0);
        messages_.push_back(m);
    }

    /* Returns the cycle at whose end each message has arrived; empty if nothing moves any more before that. */
    std::vector<long> run()
    {
        std::vector<long> arrived(messages_.size(), -1);
        std::size_t entered = 0, left = messages_.size();
        long still = 0;
        for (long cycle = 0; left > 0; cycle++) {
            for (; entered < messages_.size() && messages_[entered].entry <= cycle; entered++) {
                ask(static_cast<int>(entered));
                under_way_.push_back(static_cast<int>(entered));
            }
            still = turn() ? 0 : still + 1;
            for (std::size_t i = 0; i < under_way_.size();) {
                const Message &m = messages_[static_cast<std::size_t>(under_way_[i])];
                if (m.over.back() < m.flits) {
                    i++;
                    continue;
                }
                arrived[static_cast<std::size_t>(under_way_[i])] = cycle + 1;
                under_way_.erase(under_way_.begin() + static_cast<long>(i));
                left--;
            }
            if (still > 2 && entered == messages_.size())
                return {};
        }
        return arrived;
    }

  private:
    enum Port { into, east, west, south, north, out_of };
    using Link = std::pair<int, int>; /* cell, port */
    struct Stage {
        Link link;
        int side;    /* 0: the dateline is ahead */
        int channel; /* -1: not yet */
    };
    struct Message {
        int flits = 0;
        long entry = 0;
        std::vector<Stage> way;
        std::vector<int> over; /* flits that are over each link */
        std::size_t taken = 0;
        bool waits = false;
    };
    struct Buffer {
        int user = -1;
        std::deque<int> inside;
    };
    using Place = std::pair<Link, int>;

    template <typename Cell> void ring(Message &m, int from, int to, int size, Port up, Cell cell)
    {
        const int ahead = (to - from + size) % size, behind = size - ahead;
        const bool forward = ahead <= behind;
        const int steps = ahead == 0 ? 0 : forward ? ahead : behind;
        const bool crosses = steps > 0 && (forward ? from + steps >= size : from - steps < 0);
        bool across = false;
        for (int i = 0, at = from; i < steps; i++) {
            const int next = (at + (forward ? 1 : size - 1)) % size;
            across = across || (forward ? next == 0 : at == 0);
            m.way.push_back({{cell(at), forward ? up : up + 1}, crosses && !across ? 0 : 1, -1});
            at = next;
        }
    }

    bool is_port(const Link &l) const
    {
        return l.second == into || l.second == out_of;
    }

    void ask(int n)
    {
        Message &m = messages_[static_cast<std::size_t>(n)];
        const Stage &s = m.way[m.taken];
        m.waits = true;
        queues_[{s.link, s.side}].push_back(n);
        grant({s.link, s.side});
    }

    void grant(const Place &p)
    {
        std::deque<int> &queue = queues_[p];
        for (int k = p.second; k < (is_port(p.first) ? 1 : nchannels_) && !queue.empty(); k += 2) {
            Buffer &b = buffers_[{p.first, k}];
            if (b.user >= 0)
                continue;
            Message &m = messages_[static_cast<std::size_t>(queue.front())];
            b.user = queue.front();
            b.inside.push_back(queue.front());
            m.way[m.taken++].channel = k;
            m.waits = false;
            queue.pop_front();
        }
    }

    Buffer &buffer(const Stage &s)
    {
        return buffers_[{s.link, s.channel}];
    }

    int filled(const Buffer &b, const Stage &at)
    {
        int n = 0;
        for (int i : b.inside) {
            const Message &m = messages_[static_cast<std::size_t>(i)];
            for (std::size_t k = 0; k < m.taken; k++)
                if (m.way[k].link == at.link)
                    n += m.over[k] - (k + 1 < m.way.size() ? m.over[k + 1] : 0);
        }
        return n;
    }

    /* Heads that came in an earlier cycle ask; then links pass flits until none can move. */
    bool turn()
    {
        for (int n : std::vector<int>(under_way_))
            if (Message &m = messages_[static_cast<std::size_t>(n)]; !m.waits && m.taken < m.way.size() && m.taken > 0)
                if ((m.taken == 1 || m.over[m.taken - 1] > 0) && buffer(m.way[m.taken - 1]).inside.front() == n)
                    ask(n);
        std::map<Link, bool> used;
        std::map<int, std::vector<int>> before;
        for (int n : under_way_)
            before[n] = messages_[static_cast<std::size_t>(n)].over;
        bool any = false, again = true;
        while (again) {
            again = false;
            std::map<Link, std::vector<std::pair<int, std::size_t>>> could;
            for (int n : under_way_) {
                const Message &m = messages_[static_cast<std::size_t>(n)];
                for (std::size_t k = 0; k < m.taken; k++)
                    if (!used[m.way[k].link] && may(n, k, before[n]))
                        could[m.way[k].link].push_back({n, k});
            }
            for (auto &[link, those] : could) { /* those that no one before in this round has taken the credit of */
                those.erase(std::remove_if(those.begin(), those.end(),
                                           [&](const auto &c) { return !may(c.first, c.second, before[c.first]); }),
                            those.end());
                if (those.empty())
                    continue;
                pass(link, those);
                used[link] = any = again = true;
            }
        }
        return any;
    }

    /* Has message n a flit before its stage k that was there before this cycle, and is there a credit? */
    bool may(int n, std::size_t k, const std::vector<int> &before)
    {
        const Message &m = messages_[static_cast<std::size_t>(n)];
        if (m.over[k] >= m.flits)
            return false;
        if (k > 0 && (k == 1 ? m.over[0] : before[k - 1]) <= m.over[k])
            return false;
        if (k > 0 && buffer(m.way[k - 1]).inside.front() != n)
            return false;
        return k + 1 == m.way.size() || filled(buffer(m.way[k]), m.way[k]) < room_;
    }

    /* The channel whose turn it is passes a flit. */
    void pass(const Link &link, const std::vector<std::pair<int, std::size_t>> &those)
    {
        int &last = turns_[link];
        const auto channel_of = [&](const auto &c) {
            return messages_[static_cast<std::size_t>(c.first)].way[c.second].channel;
        };
        const auto behind = [&](const auto &c) { return (channel_of(c) - last - 1 + 2 * nchannels_) % nchannels_; };
        const auto [n, k] = *std::min_element(those.begin(), those.end(),
                                              [&](const auto &a, const auto &b) { return behind(a) < behind(b); });
        Message &m = messages_[static_cast<std::size_t>(n)];
        last = m.way[k].channel;
        if (++m.over[k] < m.flits)
            return;
        buffer(m.way[k]).user = -1; /* the tail is over the link */
        if (k > 0)
            buffer(m.way[k - 1]).inside.pop_front();
        if (k + 1 == m.way.size())
            buffer(m.way[k]).inside.pop_front();
        grant({m.way[k].link, m.way[k].side});
    }

    int nx_, ny_, room_, nchannels_;
    std::vector<Message> messages_;
    std::vector<int> under_way_;
    std::map<Place, Buffer> buffers_;
    std::map<Place, std::deque<int>> queues_; /* by link and side */
    std::map<Link, int> turns_;
};

#endif
