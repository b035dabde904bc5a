/* flit_tnet.hpp - a second T-Net, made of cycles, flits and credits: the judge of tnet.hpp and buffered_tnet.hpp, in
 * tests and in `ap1000 traffic --saturation`. It has its own routes, and nothing of the model's code.
 *
 * In a cycle each link takes one flit at most. Each channel of a link has a buffer at the link's far end, of one flit
 * more than its bytes hold; a flit goes over the link if there is a credit for it, and is in the buffer at the end of
 * the cycle. A credit is back in the cycle in which a flit leaves. The channels of a link that could send take turns.
 * A head that is first in its buffer asks for the next link's channel, first come, first served, and the tail gives it
 * back. The port of a cell into the network takes no time, the port out of it a cycle for each flit. */
#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <vector>

namespace ap1000
{

class FlitTNet
{
  public:
    FlitTNet(int nx, int ny, int buffer_flits, int channels)
        : nx_(nx), ny_(ny), room_(buffer_flits + 1), nchannels_(channels), buffers_(at(link(nx * ny, 0) * channels)),
          queues_(at(link(nx * ny, 0) * 2)), links_(at(link(nx * ny, 0)))
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
            if (under_way_ == 0 && entered < messages_.size())
                cycle_ = std::max(cycle_, messages_[entered].entry);
            for (; entered < messages_.size() && messages_[entered].entry <= cycle_; entered++)
                ask(static_cast<int>(entered));
            still = turn() ? 0 : still + 1;
            for (int n : here_) {
                arrived[at(n)] = cycle_ + 1;
                message(n) = {};
                under_way_--;
                left--;
            }
            here_.clear();
            if (still > 2 && entered == messages_.size())
                return {};
        }
        return arrived;
    }

  private:
    enum Port { into, east, west, south, north, out_of, ports };
    struct Stage {
        int link;
        int side;         /* 0: the dateline is ahead */
        int channel;      /* -1: not yet */
        int over = 0;     /* so many flits are over the link, */
        long passed = -1; /* the last of them in this cycle */
        long again = -1;  /* it has been noted in again_ for this turn */
    };
    struct Message {
        int flits = 0;
        long entry = 0;
        std::vector<Stage> way;
        unsigned taken = 0, first = 0; /* links that it has, and that its tail is over */
        bool waits = false;
    };
    using Place = std::pair<int, unsigned>; /* a message, and which of its stages */
    struct Link {
        int turn = 0;    /* the channel that was the last to pass a flit, */
        long used = -1;  /* in this cycle */
        int behind = -1; /* how far the channel that passes one in this round is behind the turn; -1: none does */
        Place next = {}; /* what passes it */
    };
    struct Buffer {
        int user = -1, flits = 0;
        std::deque<Place> inside;
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
            under_way_ += m.taken == 0;
            b.user = n;
            b.inside.emplace_back(n, m.taken);
            changed_.emplace_back(n, m.taken);
            look_again(n, m.taken + 1);
            m.way[m.taken++].channel = k;
            m.waits = false;
            queue.pop_front();
        }
    }

    /* Heads that came in an earlier cycle ask; then links pass flits until none can move. Only stages that could move
     * in the cycle before, or have since been let on by others, are looked at: all others stand as they stood. */
    bool turn()
    {
        looked_at_.swap(again_);
        looked_at_.insert(looked_at_.end(), changed_.begin(), changed_.end());
        again_.clear();
        changed_.clear();
        turn_++;
        asking_.clear();
        for (const auto &[n, k] : looked_at_)
            if (const Message &m = message(n); k > 0 && k == m.taken && k < m.way.size() && !m.waits)
                if ((k == 1 || m.way[k - 1].over > 0) && buffer(m.way[k - 1]).inside.front().first == n)
                    asking_.push_back(n);
        std::sort(asking_.begin(), asking_.end());
        for (int n : asking_)
            ask(n);
        for (bool any = false;; any = true) {
            for (const Place &place : looked_at_)
                offer(place);
            if (passing_.empty())
                return any;
            for (int link : passing_)
                pass(link);
            passing_.clear();
            looked_at_.swap(changed_);
            changed_.clear();
            for (const auto &[n, k] : looked_at_)
                look_again(n, k);
        }
    }

    void look_again(int n, unsigned k)
    {
        Message &m = message(n);
        if (k >= m.way.size() || m.way[k].again == turn_)
            return;
        m.way[k].again = turn_;
        again_.emplace_back(n, k);
    }

    /* Its link, if it passes none yet in this cycle and could pass a flit there, has it in mind, unless another
     * channel's turn comes before. */
    void offer(const Place &place)
    {
        const auto [n, k] = place;
        const Message &m = message(n);
        if (k < m.first || k >= m.taken)
            return;
        const Stage &s = m.way[k];
        Link &l = links_[at(s.link)];
        if (l.used == cycle_ || !may(m, n, k))
            return;
        look_again(n, k);
        const int behind = (s.channel - l.turn - 1 + 2 * nchannels_) % nchannels_;
        if (l.behind < 0)
            passing_.push_back(s.link);
        else if (behind >= l.behind)
            return;
        l.behind = behind;
        l.next = place;
    }

    /* Has message n a flit before its stage k that was there before this cycle, and is there a credit? */
    bool may(const Message &m, int n, unsigned k)
    {
        const Stage &s = m.way[k];
        if (s.over >= m.flits)
            return false;
        if (k > 0) {
            const Stage &from = m.way[k - 1];
            if (from.over - (k > 1 && from.passed == cycle_) <= s.over || buffer(from).inside.front().first != n)
                return false;
        }
        return k + 1 == m.way.size() || buffer(s).flits < room_;
    }

    void pass(int link)
    {
        Link &l = links_[at(link)];
        const auto [n, k] = l.next;
        Message &m = message(n);
        Stage &s = m.way[k];
        l = {s.channel, cycle_};
        s.passed = cycle_;
        buffer(s).flits++;
        if (k == 0)
            changed_.emplace_back(n, 1);
        look_again(n, k + 1);
        if (k > 0) {
            Buffer &from = buffer(m.way[k - 1]);
            from.flits--;
            if (from.user >= 0)
                changed_.push_back(from.inside.back());
        }
        if (++s.over < m.flits)
            return;
        m.first = k + 1;
        buffer(s).user = -1; /* the tail is over the link */
        if (k > 0) {
            std::deque<Place> &inside = buffer(m.way[k - 1]).inside;
            inside.pop_front();
            if (!inside.empty())
                changed_.emplace_back(inside.front().first, inside.front().second + 1);
        }
        if (k + 1 == m.way.size()) {
            buffer(s).inside.pop_front();
            buffer(s).flits = 0;
            here_.push_back(n);
        }
        grant(link, s.side);
    }

    int nx_, ny_, room_, nchannels_;
    long cycle_ = 0, turn_ = 0;
    std::vector<Message> messages_;
    int under_way_ = 0;                   /* so many have their port into the network */
    std::vector<Buffer> buffers_;         /* by link and channel */
    std::vector<std::deque<int>> queues_; /* by link and side */
    std::vector<Link> links_;
    std::vector<Place> changed_, looked_at_,
        again_;                      /* may now have a way: in the next round; in this; in the next cycle */
    std::vector<int> asking_, here_; /* messages that have arrived in this cycle */
    std::vector<int> passing_;       /* links, in this round */
};

} // namespace ap1000
