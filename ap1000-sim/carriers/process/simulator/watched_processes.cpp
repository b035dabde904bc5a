/* watched_processes.cpp - see watched_processes.hpp. */
#include "carriers/process/simulator/watched_processes.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "carriers/slots/wire/handover.h"

namespace ap1000
{

WatchedProcesses::WatchedProcesses(Region &region, Guardian &guardian, WatchedFiles &files)
    : region_(region), guardian_(guardian), files_(files), slots_(region.nslots())
{
}

WatchedProcesses::~WatchedProcesses()
{
    for (Slot &s : slots_)
        if (s.pidfd >= 0)
            close(s.pidfd);
}

void WatchedProcesses::expect(std::uint64_t ticket, std::uint32_t slot, bool is_master)
{
    std::lock_guard<std::mutex> lock(mutex_);
    expected_[ticket] = {slot, is_master};
    slots_[slot].ticket = ticket;
    slots_[slot].is_master = is_master;
}

bool WatchedProcesses::withdraw(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (expected_.erase(slots_[slot].ticket) == 0)
        return false;
    slots_[slot].dead.store(true, std::memory_order_release);
    return true;
}

bool WatchedProcesses::expects_heir(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return dead(slot) && slots_[slot].ticket != 0;
}

bool WatchedProcesses::disinherit(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const bool is_watched_soon = slots_[slot].ticket != 0 && expected_.count(slots_[slot].ticket) == 0;
    if (!dead(slot) || is_watched_soon)
        return false;
    expected_.erase(slots_[slot].ticket);
    slots_[slot].ticket = 0;
    return true;
}

std::optional<WatchedProcesses::Expected> WatchedProcesses::take_expected(std::uint64_t ticket)
{
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = ticket != 0 ? expected_.find(ticket) : expected_.end();
    if (found == expected_.end())
        return std::nullopt;
    const Expected e = found->second;
    expected_.erase(found);
    return e;
}

WatchedProcesses::Watched WatchedProcesses::watch(std::uint32_t slot, pid_t pid)
{
    std::lock_guard<std::mutex> lock(mutex_);
    /* What was started may have started the task itself, and that has connected. */
    return slots_[slot].pid != 0 ? Watched::yes : start_watching(slot, pid);
}

/* The start of this process may have been given up meanwhile: the slot is another's then, or nobody's. */
WatchedProcesses::Watched WatchedProcesses::watch_connected(std::uint32_t slot, pid_t pid, std::uint64_t ticket)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    if (s.ticket != ticket) {
        errno = ECANCELED;
        return Watched::no_means;
    }
    s.ticket = 0;
    const bool is_heir = s.pid != pid && dead(slot);
    /* Another one was started, and has started this one, which is the task. */
    Watched watched = s.pid == pid ? Watched::yes : start_watching(slot, pid);
    if (is_heir && watched == Watched::yes) {
        s.dead.store(false, std::memory_order_release);
        handover_give(&region_.slot(slot).turn, CARRIER_TASK);
    }
    if (watched == Watched::no_means) {
        const int why = errno;
        mark_dead(slot);
        errno = why;
    }
    return watched;
}

/* With the mutex held, as mark_dead. */
WatchedProcesses::Watched WatchedProcesses::start_watching(std::uint32_t slot, pid_t pid)
{
    Slot &s = slots_[slot];
    if (s.pidfd >= 0)
        files_.close_file(s.pidfd);
    int fd = s.pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    const bool lives = fd >= 0 || (errno != ESRCH && errno != EINVAL);
    if (lives && (fd < 0 || !files_.add(fd, WatchedFiles::Kind::process, slot))) {
        int why = errno;
        if (fd >= 0)
            close(fd);
        s.pidfd = -1;
        s.pid = 0;
        errno = why;
        return Watched::no_means;
    }
    s.pid = pid;
    if (s.is_master)
        guardian_.watch_master(pid);
    if (fd < 0) {
        mark_dead(slot);
        return Watched::gone;
    }
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return Watched::yes;
}

void WatchedProcesses::mark_dead(std::uint32_t slot)
{
    slots_[slot].dead.store(true, std::memory_order_release);
    handover_give(&region_.slot(slot).turn, CARRIER_DEAD);
}

bool WatchedProcesses::note_death(std::uint32_t slot)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        Slot &s = slots_[slot];
        pollfd ended{s.pidfd, POLLIN, 0};
        if (s.pidfd < 0 || poll(&ended, 1, 0) != 1) /* files_ may tell of one that had the slot before */
            return false;
        files_.close_file(s.pidfd);
        s.pidfd = -1;
        mark_dead(slot);
    }
    deaths_.store(true, std::memory_order_release);
    return true;
}

pid_t WatchedProcesses::pid(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return slots_[slot].pid;
}

std::uint32_t WatchedProcesses::count_living()
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::uint32_t n = 0;
    for (std::uint32_t slot = 0; slot < slots_.size(); slot++)
        n += slots_[slot].pid > 0 && !dead(slot);
    return n;
}

void WatchedProcesses::clear(std::uint32_t slot)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Slot &s = slots_[slot];
    if (s.pidfd >= 0)
        files_.close_file(s.pidfd);
    s.pidfd = -1;
    s.pid = 0;
    expected_.erase(s.ticket); /* whoever shows it later is a newcomer: the script of before has started it */
    s.ticket = 0;
    s.is_master = false;
    s.dead.store(false, std::memory_order_release);
}

} // namespace ap1000
