/* entrance.cpp - see entrance.hpp. */
#include "carriers/process/simulator/entrance.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "pvm3.h"
#include "sockets.h"

namespace ap1000
{
namespace
{

/* Real time between looks while the whole computer has no descriptor, and how often one looks before the run ends. */
constexpr useconds_t no_descriptor_us = 10000;
constexpr int most_refusals = 500;
constexpr int hello_ms = 100; /* real time that a hello may take which follows its connection */

/* Takes what one who has connected says, which is not heard: if a socket is closed with something unread, or before it
 * is written to, its other end reads an error instead of the answer. */
void wait_for_hello(int fd)
{
    pollfd there{fd, POLLIN, 0};
    carrier_hello h{};
    if (poll(&there, 1, hello_ms) == 1)
        (void)recv(fd, &h, sizeof h, MSG_DONTWAIT);
}

/* A second descriptor of a file that is open anyway: it takes no more of the computer than the number. */
int new_spare(const Guardian &guardian)
{
    return fcntl(guardian.bell(), F_DUPFD_CLOEXEC, 0);
}

bool is_of_this_user(int fd)
{
    ucred who{};
    socklen_t n = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) == 0 && who.uid == getuid();
}

} // namespace

Entrance::Entrance(int listening, const Welcomes &welcomes, Guardian &guardian)
    : listening_(listening), welcomes_(welcomes), guardian_(guardian), spare_(new_spare(guardian))
{
    if (spare_ < 0)
        throw std::system_error(errno, std::generic_category(), "the machine cannot hear what comes from outside");
}

Entrance::~Entrance()
{
    close(listening_);
    if (spare_ >= 0)
        close(spare_);
}

int Entrance::accept_next()
{
    for (;;) {
        int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK); /* answers wait for nobody */
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED || refuse_next()))
            continue;
        if (fd < 0)
            return -1;
        refusals_ = 0;
        if (is_of_this_user(fd))
            return fd;
        close(fd);
    }
}

/* accept failed. If for want of a descriptor, the one kept for this serves to tell the first who waits that there is no
 * room. */
bool Entrance::refuse_next()
{
    if (errno != EMFILE && errno != ENFILE)
        return false;
    if (spare_ >= 0)
        close(spare_);
    int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) {
        wait_for_hello(fd);
        welcomes_.refuse(fd, PvmOutOfRes);
        close(fd);
        refusals_ = 0;
    } else if (++refusals_ < most_refusals) {
        usleep(no_descriptor_us);
    } else if (refusals_ == most_refusals) {
        std::fprintf(stderr, "ap1000: a task cannot join: %s; the run is ended\n", std::strerror(errno));
        guardian_.end_at_once();
    }
    spare_ = new_spare(guardian_);
    return fd >= 0;
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */

Welcomes::Welcomes(const Region &region, std::string socket_name)
    : region_(region), socket_name_(std::move(socket_name))
{
}

void Welcomes::send(int fd, std::uint32_t slot, bool is_master) const
{
    send(fd, slot, 0, is_master);
}

void Welcomes::refuse(int fd, int status) const
{
    send(fd, 0, status, false);
}

void Welcomes::send(int fd, std::uint32_t slot, int status, bool is_master) const
{
    carrier_welcome w{};
    w.magic = CARRIER_MAGIC;
    w.version = CARRIER_VERSION;
    w.status = status;
    w.slot = slot;
    w.nslots = region_.nslots();
    w.is_master = is_master;
    std::strncpy(w.socket, socket_name_.c_str(), sizeof w.socket - 1);
    if (!sockets_send(fd, &w, sizeof w, status == 0 ? region_.memory() : -1))
        shutdown(fd, SHUT_RDWR); /* it is not to wait for that; it says so itself */
}

} // namespace ap1000
