/* course.cpp - see course.hpp. */
#include "kernel/course.hpp"

#include <utility>

#include "engine/log.hpp"

namespace ap1000
{
namespace
{

bool can_run_ahead(const MachineParts &machine, const Execution &e)
{
    return machine.run_ahead != nullptr && e.could_run_ahead();
}

} // namespace

Course::Course(MachineParts &machine, std::unique_ptr<Execution> e, std::uint64_t number, int tid, Node &node,
               std::string file, const TaskOrigin &origin, std::function<void(Course &)> gone)
    : task(std::move(e), number, tid, node, std::move(file), origin), machine_(machine), clock_(machine, task, marks_),
      outbox_(machine, task, clock_, Step::of<&Course::all_posted>(this)),
      output_(machine, task), parts_{machine, task,   clock_, outbox_, output_, Step::of<&Course::served>(this),
                                     {},      nullptr},
      requests_(parts_), gone_(std::move(gone))
{
    if (can_run_ahead(machine, *task.execution))
        ahead_ = std::make_unique<TaskAhead>(task, outbox_.posts(), machine.parameters.node(node.index),
                                             machine.options, machine.timeline);
    task.ahead = ahead_.get();
    task.execution->owner = this;
    task.steps.then(Step::of<&Course::look>(this));
    clock_.begin_state(Task::State::running);
    machine.readers.add(task);
}

Course::~Course()
{
    machine_.readers.remove(task);
}

/* ---- a round ----------------------------------------------------------------------------------------------------- */

/* The program has handed over, or died. */
void Course::look()
{
    if (!(ahead_ && take_segment()) && !take_turn())
        return;
    if (ahead_ && goes_on())
        return;
    is_without_end_ = false;
    sent_before_ = 0;
    outbox_.send_all();
}

/* What it has left. False: it wants to go on. */
bool Course::take_turn()
{
    died_ = task.is_dead();
    if (machine_.options.observer && take_marks() && !died_) {
        task.execution->give_turn();
        return false;
    }
    output_.collect(false); /* a line without an end may go on: a script can have started the task */
    outbox_.take();
    return true;
}

/* Returns true if the program gave the turn back only for its marks. */
bool Course::take_marks()
{
    std::vector<Mark> &marks = marks_.behind();
    const std::size_t had = marks.size();
    bool only_marks = task.execution->take_marks(marks);
    if (ahead_)
        ahead_->state.place(marks, had, ahead_->state.serial);
    marks_.lie_behind(static_cast<std::uint32_t>(outbox_.posts().size()) + sent_before_, had);
    return only_marks;
}

void Course::all_posted()
{
    if (sends_early_)
        return sent_early();
    outbox_.end_turn();
    if (task.cut_short)
        return end();
    if (died_ || task.is_dead()) {
        const Ns shift = ahead_ ? ahead_->state.shift : 0;
        if (clock_.spend(task.execution->clock() + shift, 0, TaskMarks::all_posts, Step::of<&Course::end>(this)))
            end();
        return;
    }
    if (ahead_)
        ahead_->state.take_call(task.call);
    else
        task.execution->call(task.call);
    if (clock_.spend(task.call.clock, task.call.processor, TaskMarks::all_posts, Step::of<&Course::ask>(this)))
        ask();
}

void Course::ask()
{
    if (task.cut_short)
        return end();
    AP1000_LOG(turns, machine_.timeline.now(), "t{:x} on {}: asks for {} {}", task.tid, task.node->name,
               name_of(task.call.what), task.call.what == Request::wait ? task.call.name : "");
    requests_.begin();
}

/* The answer to its call is known. */
void Course::served()
{
    if (task.is_dead())
        return end();
    return task.runs_ahead() ? give_turn_ahead() : give_turn();
}

void Course::give_turn()
{
    if (machine_.stays && machine_.readers.is_behind(task))
        return machine_.readers.hold(task, Step::of<&Course::give_turn>(this));
    Reply &reply = task.reply;
    reply.now = clock_.set();
    if (ahead_)
        prepare_turn_ahead();
    reply.signals = std::exchange(task.signals, 0);
    reply.shares_node = task.shares_node();
    AP1000_LOG(turns, reply.now, "t{:x} on {}: gets the turn, with {} messages", task.tid, task.node->name,
               parts_.gives->size());
    task.execution->answer(reply, *parts_.gives);
    if (task.state != Task::State::left)
        clock_.begin_state(Task::State::running, reply.now);
    task.steps.then(Step::of<&Course::look>(this));
    if (machine_.run_ahead && !task.execution->may_run_ahead())
        machine_.run_ahead->catch_up(); /* it may print to a terminal, behind what others have printed before */
    task.execution->give_turn();
}

void Course::end()
{
    task.steps.then(Step::of<&Course::nothing>(this));
    AP1000_LOG(turns, machine_.timeline.now(), "t{:x} on {}: has ended", task.tid, task.node->name);
    note_exit();
    output_.collect(true);
    if (task.state != Task::State::left)
        machine_.ended(task); /* also one that never made a PVM call: it has had a tid since it was spawned */
    task.state = Task::State::gone;
    requests_.drop_messages();
    output_.end();
    task.node->tasks--;
    gone_(*this);
}

void Course::nothing()
{
}

/* ---- signals, and its end ---------------------------------------------------------------------------------------- */

bool Course::may_be_interrupted() const
{
    if (task.runs_ahead())
        return false;
    const Task::State s = task.state;
    bool gathers = s == Task::State::barrier && machine_.network.reaches_all() && machine_.barriers.misses_others(task);
    return s == Task::State::waiting || s == Task::State::sleeping || s == Task::State::held || gathers;
}

void Course::send_signal(int number)
{
    task.signals |= std::uint64_t{1} << (number - 1);
    if (may_be_interrupted())
        task.interrupt();
}

/* Two waits have no time of their own, and no other signal ends them. */
void Course::cut_short()
{
    clock_.cut_short();
    if (task.state == Task::State::held_fast || (task.state == Task::State::barrier && !machine_.network.reaches_all()))
        task.interrupt();
}

void Course::note_exit()
{
    TaskProgram &p = task.program;
    std::optional<int> status = p.is_child ? task.execution->exit_status() : std::nullopt;
    if (!status)
        return;
    p.exit_known = true;
    p.exit_status = *status;
}

void Course::flush_output()
{
    output_.flush();
}

/* ---- what its carrier asks and tells ----------------------------------------------------------------------------- */

void Course::pass_on_output()
{
    output_.pass_on();
}

bool Course::reader_is_behind() const
{
    return machine_.reports.terminal_of(task).is_full();
}

/* What others wait for may be among it: a program that computes until somebody ends it, who waits for its message. */
void Course::send_early()
{
    if (!is_without_end_ || sends_early_ || task.runs_ahead() || !task.joined || task.state != Task::State::running)
        return;
    if (ahead_)
        (void)take_segment();
    const auto of_earlier_turns = static_cast<std::uint32_t>(outbox_.posts().size());
    if (machine_.options.observer)
        take_marks();
    sent_before_ += of_earlier_turns;
    outbox_.take();
    if (outbox_.posts().empty())
        return;
    sends_early_ = true;
    outbox_.send_all();
}

void Course::sent_early()
{
    sends_early_ = false;
    clock_.begin_state(Task::State::running);
    task.steps.then(Step::of<&Course::look>(this));
    if (std::exchange(gave_turn_back_, false))
        look();
}

void Course::has_given_turn_back(bool last)
{
    if (sends_early_)
        gave_turn_back_ = true;
    else
        task.wake(last);
}

void Course::complain_of_turn(const std::string &what)
{
    is_without_end_ = true;
    machine_.reports.complain(task, what + ", at " + ms_text(clock_.own_now()) +
                                        "; the run waits for it, and the other tasks go on");
}

} // namespace ap1000
