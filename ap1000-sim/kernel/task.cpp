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
        if (machine.session.observer && take_marks() && !died) {
            execution->give_turn();
            fiber_.park();
            continue;
        }
        collect_output(died);
        take_posts();
        if (ahead_.in_turn && !died && goes_on_in_turn()) {
            fiber_.park();
            continue;
        }
        offer_posts();
        handle_posts();
        if (cut_short_)
            break;
        if (died || dead()) {
            spend(execution->clock() + ahead_.shift, 0, all_posts);
            break;
        }
        call = execution->call();
        call.clock += ahead_.shift;
        call.deadline += ahead_.shift != 0 && call.deadline != MACH_FOREVER ? ahead_.shift : 0;
        call.processor += std::exchange(ahead_.processor, 0);
        spend(call.clock, call.processor, all_posts);
        if (cut_short_)
            break;
        reply_ = Reply{};
        to_give_ = nullptr;
        if (!serve())
            break;
        if (ahead_.runs)
            catch_up();
        else
            resume();
        fiber_.park();
    }
    die();
}

void Task::take_posts()
{
    while (std::optional<Post> p = execution->next_post()) {
        p->clock += ahead_.shift;
        p->processor += std::exchange(ahead_.processor, 0);
        p->message.src_tid = tid;
        posts_.push_back(std::move(*p));
    }
}

void Task::handle_posts()
{
    for (std::uint32_t number = 0; !posts_.empty(); number++) {
        if (posts_.front().body_is_bad) {
            bad_request("a message body outside its memory");
            break;
        }
        spend(posts_.front().clock, posts_.front().processor, number); /* in its list until it is sent: about_to_send */
        Post p = std::move(posts_.front());
        posts_.pop_front();
        if (cut_short_)
            break;
        handle_post(std::move(p));
    }
    posts_.clear();
}

void Task::handle_post(Post p)
{
    if (!joined || state == State::left)
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
        machine.run_ahead.stop("a message went to many at a time"); /* their order is not known before */
        machine.delivery.broadcast(*this, std::move(p.message), whom, machine.tasks.others(*this, whom));
    } else if (p.to == Post::To::audience) {
        machine.run_ahead.stop("a message went to many at a time");
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
    return ahead_.runs || !dead();
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
    reply_.late_wait = std::exchange(ahead_.late_wait, 0);
    ahead_.shift = 0;
    ahead_.in_turn = !ahead_.earlier.empty();
    reply_.signals = std::exchange(signals_, 0);
    reply_.shares_node = node->tasks > 1;
    execution->answer(reply_, to_give_ != nullptr ? *to_give_ : none);
    if (state != State::left)
        state = State::running;
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
    ahead_.earlier.clear();
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
    if (ahead_.runs)
        return false;
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
    return !ahead_.runs && (signals_ != 0 || execution->wants_turn());
}

void Task::release()
{
    released_ = true;
    fiber_.wake();
}

const char *Task::activity() const
{
    switch (state) {
    case State::promised:
        return "waits to be started by its tasker";
    case State::waiting:
        return "waits for a message";
    case State::sleeping:
        return "sleeps";
    case State::barrier:
        return "waits in a barrier on the S-Net";
    case State::held:
    case State::held_fast:
        return "waits for the control program";
    default:
        return "runs";
    }
}

} // namespace ap1000
