/* slot_program.hpp - a program of which only the slot is there, for tests of what is read from and written into it
 * (slot_execution.hpp): two slots of a region with their arenas. */
#ifndef AP1000_SLOT_PROGRAM_HPP
#define AP1000_SLOT_PROGRAM_HPP

#include "carriers/slots/simulator/slot_execution.hpp"

#include <string>

#include "testing.h"

namespace ap1000
{

/* Only what stands in its slot is asked here. */
class SlotProgram : public SlotExecution
{
  public:
    using SlotExecution::give_back_all;
    using SlotExecution::SlotExecution;

    bool detached = false;

    bool take_turn() override
    {
        return false;
    }
    bool is_detached() const override
    {
        return detached;
    }
    bool dead() const override
    {
        return false;
    }
    void give_turn() override
    {
    }
    bool wants_turn() const override
    {
        return false;
    }
    bool ends_by(int) const override
    {
        return false;
    }
    void raise(int, bool) override
    {
    }
    std::optional<int> exit_status() override
    {
        return {};
    }
    void close() override
    {
    }
    bool is_promised() const override
    {
        return false;
    }
    void break_promise() override
    {
    }
    std::string take_output() override
    {
        return {};
    }
    void set_outside(bool) override
    {
    }
    int number_for_users() const override
    {
        return 0;
    }
    Folders folders() const override
    {
        return {};
    }
};

/* Two tasks with their arenas, and what is in them. */
struct Machine {
    Region region{4, {}, false};
    SlotProgram program{region, region.take_slot(), 7, false};
    std::uint32_t other = region.take_slot();
    carrier_slot &slot = region.slot(program.slot);
    struct arena own {
    };
    struct arena others {
    };

    Machine()
    {
        arena_init(&own, region.arenas()[program.slot], region.header().arena_bytes);
        arena_init(&others, region.arenas()[other], region.header().arena_bytes);
    }
    ~Machine()
    {
        arena_end(&own);
        arena_end(&others);
    }

    /* A body of the program's own, or of the other task's. */
    std::uint64_t body(const std::string &text, bool of_other = false)
    {
        struct arena &a = of_other ? others : own;
        const std::uint64_t offset = arena_new(&a, text.size());
        assert_true(offset != 0);
        std::memcpy(a.base + offset, text.data(), text.size());
        return offset;
    }
    static std::uint32_t references(const struct arena &a, std::uint64_t offset)
    {
        return reinterpret_cast<const arena_block *>(a.base + offset)[-1].refs;
    }

    Call call(std::uint32_t op)
    {
        Call asked;
        slot.call.op = op;
        program.call(asked);
        return asked;
    }

    /* A message of the other task's, with this body. */
    Message message(const std::string &text, std::int32_t tag = 0)
    {
        Header h;
        h.tag = tag;
        h.len_bytes = static_cast<std::uint32_t>(text.size());
        return {h, region, text.empty() ? 0 : Region::place(other, body(text, true))};
    }

    const carrier_frame &given(int i) const
    {
        return slot.reply.frames[i];
    }
    std::string inbox(int i) const
    {
        return {reinterpret_cast<const char *>(slot.inbox) + given(i).offset, given(i).len_bytes};
    }
};

} // namespace ap1000

#endif
