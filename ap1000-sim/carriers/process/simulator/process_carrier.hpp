/* process_carrier.hpp - tasks as processes of this computer (kernel/carrier.hpp): it puts together the shared memory,
 * the watcher of what comes from outside, and the starting of programs. */
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

#include "carriers/process/simulator/descriptors.hpp"
#include "carriers/process/simulator/process_execution.hpp"
#include "carriers/process/simulator/sharing.hpp"
#include "carriers/slots/simulator/region.hpp"
#include "carriers/slots/simulator/running_tasks.hpp"
#include "carriers/process/simulator/watcher.hpp"
#include "carriers/slots/simulator/slot_execution.hpp"
#include "carriers/slots/wire/handover.h"
#include "kernel/carrier.hpp"

namespace ap1000
{

/* Promised tasks, which have no process yet: another task (in PVM, a tasker) will start it. They are here from the
 * issue of the ticket until a process shows it. */
class PromisedTasks
{
  public:
    explicit PromisedTasks(ProcessCarrier &carrier) : carrier_(carrier)
    {
    }

    /* `starter` is to start the process of `promised`, with this ticket in its environment. */
    void expect(ProcessExecution &promised, const Execution &starter, const std::string &ticket);

    /* No process is expected for it, or of it, any more. */
    void forget(const ProcessExecution &e);

    /* The process of this task has handed over. Processes of its that say they are tasks become those; before that, if
     * there are processes that may yet say so, they are waited for (real time): whether a task has begun must not
     * depend on how fast this computer is. */
    void await_started(const ProcessExecution &starter);

    /* The starter has not handed over. If it seems to wait itself for what it has started, and that has come, this
     * has begun; returns whether any has. */
    bool take_while_starter_sleeps(const ProcessExecution &starter);

  private:
    struct Promise {
        ProcessExecution *promised;
        const Execution *starter;
        std::string ticket; /* as in the environment */
    };
    bool awaited(const ProcessExecution &starter) const;
    bool take_started(const ProcessExecution &starter);
    bool may_become(const ProcessExecution &starter);

    ProcessCarrier &carrier_;
    std::list<Promise> outstanding_;
    /* Processes of starters that ran no program yet: how long they have been looked at [ms of real time]. */
    std::map<pid_t, std::int64_t> idle_children_;
    std::int64_t looked_ms_ = 0;
};

/* Programs that run beside the simulator and have the turn ahead of simulated time. They go on while the simulator
 * waits for the one whose turn it is. kernel/ahead/ decides which may run ahead, and how far. */
class ProcessesAhead
{
  public:
    /* Both must outlive it. */
    ProcessesAhead(Region &region, const Sharing &sharing);

    /* It has the turn ahead of its time: tell its task when it gives it back. */
    void add(SlotExecution &e);
    void remove(SlotExecution &e);
    bool is_empty() const
    {
        return all_.empty();
    }

    /* Which of them have come to a call? At every so many calls only. */
    void look_at_times();

    /* Waits until this one gives the turn back, at most so long (real time). Returns whether it has. */
    bool await_beside(SlotExecution &e, int ms);

    /* Does it give the turn back at once? Then it pays less that others run ahead meanwhile; if not, it does. */
    bool await_short_turn(SlotExecution &e);

  private:
    void look();
    void sleep_beside(SlotExecution &e, std::int64_t span_ns);

    Region &region_;
    const Sharing &sharing_;
    std::vector<SlotExecution *> all_;
    int pays_left_ = 0;  /* more than 0: running ahead has paid not long ago */
    unsigned looks_ = 0; /* not taken since the last one */
    handover_spin spin_;
};

struct ProcessSettings {
    std::uint32_t max_tasks = 0;
    ComputingPolicy computing;
    std::uint32_t traced = 0;     /* as in carrier_header: somebody looks into the run */
    bool stays = false;           /* the machine does not end with a program */
    Guardian *guardian = nullptr; /* outlives the carrier */
    std::string socket_name;      /* where processes find the machine, */
    int listening = -1;           /* and its end of that; the carrier owns it */
    pid_t master = 0;             /* the process that has started the simulator for itself, if one has, */
    int master_socket = -1;       /* and the socket to it */
    double patience_s = 0;        /* processor time that a task may spend without a call before others go on */
};

constexpr int look_around_ms = 50; /* real time between looks at the outside while a process computes */

class ProcessCarrier : public Carrier
{
  public:
    explicit ProcessCarrier(ProcessSettings settings);

