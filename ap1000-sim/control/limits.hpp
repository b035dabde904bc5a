/* limits.hpp - what the original PVM/AP1000 could not do, put back on request (`--limits paper`). */
#ifndef AP1000_LIMITS_HPP
#define AP1000_LIMITS_HPP

namespace ap1000
{

struct Session;
class Task;

/* PvmNotImpl for a request of one of the functions that the paper's Table 2 says it lacked; else 0. Of these pvm_serror
 * makes no request: PVM 3.4 itself has it no more. The library's own servers may ask for everything. */
int limit_on_request(const Session &session, const Task &asker, int request);

/* Only the master spawned, and once in a run: PvmNotImpl, PvmAlready, or 0. */
int limit_on_spawn(const Session &session, const Task &asker);

} // namespace ap1000

#endif
