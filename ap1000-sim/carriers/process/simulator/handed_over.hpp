/* handed_over.hpp - which of several processes have given their turn back. */
#ifndef AP1000_HANDED_OVER_HPP
#define AP1000_HANDED_OVER_HPP

#include <vector>

#include "carriers/process/simulator/process_execution.hpp"

namespace ap1000
{

/* Removes from the list those that no longer have the turn, one after the other, and passes each to `then`, which may
 * let others begin: these come later in the list, and are checked, too. */
template <typename F> void take_who_handed_over(std::vector<ProcessExecution *> &list, F then)
{
    for (std::size_t i = 0; i < list.size();) {
        ProcessExecution *e = list[i];
        if (e->process_has_turn()) {
            i++;
            continue;
        }
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        then(*e);
    }
}

} // namespace ap1000

#endif
