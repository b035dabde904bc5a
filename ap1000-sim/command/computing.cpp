/* computing.cpp - see computing.hpp. */
#include "command/computing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "command/commands.hpp"

namespace ap1000
{
namespace
{

using Policy = ComputingPolicy::Kind;

constexpr char measured[] = "measured";
constexpr int elements = 1024, passes = 100, rounds = 9; /* 16 KiB: in the cache of a cell, too */

/* A loop, and what the compiler counts of an element of it. */
struct Loop {
    const char *what;
    struct {
        pvmsim_work_class of;
        double n;
    } work[6];
};

double processor_ns()
{
    timespec t{};
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
        throw UsageError("--cpu measured:auto: this computer has no clock of processor time");
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/* The compiler makes of these loops what -O2 makes of programs, however this file is compiled. */
#define AS_PROGRAMS_ARE [[gnu::noinline, gnu::optimize("O2")]]

/* LINPACK's inner loop. */
AS_PROGRAMS_ARE void add_multiple(double *to, const double *from, double factor)
{
    for (int i = 0; i < elements; i++)
        to[i] += factor * from[i];
}

AS_PROGRAMS_ARE void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        const int x = a[i];
        int k = i;
        for (; k > 0 && a[k - 1] > x; k--)
            a[k] = a[k - 1];
        a[k] = x;
    }
}

AS_PROGRAMS_ARE int follow(const int *next, int n)
{
    int at = 0, sum = 0;
    for (int i = 0; i < n; i++)
        sum += at = next[at];
    return sum;
}

/* What the compiler counts of each, an element. */
constexpr std::array<Loop, 3> loops = {{
    {"LINPACK's inner loop",
     {{PVMSIM_WORK_LOAD8, 2},
      {PVMSIM_WORK_STORE8, 1},
      {PVMSIM_WORK_DADD, 1},
      {PVMSIM_WORK_DMUL, 1},
      {PVMSIM_WORK_INT, 2},
      {PVMSIM_WORK_BRANCH, 1}}},
    /* 16 numbers in any order: 60 moves and 12 more looks */
    {"sorting", {{PVMSIM_WORK_LOAD, 5.5}, {PVMSIM_WORK_STORE, 4.75}, {PVMSIM_WORK_INT, 12}, {PVMSIM_WORK_BRANCH, 10}}},
    {"following a list", {{PVMSIM_WORK_LOAD, 1}, {PVMSIM_WORK_INT, 3}, {PVMSIM_WORK_BRANCH, 1}}},
}};

double ns_of(std::size_t loop)
{
    std::vector<double> to(elements, 1), from(elements, 1e-9);
    std::vector<int> numbers(elements), some;
    for (int i = 0; i < elements; i++) /* in any order; and a way through all of them */
        numbers[i] = static_cast<int>(loop == 1 ? i * 2654435761u >> 8 : (i + 389u) % elements);
    volatile double keep = 0; /* else nothing need be computed */
    const double began = processor_ns();
    for (int i = 0; i < passes; i++)
        if (loop == 0)
            add_multiple(to.data(), from.data(), 1.0 / (1 + i));
        else if (loop == 1) {
            some = numbers;
            for (int k = 0; k < elements; k += 16)
                sort(&some[k], 16);
        } else
            keep = follow(numbers.data(), elements);
    const double spent = processor_ns() - began;
    keep = keep + to.back();
    return std::max(spent, 1.0);
}

double counted_ns(const Loop &loop, const mach_work_price &node)
{
    double units = 0;
    for (const auto &w : loop.work)
        units += w.n * static_cast<double>(node.weight[w.of]);
    return units * static_cast<double>(node.cycle_ps) / MACH_WORK_UNITS / 1000 * elements * passes;
}

} // namespace

std::vector<SpeedBeside> speeds_beside(const mach_work_price &node)
{
    std::vector<SpeedBeside> all;
    for (std::size_t loop = 0; loop < loops.size(); loop++) {
        std::array<double, rounds> ns;
        for (double &t : ns)
            t = ns_of(loop);
        std::sort(ns.begin(), ns.end());
        all.push_back({loops[loop].what, counted_ns(loops[loop], node) / ns[rounds / 2]});
    }
    return all;
}

double mean_of(const std::vector<SpeedBeside> &speeds)
{
    double sum = 0;
    for (const SpeedBeside &s : speeds)
        sum += std::log(s.factor);
    return std::exp(sum / static_cast<double>(speeds.size()));
}

Language language_of(const ElfFile &program)
{
    if (program.has("libgfortran.so."))
        return {"gfortran", ".f", "fpvm3"};
    return program.has("libstdc++.so.") ? Language{"c++", ".cc", "pvm3"} : Language();
}

/* By the section that each such object has; or by the name that its counters call, if that is not libpvm3's own. */
bool is_compiled_counted(const ElfFile &program)
{
    using namespace std::string_view_literals;
    return program.has("\0ap1000_counted\0"sv) ||
           (program.has("\0pvmsim_counted\0"sv) && !program.has("AP1000_SOCKET"));
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
        return {Policy::measured, mean_of(speeds_beside(node))};
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
