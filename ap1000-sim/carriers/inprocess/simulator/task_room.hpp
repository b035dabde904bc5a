/* task_room.hpp - the memory of one task in process: its stack, its copy of the program, and address space for its
 * heap. A room has its own addresses, or shares a place with others (shared_place.hpp). */
#pragma once

#include <cstdint>
#include <memory>

#include "carriers/inprocess/simulator/address_space.hpp"
#include "carriers/inprocess/simulator/shared_place.hpp"
#include "engine/stack_switch.hpp"

namespace ap1000
{

/* Nothing is mapped for so many bytes below a stack: what a program may put on it at once, and touch at the far end
 * first, faults there. It costs address space alone. */
constexpr std::uint64_t guard_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t heap_bytes = std::uint64_t{1} << 30;
/* Nothing is mapped behind variables either: what is written there is to fault. */
constexpr std::uint64_t behind_bytes = std::uint64_t{1} << 28;

/* As a process would have it (`ulimit -s`), of which little is used; what has no limit there gets much. */
std::uint64_t stack_bytes();

/* The lowest place from `at` on that is a multiple of so many bytes, a power of two. */
unsigned char *aligned(unsigned char *at, std::uint64_t bytes);

class TaskRoom
{
  public:
    TaskRoom() = default;
    ~TaskRoom()
    {
        leave();
    }
    TaskRoom(const TaskRoom &) = delete;
    TaskRoom &operator=(const TaskRoom &) = delete;

    /* For a copy of this image. False: there is no room. */
    bool take(AddressSpace &space, const Image &image);
    bool take(std::shared_ptr<SharedPlace> place);

    /* All of it goes. Nothing if there is none. */
    void leave();

    /* Put the program there, for this task, which is here (bring). Where it begins; nullptr: no memory. */
    void (*furnish(const Image &image, inprocess_task *t))();

    /* Before anything in it is touched. */
    void bring()
    {
        if (place_ != nullptr)
            place_->bring(number_);
    }

    Stack stack() const
    {
        return {stack_bottom_, static_cast<std::size_t>(stack_top_ - stack_bottom_)};
    }
    unsigned char *stack_bottom() const
    {
        return stack_bottom_;
    }
    unsigned char *stack_top() const /* where the program's copy begins */
    {
        return stack_top_;
    }
    unsigned char *heap() const;
    bool is_shared() const /* with others, who are not here now */
    {
        return place_ != nullptr;
    }
    bool heap_is_mapped() const
    {
        return is_shared();
    }

    /* What of the task's copy is text. */
    ProgramText &text()
    {
        return place_ != nullptr ? place_->text() : text_;
    }

  private:
    std::shared_ptr<SharedPlace> place_; /* nullptr: it is the task's alone */
    std::int64_t number_ = -1;           /* of the task there */
    AddressSpace *space_ = nullptr;
    unsigned char *memory_ = nullptr; /* if it is its own: stack, copy */
    std::uint64_t memory_bytes_ = 0;
    ProgramText text_; /* if it is its own */
    unsigned char *stack_bottom_ = nullptr, *stack_top_ = nullptr;
    int mappings_ = 0; /* counted with the space */
};

} // namespace ap1000
