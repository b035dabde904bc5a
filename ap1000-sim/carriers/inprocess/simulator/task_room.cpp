/* task_room.cpp - see task_room.hpp. */
#include "carriers/inprocess/simulator/task_room.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <sys/resource.h>
#include <utility>

namespace ap1000
{
namespace
{

constexpr std::uint64_t page = 4096;
/* Below the guard of its own room is the heap; the library maps there what is used. And below that nothing again: there
 * the variables of another task's copy may end, and what is written behind them is to fault. */
constexpr std::uint64_t below_bytes = behind_bytes + heap_bytes + guard_bytes;

} // namespace

std::uint64_t stack_bytes()
{
    constexpr std::uint64_t least = 1 << 16, most = std::uint64_t{1} << 34, unlimited = std::uint64_t{1} << 30;
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    std::uint64_t wanted = limit.rlim_cur == RLIM_INFINITY ? unlimited : limit.rlim_cur;
    return std::min(std::max(wanted, least), most) / page * page;
}

unsigned char *aligned(unsigned char *at, std::uint64_t bytes)
{
    const auto where = reinterpret_cast<std::uint64_t>(at);
    return at + ((where + bytes - 1) / bytes * bytes - where);
}

bool TaskRoom::take(AddressSpace &space, const Image &image)
{
    const std::uint64_t stack = stack_bytes();
    memory_bytes_ = stack + image.bytes() + image.alignment() - page;
    memory_ = space.take(memory_bytes_, below_bytes);
    if (memory_ == nullptr)
        return false;
    space_ = &space;
    space.count(mappings_ = image.mappings());
    stack_top_ = aligned(memory_ + stack, image.alignment());
    stack_bottom_ = stack_top_ - stack;
    text_ = ProgramText(image, stack_top_);
    return mprotect(stack_bottom_, stack, PROT_READ | PROT_WRITE | (image.executable_stack() ? PROT_EXEC : 0)) == 0;
}

bool TaskRoom::take(std::shared_ptr<SharedPlace> place)
{
    number_ = place->take();
    if (number_ < 0)
        return false;
    place_ = std::move(place);
    stack_top_ = place_->stack_top();
    stack_bottom_ = stack_top_ - place_->stack_bytes();
    return true;
}

void TaskRoom::leave()
{
    if (place_ != nullptr)
        place_->give(number_);
    place_.reset();
    if (memory_ == nullptr)
        return;
    unmark_stack(stack()); /* an image may lie there next */
    space_->give(std::exchange(memory_, nullptr), memory_bytes_, below_bytes);
    space_->count(-mappings_);
}

unsigned char *TaskRoom::heap() const
{
    return place_ != nullptr ? place_->heap() : memory_ - below_bytes + behind_bytes;
}

void (*TaskRoom::furnish(const Image &image, inprocess_task *t))()
{
    const bool there = place_ != nullptr ? image.read_variables(stack_top_) : image.map(stack_top_);
    return there ? image.bind(stack_top_, t) : nullptr;
}

} // namespace ap1000
