/* region.hpp - the simulator's view of the memory it shares with the tasks (carrier.h), and of the bodies in it: the
 * place of a body is its arena and the offset there. */
#pragma once

#include <deque>
#include <set>
#include <vector>

#include "arena.h"
#include "carriers/slots/wire/carrier.h"
#include "kernel/computing_policy.hpp"
#include "kernel/message.hpp"

namespace ap1000
{

/* In the simulator arenas lie from here on; below lie tasks in process. */
constexpr std::uint64_t arenas_begin = std::uint64_t{56} << 40;

class Region : public Bodies
{
  public:
    /* nslots tasks at a time at most; slot 0 is the simulator's own. Throws std::system_error. */
    Region(std::uint32_t nslots, const ComputingPolicy &computing, std::uint32_t traced);
    ~Region() override;
    Region(const Region &) = delete;
    Region &operator=(const Region &) = delete;

    int memory() const
    {
        return memory_;
    }
    std::uint32_t nslots() const
    {
        return nslots_;
    }
    carrier_slot &slot(std::uint32_t index) const;

    /* For tasks of this process: the header, and where each arena is mapped, nullptr as long as its slot has not been
     * taken. */
    carrier_header &header() const
    {
        return *reinterpret_cast<carrier_header *>(control_);
    }
    unsigned char **arenas()
    {
        return arenas_.data();
    }

    /* A slot for a new process, the lowest that is free; 0: none. */
    std::uint32_t take_slot();

    /* The process of this slot has ended. The slot is free, and the memory of its arena given back, when no message
     * from there is under way any more: give_back_some looks, at a few slots for each call. */
    void give_slot(std::uint32_t index);
    void give_back_some()
    {
        if (has_left())
            look_at_left(looks_at_once);
    }
    bool has_left() const /* something to give back */
    {
        return !left_.empty();
    }

    /* Is this body one that slot `arena` may have sent? Nothing of it is believed beyond that. */
    bool is_body(std::uint32_t arena, std::uint64_t offset, std::uint32_t len_bytes)
    {
        return (len_bytes == 0 && offset == 0) || lies_in_arena(arena, offset, len_bytes);
    }
    static Place place(std::uint32_t arena, std::uint64_t offset)
    {
        return offset != 0 ? Place{arena} << arena_shift | offset : 0;
    }
    static std::uint32_t arena_of(Place place)
    {
        return static_cast<std::uint32_t>(place >> arena_shift);
    }
    static std::uint64_t offset_of(Place place)
    {
        return place & (CARRIER_ARENA_MOST - 1);
    }

    /* As of Bodies; those that are made here lie in the simulator's own arena. */
    Place make(const void *bytes, std::uint32_t len_bytes) override;
    const unsigned char *bytes(Place place) override;
    void hold(Place place) override;
    void release(Place place) override;

  private:
    static constexpr int arena_shift = 32; /* an offset in any arena fits below it */
    static_assert(CARRIER_ARENA_MOST == std::uint64_t{1} << arena_shift);

    /* The arena of a process that has ended. Nobody makes bodies there any more: what was seen free stays free. */
    struct Left {
        std::uint32_t slot;
        std::uint64_t free_to, given_to; /* no body before free_to is in use; before given_to all is given back */
    };
    static constexpr std::size_t looks_at_once = 8;

    unsigned char *arena(std::uint32_t index);
    bool lies_in_arena(std::uint32_t index, std::uint64_t offset, std::uint32_t len_bytes);
    bool maps(std::uint32_t index);
    bool look_at(Left &left);
    void look_at_left(std::size_t most);
    void give_back(std::uint32_t slot, std::uint64_t from, std::uint64_t to);

    int memory_ = -1;
    std::uint32_t nslots_;
    std::uint64_t arena_bytes_; /* of address space for each */
    unsigned char *control_ = nullptr;
    std::uint64_t control_bytes_ = 0, slot_bytes_ = 0;
    std::vector<unsigned char *> arenas_;
    std::uint32_t fresh_ = 1;      /* no slot from here on has been used yet */
    std::set<std::uint32_t> free_; /* of those before it */
    std::deque<Left> left_;
    bool said_ = false;
    struct arena own_ = {};
};

} // namespace ap1000
