/* cause.hpp - the sentence that a verdict begins with: what the run's time went to, and which task or link is to
 * blame.
 *
 * It goes by the critical path: what is on it, and not who waits, says what to change.
 */
#ifndef AP1000_CAUSE_HPP
#define AP1000_CAUSE_HPP

#include <map>
#include <optional>
#include <string>

#include "observe/verdict.hpp"

namespace ap1000
{

/* How evenly the tasks of one program work, the one that has most tasks outside the host. Work is all that is no
 * wait, sleeping too, but not calls whose own kind of cause they are (cause_kinds.hpp): polls, spawns, groups. */
struct Spread {
    std::string program;
    std::size_t tasks;
    int busiest; /* its tid */
    Ns most, next;
    double mean;
};
std::optional<Spread> spread_of_work(const VerdictInput &in); /* none: there are no two such tasks */

/* What each task of the critical path does on it itself, without its polls [ns]. */
std::map<int, Ns> own_times(const VerdictInput &in);

/* How long each link of the T-Net carried bytes, by who sent how much to whom [ns], without the time that blocked
 * messages held it. Copies that went over the B-Net count, too. */
std::map<int, Ns> carried_by_links(const VerdictInput &in);

/* How long the messages of the critical path waited for links of the T-Net [ns]. */
Ns queued_in_tnet(const VerdictInput &in);

/* How long its messages between the host and the cells waited for the host interface and the B-Net [ns]. */
Ns queued_for_host(const VerdictInput &in);

/* Ends with this sentence if nothing is charged for computing. */
constexpr const char *free_computing = " (Computing costs nothing here: --cpu.)";

std::string cause(const VerdictInput &in);

} // namespace ap1000

#endif
