/* pair_order.hpp - delivers the messages of a pair of tasks in the order in which they were sent, whichever network
 * each took: a message that the B-Net brings waits for earlier ones that are still on the T-Net.
 *
 * It knows no times and no networks.
 */
#ifndef AP1000_PAIR_ORDER_HPP
#define AP1000_PAIR_ORDER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace ap1000
{

class PairOrder
{
  public:
    /* A message from one tid to another is sent. Returns its place in the line of that pair. */
    std::uint64_t sent(int from, int to)
    {
        return line(from, to).sent++;
    }

    /* The message at `place` has crossed its network (once): call `deliver` now, or, if one before it is still under
     * way, when that has come. */
    template <typename Deliver> void arrived(int from, int to, std::uint64_t place, Deliver deliver)
    {
        std::size_t at = find(from, to);
        if (place != lines_[at].due) {
            lines_[at].early++;
            early_.emplace(Key{from, to, place}, std::move(deliver));
            return;
        }
        bool more = lines_[at].early > 0;
        go_on(at);
        deliver(); /* which may send, and have lines made and moved */
        while (more) {
            at = find(from, to);
            auto next = lines_[at].sent != 0 ? early_.find({from, to, lines_[at].due}) : early_.end();
            more = next != early_.end();
            if (!more)
                break;
            auto then = std::move(next->second);
            early_.erase(next);
            more = --lines_[at].early > 0;
            go_on(at);
            then();
        }
    }

    /* Nothing is under way. */
    bool is_empty() const
    {
        return count_ == 0;
    }

  private:
    using Key = std::tuple<int, int, std::uint64_t>;

    /* What a pair has under way. */
    struct Line {
        int from = 0, to = 0;
        std::uint64_t sent = 0, due = 0; /* sent 0: there is no line here */
        std::size_t early = 0;           /* how many have come before their turn */
    };

    std::size_t home(int from, int to) const
    {
        std::uint64_t both = static_cast<std::uint64_t>(from) << 32 ^ static_cast<std::uint32_t>(to);
        return static_cast<std::size_t>(both * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits_)); /* the best mixed bits */
    }

    std::size_t after(std::size_t at) const
    {
        return (at + 1) & (lines_.size() - 1);
    }

    /* Where its line is, or is to be. */
    std::size_t find(int from, int to) const
    {
        std::size_t at = home(from, to);
        while (lines_[at].sent != 0 && (lines_[at].from != from || lines_[at].to != to))
            at = after(at);
        return at;
    }

    Line &line(int from, int to)
    {
        std::size_t at = find(from, to);
        if (lines_[at].sent == 0 && 2 * ++count_ > lines_.size()) {
            bits_++;
            std::vector<Line> old(std::size_t{1} << bits_);
            old.swap(lines_);
            for (const Line &l : old)
                if (l.sent != 0)
                    lines_[find(l.from, l.to)] = l;
            at = find(from, to);
        }
        lines_[at].from = from;
        lines_[at].to = to;
        return lines_[at];
    }

    /* The next of this line has come. The line goes with the last one; those that it stood in the way of move up. */
    void go_on(std::size_t at)
    {
        if (++lines_[at].due != lines_[at].sent)
            return;
        count_--;
        std::size_t hole = at;
        for (std::size_t i = after(at); lines_[i].sent != 0; i = after(i)) {
            const std::size_t wanted = home(lines_[i].from, lines_[i].to), mask = lines_.size() - 1;
            if (((i - wanted) & mask) >= ((i - hole) & mask)) {
                lines_[hole] = lines_[i];
                hole = i;
            }
        }
        lines_[hole] = Line{};
    }

    /* Pairs with something under way: a table of a power of two places, at most half of them taken, where a line is at
     * the first free place from its home on. It is looked up, never gone through: no order of its could reach a
     * result. */
    unsigned bits_ = 6;
    std::vector<Line> lines_ = std::vector<Line>(std::size_t{1} << bits_);
    std::size_t count_ = 0;
    std::map<Key, std::function<void()>> early_;
};

} // namespace ap1000

#endif
