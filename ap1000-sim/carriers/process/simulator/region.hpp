/* region.hpp - the simulator's view of the memory it shares with the tasks (carrier.h), and of the bodies in it: the
 * place of a body is its arena and the offset there. */
#ifndef AP1000_REGION_HPP
#define AP1000_REGION_HPP

#include <vector>

#include "carriers/process/wire/arena.h"
#include "carriers/process/wire/carrier.h"
#include "kernel/message.hpp"

namespace ap1000
{

class Region : public Bodies
{
  public:
    /* nslots tasks at a time at most; slot 0 is the simulator's own. Throws std::system_error. */
    Region(std::uint32_t nslots, double cpu_factor, bool traced);
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

    /* For tasks of this process: the header, and where each arena is mapped, nullptr as long as it is not; they may map
     * one themselves and note it here. */
    carrier_header &header() const
    {
        return *reinterpret_cast<carrier_header *>(control_);
    }
    unsigned char **arenas()
    {
        return arenas_.data();
    }

    /* A slot for a new process; 0: none free. A slot comes back only when no message from its arena is under way. */
    std::uint32_t take_slot();
    void give_slot(std::uint32_t index);

    /* Is this body one that slot `arena` may have sent? Nothing of it is believed beyond that. */
    bool is_body(std::uint32_t arena, std::uint64_t offset, std::uint32_t len_bytes);
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
        return place & (CARRIER_ARENA_BYTES - 1);
    }

    /* As of Bodies; those that are made here lie in the simulator's own arena. */
    Place make(const void *bytes, std::uint32_t len_bytes) override;
    const unsigned char *bytes(Place place) override;
    void hold(Place place) override;
    void release(Place place) override;

  private:
    static constexpr int arena_shift = 32; /* an offset in an arena of CARRIER_ARENA_BYTES fits below it */
    static_assert(CARRIER_ARENA_BYTES == std::uint64_t{1} << arena_shift);

    unsigned char *arena(std::uint32_t index);
    bool idle(std::uint32_t index);
    bool maps(std::uint32_t index);

    int memory_ = -1;
    std::uint32_t nslots_;
    unsigned char *control_ = nullptr;
    std::uint64_t control_bytes_ = 0, slot_bytes_ = 0;
    std::vector<unsigned char *> arenas_;
    std::vector<bool> used_;
    std::vector<bool> stale_; /* an earlier process may have left bodies in the arena */
    std::uint32_t next_ = 1;
    bool said_ = false;
    struct arena own_ = {};
};

} // namespace ap1000

#endif
