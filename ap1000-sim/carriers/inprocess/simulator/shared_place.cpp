/* shared_place.cpp - see shared_place.hpp. */
#include "carriers/inprocess/simulator/shared_place.hpp"

#include <cerrno>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#include "carriers/inprocess/simulator/task_room.hpp"
#include "carriers/slots/simulator/memory_file.hpp"

namespace ap1000
{
namespace
{

/* The system looks through all page tables of a stretch when it is unmapped, and one of them is for 1 GiB. So what a
 * task uses of its heap at first lies at the end of such a GiB, and the rest in the next one, which has none yet. */
constexpr std::uint64_t table_bytes = std::uint64_t{1} << 30, before_next = std::uint64_t{1} << 24;

} // namespace

/* From low to high: nothing, the stack, the copy, nothing, the heap. In the file the variables come behind the stack,
 * so that the pages that every task touches lie side by side. */
SharedPlace::SharedPlace(AddressSpace &space, const Image &image, std::uint64_t stack_bytes, std::uint64_t heap_bytes,
                         std::uint32_t most)
    : space_(space),
      memory_bytes_(stack_bytes + image.alignment() + image.bytes() + behind_bytes + table_bytes + heap_bytes),
      most_(most)
{
    memory_ = space_.take(memory_bytes_, guard_bytes);
    if (memory_ == nullptr)
        throw Unsuitable("the simulator has no address space for it");
    stack_top_ = aligned(memory_ + stack_bytes, image.alignment());
    text_ = ProgramText(image, stack_top_);
    heap_ = aligned(stack_top_ + image.bytes() + behind_bytes + before_next, table_bytes) - before_next;
    auto add = [this](unsigned char *at, std::uint64_t bytes, int rights) {
        if (bytes > 0)
            stretches_.push_back({at, bytes, each_bytes_, rights});
        each_bytes_ += bytes;
    };
    constexpr int variables = PROT_READ | PROT_WRITE;
    add(stack_top_ - stack_bytes, stack_bytes, image.executable_stack() ? variables | PROT_EXEC : variables);
    for (const Image::Piece &p : image.variables())
        add(stack_top_ + p.from, p.to - p.from, variables);
    add(heap_, heap_bytes, variables);
    try {
        file_ = new_memory_file("ap1000 tasks", each_bytes_ * most);
    } catch (const std::exception &e) {
        space_.give(memory_, memory_bytes_, guard_bytes);
        throw Unsuitable(e.what());
    }
    if (!image.map_text(stack_top_)) {
        space_.give(memory_, memory_bytes_, guard_bytes);
        close(file_);
        throw Unsuitable("the simulator has no memory for its text");
    }
}

SharedPlace::~SharedPlace()
{
    space_.give(memory_, memory_bytes_, guard_bytes);
    close(file_);
}

std::int64_t SharedPlace::take()
{
    if (free_.empty())
        return fresh_ < most_ ? fresh_++ : -1;
    const std::int64_t number = free_.back();
    free_.pop_back();
    return number;
}

void SharedPlace::give(std::int64_t number)
{
    const auto from = static_cast<std::uint64_t>(number) * each_bytes_;
    forget_memory(file_, from, from + each_bytes_);
    free_.push_back(number);
}

void SharedPlace::map(std::int64_t number)
{
    const auto from = static_cast<std::uint64_t>(number) * each_bytes_;
    here_ = -1;
    for (const Stretch &s : stretches_)
        if (mmap(s.at, s.bytes, s.rights, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file_,
                 static_cast<off_t>(from + s.in_file)) == MAP_FAILED)
            throw std::system_error(errno, std::generic_category(), "a task's memory cannot be mapped");
    here_ = number;
    if (!text_.is_allowed())
        text_.allow(true);
}

} // namespace ap1000
