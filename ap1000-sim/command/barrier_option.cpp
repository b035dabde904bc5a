/* barrier_option.cpp - see options.hpp. */
#include "command/options.hpp"

#include <iterator>

#include "barriers.h"
#include "command/commands.hpp"

namespace ap1000
{
namespace
{

struct BarrierAlgorithm {
    const char *name, *what;
};
#define ROW(NAME, WHAT) {#NAME, WHAT},
constexpr BarrierAlgorithm algorithms[] = {BARRIER_ALGORITHMS(ROW)};
#undef ROW

/* "central, tree or dissemination" */
std::string names()
{
    std::string all;
    for (const BarrierAlgorithm &a : algorithms)
        all += (all.empty() ? "" : &a == std::end(algorithms) - 1 ? " or " : ", ") + std::string(a.name);
    return all;
}

} // namespace

std::string barrier_help()
{
    std::string help = "; default " + std::string(algorithms[0].name);
    for (const BarrierAlgorithm &a : algorithms)
        help += "\n" + std::string(a.name) + ": " + a.what;
    return help;
}

int barrier_of(const std::string &name)
{
    for (int i = 0; i < BARRIER_NALGORITHMS; i++)
        if (name.empty() || name == algorithms[i].name)
            return i;
    throw UsageError("--barrier '" + name + "': " + names() + " is wanted");
}

} // namespace ap1000
