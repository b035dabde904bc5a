/* pair_order.hpp - messages of one pair of tasks arrive in the order in which they were sent, whatever network each
 * took: one that the B-Net brings waits for those before it that the T-Net still carries. It knows no times and no
 * networks.
 */
#ifndef AP1000_PAIR_ORDER_HPP
#define AP1000_PAIR_ORDER_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace ap1000
{

class PairOrder
{
  public:
    /* A message from one tid to another is sent: its place in their line. */
    std::uint64_t sent(int from, int to)
    {
        return lines_[{from, to}].sent++;
    }

    /* It has crossed its network (each place once): call `deliver` now, or, if one before it is still under way, when
     * that has come. */
    void arrived(int from, int to, std::uint64_t place, std::function<void()> deliver)
    {
        auto at = lines_.find({from, to});
        Line &line = at->second;
        line.early.emplace(place, std::move(deliver));
        while (!line.early.empty() && line.early.begin()->first == line.due) {
            auto next = std::move(line.early.begin()->second);
            line.early.erase(line.early.begin());
            line.due++;
            next();
        }
        if (line.due == line.sent)
            lines_.erase(at);
    }

  private:
    struct Line {
        std::uint64_t sent = 0, due = 0;
        std::map<std::uint64_t, std::function<void()>> early;
    };
    std::map<std::pair<int, int>, Line> lines_; /* of pairs with something under way */
};

} // namespace ap1000

#endif
