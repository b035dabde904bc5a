/* ahead_rule.hpp - whether tasks of this run may run ahead of simulated time at all. They may not while any program of
 * the run can end or signal tasks, if the network may lose messages, or once messages go to many at a time over the
 * B-Net: then it is not certain that a message arrives, and that nothing else reaches its task before it. */
#pragma once

#include <set>
#include <string>

#include "kernel/run_options.hpp"

namespace ap1000
{

class AheadRule
{
  public:
    /* may_lose: the network may lose messages. */
    AheadRule(const RunOptions &options, bool may_lose);

    /* Somebody wants to know: tasks may run ahead on this computer, or the report says whether they could. */
    bool is_asked() const
    {
        return asked_ && why_not_.empty();
    }

    bool holds() const
    {
        return why_not_.empty();
    }
    const std::string &why_not() const /* in words for the report; "": it holds */
    {
        return why_not_;
    }

    /* A program of this run, by its file: if it can end or signal other tasks, the rule does not hold from now on. */
    void note_program(const std::string &path);

    /* From now on it does not hold. */
    void stop(const std::string &why);

  private:
    const bool asked_;
    std::string why_not_;
    std::set<std::string> known_; /* programs looked at */
};

} // namespace ap1000
