// heap.cpp - malloc and its family. What the program allocates is shared; what the library and the C library
// allocate is this task's.
//
// A freed block waits in the task that freed it for the next of its size, or, if that has more than KEPT of them, in a
// list of all tasks: one may allocate what another frees.
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include "cc.hpp"

namespace ompc::cc
{
namespace
{
struct header {
    std::size_t size; // of what the program may use
    char *block;      // where it begins, which an alignment may have moved
};
constexpr std::size_t UNIT = sizeof(header), CHUNK = 65536, KEPT = 262144, WINDOW = std::size_t(1) << 28,
                      LARGE = std::size_t(1) << 20;

// Sizes are 2^n and 3 * 2^n; those of LARGE and more are whole pages, and such a class has several.
std::size_t class_of(std::size_t bytes, int &number)
{
    std::size_t size = 32;
    for (number = 0; size < bytes; number++)
        size += number % 2 == 0 ? size / 2 : size / 3;
    return size < LARGE ? size : (bytes + PAGE - 1) / PAGE * PAGE;
}

char *fresh_shared(std::size_t bytes)
{
    char *begin = reinterpret_cast<char *>(state + 1), *at = begin + state->heap_next.fetch_add(bytes);
    if (at + bytes <= begin + heap_bytes)
        return at;
    state->heap_next -= bytes; // what is smaller may have room
    return nullptr;
}

// Each task's lies elsewhere, so that a pointer into another task's is seen.
char *fresh_private(std::size_t bytes)
{
    static char *window;
    static std::size_t used;
    if (window == nullptr) {
        char *wanted = reinterpret_cast<char *>((std::uintptr_t(1) << 44) +
                                                (static_cast<std::uintptr_t>(getpid()) % 32768) * WINDOW);
        window = static_cast<char *>(
            mmap(wanted, WINDOW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    }
    if (window != MAP_FAILED && used + bytes <= WINDOW)
        return window + std::exchange(used, used + bytes);
    void *p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? nullptr : static_cast<char *>(p);
}

struct unused { // a block, in its place
    unused *next;
    std::size_t size;
};

std::uint64_t changed(std::uint64_t was, const unused *first)
{
    return ((was >> 32) + 1) << 32 | reinterpret_cast<std::uintptr_t>(first); // below 4 GiB
}

// What is read of a block that another has taken meanwhile is not used: the list has changed then.
unused *take_from_all(std::atomic<std::uint64_t> &list, std::size_t size)
{
    for (std::uint64_t was = list;;) {
        auto *first = reinterpret_cast<unused *>(was & UINT32_MAX);
        if (first == nullptr || first->size < size)
            return nullptr;
        if (list.compare_exchange_strong(was, changed(was, first->next)))
            return first;
    }
}

void give_to_all(std::atomic<std::uint64_t> &list, unused *block)
{
    std::uint64_t was = list;
    do
        block->next = reinterpret_cast<unused *>(was & UINT32_MAX);
    while (!list.compare_exchange_strong(was, changed(was, block)));
}

struct heap {
    char *(*fresh)(std::size_t bytes);
    unused *freed[128];
    std::size_t kept[128]; // bytes
    char *at, *end;

    void *take(std::size_t bytes, std::size_t align, bool zero)
    {
        if (bytes >= PAGE && align < PAGE)
            align = PAGE; // large ones share no page
        if (bytes > SIZE_MAX / 4)
            return errno = ENOMEM, nullptr;
        int number;
        const std::size_t slack = align > UNIT ? align : 0;
        std::size_t size = class_of(bytes + slack + UNIT, number);
        unused *there = freed[number];
        if (there != nullptr && there->size >= size) {
            freed[number] = there->next;
            kept[number] -= there->size;
        } else {
            there = fresh == fresh_shared ? take_from_all(state->freed[number], size) : nullptr;
        }
        auto *block = reinterpret_cast<char *>(there);
        if (there != nullptr) {
            size = there->size;
        } else {
            const std::size_t left = static_cast<std::size_t>(end - at),
                              chunk = size < CHUNK ? CHUNK : (size + PAGE - 1) / PAGE * PAGE;
            block = size <= left ? std::exchange(at, at + size) : fresh(chunk);
            if (block == nullptr)
                return errno = ENOMEM, nullptr;
            if (size > left && chunk - size > left) // what is left of the larger is used further
                at = block + size, end = block + chunk;
        }
        auto p = (reinterpret_cast<std::uintptr_t>(block) + UNIT + (align > UNIT ? align - 1 : 0)) & ~(align - 1);
        auto *h = reinterpret_cast<header *>(p) - 1;
        h->size = static_cast<std::size_t>(block + size - reinterpret_cast<char *>(p));
        h->block = block;
        if (zero && there != nullptr)
            std::memset(reinterpret_cast<void *>(p), 0, bytes);
        return reinterpret_cast<void *>(p);
    }
    void give(void *p)
    {
        const header h = static_cast<header *>(p)[-1];
        int number;
        const std::size_t size = class_of(h.size + static_cast<std::size_t>(static_cast<char *>(p) - h.block), number);
        auto *block = reinterpret_cast<unused *>(h.block);
        *block = {freed[number], size};
        if (fresh == fresh_shared && kept[number] > 0 && kept[number] + size > KEPT)
            give_to_all(state->freed[number], block);
        else
            freed[number] = block, kept[number] += size;
    }
};

heap shared_heap{fresh_shared, {}, {}, nullptr, nullptr}, private_heap{fresh_private, {}, {}, nullptr, nullptr};

alignas(16) char streams[8192], *streams_end = streams; // for good, fclose or not

void *take(void *caller, std::size_t bytes, std::size_t align, bool zero)
{
    if (streams_begin)
        return std::exchange(streams_end, streams_end + (bytes + 15) / 16 * 16);
    const bool ours = inside || !is_program(caller);
    void *p = (ours ? private_heap : shared_heap).take(bytes, align, zero);
    if (p == nullptr && !ours)
        on_library([] {
            return std::fprintf(stderr, "ompc: the heap of %zu MiB is used up (OMPC_MEMORY=MiB gives more)\n",
                                heap_bytes >> 20);
        });
    return p;
}
} // namespace

void *shared_malloc(std::size_t bytes, std::size_t align)
{
    void *p = shared_heap.take(bytes, align, true);
    if (p == nullptr)
        fail("the heap of %zu MiB is used up (OMPC_MEMORY=MiB gives more)", heap_bytes >> 20);
    return p;
}
} // namespace ompc::cc

using namespace ompc::cc;
#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

extern "C" {
void *malloc(std::size_t n)
{
    return take(CALLER, n, 16, false);
}
void *calloc(std::size_t n, std::size_t m)
{
    std::size_t bytes;
    return __builtin_mul_overflow(n, m, &bytes) ? (errno = ENOMEM, nullptr) : take(CALLER, bytes, 16, true);
}
void free(void *p)
{
    if (p != nullptr && (p < streams || p >= streams_end))
        (is_shared(p) ? shared_heap : private_heap).give(p);
}
void *realloc(void *p, std::size_t n)
{
    const std::size_t size = p == nullptr ? 0 : (static_cast<header *>(p) - 1)->size;
    if (p != nullptr && n <= size)
        return n > 0 ? p : (free(p), nullptr);
    void *q =
        p != nullptr ? (is_shared(p) ? shared_heap : private_heap).take(n, 16, false) : take(CALLER, n, 16, false);
    if (q != nullptr && p != nullptr) {
        std::memcpy(q, p, size);
        free(p);
    }
    return q;
}
void *reallocarray(void *p, std::size_t n, std::size_t m)
{
    std::size_t bytes;
    return __builtin_mul_overflow(n, m, &bytes) ? (errno = ENOMEM, nullptr) : realloc(p, bytes);
}
void *memalign(std::size_t align, std::size_t n)
{
    return take(CALLER, n, align < 16 ? 16 : align, false);
}
void *aligned_alloc(std::size_t align, std::size_t n) SAME_AS(memalign);
int posix_memalign(void **to, std::size_t align, std::size_t n)
{
    void *p = take(CALLER, n, align < 16 ? 16 : align, false);
    return p == nullptr ? ENOMEM : (*to = p, 0);
}
void *valloc(std::size_t n)
{
    return take(CALLER, n, PAGE, false);
}
std::size_t malloc_usable_size(void *p)
{
    return p == nullptr ? 0 : (static_cast<header *>(p) - 1)->size;
}
char *strndup(const char *s, std::size_t n)
{
    n = strnlen(s, n);
    auto *copy = static_cast<char *>(take(CALLER, n + 1, 16, false));
    if (copy == nullptr)
        return nullptr;
    copy[n] = 0;
    return static_cast<char *>(std::memcpy(copy, s, n));
}
char *strdup(const char *s)
{
    const std::size_t n = std::strlen(s) + 1;
    void *copy = take(CALLER, n, 16, false);
    return copy == nullptr ? nullptr : static_cast<char *>(std::memcpy(copy, s, n));
}
}
