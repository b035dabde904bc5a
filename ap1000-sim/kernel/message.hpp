/* message.hpp - a message inside the simulator: what is known of it, and one reference to its bytes, which goes when
 * the message goes. Where the bytes lie is the affair of the carrier that keeps them. */
#ifndef AP1000_MESSAGE_HPP
#define AP1000_MESSAGE_HPP

#include <cstdint>
#include <utility>

#include "ns.hpp"

namespace ap1000
{

/* Bodies of messages, counted by their references. Each carrier has a store of its own. */
class Bodies
{
  public:
    using Place = std::uint64_t; /* what it says is known to the store alone; 0: a message without a body */

    virtual ~Bodies() = default;

    /* A body with a copy of these bytes and one reference; 0 if len_bytes is 0. Throws std::bad_alloc. */
    virtual Place make(const void *bytes, std::uint32_t len_bytes) = 0;

    /* The bytes of a body; good as long as the caller's reference. Not for place 0. */
    virtual const unsigned char *bytes(Place place) = 0;

    /* One reference more, one less; never for place 0. Neither blocks. */
    virtual void hold(Place place) = 0;
    virtual void release(Place place) = 0;
};

struct Header {
    std::int32_t src_tid = 0, dst_tid = 0, tag = 0, context = 0, encoding = 0, wid = 0;
    std::int32_t route = 0;      /* enum mach_route */
    std::uint32_t len_bytes = 0; /* of the body */
    std::uint64_t serial = 0;    /* which message of the run it is, if somebody looks into it; else 0 */
    Ns arrived = 0;              /* when the receiver's node had it whole [ns] */
    bool given = false;          /* its receiver has had it before its arrival (run_ahead.hpp) */
    bool earlier = false;        /* its receiver has paid for it, and is given it late: as mach_frame.earlier */
};

class Message : public Header
{
  public:
    /* Takes over one reference to the body at `place` of this store, which must outlive it. */
    Message(const Header &header, Bodies &store, Bodies::Place place) : Header(header), store_(&store), place_(place)
    {
    }

    /* A message of the machine's own: the bytes are copied. Throws std::bad_alloc. */
    Message(const Header &header, Bodies &store, const void *bytes, std::uint32_t len)
        : Header(header), store_(&store), place_(store.make(bytes, len))
    {
        len_bytes = len;
    }
    Message(Message &&other) noexcept : Header(other), store_(other.store_), place_(std::exchange(other.place_, 0))
    {
    }
    Message &operator=(Message &&) = delete;
    ~Message()
    {
        if (place_ != 0)
            store_->release(place_);
    }

    /* Another one with the same body; nothing of it is copied. */
    Message copy() const
    {
        if (place_ != 0)
            store_->hold(place_);
        return Message(*this, *store_, place_);
    }

    /* nullptr if it has none. */
    const unsigned char *bytes() const
    {
        return place_ != 0 ? store_->bytes(place_) : nullptr;
    }

    /* For carriers: whose body it is; and hand over the reference to it, after which the message has no body. */
    const Bodies &store() const
    {
        return *store_;
    }
    Bodies::Place give()
    {
        return std::exchange(place_, 0);
    }

  private:
    Bodies *store_;
    Bodies::Place place_;
};

} // namespace ap1000

#endif
