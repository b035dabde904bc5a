/* this_computer.cpp - `ap1000 info --this-computer`: how much faster than a cell this computer is in floating
 * point: the F of `--cpu measured:F`. What it prints is of this computer and of this moment; no model depends on it. */
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <vector>

#include "command/commands.hpp"

namespace ap1000
{
namespace
{

constexpr int order = 200, rounds = 9;
/* R. P. Brent, The LINPACK Benchmark on the AP1000 (1992): a cell's peak is 5.56 Mflop/s in double precision; tuned
 * kernels reach 80 % of it. */
constexpr double cell_mflops = 0.8 * 5.56;

double processor_s()
{
    timespec t{};
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
        throw std::runtime_error("info: this computer has no clock of processor time");
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

/* Gaussian elimination without pivots of a matrix that needs none, by columns, as LINPACK has it. */
void eliminate(std::vector<double> &a)
{
    for (int k = 0; k < order; k++)
        for (int j = k + 1; j < order; j++) {
            const double factor =
                -a[static_cast<std::size_t>(j * order + k)] / a[static_cast<std::size_t>(k * order + k)];
            double *to = &a[static_cast<std::size_t>(j * order)];
            const double *from = &a[static_cast<std::size_t>(k * order)];
            for (int i = k; i < order; i++)
                to[i] += factor * from[i];
        }
}

double mflops_of_one_round()
{
    std::vector<double> a(static_cast<std::size_t>(order) * order);
    for (int j = 0; j < order; j++)
        for (int i = 0; i < order; i++)
            a[static_cast<std::size_t>(j * order + i)] = i == j ? order : 1.0 / (1 + i + j);
    const double began = processor_s();
    eliminate(a);
    const double spent = std::max(processor_s() - began, 1e-9);
    volatile double keep = a.back(); /* else nothing need be computed */
    (void)keep;
    return 2.0 / 3.0 * order * order * order / spent / 1e6;
}

} // namespace

int this_computer()
{
    std::vector<double> rates;
    for (int i = 0; i < rounds; i++)
        rates.push_back(mflops_of_one_round());
    std::sort(rates.begin(), rates.end());
    const double here = rates[rounds / 2], factor = here / cell_mflops;
    std::printf("this computer   %10.1f Mflop/s  elimination of order %d in C, one processor: median of %d rounds, "
                "%.1f to %.1f\n",
                here, order, rounds, rates.front(), rates.back());
    std::printf("a cell, 25 MHz  %10.2f Mflop/s  80 %% of 5.56: tuned kernels in double precision (Brent, The LINPACK "
                "Benchmark "
                "on the AP1000)\n",
                cell_mflops);
    std::printf("F               %10.0f          ap1000 run --cpu measured:%.0f ./prog\n", factor, factor);
    std::printf(
        "In floating point only, and within some ten per cent: code that a compiler does not tune is slower on both. A "
        "run with --cpu measured\ndoes not repeat exactly; for times that do, let the program sleep for what its "
        "computing would take (nanosleep; see examples/linpack).\n");
    return 0;
}

} // namespace ap1000
