/* process_carrier.cpp - see process_carrier.hpp: how processes begin and end. process_waiting.cpp waits for them. */
#include "carriers/process/simulator/process_carrier.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/random.h>
#include <sys/wait.h>
#include <system_error>
#include <utility>
#include <unistd.h>

#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/other_pvm.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* Real time that a program has to end after it was told to; and after a signal. */
constexpr int long_grace_ms = 2000, short_grace_ms = 300;

/* Real time in which one that is between two calls as all ends may come to the next one: less than a simulator may be
 * still for (end_deadline.cpp). */
constexpr int next_call_ms = 100, next_call_look_ms = 5;

constexpr std::int64_t us_per_ms = 1000;

/* As the bell's wait; returns how long that took [us], at most so long as was asked for. */
std::int64_t wait_for_bell(NewsBell &bell, int ms)
{
    using namespace std::chrono;
    const auto began = steady_clock::now();
    bell.wait(ms);
    return std::min<std::int64_t>(ms * us_per_ms, duration_cast<microseconds>(steady_clock::now() - began).count());
}

/* Nobody else's process can guess it. */
std::uint64_t new_ticket()
{
    std::uint64_t t = 0;
    if (getrandom(&t, sizeof t, 0) != sizeof t)
        throw std::system_error(errno, std::generic_category(), "no random number for a task's ticket");
    return t | 1;
}

std::string text_of(std::uint64_t ticket)
{
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(ticket));
    return text;
}

/* Nobody can watch what was started: it is as if it had not been. */
Started give_up(const Started &p, int why)
{
    kill(p.pid, SIGKILL);
    waitpid(p.pid, nullptr, 0);
    if (p.output >= 0)
        close(p.output);
    return {0, -1, why};
}

} // namespace

ProcessCarrier::ProcessCarrier(ProcessSettings settings)
    : region(settings.max_tasks, settings.computing, settings.traced),
      watcher(region, settings.listening, settings.socket_name, *settings.guardian), promised(*this),
      settings_(std::move(settings))
{
    descriptors.note_base();
}

