/* traffic.hpp - `ap1000 traffic`: patterns of messages on the T-Net alone, without any software, by either model. */
#pragma once

#include <map>
#include <string>

#include "config/parameters.hpp"
#include "engine/flow_engine.hpp"
#include "networks/ap1000/torus.hpp"

namespace ap1000
{

enum class TNetModel { wormhole, flow };

/* "wormhole" or "flow"; "" is the first. Throws UsageError. */
TNetModel tnet_model_of(const std::string &name);

/* How long each link was in use, for a figure of it. */
class LinkUse
{
  public:
    explicit LinkUse(const Torus &torus);
    void changes(int link, bool held, Ns now);
    /* Draws OUT-PATTERN-torus.png and .svg; keep: as draw_figures. Throws UsageError. */
    void draw(const std::string &pattern, const std::string &out, bool keep) const;

  private:
    Torus torus_;
    std::map<int, Ns> since_, in_use_;
    Ns last_ = 0;
};

/* At time 0 every cell sends one message of `bytes` to the cell that the pattern names ("all": each pattern in turn).
 * flows: SimGrid's model; nullptr: our own. plot: what the names of figures begin with; "": none; keep: as of
 * draw_figures. Prints tab-separated rows, a header first: pattern, cells, bytes, model, messages, mean and last
 * arrival in us. Throws UsageError. */
int print_traffic(const Parameters &p, const std::string &pattern, std::int64_t bytes, FlowEngine *flows,
                  const std::string &plot, bool keep);

} // namespace ap1000
