/* computing.cpp - see computing.hpp. */
#include "command/computing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

#include "command/commands.hpp"

namespace ap1000
{
namespace
{

using Policy = ComputingPolicy::Kind;

constexpr char measured[] = "measured";
constexpr int elements = 1024, passes = 200, rounds = 9; /* 16 KiB: in the cache of a cell, too */

double processor_ns()
{
    timespec t{};
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
        throw UsageError("--cpu measured:auto: this computer has no clock of processor time");
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/* LINPACK's inner loop. */
void add_multiple(std::vector<double> &to, const std::vector<double> &from, double factor)
{
    for (std::size_t i = 0; i < to.size(); i++)
        to[i] += factor * from[i];
}

double ns_of_one_round()
{
    std::vector<double> to(elements, 1), from(elements, 1e-9);
    const double began = processor_ns();
    for (int i = 0; i < passes; i++)
        add_multiple(to, from, 1.0 / (1 + i));
    const double spent = std::max(processor_ns() - began, 1.0);
    volatile double keep = to.back(); /* else nothing need be computed */
    (void)keep;
    return spent;
}

/* What the compiler counts of that: an element is two loads, a store, an addition, a multiplication, an index, a test
 * and a branch. */
double counted_ns(const mach_work_price &node)
{
    const auto &w = node.weight;
    const std::int64_t sixteenths = 2 * w[PVMSIM_WORK_LOAD8] + w[PVMSIM_WORK_STORE8] + w[PVMSIM_WORK_DADD] +
                                    w[PVMSIM_WORK_DMUL] + 2 * w[PVMSIM_WORK_INT] + w[PVMSIM_WORK_BRANCH];
    return static_cast<double>(sixteenths * node.cycle_ps) / MACH_WORK_UNITS / 1000 * elements * passes;
}

} // namespace

double speed_beside(const mach_work_price &node)
{
    std::array<double, rounds> ns;
    for (double &t : ns)
        t = ns_of_one_round();
    std::sort(ns.begin(), ns.end());
    return counted_ns(node) / ns[rounds / 2];
}

/* By the name that its counters call, as one of the names in its tables. */
bool is_compiled_counted(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const char name[] = "\0pvmsim_counted";
    return bytes.find(std::string(name, sizeof name)) != std::string::npos;
}

bool is_measured(const std::string &cpu)
{
    return cpu.compare(0, sizeof measured - 1, measured) == 0;
}

ComputingPolicy computing_of(const std::string &cpu, const Parameters &p)
{
    if (cpu.empty() || cpu == "auto")
        return {Policy::automatic};
    if (cpu == "none")
        return {Policy::free};
    if (cpu == "counted")
        return {Policy::counted};
    if (cpu == measured)
        return {Policy::measured};
    if (cpu == "measured:auto") {
        const mach_work_price node = p.work_price(p.has_host() ? 1 : 0);
        if (node.cycle_ps == 0)
            throw UsageError("--cpu measured:auto: machine " + p.name +
                             " does not say how fast its processors are; give the factor: measured:FACTOR");
        return {Policy::measured, speed_beside(node)};
    }
    if (cpu.rfind("measured:", 0) == 0) {
        const char *text = cpu.c_str() + sizeof measured;
        char *end = nullptr;
        const double f = std::strtod(text, &end);
        if (end != text && *end == 0 && std::isfinite(f) && f > 0)
            return {Policy::measured, f};
    }
    throw UsageError("--cpu '" + cpu +
                     "': auto, none, counted, measured, measured:FACTOR or measured:auto is wanted, FACTOR a positive "
                     "number (simulated seconds per second of this computer)");
}

} // namespace ap1000
