/* run_ahead.cpp - see run_ahead.hpp. */
#include "kernel/run_ahead.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "kernel/nodes.hpp"
#include "kernel/task.hpp"
#include "kernel/task_register.hpp"

namespace ap1000
{
namespace
{

/* Calls by which a task ends or signals others, or decides about them, in C and Fortran; and what opens libraries that
 * may make such calls. */
const char *const enders[] = {"pvm_kill",    "pvm_sendsig", "pvm_delhosts", "pvm_reg_", "pvmfkill",
                              "pvmfsendsig", "pvmfdelhost", "pvmfreg",      "dlopen"};

/* Also true if nobody can tell: it is no program linked with libpvm3. */
bool may_end_others(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    auto has = [&bytes](const char *name) { return bytes.find(name) != std::string::npos; };
    bool is_pvm_program = bytes.compare(0, 4, "\177ELF") == 0 && has("libpvm3.so");
    return !is_pvm_program || std::any_of(std::begin(enders), std::end(enders), has);
}

} // namespace

bool takes(const Call &c, const Header &m)
{
    return (c.want_tid <= 0 || m.src_tid == c.want_tid) && m.context == c.want_context &&
           (c.want_tag == MACH_ANY || m.tag == c.want_tag);
}

bool fits(const Header &m, const Call &c)
{
    return m.given == 0 && takes(c, m);
}

RunAhead::RunAhead(const Session &session, TaskRegister &tasks, bool looks_ahead)
    : on_(session.processors > 1), looks_ahead_(looks_ahead), counted_(session.observer != nullptr), tasks_(tasks)
{
    if (session.kind == Session::Kind::up)
        stop("programs may be started by hand");
    else if (session.hardware)
        stop("--hardware-collectives");
}

void RunAhead::note_program(const std::string &path)
{
    if ((on_ || counted_) && known_.insert(path).second && may_end_others(path))
        stop("a program can end or signal tasks: " + path);
}

void RunAhead::stop(const std::string &why)
{
    if (counts_.kept.empty())
        counts_.kept = why;
    on_ = counted_ = false;
}

void RunAhead::pays(bool does)
{
    const bool begins = on_ && does && !pays_;
    pays_ = does;
    if (!begins)
        return;
    for (const auto &[tid, t] : tasks_.living())
        offer(*t);
}

/* ---- tasks that are behind --------------------------------------------------------------------------------------- */

void RunAhead::fell_behind(Task &t)
{
    behind_.push_back(&t);
}

void RunAhead::caught_up(Task &t)
{
    behind_.erase(std::remove(behind_.begin(), behind_.end(), &t), behind_.end());
}

/* What one prints comes before what the next does. */
void RunAhead::catch_up(std::uint64_t before)
{
    if (std::exchange(catching_up_, true))
        return;
    while (!behind_.empty() && behind_.front()->turn_place() < before)
        behind_.front()->catch_up_now();
    catching_up_ = false;
}

/* ---- messages under way ------------------------------------------------------------------------------------------ */

void RunAhead::sent(Message &m)
{
    Task *to = on_ ? tasks_.find(m.dst_tid) : nullptr;
    if (to == nullptr || !to->execution->could_run_ahead())
        return;
    under_way_[m.dst_tid].push_back(&m);
    offer(*to);
}

void RunAhead::arrived(const Message &m)
{
    auto at = under_way_.find(m.dst_tid);
    if (at == under_way_.end())
        return;
    auto &line = at->second;
    auto it = std::find(line.begin(), line.end(), &m);
    if (it != line.end())
        line.erase(it);
    if (line.empty())
        under_way_.erase(at);
}

/* ---- who may ----------------------------------------------------------------------------------------------------- */

/* The message that the call will give: the first of its sender that fits, here, on its way or about to be sent. */
Message *RunAhead::in_sight(Task &t, const Call &c)
{
    Message *here = t.here_for(c);
    if (here != nullptr)
        return here;
    auto at = under_way_.find(t.tid);
    if (at != under_way_.end())
        for (Message *m : at->second)
            if (fits(*m, c))
                return m;
    Task *sender = tasks_.find(c.want_tid);
    return sender != nullptr ? sender->about_to_send(t.tid, c) : nullptr;
}

void RunAhead::offer(Task &t)
{
    const Call *c = on_ && pays_ ? t.stands_at() : nullptr;
    if (c == nullptr)
        return;
    if (t.has_earlier_for(*c)) {
        t.run_on_with_earlier();
        return;
    }
    Message *m = in_sight(t, *c);
    if (m != nullptr)
        t.run_ahead(*m);
}

void RunAhead::offer(int tid)
{
    Task *t = on_ && pays_ ? tasks_.find(tid) : nullptr;
    if (t != nullptr)
        offer(*t);
}

void RunAhead::waits(Task &t)
{
    counts_.waits++;
    if (!counts_.kept.empty())
        counts_.after++;
    else if (t.call.want_tid <= 0 || t.call.deadline != MACH_FOREVER)
        counts_.open++;
    else if (t.node->index == 0 || t.node->tasks > 1)
        counts_.shared++;
    else if (!t.call.want_plain)
        counts_.special++;
    else
        offer(t);
}

/* Only of tasks that could run ahead otherwise. */
void RunAhead::heard(const Task &t, const Header &m, bool waited)
{
    const Call &c = t.call;
    if (!counted_ || t.origin.service || t.node->index == 0 || t.node->tasks > 1 || !c.want_plain)
        return;
    Heard &h = heard_[{t.number, c.want_tag, c.want_context}];
    h.sender_tid = h.sender_tid == 0 || h.sender_tid == m.src_tid ? m.src_tid : -1;
    h.waits += waited;
}

/* What a user can do about waits for anybody's message; "": nothing. */
std::string RunAhead::one_sender() const
{
    std::uint64_t waits = 0;
    std::set<std::uint64_t> tasks;
    for (const auto &[where, h] : heard_)
        if (h.sender_tid > 0 && h.waits > 0) {
            waits += h.waits;
            tasks.insert(std::get<0>(where));
        }
    return waits == 0 ? ""
                      : fmt::format(" ({} of these, of {} tasks, only ever heard one sender: it can be named in "
                                    "pvm_recv)",
                                    waits, tasks.size());
}

std::string RunAhead::summary() const
{
    const RunAheadCounts &c = counts_;
    std::string line = fmt::format(
        "Run ahead: {} of {} waits for a message name their sender, so that a computer with several processors can "
        "spread the run over them",
        c.waits - c.open - c.shared - c.special - c.after, c.waits);
    auto add = [&line](std::uint64_t n, const std::string &what) {
        if (n > 0)
            line += fmt::format("; {} {}", n, what);
    };
    add(c.open, "wait for anybody's message or until a time" + one_sender());
    add(c.shared, "are on the host or share a cell");
    add(c.special, "look at each message as it comes");
    add(c.after, "came when that was not certain any more: " + c.kept);
    return line + ".";
}

} // namespace ap1000
