/* session_end.cpp - the end of processes, one by one and of all that is left when the run is over. */
#include "kernel/machine.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/wire/handover.h"
#include "pvm3.h"
#include "kernel/words.hpp"

namespace ap1000
{
namespace
{

constexpr int grace_ms = 2000; /* real time that a program has to end after it was told to */

} // namespace

void Machine::process_ended(Task &t)
{
    record_exit(t);
    running_.erase(&t);
    detached_.erase(&t);
    if (&t == master_) {
        master_ = nullptr;
        master_gone_ = true;
        if (!watcher.master_exits() && session.kind != Session::Kind::up)
            over_ = true;
    }
    watcher.clear(t.slot);
    region.give_slot(t.slot);
    for (auto i = all_.begin(); i != all_.end(); ++i) {
        if (i->get() == &t) {
            buried_.push_back(std::move(*i)); /* its fiber is still in it */
            all_.erase(i);
            break;
        }
    }
}

void Machine::note_exit(Task &t)
{
    int status = 0;
    if (!t.is_child || t.waited_for || waitpid(t.pid, &status, 0) != t.pid)
        return;
    t.waited_for = true;
    t.exit_status = status;
}

/* How a process of ours ended: the exit code of the command, and a word if it was not meant to. */
void Machine::record_exit(Task &t)
{
    note_exit(t);
    if (!t.waited_for)
        return;
    int status = t.exit_status;
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (t.own_terminal || (session.copies > 0 && exit_code_ == 0 && t.origin.spawn_id == 1))
        exit_code_ = code;
    if (!WIFSIGNALED(status) || t.expected_to_die)
        return;
    const char *name = sigabbrev_np(WTERMSIG(status));
    complain(t, std::string("died of SIG") + (name != nullptr ? name : "?") + " at " + ms_text(timeline.now()));
}

/* Whatever still lives of what we started goes, and so does what that has started. */
void Machine::end_all()
{
    for (auto &t : all_) {
        carrier_slot &s = region.slot(t->slot);
        bool blocked = t->joined && t->state != Task::State::running && t->state != Task::State::left;
        bool told = !t->is_child || t->own_terminal;
        if (told && blocked && !watcher.dead(t->slot)) {
            if (halted_)
                kill(t->pid, SIGTERM); /* as PVM's daemon does; it is taken before the turn */
            s.reply.result = PvmSysErr;
            s.reply.nframes = 0;
            s.reply.t_ns = timeline.now();
            s.reply.ending = deadlock_ ? exit_deadlock : 1;
            handover_give(&s.turn, CARRIER_TASK);
        } else if (t->own_terminal && watcher.stop() != 0) {
            kill(t->pid, watcher.stop());
        } else if (t->is_child && !t->own_terminal) {
            kill(-t->pid, SIGKILL);
            kill(t->pid, SIGKILL);
        }
    }
    watcher.let_master_go();
    for (int waited = 0; master_ != nullptr && master_->is_child && !watcher.dead(master_->slot);) {
        watcher.wait_for_news(20);
        waited += 20;
        if (watcher.stop() != 0 && waited > grace_ms)
            kill(master_->pid, SIGKILL);
    }
    for (auto &t : all_) {
        t->expected_to_die = t->expected_to_die || !t->own_terminal;
        if (t->is_child)
            record_exit(*t);
        t->flush_output();
    }
    if (watcher.stop() != 0 && exit_code_ == 0 && !halted_)
        exit_code_ = session.kind == Session::Kind::up ? 0 : 128 + watcher.stop();
    end_orphans();
}

/* Processes that our tasks started and did not end: they have become our children (PR_SET_CHILD_SUBREAPER). One may do so
 * while another is waited for, so after each that ends all are looked up anew. */
void Machine::end_orphans()
{
    std::string list = "/proc/self/task/" + std::to_string(getpid()) + "/children";
    for (;;) {
        std::ifstream children(list);
        bool any = false;
        for (pid_t pid; children >> pid; any = true)
            kill(pid, SIGKILL);
        if (!any || (waitpid(-1, nullptr, 0) < 0 && errno != EINTR))
            return;
    }
}

} // namespace ap1000