Bodies &ProcessCarrier::bodies()
{
    return region;
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

/* 0: none. */
std::uint32_t ProcessCarrier::take_slot(Ns now)
{
    std::uint32_t slot = descriptors.one_more_fits(all_.size()) ? region.take_slot() : 0;
    if (slot != 0) {
        region.slot(slot).turn = CARRIER_TASK;
        region.slot(slot).clock_ns = now;
    }
    return slot;
}

std::unique_ptr<ProcessExecution> ProcessCarrier::make(std::uint32_t slot, ProcessExecution::Start how, pid_t pid)
{
    auto e = std::make_unique<ProcessExecution>(*this, slot, next_number(), how, pid);
    all_.push_back(e.get());
    return e;
}

std::unique_ptr<Execution> ProcessCarrier::start(const std::string &path, const Program &program, Ns now,
                                                 bool own_terminal)
{
    std::uint32_t slot = take_slot(now);
    if (slot == 0)
        return nullptr;
    if (!own_terminal && files_started_.insert(path).second)
        say_if_other_pvm(path, program.exports);
    std::uint64_t ticket = new_ticket();
    watcher.processes.expect(ticket, slot, own_terminal);
    sharing.end(false);
    Program with_clock = program;
    with_clock.exports.push_back(CARRIER_ENV_CLOCK "=" + std::to_string(now));
    Started p = start_program_process(path, with_clock, settings_.socket_name, text_of(ticket), own_terminal,
                                      descriptors.of_programs());
    if (p.pid != 0 && watcher.processes.watch(slot, p.pid) == WatchedProcesses::Watched::no_means)
        p = give_up(p, errno);
    if (p.pid == 0) {
        watcher.clear(slot); /* it may have connected before it was ended */
        region.give_slot(slot);
        std::fprintf(stderr, "ap1000: cannot start %s: %s%s\n", path.c_str(), std::strerror(p.error),
                     p.error == ENOSYS
                         ? " (pidfd_open; under valgrind add --tasks inprocess, or begin with `ap1000 run valgrind`)"
                         : "");
        return nullptr;
    }
    auto e = make(slot, ProcessExecution::Start::started, p.pid);
    e->own_terminal = own_terminal;
    if (own_terminal)
        master_ = e.get();
    if (p.output >= 0 && !watcher.outputs.watch(slot, p.output))
        std::fprintf(stderr, "ap1000: the output of %s appears only when it calls PVM: %s\n", path.c_str(),
                     std::strerror(errno));
    e->begin();
    return e;
}

std::unique_ptr<Execution> ProcessCarrier::promise(const Execution &starter, Ns now,
                                                   std::vector<std::string> *environment)
{
    std::uint32_t slot = take_slot(now);
    if (slot == 0)
        return nullptr;
    std::uint64_t ticket = new_ticket();
    watcher.processes.expect(ticket, slot, false);
    auto e = make(slot, ProcessExecution::Start::promised, 0);
    promised.expect(*e, starter, text_of(ticket));
    *environment = {CARRIER_ENV_SOCKET "=" + settings_.socket_name, CARRIER_ENV_TICKET "=" + text_of(ticket),
                    CARRIER_ENV_CLOCK "=" + std::to_string(now)};
    return e;
}

std::vector<JoinedProgram> ProcessCarrier::take_joined(Ns now)
{
    std::vector<JoinedProgram> all;
    for (const Client &c : watcher.clients.take_newcomers()) {
        std::uint32_t slot = take_slot(now);
        bool is_master = c.pid == settings_.master;
        if (slot == 0) {
            watcher.clients.refuse(c, PvmOutOfRes);
            continue;
        }
        region.slot(slot).by_hand = is_master ? 0 : 1;
        if (watcher.processes.watch(slot, c.pid) == WatchedProcesses::Watched::no_means) {
            region.give_slot(slot);
            watcher.clients.refuse(c, PvmOutOfRes);
            continue;
        }
        auto e = make(slot, is_master ? ProcessExecution::Start::master : ProcessExecution::Start::by_itself, c.pid);
        if (is_master) {
            master_ = e.get();
            settings_.guardian->watch_master(c.pid);
        }
        watcher.clients.welcome(c, slot, is_master);
        e->begin();
        all.push_back({std::move(e), c.program, is_master, c.terminal->fd >= 0 ? c.terminal : nullptr});
    }
    return all;
}

bool ProcessCarrier::await_master()
{
    if (!watcher.clients.watch(settings_.master_socket))
        return false;
    while (!watcher.clients.has_newcomers() && watcher.stop() == 0 && kill(settings_.master, 0) == 0)
        watcher.bell.wait(20);
    return watcher.clients.has_newcomers();
}

/* ---- ending ------------------------------------------------------------------------------------------------------ */

int ProcessCarrier::stop() const
{
    return watcher.stop();
}

void ProcessCarrier::request_stop()
{
    watcher.stop_in_order();
}

bool ProcessCarrier::master_exits() const
{
    return watcher.clients.master_exits();
}

void ProcessCarrier::forget(ProcessExecution &e)
{
    promised.forget(e);
    running.forget(e);
    ahead.remove(e);
    for (std::vector<ProcessExecution *> *list : {&all_, &detached_})
        list->erase(std::remove(list->begin(), list->end(), &e), list->end());
    if (master_ == &e)
        master_ = nullptr;
}

/* What was started has ended without a PVM call, but a process of its group may yet become the task: a script whose
 * last line is `./slave &`. Sleeps a while, and returns true, unless they have worked or slept for too long. On a busy
 * computer a process works, or waits to, for longer in real time: only its processor time counts then. */
bool ProcessCarrier::awaits_heir(ProcessExecution &e)
{
    constexpr double most_asleep_s = 10;
    if (e.joined() || e.start != ProcessExecution::Start::started || e.own_terminal)
        return false;
    if (!watcher.processes.expects_heir(e.slot)) {
        e.note_heir();
        return e.slot_has_turn(); /* one has come just now */
    }
    (void)e.exit_status(); /* it is no zombie of its group any more */
    pid_t ended;
    while ((ended = waitpid(-e.group, nullptr, WNOHANG)) > 0)
        ;
    const GroupWork now = work_of_group(e.group);
    e.heirs.worked_ticks += std::max(now.ticks - std::exchange(e.heirs.ticks, now.ticks), 0LL);
    const auto worked_s = static_cast<double>(e.heirs.worked_ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
    const auto asleep_s = static_cast<double>(e.heirs.asleep_us) * 1e-6;
    if (ended < 0 || worked_s >= settings_.patience_s || asleep_s >= std::min(most_asleep_s, settings_.patience_s))
        return !watcher.processes.disinherit(e.slot);
    e.heirs.asleep_us += wait_for_bell(watcher.bell, look_around_ms) * (now.all_sleep ? 1 : 0);
    return true;
}

/* What a task has left un-waited becomes our child when the task ends, and is in its group still. */
void ProcessCarrier::reap(pid_t group)
{
    groups_left_.insert(group);
    for (auto at = groups_left_.begin(); at != groups_left_.end();) {
        pid_t ended;
        while ((ended = waitpid(-*at, nullptr, WNOHANG)) > 0)
            ;
        at = ended < 0 ? groups_left_.erase(at) : std::next(at);
    }
}

/* Whatever still lives of what we started goes, and so does what that has started. */
void ProcessCarrier::end_all(const Ending &ending)
{
    std::vector<ProcessExecution *> between; /* two calls */
    settings_.guardian->note_ending();
    for (ProcessExecution *e : all_) {
        bool is_child = e->start == ProcessExecution::Start::started;
        bool told = !is_child || e->own_terminal;
        if (told && e->waits_in_call() && !e->dead()) {
            goes_on_ |= e->own_terminal && ending.halted;
            e->tell_end(ending);
        } else if (e->own_terminal && stop() != 0) {
            e->end_with_starter(stop());
            command_told_ = true;
        } else if (is_child && !e->own_terminal) {
            kill(-e->group, SIGKILL);
            kill(e->pid, SIGKILL);
        } else if (told && !e->own_terminal && e->joined() && !e->left()) {
            between.push_back(e);
        }
    }
    tell_at_next_call(std::move(between), ending);
    if (master_ == nullptr || !master_->own_terminal)
        return; /* a master with a machine of its own goes when this process ends: its report is written then */
    watcher.clients.let_master_go();
    for (std::int64_t waited_us = 0; !master_->dead();) {
        waited_us += wait_for_bell(watcher.bell, 20);
        if (stop() != 0 && !goes_on_ && waited_us > grace_ms() * us_per_ms)
            master_->end_with_starter(SIGKILL);
    }
}

void ProcessCarrier::tell_at_next_call(std::vector<ProcessExecution *> all, const Ending &ending)
{
    for (std::int64_t us = 0; !all.empty() && us < next_call_ms * us_per_ms;) {
        us += wait_for_bell(watcher.bell, next_call_look_ms);
        const auto is_told = [&ending](ProcessExecution *e) {
            const bool calls = !e->dead() && !e->slot_has_turn();
            if (calls)
                e->tell_end(ending);
            return calls || e->dead();
        };
        all.erase(std::remove_if(all.begin(), all.end(), is_told), all.end());
    }
    for (ProcessExecution *e : all)
        e->note_end(ending);
}

int ProcessCarrier::grace_ms() const
{
    return watcher.stop_at_once() ? short_grace_ms : long_grace_ms;
}

/* It may be a script, which goes on when its task has ended, until it is told to end. What it starts now finds no
 * machine. */
std::optional<int> ProcessCarrier::await_command(pid_t pid)
{
    settings_.guardian->note_ending();
    int status = 0;
    std::int64_t stopping_us = 0;
    pid_t ended;
    for (int ms = 1; (ended = waitpid(pid, &status, WNOHANG)) == 0; ms = std::min(2 * ms, 20)) {
        watcher.clients.turn_away();
        if (stop() != 0 && !goes_on_) {
            if (!std::exchange(command_told_, true))
                kill(pid, stop());
            else if (stopping_us > grace_ms() * us_per_ms)
                kill(pid, SIGKILL);
        }
        const std::int64_t waited_us = wait_for_bell(watcher.bell, ms);
        stopping_us += command_told_ ? waited_us : 0;
    }
    return ended == pid ? std::optional<int>(status) : std::nullopt;
}

/* No machine that others use stands for longer than this, whatever else happens meanwhile: the bell is not heard. When
 * one has not ended, the next ones, which may be copies of it, have less. */
std::optional<int> ProcessCarrier::await_script(const ProcessExecution &e)
{
    constexpr int most_ms = 1000, least_ms = 50, step_ms = 5;
    int status = 0;
    for (int ms = last_script_ended_ ? 0 : most_ms - least_ms; ms < most_ms && stop() == 0; ms += step_ms) {
        if (waitpid(e.pid, &status, WNOHANG) == e.pid) {
            last_script_ended_ = true;
            return status;
        }
        if (watcher.outputs.is_full(e.slot))
            e.owner->pass_on_output();
        std::this_thread::sleep_for(std::chrono::milliseconds(step_ms));
    }
    last_script_ended_ = false;
    if (stop() == 0)
        std::fprintf(stderr,
                     "ap1000: the script that is process %d goes on though its task has ended: what it prints from now "
                     "on is lost\n",
                     static_cast<int>(e.pid));
    return std::nullopt;
}

/* Processes that our tasks started and did not end: they have become our children (PR_SET_CHILD_SUBREAPER). One may do
 * so while another is waited for, so after each that ends all are looked up anew. */
void ProcessCarrier::end_orphans()
{
    for (std::vector<pid_t> left = children_of(getpid()); !left.empty(); left = children_of(getpid())) {
        for (const pid_t pid : left)
            kill(pid, SIGKILL);
        if (waitpid(-1, nullptr, 0) < 0 && errno != EINTR)
            return;
    }
}

} // namespace ap1000
