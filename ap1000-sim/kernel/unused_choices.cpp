/* unused_choices.cpp - see unused_choices.hpp. */
#include "kernel/unused_choices.hpp"

#include "barriers.h"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

#define ALGORITHM_NAME(NAME, WHAT) #NAME,
constexpr const char *algorithms[] = {BARRIER_ALGORITHMS(ALGORITHM_NAME)};
#undef ALGORITHM_NAME

} // namespace

std::unique_ptr<UnusedChoices> UnusedChoices::of(const RunOptions &options)
{
    const bool any = options.barrier != 0 || options.hardware;
    return any ? std::unique_ptr<UnusedChoices>(new UnusedChoices(options)) : nullptr;
}

void UnusedChoices::waits(const Call &call, const Execution &execution)
{
    if (call.want.barrier == 0)
        return;
    const Purpose p = execution.purpose();
    barriers_ = true;
    algorithm_ = algorithm_ || p.unheard.empty();
    if (unheard_.empty() && !p.unheard.empty())
        unheard_ = "group " + plain(p.group) + " " + plain(p.unheard);
}

void UnusedChoices::meets(bool on_snet)
{
    met_ = met_ || on_snet;
    not_covered_ = not_covered_ || !on_snet;
}

void UnusedChoices::multicasts(bool on_bnet)
{
    on_bnet_ = on_bnet_ || on_bnet;
    to_some_ = to_some_ || !on_bnet;
}

std::string UnusedChoices::why_no_algorithm() const
{
    if (met_)
        return "the barriers were held on the S-Net (--hardware-collectives)";
    return barriers_ ? unheard_ : "no pvm_barrier was called";
}

std::string UnusedChoices::why_no_hardware() const
{
    std::string why = not_covered_ ? "a frozen group does not have one task on every cell and at most one on the host"
                      : barriers_  ? unheard_
                                   : "";
    if (to_some_)
        why += std::string(why.empty() ? "" : "; ") + "no pvm_mcast went to all other tasks of the machine";
    return why.empty() ? "neither pvm_barrier nor pvm_mcast was called" : why;
}

void UnusedChoices::say(Reports &reports) const
{
    if (options_.quiet)
        return;
    if (options_.barrier != 0 && !algorithm_)
        reports.say(std::string("--barrier ") + algorithms[options_.barrier] + " had no effect: " + why_no_algorithm());
    if (options_.hardware && !met_ && !on_bnet_)
        reports.say("--hardware-collectives had no effect: " + why_no_hardware());
}

} // namespace ap1000
