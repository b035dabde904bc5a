/* ahead_rule.cpp - see ahead_rule.hpp. */
#include "kernel/ahead/ahead_rule.hpp"

#include "kernel/ahead/program_calls.hpp"

namespace ap1000
{

AheadRule::AheadRule(const RunOptions &options, bool may_lose)
    : asked_(options.processors > 1 || options.observer != nullptr)
{
    if (options.kind == RunOptions::Kind::up)
        stop("programs may be started by hand");
    else if (options.hardware)
        stop("--hardware-collectives");
    else if (may_lose)
        stop("the network may lose messages");
}

void AheadRule::note_program(const std::string &path)
{
    const bool is_new = is_asked() && known_.insert(path).second;
    const std::string why = is_new ? why_may_end_others(path) : "";
    if (!why.empty())
        stop(why + path);
}

void AheadRule::stop(const std::string &why)
{
    if (why_not_.empty())
        why_not_ = why;
}

} // namespace ap1000
