/* ompc.hpp - shared memory for C++ programs above PVM, after OMPC++ (Yagisawa, Ogawa, Sohda, Matsuoka): arrays that all
 * tasks read and write, kept consistent block by block.
 *
 *     #include <ompc.hpp>
 *     int main(int argc, char **argv)
 *     {
 *         ompc::world w(argc, argv);                     // starts the other PEs: each runs main (SPMD)
 *         ompc::shared_array<double, 256> a(n);          // blocks of 256 elements; made by all PEs, in the same order
 *         for (size_t i = w.pe(); i < n; i += w.pes())
 *             a[i] = 2 * a[i];                           // each access is checked; a miss fetches the block
 *         ompc::barrier();
 *     }
 *
 * Consistency is sequential, a write invalidates other PEs' copies. While a PE computes it answers nobody: requests are
 * served in PVM calls, that is, while it waits for a block, a lock, a barrier, or a message of the program's own.
 * Every error is one line on stderr; then all PEs end, the first one with exit code 1. Plain PVM below: the same binary
 * runs on a simulated machine and on PVM 3.4.6. One thread a task.
 */
#ifndef OMPC_HPP
#define OMPC_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "ompc/detail.hpp"

namespace ompc
{

/* Counts of this PE since it began; times in ns of the machine's clock. */
struct statistics {
    std::uint64_t checks;                              // accesses that looked at the table
    std::uint64_t read_misses, write_misses, upgrades; // an upgrade: it had a copy, and wants to write
    std::uint64_t invalidated;                         // copies that others took away from this PE
    std::uint64_t forwarded;                           // requests passed on, as the block had moved
    std::uint64_t messages, owner_messages;            // sent; of them those that name a new owner
    std::uint64_t bytes;                               // of blocks, sent
    std::uint64_t write_locks;                         // WriteStart, WriteEnd
    std::uint64_t barriers, locks;
    std::int64_t barrier_ns, miss_ns, lock_ns; // waited
};

/* The tasks of a program. Made once, first thing in main, by every PE; its end is a barrier.
 * Takes its own options out of argc and argv; each has a variable too:
 *     --ompc-pes N          OMPC_PES          how many PEs, if the program does not say it (`pes` above 0); default 4,
 *                                             or what `ap1000 run -n` has started
 *     --ompc-barrier NAME   OMPC_BARRIER      master_worker, cascade, shuffle_exchange (default), group, snet
 *     --ompc-tell WHOM      OMPC_TELL         who hears of a block's new owner: all (default), mcast (all, by one
 *                                             pvm_mcast), home, nobody
 *     --ompc-write-locks    OMPC_WRITE_LOCKS=1  WriteStart and WriteEnd around every write
 *     --ompc-share          OMPC_SHARE=1      more PEs than nodes, several on a node
 * A program that looks at argv before it makes a world calls options first, which takes them out and keeps them. */
OMPC_PUBLIC void options(int &argc, char **argv);

class OMPC_PUBLIC world
{
  public:
    world(int &argc, char **argv, int pes = 0);
    ~world();
    world(const world &) = delete;
    world &operator=(const world &) = delete;
    int pe() const;
    int pes() const;
    ompc::statistics statistics() const;
};

/* All PEs meet. */
OMPC_PUBLIC void barrier();

/* The program computes for so long [ns] on the simulated machine; nothing on PVM 3.4.6. */
OMPC_PUBLIC void work(double ns);

/* The number of [layer.ompc] in the machine file, such as "lu_flop_ns"; 0 if it has none. */
OMPC_PUBLIC double cost(const char *name);

/* The machine's clock [ns]. */
OMPC_PUBLIC std::int64_t now_ns();

/* Mutual exclusion between PEs. Made by all PEs in the same order, as arrays are. Who acquires what it holds, or
 * releases what it does not hold, ends the program with a line. */
class OMPC_PUBLIC lock
{
  public:
    lock();
    void acquire();
    void release();

  private:
    std::uint32_t number_;
};

/* The same under the names that std::lock_guard and its like call. */
class mutex
{
  public:
    void lock()
    {
        lock_.acquire();
    }
    void unlock()
    {
        lock_.release();
    }

  private:
    ompc::lock lock_;
};

/* Which PE owns a block at first. A write moves it to its writer. */
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

/* `size` elements of type T, in blocks of Block elements; zero at first. Made by all PEs with the same numbers, or all
 * end with a line that says what differs; its end is a barrier. `name` is for messages. */
template <class T, std::size_t Block = 256> class shared_array
{
    static_assert(std::is_trivially_copyable<T>::value,
                  "ompc::shared_array: elements must be trivially copyable; they travel as bytes");
    static_assert(Block > 0 && (Block & (Block - 1)) == 0, "ompc::shared_array: a block must have 2^n elements");

  public:
    /* What a[i] gives: it is read, written or changed at once, in the expression that has it. So `auto x = a[i]` makes
     * nothing that could be used, and a[i] in place of printf's ... is refused: T(a[i]) is the value. */
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
        template <class U> T operator+=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) + std::forward<U>(v));
        }
        template <class U> T operator-=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) - std::forward<U>(v));
        }
        template <class U> T operator*=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) * std::forward<U>(v));
        }
        template <class U> T operator/=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) / std::forward<U>(v));
        }
        template <class U> T operator%=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) % std::forward<U>(v));
        }
        template <class U> T operator|=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) | std::forward<U>(v));
        }
        template <class U> T operator&=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) & std::forward<U>(v));
        }
        template <class U> T operator^=(U &&v) &&
        {
            return std::move(*this) = static_cast<T>(array_.get(at_) ^ std::forward<U>(v));
        }
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
        /* Adds, and gives the value before: no other PE writes in between. The operators above read, and then write. */
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
        friend class shared_array;
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
    /* The last block of a stretch that is not empty. */
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

/* One check for a stretch, then plain pointers (as Shasta's batching). A pin_read is a read of each of its blocks at
 * the moment it is made: later writes of other PEs are not seen through it. */
template <class T> class pin_read
{
  public:
    template <std::size_t B>
    pin_read(const shared_array<T, B> &a, std::size_t first, std::size_t count)
        : at_(a.memory_ + (count > 0 ? first : 0)), count_(count)
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
    const T &operator[](std::size_t i) const
    {
        return at_[i];
    }
    const T *data() const
    {
        return at_;
    }
    std::size_t size() const
    {
        return count_;
    }
    const T *begin() const
    {
        return at_;
    }
    const T *end() const
    {
        return at_ + count_;
    }

  private:
    const T *at_;
    std::size_t count_;
};

/* The blocks of a stretch, to be read and written, and given to nobody while the pin lives. Meanwhile the PE may do
 * nothing that waits for a block, a lock or a barrier: that would be a deadlock in the making, and ends the program. So
 * make pin_reads first. */
template <class T> class pin_write
{
  public:
    template <std::size_t B>
    pin_write(shared_array<T, B> &a, std::size_t first, std::size_t count)
        : at_(a.memory_ + (count > 0 ? first : 0)), count_(count)
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

  private:
    T *at_;
    std::size_t count_;
    std::uint32_t first_ = 0, blocks_ = 0;
};

/* WriteStart and WriteEnd: the block of element i is this PE's, and stays, until the end of the scope. */
template <class T> class write_lock : public pin_write<T>
{
  public:
    template <std::size_t B> write_lock(shared_array<T, B> &a, std::size_t i) : pin_write<T>(a, i, 1)
    {
    }
};

} // namespace ompc
#endif
