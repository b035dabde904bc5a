/* ompc/pins.hpp - ranges of an array that are checked once, and then read or written by plain pointers. Part of
 * ompc.hpp, which programs include. */
#ifndef OMPC_PINS_HPP
#define OMPC_PINS_HPP

#include "ompc/array.hpp"

namespace ompc
{
namespace detail
{
template <class T> class range
{
  public:
    T &operator[](std::size_t i) const
    {
        return at_[i];
    }
    T *data() const
    {
        return at_;
    }
    std::size_t size() const
    {
        return count_;
    }
    T *begin() const
    {
        return at_;
    }
    T *end() const
    {
        return at_ + count_;
    }

  protected:
    range(T *at, std::size_t count) : at_(at), count_(count)
    {
    }

  private:
    T *at_;
    std::size_t count_;
};
} // namespace detail

/* Checks a range once, then gives plain pointers (like Shasta's batching). A pin_read fetches its blocks when it is
 * made; which later writes of other PEs are seen through it is open. */
template <class T> class pin_read : public detail::range<const T>
{
  public:
    template <std::size_t B>
    pin_read(const shared_array<T, B> &a, std::size_t first, std::size_t count)
        : detail::range<const T>(a.memory_ + (count > 0 ? first : 0), count)
    {
        if (count == 0)
            return;
        std::uint32_t last = a.check(first, count);
        for (std::uint32_t b = a.block_of(first); b <= last; b++)
            if (a.fast_->access[b] == 0) {
                detail::miss(b, false);
                detail::settle();
            }
    }
};

/* Holds the blocks of a range for reading and writing; no other PE gets them while the pin lives. Meanwhile the PE must
 * not wait for a block, a lock or a barrier: this could deadlock, and ends the program. So make pin_reads first. */
template <class T> class pin_write : public detail::range<T>
{
  public:
    template <std::size_t B>
    pin_write(shared_array<T, B> &a, std::size_t first, std::size_t count)
        : detail::range<T>(a.memory_ + (count > 0 ? first : 0), count)
    {
        if (count == 0)
            return;
        std::uint32_t last = a.check(first, count);
        first_ = a.block_of(first);
        blocks_ = last - first_ + 1;
        detail::pin(first_, blocks_);
    }
    ~pin_write()
    {
        if (blocks_ > 0)
            detail::unpin(first_, blocks_);
    }
    pin_write(const pin_write &) = delete;
    pin_write &operator=(const pin_write &) = delete;

  private:
    std::uint32_t first_ = 0, blocks_ = 0;
};

/* WriteStart and WriteEnd: the block of element i belongs to this PE, and stays here, until the end of the scope. */
template <class T> class write_lock : public pin_write<T>
{
  public:
    template <std::size_t B> write_lock(shared_array<T, B> &a, std::size_t i) : pin_write<T>(a, i, 1)
    {
    }
};
} // namespace ompc

#endif
