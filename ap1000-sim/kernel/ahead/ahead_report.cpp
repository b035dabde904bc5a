/* ahead_report.cpp - see ahead_report.hpp. */
#include "kernel/ahead/ahead_report.hpp"

#include <set>

#include <fmt/format.h>

#include "engine/how_many.hpp"
#include "kernel/nodes.hpp"

namespace ap1000
{

void AheadReport::waits(const Task &t)
{
    waits_++;
    if (!rule_.holds())
        after_++;
    else if (t.call.want.tid <= 0 || t.call.deadline != MACH_FOREVER)
        open_++;
    else if (t.node->index == 0 || t.node->tasks > 1)
        shared_++;
    else if (!t.call.want.plain)
        special_++;
}

/* Only of tasks that could run ahead otherwise. */
void AheadReport::heard(const Task &t, const Header &m, bool waited)
{
    const Call &c = t.call;
    if (!rule_.holds() || t.origin.service || t.node->index == 0 || t.node->tasks > 1 || !c.want.plain)
        return;
    Heard &h = heard_[{t.number, c.want.tag, c.want.context}];
    h.sender_tid = h.sender_tid == 0 || h.sender_tid == m.src_tid ? m.src_tid : -1;
    h.waits += waited;
}

/* What a user can do about waits for anybody's message; "": nothing. */
std::string AheadReport::one_sender() const
{
    std::uint64_t waits = 0;
    std::set<std::uint64_t> tasks;
    for (const auto &[where, h] : heard_)
        if (h.sender_tid > 0 && h.waits > 0) {
            waits += h.waits;
            tasks.insert(std::get<0>(where));
        }
    return waits == 0 ? ""
                      : fmt::format(" ({} of these, of {}, only ever heard one sender: it can be named in pvm_recv)",
                                    waits, how_many(tasks.size(), "tasks"));
}

std::string AheadReport::summary() const
{
    std::string line = fmt::format(
        "Run ahead: {} of {} waits for a message name their sender, so that a computer with several processors can "
        "spread the run over them",
        waits_ - open_ - shared_ - special_ - after_, waits_);
    auto add = [&line](std::uint64_t n, const std::string &what) {
        if (n > 0)
            line += fmt::format("; {} {}", n, what);
    };
    add(open_, "wait for anybody's message or until a time" + one_sender());
    add(shared_, "are on the host or share a cell");
    add(special_, "look at each message as it comes");
    add(after_, "came when that was not certain any more: " + rule_.why_not());
    return line + ".";
}

} // namespace ap1000
