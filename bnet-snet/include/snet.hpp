/* snet.hpp - S-Net, the synchronisation network of the AP1000: a tree that tells when all have arrived, and the OR of
 * what they said. It carries no data, and it knows no subsets: a barrier is over all cells, or over all cells and the
 * host. What a program pays to call it is software, and not part of it (cell and host sync_call_us in the machine
 * file).
 *
 * A participant in a barrier that is not complete can be in no other one. After completion the next may start at once.
 */
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

    static constexpr int host = -1; /* the participant that is no cell */

    struct Completion {
        Ns release;           /* when every participant runs again [ns] */
        std::uint32_t status; /* OR of what the participants brought */
    };

    /* barrier: from the last arrival to the release [ns], the same for any number of cells. */
    SNet(int ncells, Ns barrier, Observer observer = {});

    /* Participant (0..ncells-1, or host) arrives at time t, not less than in any earlier call. The completion, if it is
     * the last one; else nothing: it waits. Throws std::logic_error if it may not be in this group or already waits.
     * The observer sees the group's number (0 cells, 1 cells and host), from the first arrival to the release. */
    std::optional<Completion> enter(Group group, int participant, std::uint32_t status, Ns t);

    /* How many have arrived at the barrier of this group that is not yet complete. */
    int waiting(Group group) const;

    /* The status lines, apart from any barrier: a cell sets its own (pstat), all read the OR of all cells (cstat). */
    void set_status(int cell, std::uint32_t status);
    std::uint32_t status(int cell) const;
    std::uint32_t status_or() const;

  private:
    struct Round { /* the barrier of one group that is being gathered */
        int arrived = 0;
        Ns first = 0;
        std::uint32_t status = 0;
    };

    int ncells_;
    Ns barrier_;
    Observer observer_;
    std::array<Round, 2> rounds_{};
    std::vector<bool> waits_; /* by cell id; the host at ncells */
    std::vector<std::uint32_t> status_;
    Ns last_ = 0;
};

} // namespace ap1000

#endif
