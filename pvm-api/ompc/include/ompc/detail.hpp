/* detail.hpp - the functions of the library that the templates of ompc.hpp need. Not for programs. */
#ifndef OMPC_DETAIL_HPP
#define OMPC_DETAIL_HPP

#include <cstddef>
#include <cstdint>

#include <pvm3.h>

#define OMPC_PUBLIC __attribute__((visibility("default")))

namespace ompc::detail
{
/* Makes the program itself use libpvm3, so that it comes before libc. Otherwise linkers that leave out unused libraries
 * would leave it to libompc, and the program's clocks would be libc's. */
[[gnu::used]] static int (*const pvm_is_linked)() = pvm_mytid;

/* The data that every access checks. */
struct fast {
    const std::uint8_t *access; // a byte per block: 0 not here, 1 readable, 2 writable
    std::int64_t checks_left;   // until tick() is due
    bool write_locks;
    bool wrote; // since this was last set to false
};

struct shape {
    const char *name;
    std::size_t elements, element_bytes, block_elements;
    int placement;
};

struct array {
    int number;
    std::uint32_t first_block;
    void *memory;
};

OMPC_PUBLIC fast *fast_path();
OMPC_PUBLIC array add_array(const shape &s);
OMPC_PUBLIC void remove_array(int number);
OMPC_PUBLIC void miss(std::uint32_t block, bool write); // returns when the access may be made; then settle()
OMPC_PUBLIC void settle();
OMPC_PUBLIC void tick(int array, std::size_t index); // called by the access that finds checks_left used up
OMPC_PUBLIC void pin(std::uint32_t first_block, std::uint32_t blocks);
OMPC_PUBLIC void unpin(std::uint32_t first_block, std::uint32_t blocks);
OMPC_PUBLIC void write_start(std::uint32_t block);
OMPC_PUBLIC void write_end(std::uint32_t block);
[[noreturn]] OMPC_PUBLIC void outside(int array, std::size_t first, std::size_t count = 1);

/* An element's value, for a[i]->member. */
template <class T> struct copy {
    T value;
    const T *operator->() const
    {
        return &value;
    }
};
} // namespace ompc::detail
#endif
