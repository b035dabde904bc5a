/* pair_order.hpp - delivers the messages of a pair of tasks in the order in which they were sent, whichever network
 * each took: a message that the B-Net brings waits for earlier ones that are still on the T-Net.
 *
 * It knows no times and no networks. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "engine/number_table.hpp"

namespace ap1000
{

class PairOrder
{
  public:
    /* A message from one tid to another is sent. Returns its place in the line of that pair. */
    std::uint64_t sent(int from, int to)
    {
        return lines_[pair_of(from, to)].sent++;
    }

    /* The message at `place` has crossed its network (once): call `deliver` now, or, if one before it is still under
     * way, when that has come. */
    template <typename Deliver> void arrived(int from, int to, std::uint64_t place, Deliver deliver)
    {
        const std::uint64_t pair = pair_of(from, to);
        Line *line = lines_.find(pair);
        if (place != line->due) {
            line->early++;
            early_.emplace(Key{pair, place}, std::move(deliver));
            return;
        }
        bool more = line->early > 0;
        pass(pair, *line);
        deliver(); /* which may send, and have lines made and moved */
        while (more && (line = lines_.find(pair)) != nullptr) {
            const auto next = early_.find({pair, line->due});
            if (next == early_.end())
                return;
            auto then = std::move(next->second);
            early_.erase(next);
            more = --line->early > 0;
            pass(pair, *line);
            then();
        }
    }

    /* Nothing is under way. */
    bool is_empty() const
    {
        return lines_.is_empty();
    }

  private:
    using Key = std::pair<std::uint64_t, std::uint64_t>; /* pair of tids, place */

    /* What a pair has under way. */
    struct Line {
        std::uint64_t sent = 0, due = 0;
        std::size_t early = 0; /* how many have come before their turn */
    };

    /* The next of this line has come. The line goes with the last one. */
    void pass(std::uint64_t pair, Line &line)
    {
        if (++line.due == line.sent)
            lines_.erase(pair);
    }

    NumberTable<Line> lines_; /* of pairs with something under way */
    std::map<Key, std::function<void()>> early_;
};

} // namespace ap1000
