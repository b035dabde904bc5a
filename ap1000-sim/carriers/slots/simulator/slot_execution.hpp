/* slot_execution.hpp - a running program that communicates with the simulator through a slot of the shared memory
 * (wire/carrier.h). Its requests, posts, marks and replies are translated into the kernel's types
 * (kernel/execution.hpp). Turns, and the begin and end of the program, are elsewhere. */
#pragma once

#include <array>

#include "carriers/slots/simulator/region.hpp"
#include "carriers/slots/wire/handover.h"
#include "kernel/carrier.hpp"
#include "kernel/execution.hpp"

namespace ap1000
{

class SlotExecution : public Execution
{
  public:
    /* Number: in the order of all that were started. The slot has been taken for it. reads_in_place: the program reads
     * all bodies where they lie, and none need go into its inbox. */
    SlotExecution(Region &slots, std::uint32_t slot_index, std::uint64_t number_in_order, bool reads_in_place)
        : slot(slot_index), number(number_in_order), region_(slots), memory_(slots.slot(slot_index)),
          reads_in_place_(reads_in_place)
    {
    }

    bool take_marks(std::vector<Mark> &into) override;
    void take_posts(std::deque<Post> &into) override;
    void call(Call &asked) override;
    Purpose purpose() const override;
    Ns clock() const override;
    WorkDone work() const override;
    void introduce(const Introduction &with) override;
    std::size_t messages_at_once() const override;
    void answer(const Reply &reply, std::deque<Message> &messages) override;

    const std::uint32_t slot;
    const std::uint64_t number;

    /* Does the program have the turn, as its slot says? If not, all that it has done in it is seen from here on. For
     * programs that run beside the simulator. */
    bool slot_has_turn() const
    {
        return handover_who(__atomic_load_n(&memory_.turn, __ATOMIC_ACQUIRE)) == CARRIER_TASK;
    }
    /* Its slot says so no more. Returns false if it is neither at a call nor dead. */
    virtual bool came_back()
    {
        return true;
    }

    bool joined() const
    {
        return joined_;
    }
    bool left() const
    {
        return left_;
    }

    /* What it hears of the machine if it has the turn, and calls when nobody answers any more. */
    void note_end(const Ending &ending);

  protected:
    carrier_slot &memory() const
    {
        return memory_;
    }

    /* The last that it hears of the machine, in place of the answer to its call. */
    void answer_end(const Ending &ending);

    /* The bodies that it was given and has not given back. For when it has ended. */
    void give_back_all();

  private:
    void give_back_read();
    CallName name_of(const carrier_mark &m);
    carrier_frame frame_of(Message &m, std::uint32_t *inbox_used);

    Region &region_;
    carrier_slot &memory_; /* its slot */
    const bool reads_in_place_;
    bool joined_ = false, left_ = false;
    std::uint32_t marks_taken_ = 0, posts_taken_ = 0; /* of those in the slot: while it is detached they stay there */
    std::array<CallName, CARRIER_NAMES> names_;       /* of public functions, by the numbers in its marks */
    std::vector<Bodies::Place> given_;                /* bodies that went to it with a reply: a reference each */
    bool waits_ = false;                              /* its last call was for messages: its inbox is free */
};

} // namespace ap1000
