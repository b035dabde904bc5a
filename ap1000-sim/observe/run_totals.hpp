/* run_totals.hpp - what is counted of a run: for each call of each task, and between two tasks. */
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "group_names.h"
#include "observe/trace_sink.hpp"

namespace ap1000
{

struct Traffic {
    std::int64_t messages = 0, bytes = 0;
    void add(std::int64_t len_bytes)
    {
        messages++;
        bytes += len_bytes;
    }
    void add(const Traffic &o)
    {
        messages += o.messages;
        bytes += o.bytes;
    }
};

struct CallTotals {
    std::int64_t times = 0;
    Ns in_call = 0, waiting = 0; /* in_call includes waiting [ns] */
    Traffic sent, received;
    void add(const CallTotals &o);
    bool is_nothing() const;
};

/* What calls took, by the line of the source that makes them, and by their name. */
using LineTotals = std::map<std::pair<std::string, std::string>, CallTotals>;

struct TaskTotals {
    Track track;
    Ns began = 0, ended = 0, computing = 0, sleeping = 0, outside = 0; /* outside: waiting outside of any call [ns] */
    std::map<std::string, CallTotals> calls;                           /* by name; "" is outside any call */
    WorkDone work;
    CallTotals all() const;
};

inline bool is_server(const TaskTotals &t)
{
    return t.track.program == GROUP_SERVER;
}

} // namespace ap1000
