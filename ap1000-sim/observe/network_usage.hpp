/* network_usage.hpp - how busy the units of networks are (links of the T-Net, buses): in all, and how many at each
 * time. A unit's times are booked as they are, or a network says when they change (networks/network.hpp, Usage). */
#ifndef AP1000_NETWORK_USAGE_HPP
#define AP1000_NETWORK_USAGE_HPP

#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "networks/network.hpp"

namespace ap1000
{

class NetworkUsage
{
  public:
    /* keeps_levels: somebody wants to know how many units were in use when. */
    explicit NetworkUsage(bool keeps_levels) : keeps_levels_(keeps_levels)
    {
    }

    /* As in Usage. */
    void holds(Resource what, int unit, Ns start, Ns end);
    void changes(Resource what, int unit, int units, Ns now);

    /* Tells how many units are in use from each time on, in the order of time, up to `until`. Bookings are made at the
     * present or later, so nothing before the present can change any more. */
    void take_levels(Ns until, const std::function<void(Resource, int level, Ns at)> &tell);

    /* How long each unit was in use, of those that were [ns]. */
    std::map<std::pair<Resource, int>, Ns> totals() const;

  private:
    struct Unit {
        Ns busy = 0;
        int times = 0; /* how often it is held now: it may be again within the nanosecond in which it is released */
        Ns since = 0;
    };
    Unit &unit_of(Resource what, int unit);
    void change_level(Resource what, int units, Ns t);

    const bool keeps_levels_;
    std::map<std::pair<Ns, Resource>, int> changes_; /* of levels; not told yet */
    std::array<int, resources> levels_{};
    std::array<std::vector<Unit>, resources> units_; /* by resource and unit */
};

} // namespace ap1000

#endif
