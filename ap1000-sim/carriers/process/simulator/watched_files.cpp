/* watched_files.cpp - see watched_files.hpp. */
#include "carriers/process/simulator/watched_files.hpp"

#include <cerrno>
#include <sys/epoll.h>
#include <system_error>
#include <unistd.h>

namespace ap1000
{
namespace
{

epoll_event event_of(WatchedFiles::Kind kind, std::uint32_t number, bool listens)
{
    epoll_event e{};
    e.events = listens ? static_cast<std::uint32_t>(EPOLLIN) : 0;
    e.data.u64 = static_cast<std::uint64_t>(kind) << 32 | number;
    return e;
}

} // namespace

WatchedFiles::WatchedFiles() : epoll_(epoll_create1(EPOLL_CLOEXEC))
{
    if (epoll_ < 0)
        throw std::system_error(errno, std::generic_category(), "the machine cannot hear what comes from outside");
}

WatchedFiles::~WatchedFiles()
{
    close(epoll_);
}

bool WatchedFiles::add(int fd, Kind kind, std::uint32_t number)
{
    epoll_event e = event_of(kind, number, true);
    return epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &e) == 0;
}

void WatchedFiles::listen_to(int fd, Kind kind, std::uint32_t number, bool listens)
{
    epoll_event e = event_of(kind, number, listens);
    epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &e);
}

/* A child that has not yet become its program has copies of all our descriptors: a file that is only closed goes on
 * being told of by its old number, which may be another file's by then. */
void WatchedFiles::close_file(int fd)
{
    epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr);
    close(fd);
}

int WatchedFiles::wait(Ready (&ready)[most_ready])
{
    epoll_event events[most_ready];
    const int n = epoll_wait(epoll_, events, most_ready, -1);
    for (int i = 0; i < n; i++)
        ready[i] = {static_cast<Kind>(events[i].data.u64 >> 32), static_cast<std::uint32_t>(events[i].data.u64)};
    return n;
}

} // namespace ap1000
