/* machine.hpp - the simulated AP1000 as a whole: nodes, tasks, networks, and the loop that carries a run from its first
 * task to its end.
 *
 * Conservative: no event is taken while a task runs, because it could still cause an earlier one. So what happens, in
 * which order and when, depends on the programs and the machine file alone.
 */
#ifndef AP1000_MACHINE_HPP
#define AP1000_MACHINE_HPP

#include <csignal>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "kernel/barriers.hpp"
#include "carriers/process/simulator/launcher.hpp"
#include "control/life_events.hpp"
#include "mailstore.h"
#include "networks/ap1000/flow_net.hpp"
#include "config/make_network.hpp"
#include "control/notices.hpp"
#include "kernel/pair_order.hpp"
#include "carriers/process/simulator/region.hpp"
#include "control/registrar.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/task.hpp"
#include "carriers/process/simulator/watcher.hpp"

namespace simgrid::s4u
{
class Engine;
class Host;
} // namespace simgrid::s4u

namespace ap1000
{

constexpr int exit_deadlock = 86;
constexpr std::uint32_t max_tasks = 4096;

/* What a run is: which program, and how the machine ends. */
struct Session {
    enum class Kind {
        serve, /* private to a program that runs already: `master` */
        run,   /* `ap1000 run`: starts `program`, on the host or a cell, or `copies` of it on the cells */
        up     /* stays until it is told to end */
    };
    Kind kind = Kind::run;
    pid_t master = 0;
    int master_socket = -1;
    Program program;
    bool on_cell = false;
    int copies = 0;
    double cpu_factor = 0;
    bool flow = false; /* the T-Net by SimGrid's flow model */
    bool hardware = false; /* PVM's collectives use the B-Net and the S-Net where they can */
    int barrier = 0;       /* enum barrier_algorithm (barriers.h): how pvm_barrier works in frozen groups */
    bool paper_limits = false; /* limits.hpp */
    std::string socket_name;
    int listening = -1;
    std::string own_folder; /* of the servers: pvmgs */
    std::shared_ptr<RunObserver> observer; /* who looks into the run; empty: nobody */
};

/* What pvm_config says of every node; the signature is that of a PvmDataRaw message. */
constexpr int node_speed = 1000, node_data_signature = 0x408c41;

struct Node {
    int index = 0, tid = 0;
    std::string name;
    bool in_machine = true;
    int tasks = 0;
    Ns cpu_free = 0; /* when the processor has done what was asked of it so far */
    simgrid::s4u::Host *host = nullptr;
};

class Machine
{
  public:
    Machine(Parameters parameters, Session session);
    ~Machine();

    /* Run to the end. The exit code for the command: the program's own, 128 + n after signal n, exit_deadlock. */
    int run();

    /* ---- for tasks ------------------------------------------------------------------------------------------------ */
    Parameters parameters;
    Session session;
    Region region;
    Timeline timeline; /* after the region: what is still under way at the end lies there */
    Watcher watcher;
    std::unique_ptr<Network> network_kept;
    Network &network;
    Notices notices;
    LifeEvents life_events;
    Barriers barriers;
    Registrar registrar;
    std::vector<Node> nodes;

    mailstore *mailboxes() const
    {
        return mailboxes_.get();
    }
    void started(Task &t);              /* it runs, outside: wait for it before the next event */
    void post(Task &from, Parcel parcel);
    /* To every other task of enum mach_whom, or to the audience of CARRIER_AUDIENCE_ONLY: dst_tid says which. */
    void broadcast(Task &from, Parcel parcel, const std::vector<int> &audience);
    std::vector<int> others(const Task &t, int whom) const; /* tids, in their order; no services */
    bool covers(const std::vector<int> &tids) const;        /* as mach_ops.covers */
    void deliver(Parcel parcel);        /* now, to frame().dst_tid */
    void send_from_node(int node, Parcel parcel, std::int64_t counted_bytes = -1); /* -1: all it has */
    void send_behind(int task, int node, Parcel parcel); /* the same, but after what this task has sent there before */
    void give_up(int from, int to);     /* the daemon of one node does not hear that of the other any more */
    void delete_node(Node &n);          /* who asked is told of it, then its tasks end */
    void enrolled(Task &t);             /* it is known by its tid from now on */
    void ended(Task &t);                /* it is no task any more */
    void process_ended(Task &t);        /* and its process is gone too */
    void note_exit(Task &t);            /* its process has ended: how */
    void signal(Task &t, int number);
    void signal_behind(int from, Task &t, int number);    /* after the messages that this task has sent it before */
    void kill_process(Task &t);
    void print(const Task &t, const std::string &line);   /* a line of the task's own */
    void complain(const Task &t, const std::string &what); /* "ap1000: t40005 on cell 4 <what>" on stderr */

