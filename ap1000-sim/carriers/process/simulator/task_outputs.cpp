/* task_outputs.cpp - see task_outputs.hpp. */
#include "carriers/process/simulator/task_outputs.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace ap1000
{
namespace
{

/* How much of what a task prints is kept before it is taken; and taken at once: that, and what a pipe holds. */
constexpr std::size_t most_kept_bytes = std::size_t{256} << 10,
                      most_taken_bytes = most_kept_bytes + (std::size_t{1} << 20);

} // namespace

TaskOutputs::TaskOutputs(std::uint32_t nslots, WatchedFiles &files) : files_(files), slots_(nslots)
{
}

TaskOutputs::~TaskOutputs()
{
    for (Slot &s : slots_)
        if (s.pipe >= 0)
            close(s.pipe);
}

bool TaskOutputs::watch(std::uint32_t slot, int fd)
{
    fcntl(fd, F_SETFL, O_NONBLOCK);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        slots_[slot].pipe = fd;
    }
    return files_.add(fd, WatchedFiles::Kind::output, slot);
}

/* With the mutex held, as read_pipe. Level-triggered: a full one must not be told of again and again. */
void TaskOutputs::listen_to(std::uint32_t slot, bool listens)
{
    if (slots_[slot].pipe >= 0)
        files_.listen_to(slots_[slot].pipe, WatchedFiles::Kind::output, slot, listens);
}

bool TaskOutputs::collect(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    read_pipe(s, most_kept_bytes);
    if (s.printed.size() < most_kept_bytes || s.full)
        return false;
    s.full.store(true, std::memory_order_release);
    listen_to(slot, false);
    full_.store(true, std::memory_order_release);
    return true;
}

void TaskOutputs::read_pipe(Slot &s, std::size_t most_bytes)
{
    char piece[65536];
    while (s.pipe >= 0 && s.printed.size() < most_bytes) {
        ssize_t n = read(s.pipe, piece, sizeof piece);
        if (n > 0) {
            s.printed.append(piece, static_cast<std::size_t>(n));
            continue;
        }
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0) {
            files_.close_file(s.pipe);
            s.pipe = -1;
        }
        return;
    }
}

std::string TaskOutputs::take(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    read_pipe(s, most_taken_bytes);
    if (s.full) {
        s.full.store(false, std::memory_order_release);
        listen_to(slot, true);
    }
    return std::exchange(s.printed, {});
}

bool TaskOutputs::has_any(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !slots_[slot].printed.empty();
}

void TaskOutputs::clear(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    if (s.pipe >= 0)
        files_.close_file(s.pipe);
    s.pipe = -1;
    s.printed.clear();
    s.full.store(false, std::memory_order_release);
}

} // namespace ap1000
