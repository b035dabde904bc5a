/* computing.hpp - what computing costs: the words of --cpu, and how fast this computer is beside a node. */
#pragma once

#include <string>
#include <vector>

#include "config/parameters.hpp"
#include "kernel/computing_policy.hpp"
#include "kernel/elf_file.hpp"

namespace ap1000
{

/* "auto" or "", "none", "counted", "measured", "measured:2.5", "measured:auto", which times small loops here. Throws
 * UsageError. */
ComputingPolicy computing_of(const std::string &cpu, const Parameters &p);
/* The processor time on this computer counts: only processes have one of their own. */
bool is_measured(const std::string &cpu);

/* Does the program's file say that it was compiled counted? */
bool is_compiled_counted(const ElfFile &program);
/* By the library of its language that it wants; else C. */
Language language_of(const ElfFile &program);

/* How much faster than a node with these prices this computer is, loop by loop; and their geometric mean, the F of
 * `--cpu measured:auto`. Of this computer and of this moment. */
struct SpeedBeside {
    const char *what;
    double factor;
};
std::vector<SpeedBeside> speeds_beside(const mach_work_price &node);
double mean_of(const std::vector<SpeedBeside> &speeds);

} // namespace ap1000
