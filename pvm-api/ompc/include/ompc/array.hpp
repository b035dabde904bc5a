/* ompc/array.hpp - arrays that all PEs share, and the initial places of their blocks. Part of ompc.hpp, which programs
 * include. */
#ifndef OMPC_ARRAY_HPP
#define OMPC_ARRAY_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "ompc/detail.hpp"

namespace ompc
{
/* The PE that owns a block initially. A write moves the block to its writer. */
class placement
{
  public:
    static placement blocked() // PE 0 the first blocks, and so on
    {
        return {-1};
    }
    static placement cyclic() // block b: PE b mod PEs
    {
        return {-2};
    }
    static placement on(int pe)
    {
        return {pe};
    }
    int code() const
    {
        return code_;
    }

  private:
    placement(int code) : code_(code)
    {
    }
    int code_;
};

/* `size` elements of type T, in blocks of Block elements; initially zero. All PEs make it with the same numbers;
 * otherwise all end with a line that says what differs. Its destructor is a barrier. `name` is for messages. */
template <class T, std::size_t Block = 256> class shared_array
{
    static_assert(std::is_trivially_copyable<T>::value,
                  "ompc::shared_array: elements must be trivially copyable; they travel as bytes");
    static_assert(Block > 0 && (Block & (Block - 1)) == 0, "ompc::shared_array: a block must have 2^n elements");

  public:
    /* The result of a[i]. It is read, written or changed at once, inside its expression. So `auto x = a[i]` makes
     * nothing that can be used, and a[i] as an argument of printf is refused: T(a[i]) is the value. */
    class reference
    {
      public:
        reference(const reference &) = delete;
        operator T() &&
        {
            return array_.get(at_);
        }
        T operator=(T value) &&
        {
            array_.put(at_, value);
            return value;
        }
        T operator=(reference &&other) &&
        {
            return std::move(*this) = other.array_.get(other.at_);
        }
#define OMPC_CHANGE(by)                                                                  \
    template <class U> T operator by##=(U &&v) &&                                        \
    {                                                                                    \
        return std::move(*this) = static_cast<T>(array_.get(at_) by std::forward<U>(v)); \
    }                                                                                    \
    friend class shared_array
        OMPC_CHANGE(+);
        OMPC_CHANGE(-);
        OMPC_CHANGE(*);
        OMPC_CHANGE(/);
        OMPC_CHANGE(%);
        OMPC_CHANGE(|);
        OMPC_CHANGE(&);
        OMPC_CHANGE(^);
        OMPC_CHANGE(<<);
        OMPC_CHANGE(>>);
#undef OMPC_CHANGE
        T operator++() &&
        {
            return std::move(*this) += 1;
        }
        T operator--() &&
        {
            return std::move(*this) -= 1;
        }
        T operator++(int) &&
        {
            T before = array_.get(at_);
            array_.put(at_, static_cast<T>(before + 1));
            return before;
        }
        T operator--(int) &&
        {
            T before = array_.get(at_);
            array_.put(at_, static_cast<T>(before - 1));
            return before;
        }
        /* Adds, and returns the old value: no other PE writes in between. The operators above read, and then write. */
        T fetch_add(T v) &&
        {
            return array_.fetch_add(at_, v);
        }
        /* A member of a structure is read as a[i]->x, and written by a[i].set(&point::x, value), which reads and writes
         * the whole element. */
        detail::copy<T> operator->() &&
        {
            return {array_.get(at_)};
        }
        template <class M, class C, class V> void set(M C::*member, V &&value) &&
        {
            T whole = array_.get(at_);
            whole.*member = std::forward<V>(value);
            array_.put(at_, whole);
        }

      private:
        reference(shared_array &array, std::size_t at) : array_(array), at_(at)
        {
        }
        shared_array &array_;
        std::size_t at_;
    };

    explicit shared_array(std::size_t size, placement where = placement::blocked(), const char *name = "")
        : fast_(detail::fast_path()), size_(size),
          array_(detail::add_array({name, size, sizeof(T), Block, where.code()}))
    {
        memory_ = static_cast<T *>(array_.memory);
    }
    ~shared_array()
    {
        detail::remove_array(array_.number);
    }
    shared_array(const shared_array &) = delete;
    shared_array &operator=(const shared_array &) = delete;

    std::size_t size() const
    {
        return size_;
    }
    static constexpr std::size_t block()
    {
        return Block;
    }
    reference operator[](std::size_t i)
    {
        return {*this, i};
    }
    T operator[](std::size_t i) const
    {
        return get(i);
    }

    T get(std::size_t i) const
    {
        std::uint32_t b = check(i);
        if (fast_->access[b] != 0)
            return memory_[i];
        detail::miss(b, false);
        T value = memory_[i];
        detail::settle();
        return value;
    }
    void put(std::size_t i, const T &value)
    {
        std::uint32_t b = check(i);
        fast_->wrote = true;
        if (fast_->write_locks)
            detail::write_start(b);
        if (fast_->access[b] == 2) {
            memory_[i] = value;
        } else {
            detail::miss(b, true);
            memory_[i] = value;
            detail::settle();
        }
        if (fast_->write_locks)
            detail::write_end(b);
    }

    T fetch_add(std::size_t i, T v)
    {
        std::uint32_t b = check(i);
        fast_->wrote = true;
        detail::pin(b, 1);
        T before = memory_[i];
        memory_[i] = static_cast<T>(before + v);
        detail::unpin(b, 1);
        return before;
    }

  private:
    template <class U> friend class pin_read;
    template <class U> friend class pin_write;
    std::uint32_t check(std::size_t i) const
    {
        if (i >= size_)
            detail::outside(array_.number, i);
        if (--fast_->checks_left < 0)
            detail::tick(array_.number, i);
        return block_of(i);
    }
    /* Returns the last block of a range that is not empty. */
    std::uint32_t check(std::size_t first, std::size_t count) const
    {
        if (first >= size_ || count > size_ - first)
            detail::outside(array_.number, first, count);
        return check(first + count - 1);
    }
    std::uint32_t block_of(std::size_t i) const
    {
        return array_.first_block + static_cast<std::uint32_t>(i / Block); // a shift: Block is 2^n
    }

    detail::fast *fast_;
    std::size_t size_;
    detail::array array_;
    T *memory_;
};
} // namespace ompc

#endif
