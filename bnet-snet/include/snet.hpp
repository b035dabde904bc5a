/* snet.hpp - S-Net, the synchronisation network of the AP1000: a tree that tells when all participants have arrived,
 * and gives the OR of the status words that they brought. It carries no data, and it knows no subsets: a barrier is
 * over all cells, or over all cells and the host. What a program pays to call it is a cost of software and not part of
 * this model (cell and host sync_call_us in the machine file).
 *
 * A participant in a barrier that is not complete can be in no other one. The next barrier may start as soon as one is
 * complete. */
#ifndef AP1000_SNET_HPP
#define AP1000_SNET_HPP

#include <array>
#include <optional>
#include <vector>

#include "ns.hpp"

namespace ap1000
{

class SNet
{
  public:
    enum class Group { cells, cells_and_host };

    static constexpr int host = -1; /* the participant that is not a cell */

    struct Completion {
        Ns release;           /* when every participant runs again [ns] */
        std::uint32_t status; /* OR of the status words of all participants */
    };

    /* barrier: the time from the last arrival to the release [ns]; it is the same for any number of cells. */
    SNet(int ncells, Ns barrier, Observer observer = {});

    /* The participant (0..ncells-1, or host) arrives at time t, which must not be less than in any earlier call.
     * Returns the completion if it is the last one to arrive; else nothing, and it waits. Throws std::logic_error if it
     * may not be in this group or waits already. The observer is told the number of the group (0: cells, 1: cells and
     * host), from the first arrival to the release. */
    std::optional<Completion> enter(Group group, int participant, std::uint32_t status, Ns t);

    /* How many participants wait in the barrier of this group that is not complete yet. */
    int waiting(Group group) const;

    /* The status lines, which are independent of barriers: a cell sets its own (pstat), and all read the OR of all
     * cells (cstat). */
    void set_status(int cell, std::uint32_t status);
    std::uint32_t status(int cell) const;
    std::uint32_t status_or() const;

  private:
    struct Round { /* the incomplete barrier of one group */
        int arrived = 0;
        Ns first = 0;
        std::uint32_t status = 0;
    };

    int ncells_;
    Ns barrier_;
    Observer observer_;
    std::array<Round, 2> rounds_{};
    std::vector<bool> waits_; /* by cell id; the host's is at ncells */
    std::vector<std::uint32_t> status_;
    Ns last_ = 0;
};

} // namespace ap1000

#endif
