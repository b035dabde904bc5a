/* region.hpp - the simulator's view of the memory it shares with the tasks (carrier.h), and of the messages in it. */
#ifndef AP1000_REGION_HPP
#define AP1000_REGION_HPP

#include <string_view>
#include <vector>

#include "carriers/process/wire/arena.h"
#include "carriers/process/wire/carrier.h"

namespace ap1000
{

class Region
{
  public:
    /* nslots tasks at a time at most; slot 0 is the simulator's own. Throws std::system_error. */
    Region(std::uint32_t nslots, double cpu_factor, bool traced);
    ~Region();
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

    /* A slot for a new process; 0: none free. A slot comes back only when no message from its arena is under way. */
    std::uint32_t take_slot();
    void give_slot(std::uint32_t index);

    /* Is this body one that slot `arena` may have sent? Nothing of it is believed beyond that. */
    bool is_body(std::uint32_t arena, std::uint64_t offset, std::uint32_t len_bytes);
    const unsigned char *bytes(std::uint32_t arena, std::uint64_t offset);
    void hold(std::uint32_t arena, std::uint64_t offset);
    void release(std::uint32_t arena, std::uint64_t offset);

    /* A body of the simulator's own, with one reference; offset 0 for an empty one. Throws std::bad_alloc. */
    std::uint64_t make_body(const void *bytes, std::uint32_t len_bytes);

  private:
    unsigned char *arena(std::uint32_t index);
    bool idle(std::uint32_t index);

    int memory_ = -1;
    std::uint32_t nslots_;
    unsigned char *control_ = nullptr;
    std::uint64_t control_bytes_ = 0, slot_bytes_ = 0;
    std::vector<unsigned char *> arenas_;
    std::vector<bool> used_;
    std::vector<bool> stale_; /* an earlier process may have left bodies in the arena */
    std::uint32_t next_ = 1;
    struct arena own_ = {};
};

/* A message inside the simulator: its frame, and one reference to its body, which goes when the parcel goes. */
class Parcel
{
  public:
    Parcel(Region &region, const carrier_frame &frame) : region_(&region), frame_(frame) {}
    Parcel(Parcel &&other) noexcept : region_(other.region_), frame_(other.frame_)
    {
        other.frame_.offset = 0;
    }
    Parcel &operator=(Parcel &&) = delete;
    ~Parcel()
    {
        if (frame_.offset != 0)
            region_->release(frame_.arena, frame_.offset);
    }

    /* Another one with the same body. */
    Parcel copy() const
    {
        if (frame_.offset != 0)
            region_->hold(frame_.arena, frame_.offset);
        return Parcel(*region_, frame_);
    }

    /* Hand the reference over to whoever reads the frame. */
    carrier_frame give()
    {
        carrier_frame f = frame_;
        frame_.offset = 0;
        return f;
    }

    const carrier_frame &frame() const
    {
        return frame_;
    }
    carrier_frame &frame()
    {
        return frame_;
    }

  private:
    Region *region_;
    carrier_frame frame_;
};

} // namespace ap1000

#endif
