/* elf_tasks.hpp - a library of tasks that knows some names, and copies of what has been read, for tests of what reads
 * programs (elf_program.hpp). */
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"
#include "elf_program.hpp"

namespace elf_tests
{

/* What it has for the names that it knows. */
constexpr std::uint64_t constant_value = 0x1122334455667788;
extern char known_function;                               /* each function of a program */
extern char known_later;                                  /* __tls_get_addr */
extern char for_libraries;                                /* of that name, which only libraries of the system may use */
extern std::uint64_t known_constant[ElfProgram::end / 8]; /* as long as a program can say that it is */
extern int variable_value[2], own_value;                  /* of "variable" and "own" */
extern void *place_of_variable, *place_of_own;            /* where each task has them: a copy may change it */
extern std::vector<inprocess_image> images;               /* that a copy has told its task */

const inprocess_library &tasks();

inline std::uint64_t address(const void *p)
{
    return reinterpret_cast<std::uint64_t>(p);
}

/* A copy of all of it at some place. */
struct Copy {
    explicit Copy(const ap1000::Image &image);
    ~Copy();
    Copy(const Copy &) = delete;
    Copy &operator=(const Copy &) = delete;

    std::uint64_t word(std::uint64_t place) const
    {
        std::uint64_t w;
        std::memcpy(&w, base + place, sizeof w);
        return w;
    }
    std::uint64_t at(std::uint64_t place) const
    {
        return address(base) + place;
    }

    unsigned char *base;
    std::uint64_t bytes;
    void (*begins)();
};

} // namespace elf_tests
