/* process_waiting.cpp - see process_carrier.hpp: waiting, in real time, for the processes that have the turn, and what
 * is looked at meanwhile. */
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "carriers/process/simulator/patience.hpp"
#include "carriers/process/simulator/process_carrier.hpp"

namespace ap1000
{
namespace
{

/* Real time between looks at one that prints more than is kept. */
constexpr int look_at_full_ms = 1;

} // namespace

/* ---- all of them ------------------------------------------------------------------------------------------------- */

std::set<pid_t> ProcessCarrier::processes_of_tasks() const
{
    std::set<pid_t> all;
    for (const ProcessExecution *e : all_)
        if (e->is_task())
            all.insert(e->pid);
    return all;
}

/* Those that begin meanwhile are waited for the next time. One that prints, and is not the next in order, waits until
 * the kernel has dealt with those before it: what it prints comes after what they have printed. */
bool ProcessCarrier::wait_for_all(std::vector<Execution *> &handed_over)
{
    handed_over.clear();
    if (!running.is_in_round())
        running.begin_round();
    return wait_in_round(handed_over);
}

bool ProcessCarrier::wait_in_round(std::vector<Execution *> &handed_over)
{
    for (ProcessExecution *e; (e = running.next_in_round()) != nullptr; running.go_on()) {
        if (!e->has_done() && e->owner->may_fall_behind() && !ahead.await_short_turn(*e)) {
            handed_over.push_back(e);
            continue;
        }
        const Waited waited = wait_for_process(*e, handed_over.empty());
        if (waited != Waited::over)
            return waited == Waited::prints;
        if (running.has(*e))
            handed_over.push_back(e);
        promised.await_started(*e);
    }
    return true;
}

bool ProcessCarrier::wait_for(Execution &e)
{
    auto &own = static_cast<ProcessExecution &>(e);
    bool runs_now = running.has(own);
    master_may_end_ = true;
    bool over = !runs_now || wait_for_process(own, true) == Waited::over;
    master_may_end_ = false;
    return over;
}

bool ProcessCarrier::is_to_stop() const
{
    bool master_ended = master_ != nullptr && master_->dead(); /* also one that waited for the others in its exit */
    return stop() != 0 || (master_ended && !master_may_end_);
}

/* ---- on which processor ------------------------------------------------------------------------------------------ */

/* One that has left, or waits for people, goes its own ways. */
void ProcessCarrier::choose_processor(ProcessExecution &e)
{
    if (e.left() || e.outside())
        Sharing::release(e.place);
    else if (sharing.is_on() && !anyone_runs())
        sharing.take(e.place.pid != 0 ? e.place.pid : watcher.processes.pid(e.slot), e.place);
}

/* ---- waiting for one --------------------------------------------------------------------------------------------- */

/* is_next: what it prints may be passed on while it runs. */
ProcessCarrier::Waited ProcessCarrier::wait_for_process(ProcessExecution &e, bool is_next)
{
    int waited_ms = 0, look_ms = look_around_ms;
    Sleeper sleeper;
    if (e.has_done())
        return Waited::over;
    if (e.outside() && e.slot_has_turn()) {
        detach(e);
        return Waited::over;
    }
    if (await_soon(e) && !awaits_heir(e))
        return Waited::over;
    while (!ahead.await_beside(e, look_ms) || awaits_heir(e)) {
        waited_ms += look_ms;
        answer_inquirers();
        if (is_to_stop())
            return Waited::stop;
        if (look_ms == look_around_ms &&
            (is_to_be_detached(*this, e, waited_ms, sleeper) || is_stopped_or_endless(*this, e))) {
            detach(e);
            return Waited::over;
        }
        const bool full = watcher.outputs.is_full(e.slot);
        if (full && e.owner->reader_is_behind()) {
            detach(e);
            return Waited::over;
        }
        look_ms = full ? look_at_full_ms : look_around_ms;
        if (!take_up_output(e, is_next))
            return Waited::prints;
    }
    return Waited::over;
}

/* Does it give the turn back before that becomes a long one? If not, others may be better off elsewhere. */
bool ProcessCarrier::await_soon(ProcessExecution &e)
{
    const bool alone = running.all().size() == 1;
    if (ahead.await_short_turn(e) || ahead.await_beside(e, Sharing::long_turn_ms)) {
        if (alone && ahead.is_empty())
            sharing.short_turn();
        return true;
    }
    sharing.end(true);
    for (ProcessExecution *one : all_)
        Sharing::release(one->place);
    return false;
}

/* What it has printed by now. False: others are to be dealt with first. */
bool ProcessCarrier::take_up_output(ProcessExecution &e, bool is_next)
{
    if (!watcher.outputs.has_any(e.slot))
        return true;
    if (is_next && !e.owner->reader_is_behind())
        e.owner->pass_on_output();
    return is_next;
}

/* ---- the outside ------------------------------------------------------------------------------------------------- */

/* Passes on what detached processes have printed, and what others print in the name of those that wait. */
void ProcessCarrier::pass_on_outputs()
{
    for (ProcessExecution *e : std::vector<ProcessExecution *>(detached_)) {
        take_up_output(*e, true);
        e->owner->send_early();
    }
    if (watcher.outputs.take_full())
        for (ProcessExecution *e : all_)
            if (watcher.outputs.is_full(e->slot) && !running.has(*e) && !is_detached(*e))
                e->owner->pass_on_output();
}

void ProcessCarrier::wait_for_news(int ms)
{
    watcher.bell.wait(ms);
}

void ProcessCarrier::on_inquiry(std::function<std::string()> text)
{
    table_ = std::move(text);
}

void ProcessCarrier::answer_inquirers()
{
    if (!watcher.clients.has_inquirers())
        return;
    for (const Client &c : watcher.clients.take_inquirers()) {
        const std::string text = table_ ? table_() : "";
        struct stat file;
        const bool waits_for_nobody = fstat(c.terminal->fd, &file) == 0 && S_ISREG(file.st_mode);
        const ssize_t n = waits_for_nobody ? write(c.terminal->fd, text.data(), text.size()) : -1;
        const carrier_ps_answer answer{n > 0 ? static_cast<std::uint32_t>(n) : 0};
        watcher.clients.answer(c, &answer, sizeof answer);
    }
}

/* This is asked before every event, and hardly ever is anything new. */
News ProcessCarrier::look()
{
    if (watcher.stop() != 0)
        return {false, false, false, true};
    region.give_back_some();
    ahead.look_at_times();
    if (!watcher.bell.take_changes() && detached_.empty())
        return {};
    pass_on_outputs();
    if (!detached_.empty())
        reattach_who_hand_over();
    answer_inquirers();
    return {watcher.clients.has_newcomers(), watcher.processes.take_deaths(), watcher.turns.take_any(), false};
}

} // namespace ap1000
