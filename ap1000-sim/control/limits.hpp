/* limits.hpp - the limits of the original PVM/AP1000, which `--limits paper` sets. */
#ifndef AP1000_LIMITS_HPP
#define AP1000_LIMITS_HPP

namespace ap1000
{

struct RunOptions;
class Task;

/* Returns PvmNotImpl for a request of one of the functions that the original lacked, by the paper's Table 2; else 0.
 * One of these, pvm_serror, makes no request, and PVM 3.4 does not have it any more. The library's own servers have no
 * limits. */
int limit_on_request(const RunOptions &options, const Task &asker, int request);

/* Only the master could spawn, and only once in a run. Returns PvmNotImpl, PvmAlready or 0. */
int limit_on_spawn(const RunOptions &options, const Task &asker);

} // namespace ap1000

#endif
