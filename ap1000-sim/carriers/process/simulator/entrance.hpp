/* entrance.hpp - the machine's socket, on which processes connect. Only those of this user come in; if the computer has
 * no descriptor for one, it is told that there is no room.
 *
 * watcher.cpp reads what connected processes say. Only the watcher's thread may use this.
 */
#ifndef AP1000_ENTRANCE_HPP
#define AP1000_ENTRANCE_HPP

#include "carriers/process/simulator/guardian.hpp"
#include "carriers/process/simulator/welcomes.hpp"

namespace ap1000
{

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

#endif
