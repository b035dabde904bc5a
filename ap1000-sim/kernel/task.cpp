/* task.cpp - see task.hpp. The fiber of a task: take what its process posted and asked for, let it come to pass in
 * simulated time, give the turn back. How time passes is in task_time.cpp, what may be asked for in task_calls.cpp and
 * task_hardware.cpp, what the process prints in task_output.cpp. */
#include "kernel/task.hpp"

#include <utility>

#include "kernel/machine.hpp"

namespace ap1000
{
namespace
{

constexpr std::uint32_t all_posts = UINT32_MAX; /* marks of these: all there are */

} // namespace

Task::Task(Machine &m, std::unique_ptr<Execution> e, std::uint64_t number, int task_tid, Node &task_node,
           std::string program, const TaskOrigin &task_origin)
    : machine(m), execution(std::move(e)), tid(task_tid), node(&task_node), file(std::move(program)),
      origin(task_origin), fiber_("process " + std::to_string(number), task_node.host, [this] { live(); }),
      posted_ns_(m.timeline.now())
{
    execution->task = this;
    begin_state(State::running);
    node->tasks++;
}

bool Task::dead() const
{
    return execution->dead();
}

void Task::wake()
{
    fiber_.wake();
}

/* ---- the fiber --------------------------------------------------------------------------------------------------- */

void Task::live()
{
    for (;;) {
        bool died = dead();
        if (machine.session.observer && execution->take_marks(marks_) && !died) {
            execution->give_turn();
            fiber_.park();
            continue;
        }
        collect_output(died);
        handle_posts();
        if (cut_short_)
            break;
        if (died || dead()) {
            spend(execution->clock(), 0, all_posts);
            break;
        }
        call = execution->call();
        spend(call.clock, call.processor, all_posts);
        if (cut_short_)
            break;
        reply_ = Reply{};
        to_give_ = nullptr;
        if (!serve())
            break;
        resume();
        fiber_.park();
    }
    die();
}

void Task::handle_posts()
{
    std::uint32_t number = 0;
    while (std::optional<Post> p = execution->next_post()) {
        if (p->body_is_bad) {
            bad_request("a message body outside its memory");
            return;
        }
        handle_post(std::move(*p), number++);
        if (cut_short_)
            return;
    }
}

void Task::handle_post(Post p, std::uint32_t number)
{
    p.message.src_tid = tid;
    spend(p.clock, p.processor, number);
    if (cut_short_ || !joined || state == State::left)
        return;
    if (p.to == Post::To::task && machine.session.observer)
        p.message.serial = machine.session.observer->sent(*this, p.message, machine.timeline.now());
    if (p.to == Post::To::task) {
        machine.delivery.post(*this, std::move(p.message));
    } else if (p.to == Post::To::all) {
        int whom = p.message.dst_tid;
        if (node->index == 0 && (whom == MACH_ROW || whom == MACH_COLUMN)) {
            bad_request("a broadcast along a row or column that the host is not in");
            return;
        }
        machine.delivery.broadcast(*this, std::move(p.message), whom, machine.tasks.others(*this, whom));
    } else if (p.to == Post::To::audience) {
        machine.delivery.broadcast(*this, std::move(p.message), MACH_MACHINE, audience_);
    } else {
        bad_request("an unknown posting");
    }
}

bool Task::serve()
{
    if (call.what == Request::join)
        join();
    else if (!joined || state == State::left)
        bad_request("a call before joining");
    else if (call.what == Request::leave)
        leave();
    else if (call.what == Request::wait)
        wait_for_message();
    else if (call.what == Request::idle)
        idle();
    else if (call.what == Request::control)
        control();
    else if (call.what == Request::barrier)
        barrier();
    else if (call.what == Request::meet)
        meet();
    else if (call.what == Request::status)
        status();
    else if (call.what == Request::audience)
        choose_audience();
    else if (call.what == Request::covers)
        covers();
    else if (call.what != Request::flush)
        bad_request("an unknown call");
    return !dead();
}

/* The task's process wrote what no library of ours writes: it is ended, the machine goes on. */
void Task::bad_request(const char *what)
{
    if (!expected_to_die && !dead())
        machine.reports.complain(*this, std::string("is ended: its library asked for ") + what);
    expected_to_die = true;
    machine.lifecycle.kill(*this);
}

void Task::resume()
{
    std::deque<Message> none;
    reply_.now = posted_ns_ = machine.timeline.now();
    reply_.signals = std::exchange(signals_, 0);
    reply_.shares_node = node->tasks > 1;
    execution->answer(reply_, to_give_ != nullptr ? *to_give_ : none);
    if (state != State::left)
        begin_state(State::running);
    execution->give_turn();
}

void Task::die()
{
    collect_output(true);
    note_exit();
    if (state != State::left)
        machine.lifecycle.ended(*this); /* also one that never made a PVM call: it has had a tid since it was spawned */
    state = State::gone;
    arrived_.clear();
    tell_end();
    node->tasks--;
    machine.lifecycle.process_ended(*this);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

void Task::receive(Message m)
{
    m.arrived = machine.timeline.now();
    arrived_.push_back(std::move(m));
    if (state == State::waiting)
        fiber_.wake();
}

bool Task::may_be_interrupted() const
{
    bool gathers = state == State::barrier && machine.network.reaches_all() && machine.barriers.misses_others(*this);
    return state == State::waiting || state == State::sleeping || state == State::held || gathers;
}

void Task::note_exit()
{
    std::optional<int> status = is_child && !exit_known ? execution->exit_status() : std::nullopt;
    if (!status)
        return;
    exit_known = true;
    exit_status = *status;
}

void Task::interrupt()
{
    interrupted_ = true;
    fiber_.wake();
}

void Task::send_signal(int number)
{
    signals_ |= std::uint64_t{1} << (number - 1);
    if (may_be_interrupted())
        interrupt();
}

/* Is it to have the turn rather than wait: for a signal, or because a handler of real time asks for it? */
bool Task::is_called() const
{
    return signals_ != 0 || execution->wants_turn();
}

void Task::release()
{
    released_ = true;
    fiber_.wake();
}

} // namespace ap1000
