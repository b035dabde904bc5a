// waiting.hpp - objects that threads wait for, as sync.cpp and locks.cpp use them.
//
// The program's object holds the address of ours, which is made at its first use (the static initializers are zero
// there), and a mutex its kind. Who has touched ours for writing is alone with it until the next call of PVM: no
// lock is needed.
#pragma once

#include <cstring>

#include "cc.hpp"

namespace ompc::cc
{
struct queue { // of threads, served in turn
    std::uint64_t words[THREADS / 64];

    bool has(int k) const
    {
        return (words[k / 64] >> k % 64 & 1) != 0;
    }
    bool empty() const
    {
        std::uint64_t any = 0;
        for (std::uint64_t w : words)
            any |= w;
        return any == 0;
    }
    void add(int k)
    {
        words[k / 64] |= std::uint64_t(1) << k % 64;
    }
    void remove(int k)
    {
        words[k / 64] &= ~(std::uint64_t(1) << k % 64);
    }
    int take(int after) // the first behind this one, or -1
    {
        for (int i = 1; i <= THREADS; i++)
            if (const int k = (after + i) % THREADS; has(k))
                return remove(k), k;
        return -1;
    }
};

struct alignas(128) object {
    int value, owner, count, turn; // owner: 1 + its number, or 0
    clockid_t clock;
    queue waiting, readers;

    void own() // the page
    {
        __atomic_fetch_or(&value, 0, __ATOMIC_SEQ_CST);
    }
    int next(queue &q)
    {
        const int k = q.take(turn);
        turn = k < 0 ? turn : k;
        return k;
    }
};
static_assert(sizeof(object) == 128);

// At these offsets of the program's objects.
constexpr std::size_t IN_MUTEX = 24, MUTEX_KIND = 16, IN_RWLOCK = 40, IN_OTHERS = 0;

inline object *&place_of(void *o, std::size_t at)
{
    return *reinterpret_cast<object **>(static_cast<char *>(o) + at);
}

inline object *of(void *o, std::size_t at)
{
    object *&place = place_of(o, at), *there = __atomic_load_n(&place, __ATOMIC_SEQ_CST);
    if (there != nullptr)
        return there;
    auto *made = static_cast<object *>(shared_malloc(sizeof(object), alignof(object)));
    object *none = nullptr;
    return __atomic_compare_exchange_n(&place, &none, made, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? made : none;
}

inline object *anew(void *o, std::size_t bytes, std::size_t at)
{
    std::memset(o, 0, bytes);
    return of(o, at);
}

// The program's object is gone, and ours is given back. One that nobody destroys keeps it.
inline int forget(void *o, std::size_t at)
{
    if (is_shared(o))
        if (object *there = std::exchange(place_of(o, at), nullptr); is_shared(there))
            std::free(there);
    return 0;
}

int wake_all(queue q);
void wake_one(object *o, int otherwise); // of its queue, if one waits there; otherwise is added to its value
// A thread that is in this queue waits until another has taken it out, and woken it. Returns 0, ETIMEDOUT or EINTR.
int wait_in(object *o, queue object::*q, std::int64_t ns, const waited &w, bool handlers_end = false);
} // namespace ompc::cc
