/* message.hpp - a message inside the simulator: its header, and one reference to its bytes, which is released with the
 * message. The carrier decides where the bytes are stored. */
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "ns.hpp"

namespace ap1000
{

/* The bodies of messages, with a count of references to each. Each carrier has a store of its own. */
class Bodies
{
  public:
    using Place = std::uint64_t; /* only the store knows its meaning; 0: a message without a body */

    virtual ~Bodies() = default;

    /* Makes a body from these bytes, with one reference; 0 if len_bytes is 0. Throws std::bad_alloc. */
    virtual Place make(const void *bytes, std::uint32_t len_bytes) = 0;

    /* The bytes of a body, valid as long as the caller has a reference. Not for place 0. */
    virtual const unsigned char *bytes(Place place) = 0;

    /* hold: one reference more; release: one less. Not for place 0. They do not block. */
    virtual void hold(Place place) = 0;
    virtual void release(Place place) = 0;
};

struct Header {
    std::int32_t src_tid = 0, dst_tid = 0, tag = 0, context = 0, encoding = 0, wid = 0;
    std::int32_t route = 0;      /* enum mach_route */
    std::uint32_t len_bytes = 0; /* of the body */
    std::uint64_t serial = 0;    /* the number of the message in the run if it is traced or reported; else 0 */
    std::uint64_t given = 0; /* not 0: its receiver has had it before its arrival: Segment::number (ahead_state.hpp) */
    bool earlier = false;    /* its receiver has paid for it and gets it late, like mach_frame.earlier */
    bool behind = false;     /* like mach_frame.behind */
    Ns arrived = 0;          /* when all of it was on the receiver's node [ns] */
};

class Message : public Header
{
  public:
    /* Takes over one reference to the body at `place` of this store, which must outlive the message. */
    Message(const Header &header, Bodies &store, Bodies::Place place) : Header(header), store_(&store), place_(place)
    {
    }

    /* A message of the machine itself. The bytes are copied. Throws std::bad_alloc. */
    Message(const Header &header, Bodies &store, const void *bytes, std::uint32_t len)
        : Header(header), store_(&store), place_(store.make(bytes, len))
    {
        len_bytes = len;
    }
    Message(Message &&other) noexcept
        : Header(other), room(std::move(other.room)), store_(other.store_), place_(std::exchange(other.place_, 0))
    {
    }
    Message &operator=(Message &&) = delete;
    ~Message()
    {
        if (place_ != 0)
            store_->release(place_);
    }

    /* For a datagram: its room in the socket of its task until that has got the message (Room, network.hpp). */
    std::shared_ptr<void> room;

    /* Returns another message with the same body, which is not copied. */
    Message copy() const
    {
        if (place_ != 0)
            store_->hold(place_);
        return Message(*this, *store_, place_);
    }

    /* nullptr if the message has no body. */
    const unsigned char *bytes() const
    {
        return place_ != 0 ? store_->bytes(place_) : nullptr;
    }

    /* For carriers: the store of the body; and the reference to it, after which the message has no body. */
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
