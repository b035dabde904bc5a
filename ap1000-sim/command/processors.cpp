/* processors.cpp - see processors.hpp. */
#include "command/processors.hpp"

#include <cstdlib>
#include <sched.h>

#include "command/commands.hpp"

namespace ap1000
{

int usable_processors()
{
    cpu_set_t usable;
    return sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 1;
}

int processors_of(const std::string &processors)
{
    if (processors.empty() || processors == "all")
        return usable_processors();
    char *end = nullptr;
    long n = std::strtol(processors.c_str(), &end, 10);
    if (*end != 0 || n < 1 || n > 1024)
        throw UsageError("--processors '" + processors +
                         "': a number of this computer's processors, 1 to 1024, or all, is wanted");
    return static_cast<int>(n);
}

void use_processors(int n)
{
    cpu_set_t usable, some;
    CPU_ZERO(&some);
    const int here = sched_getcpu();
    if (n < 2 || here < 0 || sched_getaffinity(0, sizeof usable, &usable) != 0 || CPU_COUNT(&usable) <= n)
        return;
    for (int i = 0; CPU_COUNT(&some) < n; i++)
        if (CPU_ISSET((here + i) % CPU_SETSIZE, &usable))
            CPU_SET((here + i) % CPU_SETSIZE, &some);
    sched_setaffinity(0, sizeof some, &some);
}

} // namespace ap1000