    Bodies &bodies() override;
    std::unique_ptr<Execution> start(const std::string &path, const Program &program, Ns now,
                                     bool own_terminal) override;
    std::unique_ptr<Execution> promise(const Execution &starter, Ns now,
                                       std::vector<std::string> *environment) override;
    std::vector<JoinedProgram> take_joined(Ns now) override;
    bool await_master() override;
    bool anyone_runs() const override
    {
        return !running.all().empty();
    }
    bool is_quiet() const override
    {
        return running.all().empty() && is_undisturbed();
    }
    bool wait_for_all(std::vector<Execution *> &handed_over) override;
    bool wait_for(Execution &e) override;
    News look() override;
    void on_inquiry(std::function<std::string()> text) override;
    bool wait_for_others() override;
    void wait_for_news(int ms) override;
    bool any_is_endless() const override
    {
        return !detached_.empty() && any_detached_is_endless();
    }
    bool wait_for_signals() override;
    int stop() const override;
    void request_stop() override;
    bool master_exits() const override;
    void end_all(const Ending &ending) override;
    void end_orphans() override;

    /* ---- for its parts ---- */

    Descriptors descriptors;
    Region region;
    Watcher watcher;
    PromisedTasks promised;
    Sharing sharing;
    RunningTasks<ProcessExecution> running;
    ProcessesAhead ahead{region, sharing};

    /* All who have asked for the table of tasks (`ap1000 ps`) since the last call. The text goes into a file of theirs,
     * so that nobody waits for one who does not read. */
    void answer_inquirers();

    /* Has `look` nothing to do, and nothing to tell? */
    bool is_undisturbed() const
    {
        return !watcher.bell.has_changes() && detached_.empty() && ahead.is_empty() && !region.has_left() &&
               watcher.stop() == 0;
    }

    /* The number of the next program to be started, by whichever carrier. */
    std::uint64_t next_number()
    {
        return ++count_;
    }
    const ProcessSettings &settings() const
    {
        return settings_;
    }
    /* The process with whom the run ends; nullptr: none, or it is gone. */
    const ProcessExecution *master() const
    {
        return master_;
    }
    bool is_detached(const ProcessExecution &e) const;
    /* wait_for_all, for those of the round of `running`, which has begun: in handed_over, behind those before them. */
    bool wait_in_round(std::vector<Execution *> &handed_over);
    bool is_to_stop() const; /* whatever a program still does: a signal, or the master has been killed */
    void forget(ProcessExecution &e);
    /* A task has ended that was started in this group: nothing of that, and of those before it, stays a zombie. */
    void reap(pid_t group);
    /* The user's command has ended, whichever of its processes was the task; how. */
    std::optional<int> await_command(pid_t pid);
    /* The script that has started a task that has ended. Empty: it goes on. */
    std::optional<int> await_script(const ProcessExecution &e);
    void choose_processor(ProcessExecution &e); /* for its next turn */
    void reattach(ProcessExecution &e);         /* a detached one that will hand over: wait for it again */
    std::set<pid_t> processes_of_tasks() const;

  private:
    std::unique_ptr<ProcessExecution> make(std::uint32_t slot, ProcessExecution::Start how, pid_t pid);
    std::uint32_t take_slot(Ns now);
    enum class Waited { over, prints, stop };
    Waited wait_for_process(ProcessExecution &e, bool is_next);
    bool take_up_output(ProcessExecution &e, bool is_next);
    void pass_on_outputs();
    bool await_soon(ProcessExecution &e);
    bool awaits_heir(ProcessExecution &e);
    void detach(ProcessExecution &e);
    void reattach_who_hand_over();
    bool any_detached_is_endless() const;
    bool others_run();
    void tell_at_next_call(std::vector<ProcessExecution *> all, const Ending &ending);
    int grace_ms() const;

    const ProcessSettings settings_;
    std::function<std::string()> table_;  /* of tasks, made anew for each who asks */
    std::set<std::string> files_started_; /* of tasks: those whose libpvm3 has been looked at */
    std::uint64_t count_ = 0;
    std::set<pid_t> groups_left_;              /* of tasks that have ended, and whose children live */
    std::vector<ProcessExecution *> all_;      /* in the order of their start */
    std::vector<ProcessExecution *> detached_; /* have the turn, but nobody waits for them: see wait_for_all */
    ProcessExecution *master_ = nullptr;
    bool goes_on_ = false;          /* the user's command, though the machine was halted */
    bool command_told_ = false;     /* it has got the signal that ends the run */
    bool last_script_ended_ = true; /* in the time that it was waited for */
    bool master_may_end_ = false;   /* and a turn is waited for all the same */
    bool signal_expected_ = false;
    int quiet_looks_ = 0; /* in a row at which processes beside the tasks only waited for tasks to end */
};

} // namespace ap1000
