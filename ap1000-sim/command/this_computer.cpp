/* this_computer.cpp - `ap1000 info --this-computer`: how much faster than a node this computer is in floating point:
 * the F of `--cpu measured:F`. What it prints is of this computer and of this moment; no model depends on it. */
#include <cstdio>

#include "command/commands.hpp"
#include "command/computing.hpp"

namespace ap1000
{

int this_computer(const Parameters &p)
{
    const mach_work_price node = p.work_price(p.has_host() ? 1 : 0);
    if (node.cycle_ps == 0)
        throw UsageError("info --this-computer: machine " + p.name + " does not say how fast its processors are");
    const double factor = speed_beside(node);
    std::printf("F %10.0f  ap1000 run --cpu measured:%.0f ./prog, or measured:auto\n", factor, factor);
    std::printf(
        "So many times as fast as a node of %s is this computer in LINPACK's inner loop, on one processor; code that a "
        "compiler does\nnot tune is slower on both. A run with --cpu measured does not repeat exactly. For times that "
        "do, compile the program counted\n(pkg-config pvm3-counted; pvm-api/counted).\n",
        p.name.c_str());
    return 0;
}

} // namespace ap1000
