/* inprocess_carrier.hpp - tasks in this process (kernel/carrier.hpp): a private copy of the program and a stack for
 * each. Programs that cannot run so, or that others start, go to the carrier of processes that this one owns; a machine
 * may have both kinds at once. */
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "carriers/inprocess/simulator/address_space.hpp"
#include "carriers/inprocess/simulator/image.hpp"
#include "carriers/inprocess/simulator/inprocess_execution.hpp"
#include "carriers/inprocess/simulator/turn_threads.hpp"
#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/slots/simulator/running_tasks.hpp"

namespace ap1000
{

constexpr int first_number_in_process = 1 << 23; /* process ids end at 2^22 */

/* A program runs as a process, and why. */
using SayProcess = std::function<void(const std::string &program, const std::string &why)>;

/* Why the program in this file cannot run in process; "": it can, or path is "". library: as of the carrier.
 * at_terminal: it is to run at the user's terminal, whose Ctrl-C is its own if it handles signals. several: its turns
 * are wanted on several processors. */
std::string why_not_in_process(const std::string &path, const std::string &library, bool at_terminal, bool several);

/* In how many threads beside the simulator's tasks have turns: those that are long, or all. */
struct TurnsElsewhere {
    int threads;
    bool all;
};

class InprocessCarrier : public Carrier
{
  public:
    /* library: the path of libap1000tasks.so. Throws std::runtime_error if it cannot be loaded. most_mappings: that
     * copies of programs may have for themselves; the others share a place. say: called once for each program and
     * reason. */
    InprocessCarrier(ProcessSettings settings, const std::string &library, std::int64_t most_mappings,
                     TurnsElsewhere elsewhere, SayProcess say);

    Bodies &bodies() override;
    std::unique_ptr<Execution> start(const std::string &path, const Program &program, Ns now,
                                     bool own_terminal) override;
    std::unique_ptr<Execution> promise(const Execution &starter, Ns now,
                                       std::vector<std::string> *environment) override;
    std::vector<JoinedProgram> take_joined(Ns now) override
    {
        return processes_.take_joined(now);
    }
    bool await_master() override
    {
        return processes_.await_master();
    }
    bool anyone_runs() const override
    {
        return !running.all().empty() || processes_.anyone_runs();
    }
    bool is_quiet() const override
    {
        return running.all().empty() && aside_.empty() && !deaths_ && processes_.ProcessCarrier::is_quiet();
    }
    bool wait_for_all(std::vector<Execution *> &handed_over) override;
    bool wait_for(Execution &e) override;
    News look() override;
    void on_inquiry(std::function<std::string()> text) override
    {
        processes_.on_inquiry(std::move(text));
    }
    bool wait_for_others() override;
    bool wait_for_signals() override
    {
        return processes_.wait_for_signals();
    }
    void wait_for_news(int ms) override;
    bool any_is_endless() const override;
    int stop() const override
    {
        return processes_.stop();
    }
    void request_stop() override
    {
        processes_.request_stop();
    }
    bool master_exits() const override;
    void end_all(const Ending &ending) override;
    void end_orphans() override
    {
        processes_.end_orphans();
    }

    /* ---- for its parts ---- */

    Region &region()
    {
        return processes_.region;
    }
    AddressSpace &address_space()
    {
        return address_space_;
    }
    TurnThreads &threads()
    {
        return threads_;
    }
    ProcessesAhead &ahead()
    {
        return processes_.ahead;
    }
    bool all_elsewhere() const
    {
        return all_elsewhere_;
    }
    bool turns_are_long() const
    {
        return turns_are_long_;
    }
    bool measures() const /* how long the turn that is now takes */
    {
        return measures_;
    }
    static const inprocess_library *library_of_tasks();
    const inprocess_library &library() const
    {
        return *library_;
    }
    /* The simulator's own, in which tasks have their turns that have none of their own. */
    const Folder &folder() const
    {
        return folder_;
    }
    RunningTasks<InprocessExecution> running;
    void forget(InprocessExecution &e);
    /* Of the program that runs: may what it prints be passed on, since the turns before this one have been dealt with;
     * or are there some, in this process, that can be dealt with while it waits? Neither: it is kept. */
    bool is_next(const InprocessExecution &e) const;
    bool is_behind_others(const InprocessExecution &e) const;
    /* So many that what one uses is not near the processor at its next turn. */
    bool has_many() const
    {
        return all_.size() >= 32;
    }
    void note_death()
    {
        deaths_ = true;
    }
    double patience_s() const
    {
        return processes_.settings().patience_s;
    }
    /* One that was set aside has died. */
    void reattach(InprocessExecution &e);

    /* Is the run to end, whatever the program that runs now still does? May be asked at any moment. */
    bool is_to_stop() const
    {
        return processes_.is_to_stop();
    }

    /* Does somebody want to be shown the tasks? May be asked at any moment. */
    bool is_asked() const
    {
        return processes_.watcher.clients.has_inquirers();
    }
    void answer_inquirers()
    {
        processes_.answer_inquirers();
    }

  private:
    struct Known {
        FileVersion version;                /* of the program's file */
        std::unique_ptr<Image> image;       /* nullptr: unsuitable, */
        std::string unsuitable;             /* and why */
        std::shared_ptr<SharedPlace> place; /* of copies that have no room of their own; nullptr: none yet */
    };
    Known &image_of(const std::string &path);
    bool take_room(InprocessExecution &e, Known &known);
    std::unique_ptr<InprocessExecution> load(const std::string &path, const Program &program, Ns now,
                                             bool own_terminal);
    template <class List> bool run_turn(InprocessExecution &e, List &handed_over);
    bool await_elsewhere(InprocessExecution &e);
    void spread(InprocessExecution &one);
    void note_length(const InprocessExecution &e);
    bool run_rest();
    bool run_one(std::vector<Execution *> &handed_over);
    void hand_over_ready(std::vector<Execution *> &handed_over);
    void detach(InprocessExecution &e);
    void go_on_with_those_set_aside(int ms);
    bool any_is_aside() const;

    ProcessCarrier processes_;
    AddressSpace address_space_;
    const inprocess_library *library_;
    SayProcess say_;
    const Folder folder_;
    std::map<std::string, Known> images_;               /* by path */
    std::map<std::uint64_t, InprocessExecution *> all_; /* by number, which is the order of their start */
    std::vector<InprocessExecution *> aside_;           /* and those that are stopped */
    std::vector<InprocessExecution *> ready_;           /* in this round they have run, and are not handed over yet */
    InprocessExecution *master_ = nullptr;              /* the one with the terminal */
    std::set<std::string> said_;
    bool deaths_ = false;
    const bool all_elsewhere_;
    bool turns_are_long_ = false;          /* lately some were */
    bool kernel_knows_ = false;            /* and it has been told so */
    int long_turns_ = 0, short_turns_ = 0; /* long ones among the last; short ones in a row, of those measured */
    bool measures_ = true;
    std::uint32_t drawn_ = 0, not_measured_ = 0; /* not measured if one of these bits is drawn */
    TurnThreads threads_;                        /* the first to go: nothing of a task runs any more */
};

} // namespace ap1000
