/* this_computer.cpp - `ap1000 info --this-computer`: how much faster than a node this computer is: the F of
 * `--cpu measured:F`. What it prints is of this computer and of this moment; no model depends on it. */
#include <fmt/format.h>

#include "command/commands.hpp"
#include "command/computing.hpp"

namespace ap1000
{
int this_computer(const Parameters &p)
{
    const mach_work_price node = p.work_price(p.has_host() ? 1 : 0);
    if (node.cycle_ps == 0)
        throw UsageError("info --this-computer: machine " + p.name + " does not say how fast its processors are");
    const std::vector<SpeedBeside> speeds = speeds_beside(node);
    fmt::print("F {0:>10.4g}  ap1000 run --cpu measured:{0:.4g} ./prog, or measured:auto\n", mean_of(speeds));
    for (const SpeedBeside &s : speeds)
        fmt::print("  {:>10.4g}  {}\n", s.factor, s.what);
    fmt::print("So many times as fast as a node of {} is this computer, on one processor, in each of these; F is their "
               "geometric mean.\nThe computing of a program that consists of one of them is measured wrong by as much "
               "as its own factor differs from F, and a\nrun with --cpu measured does not repeat exactly. For times "
               "that are right and repeat, compile the program counted\n(ap1000 cc prog.c -o prog).\n",
               p.name);
    return 0;
}

} // namespace ap1000