    Task *find(int tid) const;          /* nullptr: no such task */
    Node *find_node(int node_tid);
    Node *find_node(const std::string &name);
    int home_of(int tid) const;         /* the tid of the node of a task, also of one that has ended; PvmNoTask */
    std::vector<Task *> tasks() const;  /* living ones, in the order of their tids */

    /* Start a task; the child's processor starts now. nullptr and *error (PVM's) if that cannot be. */
    Task *spawn(Node &node, const std::string &path, const Program &program, const TaskOrigin &origin, const Task *spawner, int *error);
    /* A task whose process its tasker is to start: it has a tid, and messages for it are kept. *ticket: what the process is
     * to have in its environment. nullptr and *error if there is no room. It has come; it will not come, and has ended. */
    Task *promise(Node &node, const Program &program, const TaskOrigin &origin, const Task *spawner, std::string *ticket, int *error);
    void keep_promise(Task &t);
    void break_promise(Task &t);
    int new_spawn_id()
    {
        return ++spawns_;
    }
    int new_tid()
    {
        return tid_of_node(0) | ++last_tid_;
    }
    Node &next_node(const std::vector<Node *> &allowed); /* the cells take turns, the host only if nothing else is
                                                          * allowed; or the workstations */
    const std::vector<int> &tids_of_spawn(int spawn_id); /* also of those that have ended, as in PVM */
    void release_held(); /* let those who wait for a mailbox look again */
    /* A message or an end of a task: something happens; a look for a message that is not there: it may be that nothing
     * else will. */
    void count_progress()
    {
        polls_ = 0;
    }
    void count_poll()
    {
        polls_++;
    }
    void halt()
    {
        halted_ = true;
        watcher.set_stop(SIGTERM);
    }

  private:
    void build_platform();
    CellWay flow_way();
    Ns use_processor(int node, Ns cost);
    void send_to_each(Task &from, const Parcel &parcel, const std::vector<int> &tids);
    std::function<void()> delivery(Parcel parcel, int sender);
    void post_to_system(Task &from, Parcel parcel);
    void loop();
    void start();
    Task *adopt(const Newcomer &n, bool is_master);
    void admit_newcomers();
    void start_copies();
    void start_program();
    void await_master();
    bool collect();
    bool await(Task &t);
    bool waits_for_started(const Task &t);
    void look_at_detached();
    void reap();
    void grant_turns();
    bool has_joining_child(const Task &t);
    void bury();
    void record_exit(Task &t);
    bool others_run();
    bool idle_means_end();
    bool may_be_woken_from_outside();
    bool lingers_too_long() const;
    void report_waiting(const char *headline);
    void end_all();
    void end_orphans();
    std::uint64_t new_ticket();

    struct FreeMail {
        void operator()(mailstore *s) const
        {
            mailstore_free(s);
        }
    };

    std::unique_ptr<simgrid::s4u::Engine> engine_;
    std::unique_ptr<FlowNet> flow_; /* nullptr: not wanted */
    std::unique_ptr<mailstore, FreeMail> mailboxes_{mailstore_new()};
    std::list<std::unique_ptr<Task>> all_; /* until their process is gone */
    std::map<int, Task *> by_tid_;
    std::map<int, int> homes_; /* node tid by tid, of every task there ever was: PVM can tell it from the tid itself */
    std::vector<std::unique_ptr<Task>> buried_;
    std::set<Task *, TaskBefore> running_;
    std::set<Task *, TaskBefore> detached_; /* run, but nobody waits for them: see await */
    PairOrder order_;
    Task *master_ = nullptr;
    int last_tid_ = 0, last_cell_ = 0;
    std::uint64_t processes_ = 0, polls_ = 0;
    int spawns_ = 0;
    std::map<int, std::vector<int>> spawned_; /* tids by the number of their spawn */
    int exit_code_ = 0;
    std::shared_ptr<Terminal> errors_, terminal_; /* the simulator's own; children's lines go to the second */
    bool over_ = false, halted_ = false, deadlock_ = false, master_gone_ = false, signal_expected_ = false;
    int quiet_looks_ = 0; /* in a row at which processes beside the tasks only waited for tasks to end */
    int spins_;
};

} // namespace ap1000

#endif
