/* traffic_load.hpp - `ap1000 traffic --load`: latency on the T-Net against the load that the cells offer, beside what
 * can be said with pencil and paper. No software, and no SimGrid.
 *
 * Open loop: each cell makes messages at random times (exponential gaps, a mean that is the offered load), however
 * long the earlier ones take, and they queue before its port. A run lasts as long as a cell takes for 200 messages in
 * the mean; what was made in the first 60 is warm-up, in the last 20 it keeps up the load while others arrive.
 * Latency counts those between, from when a message was made until it has arrived; accepted is what arrives in that
 * time. */
#pragma once

#include <string>

#include "config/parameters.hpp"

namespace ap1000
{

/* Prints tab-separated rows, a header first, for one pattern or "all" ("" too): uniform, hotspot (one message in ten
 * for cell 0, the others uniform), neighbour (one of the four), or one of traffic_patterns.hpp. A row an offered load,
 * from 5 to 130 per cent of what the busiest link allows. Loads are MB/s for each cell that sends. seeds: so many runs
 * a row, 1 to 1000; the means are over them, with the mean's standard error. saturation_alone: a row a pattern, the
 * highest load of which 95 % arrive and the next one, beside the bounds and the same by flits (flit_tnet.hpp). Throws
 * UsageError. */
int print_load(const Parameters &p, const std::string &pattern, std::int64_t bytes, int seeds, bool saturation_alone);

} // namespace ap1000
