/* huge_heap.cpp - see huge_heap.hpp. A small heap keeps its small pages: a huge one is taken whole when touched. */
#include "engine/huge_heap.hpp"

#include <cstdint>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ap1000
{
namespace
{

constexpr int page = 2 << 20, step = 64 << 20; /* [bytes] */
constexpr int small = 4 << 20;                 /* a heap of less has none [bytes] */

} // namespace

HugeHeap::HugeHeap() : begin_(static_cast<char *>(sbrk(0))), end_(begin_)
{
    /* glibc: how much more than needed the heap grows by; and, as setting one of these fixes all of them, from which
     * size on a block is a mapping of its own, and how much stays at the end when memory is given back. */
    mallopt(M_TOP_PAD, step);
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 2 * step);
}

void HugeHeap::follow()
{
    char *const end = static_cast<char *>(sbrk(0));
    if (end == end_)
        return;
    const auto from = (reinterpret_cast<std::uintptr_t>(begin_) + page - 1) / page * page;
    end_ = end;
    if (end - begin_ >= small) /* refused, or unknown to the system: small pages do as well */
        (void)madvise(reinterpret_cast<void *>(from), reinterpret_cast<std::uintptr_t>(end) - from, MADV_HUGEPAGE);
}

} // namespace ap1000
