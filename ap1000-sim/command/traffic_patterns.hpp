/* traffic_patterns.hpp - who sends to whom in `ap1000 traffic`: patterns in which each cell has the same targets
 * always, by name or from a file. */
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "networks/ap1000/torus.hpp"

namespace ap1000
{

/* From and to, in the order in which they are sent; nobody sends to itself. */
using Pairs = std::vector<std::pair<int, int>>;

/* shift to the right neighbour; transpose; a fixed permutation that looks like none; hotspot, all to cell 0; tornado,
 * almost half of the way round each ring; bit reversal, complement and shuffle of the cell's number. */
const std::vector<std::string> &fixed_patterns();

/* Of a pattern, or of a file, if the name has a slash: lines of two cells, from and to; `#` begins a comment. Throws
 * UsageError, with `others` among the names that are wanted. */
Pairs pairs_of(const std::string &name, const Torus &t, const std::string &others);

} // namespace ap1000
