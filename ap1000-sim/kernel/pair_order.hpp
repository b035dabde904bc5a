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
#include <utility>

namespace ap1000
{

class PairOrder
{
  public:
    /* A message from one tid to another is sent. Returns its place in the line of that pair. */
    std::uint64_t sent(int from, int to)
    {
        return lines_[{from, to}].sent++;
    }

    /* The message at that place has crossed its network (once for each place). `deliver` is called now or, if an
     * earlier message is still under way, after that has arrived. */
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
    std::map<std::pair<int, int>, Line> lines_; /* only pairs with messages under way */
};

} // namespace ap1000

#endif
