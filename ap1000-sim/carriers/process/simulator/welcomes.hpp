/* welcomes.hpp - the answer to a process that wants to join: its slot and the machine's memory, or why not. */
#ifndef AP1000_WELCOMES_HPP
#define AP1000_WELCOMES_HPP

#include <cstdint>
#include <string>

#include "carriers/slots/simulator/region.hpp"

namespace ap1000
{

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

} // namespace ap1000

#endif
