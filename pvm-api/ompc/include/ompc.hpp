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
 * Consistency is sequential; a write invalidates other PEs' copies. A PE that computes answers no requests: they are
 * served in PVM calls, that is, while it waits for a block, a lock, a barrier, or a message of the program's own. Every
 * error prints one line on stderr; then all PEs end, the first one with exit code 1. So does an exception that leaves
 * the scope of a shared_array, or main, even if every PE catches it: what destroys an array is a barrier. The library
 * uses plain PVM, so the same binary runs on a simulated machine and on PVM 3.4.6. There is one thread per task. */
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
    std::uint64_t checks;                              // accesses that checked the table
    std::uint64_t read_misses, write_misses, upgrades; // an upgrade is a write where a copy is already here
    std::uint64_t invalidated;                         // copies that other PEs took away from this one
    std::uint64_t forwarded;                           // requests passed on, because the block had moved
    std::uint64_t messages, owner_messages;            // messages sent; those of them that name a new owner
    std::uint64_t bytes;                               // bytes of blocks sent
    std::uint64_t write_locks;                         // WriteStart, WriteEnd
    std::uint64_t barriers, locks;
    std::int64_t barrier_ns, miss_ns, lock_ns; // time spent waiting
};

/* The tasks of a program. Every PE makes one, once, at the beginning of main; its destructor is a barrier.
 * It takes its own options out of argc and argv; each also has an environment variable:
 *     --ompc-pes N          OMPC_PES          number of PEs, unless the program sets it (`pes` above 0); default 4,
 *                                             or the number that `ap1000 run -n` has started
 *     --ompc-barrier NAME   OMPC_BARRIER      master_worker, cascade, shuffle_exchange (default), group, snet
 *     --ompc-tell WHOM      OMPC_TELL         which PEs learn of a block's new owner: all (default), mcast (all, by one
 *                                             pvm_mcast), home, nobody
 *     --ompc-write-locks    OMPC_WRITE_LOCKS=1  use WriteStart and WriteEnd around every write
 *     --ompc-share          OMPC_SHARE=1      allow more PEs than nodes, several on a node
 * A program that reads argv before it makes a world calls options() first, which takes them out and keeps them. */
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

/* Waits for all PEs. */
OMPC_PUBLIC void barrier();

/* Charges computing of this length [ns] on the simulated machine; does nothing on PVM 3.4.6. */
OMPC_PUBLIC void work(double ns);

/* Returns a number of [layer.ompc] in the machine file, such as "lu_flop_ns"; 0 if there is none. */
OMPC_PUBLIC double cost(const char *name);

/* Returns the machine's clock [ns]. */
OMPC_PUBLIC std::int64_t now_ns();

/* Mutual exclusion between PEs. All PEs make locks in the same order, as they do arrays. A PE that acquires a lock it
 * holds, or releases one it does not hold, ends the program with a line. */
class OMPC_PUBLIC lock
{
  public:
    lock();
    void acquire();
    void release();

  private:
    std::uint32_t number_;
};

/* The same with the function names that std::lock_guard and similar classes call. */
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
} // namespace ompc

#include "ompc/array.hpp"
#include "ompc/pins.hpp"

#endif
