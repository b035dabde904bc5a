/* entrance.hpp - the machine's socket, on which processes connect, and the answers that they get. watcher.cpp reads
 * what they say. */
#pragma once

#include <cstdint>
#include <string>

#include "carriers/process/simulator/guardian.hpp"
#include "carriers/slots/simulator/region.hpp"

namespace ap1000
{

/* The answer to a process that wants to join: its slot and the machine's memory, or why not. */
class Welcomes
{
  public:
    /* socket_name: where processes find the machine. The region must outlive it. */
    Welcomes(const Region &region, std::string socket_name);

    /* Tells the process at the other side of this socket its slot. is_master: the run ends with it. */
    void send(int fd, std::uint32_t slot, bool is_master) const;

    /* Tells the process that it cannot join; status says why (PvmOutOfRes, PvmBadVersion). If even that cannot be sent,
     * shuts the socket down. */
    void refuse(int fd, int status) const;

  private:
    void send(int fd, std::uint32_t slot, int status, bool is_master) const;

    const Region &region_;
    const std::string socket_name_;
};

/* Only processes of this user come in; if the computer has no descriptor for one, it is told that there is no room.
 * For the watcher's thread alone. */
class Entrance
{
  public:
    /* It owns the listening socket. The others must outlive it; if nobody can come in any more, the guardian ends the
     * run. Throws std::system_error. */
    Entrance(int listening, const Welcomes &welcomes, Guardian &guardian);
    ~Entrance();
    Entrance(const Entrance &) = delete;
    Entrance &operator=(const Entrance &) = delete;

    int listening() const
    {
        return listening_;
    }

    /* Returns the socket of the next waiting connection, which the caller owns from now on; -1: none. */
    int accept_next();

  private:
    bool refuse_next();

    const int listening_;
    const Welcomes &welcomes_;
    Guardian &guardian_;
    int spare_;        /* a descriptor to refuse with, when there are no others */
    int refusals_ = 0; /* in a row for which not even that was enough */
};

} // namespace ap1000
