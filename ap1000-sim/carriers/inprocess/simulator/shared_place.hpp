/* shared_place.hpp - one place in the address space for many copies of a program, when there are not enough mappings
 * for a place per task. The text is mapped once. Stack, variables and heap of each task are in a file without a name,
 * and the task that has the turn has its part mapped: the program runs as if it were alone, and cannot reach the memory
 * of the others. A task takes none of the 65,530 mappings that Linux gives, and no page tables; a turn takes some
 * microseconds more. */
#pragma once

#include <cstdint>
#include <vector>

#include "carriers/inprocess/simulator/address_space.hpp"
#include "carriers/inprocess/simulator/image.hpp"
#include "carriers/inprocess/simulator/program_text.hpp"

namespace ap1000
{

class SharedPlace
{
  public:
    /* For so many tasks at a time. Throws Unsuitable if there is no room for them. */
    SharedPlace(AddressSpace &space, const Image &image, std::uint64_t stack_bytes, std::uint64_t heap_bytes,
                std::uint32_t most);
    ~SharedPlace();
    SharedPlace(const SharedPlace &) = delete;
    SharedPlace &operator=(const SharedPlace &) = delete;

    /* A number for a new task; -1: there are as many as can be. give: all that it had goes. */
    std::int64_t take();
    void give(std::int64_t number);

    /* The task's memory is here from now on; until it is, nobody may touch that. Throws std::system_error. */
    void bring(std::int64_t number)
    {
        if (number != here_)
            map(number);
    }

    unsigned char *stack_top() const /* where the program's copy begins */
    {
        return stack_top_;
    }
    std::uint64_t stack_bytes() const
    {
        return stretches_.front().bytes;
    }
    unsigned char *heap() const
    {
        return heap_;
    }

    /* For who is here now. */
    ProgramText &text()
    {
        return text_;
    }

  private:
    struct Stretch { /* of addresses, and of the file of each task */
        unsigned char *at;
        std::uint64_t bytes, in_file;
        int rights;
    };
    void map(std::int64_t number);

    AddressSpace &space_;
    unsigned char *memory_, *stack_top_ = nullptr, *heap_ = nullptr;
    std::uint64_t memory_bytes_, each_bytes_ = 0; /* each_bytes_: of the file */
    ProgramText text_;
    std::vector<Stretch> stretches_;
    int file_ = -1;
    std::int64_t here_ = -1, most_, fresh_ = 0; /* no number from fresh_ on has been used yet */
    std::vector<std::int64_t> free_;
};

} // namespace ap1000
