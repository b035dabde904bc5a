/* task.cpp - see task.hpp. The rounds of a task: take what its program posted and asked for, let it come to pass in
 * simulated time, give the turn back. How time passes is in task_time.cpp, what may be asked for in task_calls.cpp,
 * task_control.cpp and task_hardware.cpp, what the program prints in task_output.cpp. */
#include "kernel/task.hpp"

#include <utility>

#include "kernel/machine.hpp"

namespace ap1000
{
Task::Task(Machine &m, std::unique_ptr<Execution> e, std::uint64_t number_in_order, int task_tid, Node &task_node,
           std::string program, const TaskOrigin &task_origin)
    : machine(m), execution(std::move(e)), number(number_in_order), tid(task_tid), node(&task_node),
      file(std::move(program)), origin(task_origin), posted_ns_(m.timeline.now())
{
    execution->task = this;
    begin_state(State::running);
    node->tasks++;
}

/* What it has done ahead comes before its death. */
bool Task::dead() const
{
    return !runs_ahead() && execution->dead();
}

/* ---- a round ----------------------------------------------------------------------------------------------------- */

void Task::wake(bool last)
{
    last_ = last;
    while ((this->*next_)())
        ;
    last_ = false;
}

bool Task::then(Step step)
{
    next_ = step;
    return true;
}

/* Its program has handed over, or died. */
bool Task::look()
{
    lookahead_ = 0;
    if (!take_current()) {
        died_ = dead();
        if (machine.session.observer && take_marks() && !died_) {
            execution->give_turn();
            return false;
        }
        collect_output(died_);
        take_posts();
        ahead_.knows_call = !died_ && (ahead_.in_turn || execution->may_run_ahead());
        if (ahead_.knows_call)
            next_call_ = execution->call();
    }
    if (turn_goes_on())
        return false;
    ahead_.stands = ahead_.knows_call && ahead_.segments.empty();
    if (machine.run_ahead.is_worth_it()) {
        machine.run_ahead.offer(tid);
        offer_posts(posts_);
    }
    post_number_ = 0;
    return send_posts();
}

void Task::take_posts()
{
    while (std::optional<Post> p = execution->next_post()) {
        p->message.src_tid = tid;
        take_post(std::move(*p));
    }
}

/* Each stays in the list until it is sent: others look there (about_to_send). */
bool Task::send_posts()
{
    while (!posts_.empty() && !cut_short_) {
        const Post &p = posts_.front();
        if (p.body_is_bad) {
            bad_request("a message body outside its memory");
            break;
        }
        if (!spend(p.clock, p.processor, post_number_++, &Task::post_sent))
            return false;
        post_sent();
    }
    posts_.clear();
    return then(&Task::all_posted);
}

bool Task::post_sent()
{
    Post p = std::move(posts_.front());
    posts_.pop_front();
    send(std::move(p));
    return then(&Task::send_posts);
}

void Task::send(Post &&p)
{
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
        machine.run_ahead.stop("a message went to many at a time"); /* their order is not known before */
        machine.delivery.broadcast(*this, std::move(p.message), whom, machine.tasks.others(*this, whom));
    } else if (p.to == Post::To::audience) {
        machine.run_ahead.stop("a message went to many at a time");
        machine.delivery.broadcast(*this, std::move(p.message), MACH_MACHINE, audience_);
    } else {
        bad_request("an unknown posting");
    }
}

bool Task::all_posted()
{
    if (cut_short_)
        return then(&Task::end);
    if (died_ || dead())
        return spend(execution->clock() + ahead_.shift, 0, all_posts, &Task::end);
    call = std::exchange(ahead_.knows_call, false) ? next_call_ : execution->call();
    call.clock += ahead_.shift;
    call.deadline += ahead_.shift != 0 && call.deadline != MACH_FOREVER ? ahead_.shift : 0;
    call.processor += std::exchange(ahead_.processor, 0);
    return spend(call.clock, call.processor, all_posts, &Task::ask);
}

bool Task::ask()
{
    if (cut_short_)
        return then(&Task::end);
    reply_ = Reply{};
    to_give_ = nullptr;
    return serve();
}

bool Task::serve()
{
    if (call.what == Request::join)
        return join();
    if (!joined || state == State::left)
        bad_request("a call before joining");
    else if (call.what == Request::leave)
        return leave();
    else if (call.what == Request::wait)
        return wait_for_message();
    else if (call.what == Request::idle)
        return idle();
    else if (call.what == Request::control)
        return control();
    else if (call.what == Request::barrier)
        return barrier();
    else if (call.what == Request::meet)
        return meet();
    else if (call.what == Request::status)
        return status();
    else if (call.what == Request::audience)
        return choose_audience();
    else if (call.what == Request::covers)
        return covers();
    else if (call.what != Request::flush)
        bad_request("an unknown call");
    return served();
}

/* The answer to its call is known. */
bool Task::served()
{
    return then(dead() ? &Task::end : &Task::resume);
}

/* Do other tasks want the processor that it uses? */
bool Task::shares_node() const
{
    return node->tasks > node->processors.count();
}

bool Task::resume()
{
    if (runs_ahead())
        return resume_ahead();
    reply_.now = posted_ns_ = machine.timeline.now();
    reply_.late_wait = std::exchange(ahead_.late_wait, 0);
    ahead_.shift = 0;
    ahead_.in_turn = !ahead_.earlier.empty() || !ahead_.inbox.empty();
    ahead_.stands = false;
    look_ahead();
    reply_.signals = std::exchange(signals_, 0);
    reply_.shares_node = shares_node();
    execution->answer(reply_, to_give_ != nullptr ? *to_give_ : answer_);
    if (state != State::left)
        begin_state(State::running);
    next_ = &Task::look;
    if (!execution->may_run_ahead())
        machine.run_ahead.catch_up(); /* it may print to a terminal, behind what others have printed before */
    execution->give_turn();
    return false;
}

bool Task::end()
{
    next_ = &Task::nothing;
    collect_output(true);
    note_exit();
    if (state != State::left)
        machine.lifecycle.ended(*this); /* also one that never made a PVM call: it has had a tid since it was spawned */
    state = State::gone;
    arrived_.clear();
    ahead_.earlier.clear();
    ahead_.inbox.clear();
    tell_end();
    node->tasks--;
    machine.lifecycle.process_ended(*this);
    return false;
}

bool Task::nothing()
{
    return false;
}

/* The process has written what our library never writes. It is ended, and the machine goes on. */
void Task::bad_request(const char *what)
{
    if (!expected_to_die && !dead())
        machine.reports.complain(*this, std::string("is ended: its library asked for ") + what);
    expected_to_die = true;
    machine.lifecycle.kill(*this);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

void Task::receive(Message &&m)
{
    if (state == State::waiting)
        execution->soon();
    m.arrived = machine.timeline.now();
    arrived_.push_back(std::move(m));
    if (state == State::waiting)
        wake();
}

bool Task::may_be_interrupted() const
{
    if (runs_ahead())
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
    wake();
}

void Task::send_signal(int number)
{
    signals_ |= std::uint64_t{1} << (number - 1);
    if (may_be_interrupted())
        interrupt();
}

/* Returns true if it needs the turn and must not wait: for a signal, or because a handler asks for it. */
bool Task::is_called() const
{
    return !runs_ahead() && (signals_ != 0 || execution->wants_turn());
}

void Task::release()
{
    released_ = true;
    wake();
}

} // namespace ap1000
