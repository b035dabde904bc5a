/* memory_file.hpp - a file without a name, in memory (memfd); it is long, but little of it is ever used. */
#pragma once

#include <cstdint>

namespace ap1000
{

/* A file of so many bytes, all zero; the caller closes it. It may be sealed. name: for those who look at the process's
 * files. Throws std::runtime_error if a file may not be as long (ulimit -f), std::system_error. */
int new_memory_file(const char *name, std::uint64_t bytes);

/* From there to there it is zero again, and takes no memory. */
void forget_memory(int file, std::uint64_t from, std::uint64_t to);

} // namespace ap1000
