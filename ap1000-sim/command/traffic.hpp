/* traffic.hpp - `ap1000 traffic`: patterns of messages on the T-Net alone, without any software, by either model. */
#ifndef AP1000_TRAFFIC_HPP
#define AP1000_TRAFFIC_HPP

#include <string>

#include "config/parameters.hpp"

namespace ap1000
{

enum class TNetModel { wormhole, flow };

/* "wormhole" or "flow"; "" is the first. Throws UsageError. */
TNetModel tnet_model_of(const std::string &name);

/* At time 0 every cell sends one message of `bytes` to the cell that the pattern names ("all": each pattern in turn).
 * Prints tab-separated rows, a header first: pattern, cells, bytes, model, messages, mean and last arrival in us.
 * Throws UsageError. */
int print_traffic(const Parameters &p, const std::string &pattern, std::int64_t bytes, TNetModel model);

} // namespace ap1000

#endif
