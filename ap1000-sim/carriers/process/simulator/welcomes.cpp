/* welcomes.cpp - see welcomes.hpp. */
#include "carriers/process/simulator/welcomes.hpp"

#include <cstring>
#include <sys/socket.h>
#include <utility>

#include "sockets.h"

namespace ap1000
{

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
