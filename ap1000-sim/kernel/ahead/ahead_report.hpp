/* ahead_report.hpp - how much of a run could be spread over a computer's processors, and what keeps it from more: a
 * line of the report. That depends on the programs and the machine alone; how often it happens depends on this
 * computer. Only of a run that somebody looks into. */
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "kernel/ahead/ahead_rule.hpp"
#include "kernel/task.hpp"

namespace ap1000
{

class AheadReport
{
  public:
    /* rule must outlive it. */
    explicit AheadReport(const AheadRule &rule) : rule_(rule)
    {
    }

    /* The task begins to wait for a message. */
    void waits(const Task &t);

    /* This message is the answer to its call, which is a wait for anybody's; waited: not one to a poll. */
    void heard(const Task &t, const Header &m, bool waited);

    /* The line. It is the same on every computer. */
    std::string summary() const;

  private:
    /* Whom a task has heard where it waits for anybody's message of a tag and context. */
    struct Heard {
        int sender_tid = 0; /* -1: several */
        std::uint64_t waits = 0;
    };
    std::string one_sender() const;

    const AheadRule &rule_;
    std::uint64_t waits_ = 0;
    std::uint64_t open_ = 0;    /* of these: for a message of anybody, or with a time-out; */
    std::uint64_t shared_ = 0;  /* of a task on the host, or that shares its node; */
    std::uint64_t special_ = 0; /* of a task that looks at each message as it comes: handlers, its own matching; */
    std::uint64_t after_ = 0;   /* when the rule did not hold */
    std::map<std::tuple<std::uint64_t, int, int>, Heard> heard_; /* by the task's number, tag and context of its call */
};

} // namespace ap1000
