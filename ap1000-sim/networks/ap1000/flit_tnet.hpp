/* flit_tnet.hpp - a second T-Net, made of cycles, flits and credits: the judge of tnet.hpp and buffered_tnet.hpp, in
 * tests and in `ap1000 traffic --saturation`. It has its own routes, and nothing of the model's code.
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
#include <limits>
#include <tuple>
#include <vector>

namespace ap1000
{

class FlitTNet
{
  public:
    FlitTNet(int nx, int ny, int buffer_flits, int channels)
        : nx_(nx), ny_(ny), room_(buffer_flits + 1), nchannels_(channels), buffers_(at(link(nx * ny, 0) * channels)),
          queues_(at(link(nx * ny, 0) * 2)), turns_(at(link(nx * ny, 0))), used_(at(link(nx * ny, 0)), -1)
    {
    }

    /* A message of so many flits enters at this cycle, no earlier than the one before. */
    void send(int src, int dst, int flits, long cycle)
    {
        Message m;
        m.flits = flits;
        m.entry = cycle;
        m.way.push_back({link(src, into), 0, -1});
        const int x = src % nx_, y = src / nx_, to_x = dst % nx_, to_y = dst / nx_;
        ring(m, x, to_x, nx_, east, [&](int column) { return y * nx_ + column; });
        ring(m, y, to_y, ny_, south, [&](int row) { return row * nx_ + to_x; });
        m.way.push_back({link(dst, out_of), 0, -1});
        m.over.assign(m.way.size(), 0);
        messages_.push_back(m);
    }

    /* Returns the cycle at whose end each message has arrived, -1 of those that have not before the cycle `until`;
     * empty if nothing moves any more before that. */
    std::vector<long> run(long until = std::numeric_limits<long>::max())
    {
        std::vector<long> arrived(messages_.size(), -1);
        std::size_t entered = 0, left = messages_.size();
        long still = 0;
        for (cycle_ = 0; left > 0 && cycle_ < until; cycle_++) {
            if (under_way_.empty() && entered < messages_.size())
                cycle_ = std::max(cycle_, messages_[entered].entry);
            for (; entered < messages_.size() && messages_[entered].entry <= cycle_; entered++)
                ask(static_cast<int>(entered));
            still = turn() ? 0 : still + 1;
            for (std::size_t i = 0; i < under_way_.size();) {
                Message &m = message(under_way_[i]);
                if (m.over.back() < m.flits) {
                    i++;
                    continue;
                }
                arrived[at(under_way_[i])] = cycle_ + 1;
                m = {};
                under_way_.erase(under_way_.begin() + static_cast<long>(i));
                left--;
            }
            if (still > 2 && entered == messages_.size())
                return {};
        }
        return arrived;
    }

  private:
    enum Port { into, east, west, south, north, out_of, ports };
    struct Stage {
        int link;
        int side;    /* 0: the dateline is ahead */
        int channel; /* -1: not yet */
    };
    struct Message {
        int flits = 0;
        long entry = 0;
        std::vector<Stage> way;
        std::vector<int> over, before;    /* flits that are over each link; were before this cycle */
        std::size_t taken = 0, first = 0; /* links that it has, and that its tail is over */
        bool waits = false;
    };
    struct Buffer {
        int user = -1, flits = 0;
        std::deque<int> inside;
    };

    static std::size_t at(int n)
    {
        return static_cast<std::size_t>(n);
    }

    static int link(int cell, int port)
    {
        return cell * ports + port;
    }

    Message &message(int n)
    {
        return messages_[at(n)];
    }

    Buffer &buffer(const Stage &s)
    {
        return buffers_[at(s.link * nchannels_ + s.channel)];
    }

    template <typename Cell> void ring(Message &m, int from, int to, int size, Port up, Cell cell)
    {
        const int ahead = (to - from + size) % size, behind = size - ahead;
        const bool forward = ahead <= behind;
        const int steps = ahead == 0 ? 0 : forward ? ahead : behind;
        const bool crosses = steps > 0 && (forward ? from + steps >= size : from - steps < 0);
        bool across = false;
        for (int i = 0, place = from; i < steps; i++) {
            const int next = (place + (forward ? 1 : size - 1)) % size;
            across = across || (forward ? next == 0 : place == 0);
            m.way.push_back({link(cell(place), forward ? up : up + 1), crosses && !across ? 0 : 1, -1});
            place = next;
        }
    }

    void ask(int n)
    {
        Message &m = message(n);
        const Stage &s = m.way[m.taken];
        m.waits = true;
        queues_[at(2 * s.link + s.side)].push_back(n);
        grant(s.link, s.side);
    }

    void grant(int link, int side)
    {
        std::deque<int> &queue = queues_[at(2 * link + side)];
        const bool is_port = link % ports == into || link % ports == out_of;
        for (int k = side; k < (is_port ? 1 : nchannels_) && !queue.empty(); k += 2) {
            Buffer &b = buffers_[at(link * nchannels_ + k)];
            if (b.user >= 0)
                continue;
            const int n = queue.front();
            Message &m = message(n);
            if (m.taken == 0) {
                m.before = m.over;
                under_way_.insert(std::lower_bound(under_way_.begin(), under_way_.end(), n), n);
            }
            b.user = n;
            b.inside.push_back(n);
            m.way[m.taken++].channel = k;
            m.waits = false;
            queue.pop_front();
        }
    }

    /* Heads that came in an earlier cycle ask; then links pass flits until none can move. */
    bool turn()
    {
        for (int n : under_way_)
            if (Message &m = message(n); !m.waits && m.taken < m.way.size())
                if ((m.taken == 1 || m.over[m.taken - 1] > 0) && buffer(m.way[m.taken - 1]).inside.front() == n)
                    ask(n);
        for (int n : under_way_)
            message(n).before = message(n).over;
        bool any = false;
        for (;;) {
            could_.clear();
            for (int n : under_way_) {
                const Message &m = message(n);
                for (std::size_t k = m.first; k < m.taken; k++)
                    if (used_[at(m.way[k].link)] != cycle_ && may(m, n, k))
                        could_.emplace_back(m.way[k].link, n, k);
            }
            if (could_.empty())
                return any;
            std::sort(could_.begin(), could_.end());
            bool again = false;
            for (auto one = could_.begin(), next = one; one != could_.end(); one = next) {
                next =
                    std::find_if(one, could_.end(), [&](const auto &c) { return std::get<0>(c) != std::get<0>(*one); });
                again = pass(one, next) || again;
            }
            if (!again)
                return any;
            any = true;
        }
    }

    /* Has message n a flit before its stage k that was there before this cycle, and is there a credit? */
    bool may(const Message &m, int n, std::size_t k)
    {
        if (m.over[k] >= m.flits)
            return false;
        if (k > 0 && (k == 1 ? m.over[0] : m.before[k - 1]) <= m.over[k])
            return false;
        if (k > 0 && buffer(m.way[k - 1]).inside.front() != n)
            return false;
        return k + 1 == m.way.size() || buffer(m.way[k]).flits < room_;
    }

    using Move = std::tuple<int, int, std::size_t>; /* link, message, stage */

    /* Of those that still may, as no other has taken the credit in this round, the channel whose turn it is passes a
     * flit. */
    bool pass(std::vector<Move>::iterator first, std::vector<Move>::iterator last)
    {
        const int link = std::get<0>(*first);
        int n = -1, least = nchannels_;
        std::size_t k = 0;
        for (; first != last; ++first) {
            const auto [same, other, stage] = *first;
            const Message &m = message(other);
            const int behind = (m.way[stage].channel - turns_[at(link)] - 1 + 2 * nchannels_) % nchannels_;
            if (behind < least && may(m, other, stage)) {
                least = behind;
                n = other;
                k = stage;
            }
        }
        if (n < 0)
            return false;
        Message &m = message(n);
        used_[at(link)] = cycle_;
        turns_[at(link)] = m.way[k].channel;
        buffer(m.way[k]).flits++;
        if (k > 0)
            buffer(m.way[k - 1]).flits--;
        if (++m.over[k] < m.flits)
            return true;
        m.first = k + 1;
        buffer(m.way[k]).user = -1; /* the tail is over the link */
        if (k > 0)
            buffer(m.way[k - 1]).inside.pop_front();
        if (k + 1 == m.way.size()) {
            buffer(m.way[k]).inside.pop_front();
            buffer(m.way[k]).flits = 0;
        }
        grant(link, m.way[k].side);
        return true;
    }

    int nx_, ny_, room_, nchannels_;
    long cycle_ = 0;
    std::vector<Message> messages_;
    std::vector<int> under_way_;          /* have their port into the network, in the order of their numbers */
    std::vector<Buffer> buffers_;         /* by link and channel */
    std::vector<std::deque<int>> queues_; /* by link and side */
    std::vector<int> turns_;              /* by link */
    std::vector<long> used_;              /* by link, the last cycle */
    std::vector<Move> could_;
};

} // namespace ap1000

#endif
