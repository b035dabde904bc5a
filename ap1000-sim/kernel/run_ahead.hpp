/* run_ahead.hpp - which task may run ahead of simulated time, on a processor of this computer that is free.
 *
 * A task that waits for a message of one sender (`pvm_recv(tid, tag)`) gets the first of that sender's that fits, since
 * messages of a pair keep their order. So the message is known as soon as the sender has posted it, however far away
 * its arrival is in simulated time, and the task is given it at once: what it computes with it is done while the
 * simulator and other tasks go on. Simulated time does not pass the moment at which the task resumes before it has come
 * to its next call; what it has posted and printed until then is kept, and happens as if it had run at that moment. So
 * every result is the same as without this, to the byte. task_ahead.cpp has the task's part.
 *
 * It must be certain that the message arrives, and that nothing else reaches the task before it: so not while any
 * program of the run can end or signal tasks, not where the network may lose messages, not once messages go to many at
 * a time over the B-Net.
 */
#ifndef AP1000_RUN_AHEAD_HPP
#define AP1000_RUN_AHEAD_HPP

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "kernel/execution.hpp"
#include "kernel/session.hpp"

namespace ap1000
{

class Task;
class TaskRegister;

/* Of the waits for a message: could the task run ahead, if it is a process and this computer has processors to spare?
 * That depends on the programs and the machine alone; how often it happens depends on this computer. */
struct RunAheadCounts {
    std::uint64_t waits = 0;
    std::uint64_t open = 0;    /* of these: for a message of anybody, or with a time-out; */
    std::uint64_t shared = 0;  /* of a task on the host, or that shares its node; */
    std::uint64_t special = 0; /* of a task that looks at each message as it comes: handlers, its own matching; */
    std::uint64_t after = 0;   /* when none might any more, */
    std::string kept;          /* and why; "": nothing kept them from it */
};

/* Task::place_in_time of what happens now: after all turns that have begun. */
constexpr std::uint64_t now_place = UINT64_MAX;

/* Does this wait, for one sender or for anybody, take the message? */
bool takes(const Call &c, const Header &m);

/* The same of a message that its program has not had yet. */
bool fits(const Header &m, const Call &c);

class RunAhead
{
  public:
    /* looks_ahead: only tasks use the processors of nodes. */
    RunAhead(const Session &session, TaskRegister &tasks, bool looks_ahead);

    /* A program of this run, by its file: if it can end or signal other tasks, no task runs ahead from now on. */
    void note_program(const std::string &path);

    /* From now on no task runs ahead; why, in words for the report. */
    void stop(const std::string &why);
    bool is_worth_it() const
    {
        return on_ && pays_;
    }

    /* Does it pay, as far as one can see? While all turns are short, several processors only cost: then no task is let
     * run ahead. It changes when things happen in real time, and nothing else. */
    void pays(bool does);

    /* This message is on its way to a task, and stays where it is until it has come or is dropped. */
    void sent(Message &m);
    void arrived(const Message &m);

    /* Tasks that are behind simulated time (task_lookahead.cpp). catch_up: those whose turns began before this place,
     * in their order, in real time. */
    bool may_look_ahead() const
    {
        return on_ && looks_ahead_;
    }
    void fell_behind(Task &t);
    void caught_up(Task &t);
    void catch_up(std::uint64_t before = now_place);

    /* The task begins to wait. */
    void waits(Task &t);

    /* This message is the answer to its call, which is a wait for anybody's; waited: not one to a poll. For the
     * report. */
    void heard(const Task &t, const Header &m, bool waited);

    /* Let the task of this tid run ahead if it may, and the message that it waits for is in sight. */
    void offer(int tid);

    /* A line for the report: how much of the run can be spread over a computer's processors, and what keeps it from
     * more. It is the same on every computer. */
    std::string summary() const;

  private:
    /* Whom a task has heard where it waits for anybody's message of a tag and context. */
    struct Heard {
        int sender_tid = 0; /* -1: several */
        std::uint64_t waits = 0;
    };

    void offer(Task &t);
    std::string one_sender() const;
    Message *in_sight(Task &t, const Call &c);

    bool on_; /* tasks run ahead */
    bool pays_ = false;
    bool looks_ahead_;           /* the model of the machine allows for it */
    std::vector<Task *> behind_; /* in the order of their turns */
    bool catching_up_ = false;
    bool counted_; /* somebody will ask for the summary, and nothing keeps tasks from it as yet */
    TaskRegister &tasks_;
    std::set<std::string> known_; /* programs looked at */
    /* By tid of the receiver, in the order of sending. */
    std::unordered_map<int, std::deque<Message *>> under_way_;
    RunAheadCounts counts_;
    std::map<std::tuple<std::uint64_t, int, int>, Heard> heard_; /* by the task's number, tag and context of its call */
};

} // namespace ap1000

#endif
