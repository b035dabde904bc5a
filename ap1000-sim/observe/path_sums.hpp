/* path_sums.hpp - a way through tasks and messages as sums: what its time was spent on.
 *
 * Sums can be added, so a long way can be kept as one. */
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "ns.hpp"
#include "kernel/call_name.hpp"

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
    messages_bnet, /* to many, over the B-Net, */
    messages_net,  /* between workstations, */
    messages_node, /* within a node */
    barrier,       /* in hardware: from the arrival of the last task to the release */
    other          /* waits that no task has ended: for a time, or for a notice of the system */
};
constexpr std::size_t path_parts = 13;
using PathParts = std::array<Ns, path_parts>;

/* The call that all time of the group server counts for: what it does itself, and messages to it. */
constexpr const char *server_call = "group server";

/* What leads from one task's time to another's, or to its own: a message, a start, a barrier. */
struct PathPiece {
    PathPart part = PathPart::other;
    CallName call; /* that waited for it */
    Ns time = 0;
    std::int64_t count = 0, bytes = 0; /* how many messages, and their bytes */
    std::int64_t hops = 0;
};

struct PathSums {
    PathParts time{};
    std::array<std::int64_t, path_parts> count{}, bytes{}; /* how many messages and requests, and their bytes */
    std::int64_t control_from_host = 0;                    /* how many of the requests the host made */
    std::int64_t hops = 0;                                 /* T-Net links that messages passed */
    std::vector<PathParts> calls;                          /* by the number of the public call (call_name.hpp) */
    std::map<int, Ns> tasks;                               /* by tid: time in the task itself, */
    std::map<int, PathParts> of_tasks;                     /* and what it went into */

    Ns all() const
    {
        Ns sum = 0;
        for (Ns t : time)
            sum += t;
        return sum;
    }
    Ns &in_call(CallName call, PathPart part)
    {
        if (calls.size() <= call.number())
            calls.resize(call.number() + 1);
        return calls[call.number()][static_cast<std::size_t>(part)];
    }
    Ns in_call(CallName call) const
    {
        if (call.number() >= calls.size())
            return 0;
        const PathParts &parts = calls[call.number()];
        return std::accumulate(parts.begin(), parts.end(), Ns{0});
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

/* Adds pieces of a way to a sum. */
class PathAdder
{
  public:
    explicit PathAdder(PathSums &to) : to_(to)
    {
    }
    void add(PathPart part, CallName call, Ns time)
    {
        to_.time[static_cast<std::size_t>(part)] += time;
        to_.in_call(call, part) += time;
    }
    void add(const PathPiece &p)
    {
        const auto i = static_cast<std::size_t>(p.part);
        if (p.time != 0)
            add(p.part, p.call, p.time);
        to_.count[i] += p.count;
        to_.bytes[i] += p.bytes;
        to_.hops += p.hops;
    }
    void add_requests(std::int64_t count, std::int64_t of_the_host)
    {
        to_.count[static_cast<std::size_t>(PathPart::control)] += count;
        to_.control_from_host += of_the_host;
    }
    /* Time in the task itself. */
    void add_of_task(int tid, PathPart part, Ns time)
    {
        if (time == 0)
            return;
        if (tid != last_tid_) {
            last_tid_ = tid;
            last_ = &to_.tasks[tid];
            last_parts_ = &to_.of_tasks[tid];
        }
        *last_ += time;
        (*last_parts_)[static_cast<std::size_t>(part)] += time;
    }
    void add(const PathSums &o)
    {
        for (std::size_t i = 0; i < path_parts; i++) {
            to_.time[i] += o.time[i];
            to_.count[i] += o.count[i];
            to_.bytes[i] += o.bytes[i];
        }
        to_.control_from_host += o.control_from_host;
        to_.hops += o.hops;
        if (to_.calls.size() < o.calls.size())
            to_.calls.resize(o.calls.size());
        for (std::size_t i = 0; i < o.calls.size(); i++)
            for (std::size_t part = 0; part < path_parts; part++)
                to_.calls[i][part] += o.calls[i][part];
        for (const auto &[tid, parts] : o.of_tasks)
            for (std::size_t i = 0; i < path_parts; i++)
                add_of_task(tid, static_cast<PathPart>(i), parts[i]);
    }

  private:
    PathSums &to_;
    int last_tid_ = 0; /* 0: none */
    Ns *last_ = nullptr;
    PathParts *last_parts_ = nullptr;
};

} // namespace ap1000
