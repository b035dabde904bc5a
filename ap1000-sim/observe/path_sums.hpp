/* path_sums.hpp - a way through tasks and messages as sums: what its time was spent on.
 *
 * Sums can be added, so a long way can be kept as one.
 */
#ifndef AP1000_PATH_SUMS_HPP
#define AP1000_PATH_SUMS_HPP

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "ns.hpp"

namespace ap1000
{

/* What the time of a way is spent on. */
enum class PathPart {
    computing, /* a task between two calls */
    sleeping,
    software_host, /* library calls, without the time that they wait: on the host, */
    software_cell, /* on any other node */
    control,       /* requests to the control program and their answers */
    spawn,         /* from the request to the start of the task */
    messages_tnet, /* from the send to the arrival: between cells, */
    messages_host, /* between the host and a cell, */
    messages_net,  /* between workstations, */
    messages_node, /* within a node */
    barrier,       /* in hardware: from the arrival of the last task to the release */
    other          /* waits that no task has ended: for a time, or for a notice of the system */
};
constexpr std::size_t path_parts = 12;

struct PathSums {
    std::array<Ns, path_parts> time{};
    std::array<std::int64_t, path_parts> count{}, bytes{}; /* how many messages and requests, and their bytes */
    std::int64_t control_from_host = 0;                    /* how many of the requests the host made */
    std::int64_t hops = 0;                                 /* T-Net links that messages passed */
    std::map<std::string, Ns> calls;                       /* by the public call; "": outside of any */
    std::map<int, Ns> tasks;                               /* by tid: time in the task itself */

    Ns all() const
    {
        Ns sum = 0;
        for (Ns t : time)
            sum += t;
        return sum;
    }
    void add(const PathSums &o)
    {
        for (std::size_t i = 0; i < path_parts; i++) {
            time[i] += o.time[i];
            count[i] += o.count[i];
            bytes[i] += o.bytes[i];
        }
        control_from_host += o.control_from_host;
        hops += o.hops;
        for (const auto &[name, t] : o.calls)
            calls[name] += t;
        for (const auto &[tid, t] : o.tasks)
            tasks[tid] += t;
    }
    Ns of(PathPart p) const
    {
        return time[static_cast<std::size_t>(p)];
    }
    std::int64_t times(PathPart p) const
    {
        return count[static_cast<std::size_t>(p)];
    }
    std::int64_t carried(PathPart p) const
    {
        return bytes[static_cast<std::size_t>(p)];
    }
};

} // namespace ap1000

#endif
