// protocol.hpp - who owns a block, who has a copy of it, who may write: the protocol of the shared memory, without any
// input or output. Events go in, messages come out; what carries them, and the blocks' bytes, are the caller's.
//
// Write-invalidate, one owner a block, the owner moves to whoever writes (Yagisawa and others, OMPC++). Every message
// may overtake every other. Three rules make that safe; tests/explore.cpp tries every order, tests/mutants.sh leaves
// them out:
//   1. A block's owners are numbered. A request says which owner it looks for: who is a later one passes it on, who is
//      still to become that one keeps it.
//   2. A copy that is invalidated while it is on its way is used for the one read that waits for it, and dropped.
//   3. An owner that waits for acknowledgements, or whose program holds the block, serves nobody; receive() lets a
//      program first make the access that it has waited for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ompc::protocol
{
enum class kind : int {
    read_request,  // to who may be the owner: a copy for `requester`
    write_request, // to who may be the owner: the block itself for `requester`
    data,          // to the requester: the block's bytes
    grant,         // to the requester: it is the owner, `copies` are to be invalidated; perhaps bytes
    invalidate,    // from the owner to who has a copy
    acknowledge,   // to that owner
    owner,         // from the old owner to others: who the new one is
    lock_request,  // to the lock's home
    lock_grant,    // from it
    lock_release,  // to it
};
constexpr int kinds = 10;
const char *name(kind what);

// Messages that may end a wait. They are received by who waits; all others are served whenever they arrive.
constexpr bool is_answer(kind what)
{
    return what == kind::data || what == kind::grant || what == kind::acknowledge || what == kind::lock_grant;
}

struct message {
    kind what;
    int from, to;
    std::uint32_t block; // or the lock's number
    int requester;
    std::uint32_t version;   // which owner of the block, counted from 0; of the sender's knowledge
    bool with_bytes;         // the block's bytes go with it
    std::vector<int> copies; // PEs, ascending
};

// Who hears from the old owner that there is a new one.
enum class tell { all, home, nobody };

// What a PE may do with a block; the order counts.
enum : std::uint8_t { access_none, access_read, access_write };

class engine
{
  public:
    engine(int pe, int pes, tell policy = tell::all);

    // Adds blocks with their first owners and returns the number of the first. On every PE alike, before any is used.
    std::uint32_t add_blocks(const std::vector<int> &owners);
    // One byte a block, access_*; valid until blocks are added.
    const std::uint8_t *access() const
    {
        return access_.data();
    }
    std::uint32_t blocks() const
    {
        return static_cast<std::uint32_t>(access_.size());
    }

    // The program wants to read or write. true: it may, now. false: it has to wait until waiting() is over, then it
    // may. In both cases it calls settle() once it has.
    bool want(std::uint32_t block, bool write);
    // The same for a lock. No settle() is needed.
    bool want_lock(std::uint32_t lock);
    void release_lock(std::uint32_t lock);
    int lock_home(std::uint32_t lock) const
    {
        return static_cast<int>(lock % static_cast<std::uint32_t>(pes_));
    }
    int lock_holder(std::uint32_t lock) const; // as its home knows; -1: nobody, or this PE is not its home
    bool waiting() const
    {
        return waiting_ != wait::nothing;
    }
    // The access is over: who waited for the block is served.
    void settle();
    // A block that is held is not given away. The program may hold several; release serves who waited.
    void hold(std::uint32_t block);
    bool release(std::uint32_t block); // true: somebody waited

    // A message has arrived. Bytes that came with it are in the block's place already.
    void receive(const message &m);
    // What is to be sent, in this order, before anything else happens; bytes are to be read now.
    std::vector<message> take_output();

    int owner(std::uint32_t block) const;               // as far as this PE knows
    std::vector<int> copies(std::uint32_t block) const; // an owner's list
    std::uint32_t owned_by(int pe, std::uint32_t first, std::uint32_t count) const;
    void grow(int pes) // there are more PEs now
    {
        pes_ = pes;
    }
    bool owes() const; // some request waits here
    // Everything that decides what it does next, as bytes: to tell states apart.
    void write_state(std::string &to) const;

    struct counts {
        std::uint64_t read_misses, write_misses, upgrades, invalidated, forwarded;
        std::array<std::uint64_t, kinds> sent;
    };
    const counts &counted() const
    {
        return counted_;
    }

  private:
    struct block {
        int owner;
        std::uint32_t version;
        std::vector<int> copies; // at the owner: who else has one
        int holds;
        std::vector<message> queue; // requests that wait for this PE
    };
    struct all_blocks { // made some at a time, when one of them is asked for: few of a heap's pages ever are
        enum { AT_ONCE = 64 };
        std::vector<int> owners; // at first
        mutable std::vector<std::vector<block>> made;
        block &operator[](std::uint32_t b) const;
    };
    struct lock {
        int holder = -1;
        std::vector<int> queue;
    };
    enum class wait { nothing, read, write, acknowledges, lock };

    void serve_request(const message &m);
    void give_copy(const message &m);
    void give_block(const message &m);
    void take_data(const message &m);
    void take_grant(const message &m);
    void take_invalidate(const message &m);
    void take_acknowledge(const message &m);
    void invalidate_copies(std::uint32_t b);
    void tell_owner(std::uint32_t b);
    void serve_queue(std::uint32_t b);
    void learn(std::uint32_t b, int owner, std::uint32_t version);
    bool unavailable(std::uint32_t b) const;
    int whom_to_ask(std::uint32_t b) const;
    void lock_asked(std::uint32_t l, int requester);
    void lock_freed(std::uint32_t l);
    void send(kind what, int to, std::uint32_t b, int requester, bool with_bytes = false, std::vector<int> copies = {});

    int pe_, pes_;
    tell policy_;
    std::vector<std::uint8_t> access_;
    all_blocks blocks_;
    std::map<std::uint32_t, lock> locks_; // of which this PE is the home
    std::vector<message> output_;

    wait waiting_ = wait::nothing;
    std::uint32_t wanted_ = 0; // block or lock
    int acknowledges_ = 0;     // still to come
    bool invalidated_ = false; // the copy that is on its way
    bool unsettled_ = false;   // the program is about to use wanted_
    counts counted_{};
};
} // namespace ompc::protocol
