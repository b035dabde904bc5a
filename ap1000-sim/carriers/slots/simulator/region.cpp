/* region.cpp - see region.hpp. */
#include "carriers/slots/simulator/region.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#include "carriers/slots/simulator/memory_file.hpp"

namespace ap1000
{
namespace
{

/* Arenas that lie side by side, as in the file, are one mapping to the system, of the 65,530 that it gives. Here it has
 * nothing of its own (x86-64 with 47 bits), and tasks in process lie below (address_space.hpp); if it has, each goes
 * where there is room. */
constexpr std::uint64_t arenas_wanted_at = arenas_begin, all_arenas = std::uint64_t{20} << 40;

std::uint64_t bytes_of_arena(std::uint32_t nslots)
{
    std::uint64_t bytes = CARRIER_ARENA_MOST;
    while (nslots * bytes > all_arenas)
        bytes /= 2;
    return bytes;
}

/* Memory is given back in pieces of this, and at the end. */
constexpr std::uint64_t give_bytes = std::uint64_t{1} << 20;

void *map(int fd, std::uint64_t offset, std::uint64_t bytes, void *at = nullptr)
{
    void *p = mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, static_cast<off_t>(offset));
    if (p == MAP_FAILED)
        throw std::system_error(errno, std::generic_category(),
                                "cannot map the shared memory of the machine, " + std::to_string(bytes >> 10) +
                                    " KiB of addresses, of which little is used (ulimit -v)");
    madvise(p, bytes, MADV_DONTFORK);
    madvise(p, bytes, MADV_DONTDUMP);
    return p;
}

} // namespace

