/* pair_order.hpp - delivers the messages of a pair of tasks in the order in which they were sent, whichever network
 * each took: a message that the B-Net brings waits for earlier ones that are still on the T-Net.
 *
 * It knows no times and no networks.
 */
#ifndef AP1000_PAIR_ORDER_HPP
#define AP1000_PAIR_ORDER_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
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
        auto at = lines_.find({from, to});
        if (at == lines_.end() && !unused_.empty()) {
            unused_.back().key() = {from, to};
            at = lines_.insert(std::move(unused_.back())).position;
            unused_.pop_back();
        } else if (at == lines_.end()) {
            at = lines_.try_emplace({from, to}).first;
        }
        return at->second.sent++;
    }

    /* It has crossed its network (each place once): call `deliver` now, or, if one before it is still under way, when
     * that has come. */
    template <typename Deliver> void arrived(int from, int to, std::uint64_t place, Deliver deliver)
    {
        auto at = lines_.find({from, to});
        Line &line = at->second;
        if (place == line.due) {
            line.due++;
            deliver();
        } else {
            line.early.emplace(place, std::move(deliver));
        }
        while (!line.early.empty() && line.early.begin()->first == line.due) {
            auto next = std::move(line.early.begin()->second);
            line.early.erase(line.early.begin());
            line.due++;
            next();
        }
        if (line.due == line.sent)
            forget(from, to);
    }

  private:
    struct Line {
        std::uint64_t sent = 0, due = 0;
        std::map<std::uint64_t, std::function<void()>> early;
    };
    struct Hash {
        std::size_t operator()(const std::pair<int, int> &pair) const
        {
            auto from = static_cast<std::uint64_t>(pair.first), to = static_cast<std::uint64_t>(pair.second);
            return static_cast<std::size_t>((from << 32 ^ to) * UINT64_C(0x9e3779b97f4a7c15) >> 20);
        }
    };
    /* Looked up, never gone through: no order of its could reach a result. */
    using Lines = std::unordered_map<std::pair<int, int>, Line, Hash>;

    /* Its place in memory is kept for the next pair. */
    void forget(int from, int to)
    {
        unused_.push_back(lines_.extract({from, to}));
        unused_.back().mapped() = Line{};
    }

    Lines lines_; /* of pairs with something under way */
    std::vector<Lines::node_type> unused_;
};

} // namespace ap1000

#endif