Region::Region(std::uint32_t nslots, const ComputingPolicy &computing, std::uint32_t traced)
    : nslots_(nslots), arena_bytes_(bytes_of_arena(nslots)), arenas_(nslots, nullptr)
{
    const std::uint64_t page = CARRIER_PAGE_BYTES;
    slot_bytes_ = (sizeof(carrier_slot) + page - 1) / page * page;
    control_bytes_ = (CARRIER_HEADER_BYTES + nslots * slot_bytes_ + page - 1) / page * page;
    memory_ = new_memory_file("ap1000", control_bytes_ + nslots * arena_bytes_);
    /* Every task gets this descriptor: none may take the memory away under the others. */
    if (fcntl(memory_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        throw std::system_error(errno, std::generic_category(), "the shared memory of the machine cannot be sealed");
    control_ = static_cast<unsigned char *>(map(memory_, 0, control_bytes_));
    auto *h = reinterpret_cast<carrier_header *>(control_);
    h->magic = CARRIER_MAGIC;
    h->version = CARRIER_VERSION;
    h->nslots = nslots;
    h->slot_bytes = slot_bytes_;
    h->arena_bytes = arena_bytes_;
    h->arenas_offset = control_bytes_;
    h->charges = computing.kind == ComputingPolicy::Kind::measured ? CARRIER_CHARGES_MEASURED
                 : computing.kind == ComputingPolicy::Kind::free   ? CARRIER_CHARGES_NOTHING
                                                                   : CARRIER_CHARGES_COUNTED;
    h->cpu_factor = computing.factor;
    h->traced = traced;
    arena_init(&own_, arena(0), arena_bytes_);
}

Region::~Region()
{
    arena_end(&own_);
    for (unsigned char *a : arenas_)
        if (a != nullptr)
            munmap(a, arena_bytes_);
    munmap(control_, control_bytes_);
    close(memory_);
}

carrier_slot &Region::slot(std::uint32_t index) const
{
    return *reinterpret_cast<carrier_slot *>(control_ + CARRIER_HEADER_BYTES + index * slot_bytes_);
}

unsigned char *Region::arena(std::uint32_t index)
{
    if (arenas_[index] == nullptr) {
        const std::uint64_t at = index * arena_bytes_;
        arenas_[index] = static_cast<unsigned char *>(
            map(memory_, control_bytes_ + at, arena_bytes_, reinterpret_cast<void *>(arenas_wanted_at + at)));
    }
    return arenas_[index];
}

/* Is there address space for this arena? If not, that is said in one line, once. */
bool Region::maps(std::uint32_t index)
{
    try {
        return arena(index) != nullptr;
    } catch (const std::system_error &e) {
        if (!said_)
            std::fprintf(stderr, "ap1000: no room for another task: %s\n", e.what());
        said_ = true;
        return false;
    }
}

/* ---- slots ------------------------------------------------------------------------------------------------------- */

std::uint32_t Region::take_slot()
{
    if (free_.empty() && fresh_ == nslots_)
        look_at_left(left_.size());
    std::uint32_t s = free_.empty() ? fresh_ : *free_.begin();
    if (s == nslots_ || !maps(s))
        return 0;
    if (free_.empty()) { /* all zero: most of it is not even memory yet, and never will be */
        fresh_++;
    } else {
        free_.erase(s);
        std::memset(static_cast<void *>(&slot(s)), 0, offsetof(carrier_slot, marks));
    }
    return s;
}

void Region::give_slot(std::uint32_t index)
{
    left_.push_front({index, 0, 0});
    look_at_left(1);
}

/* Some of the memory of an arena is nobody's any more. */
void Region::give_back(std::uint32_t index, std::uint64_t from, std::uint64_t to)
{
    const std::uint64_t at = control_bytes_ + index * arena_bytes_;
    forget_memory(memory_, at + from, at + to);
}

/* Returns true if no body in this arena is in use: what its owner had is nobody's now. The owner's words are followed
 * only while they make sense. */
bool Region::look_at(Left &left)
{
    const unsigned char *base = arena(left.slot);
    while (left.free_to + sizeof(arena_block) <= arena_bytes_) {
        const auto *b = reinterpret_cast<const arena_block *>(base + left.free_to);
        if (b->magic != ARENA_BLOCK_MAGIC || b->size_bytes < sizeof *b || b->size_bytes > arena_bytes_)
            return true;
        if ((__atomic_load_n(&b->refs, __ATOMIC_ACQUIRE) & ~ARENA_OWNER) != 0)
            break;
        left.free_to += b->size_bytes;
    }
    if (left.free_to + sizeof(arena_block) > arena_bytes_)
        return true;
    const std::uint64_t whole = left.free_to / give_bytes * give_bytes;
    if (whole > left.given_to) {
        give_back(left.slot, left.given_to, whole);
        left.given_to = whole;
    }
    return false;
}

void Region::look_at_left(std::size_t most)
{
    for (std::size_t n = std::min(most, left_.size()); n > 0; n--) {
        Left one = left_.front();
        left_.pop_front();
        if (look_at(one)) {
            give_back(one.slot, 0, arena_bytes_);
            free_.insert(one.slot);
        } else {
            left_.push_back(one);
        }
    }
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

bool Region::lies_in_arena(std::uint32_t index, std::uint64_t offset, std::uint32_t len_bytes)
{
    return len_bytes <= CARRIER_MAX_BODY && arena_is_body(arena(index), arena_bytes_, offset, len_bytes);
}

const unsigned char *Region::bytes(Place place)
{
    return arena(arena_of(place)) + offset_of(place);
}

void Region::hold(Place place)
{
    arena_hold(arena(arena_of(place)), offset_of(place));
}

void Region::release(Place place)
{
    arena_release(arena(arena_of(place)), offset_of(place));
}

Bodies::Place Region::make(const void *bytes, std::uint32_t len_bytes)
{
    if (len_bytes == 0)
        return 0;
    std::uint64_t offset = arena_new(&own_, len_bytes);
    if (offset == 0)
        throw std::bad_alloc();
    std::memcpy(own_.base + offset, bytes, len_bytes);
    return place(0, offset);
}

} // namespace ap1000
