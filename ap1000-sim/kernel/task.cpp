/* task.cpp - see task.hpp. The fiber of a task: take what its process posted and asked for, let it come to pass in
 * simulated time, give the turn back. How time passes is in task_time.cpp, what may be asked for in task_calls.cpp and
 * task_hardware.cpp, what the process prints in task_output.cpp. */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "control.h"
#include "carriers/process/wire/handover.h"
#include "kernel/machine.hpp"

namespace ap1000
{
namespace
{

constexpr std::uint32_t all_posts = UINT32_MAX; /* marks of these: all there are */

} // namespace

Task::Task(Machine &m, std::uint32_t slot_index, std::uint64_t process_number, int task_tid, Node &task_node,
           std::string program, const TaskOrigin &task_origin)
    : machine(m), slot(slot_index), number(process_number), tid(task_tid), node(&task_node), file(std::move(program)),
      origin(task_origin), fiber_("process " + std::to_string(process_number), task_node.host, [this] { live(); }),
      posted_ns_(m.timeline.now())
{
    node->tasks++;
}

bool Task::dead() const
{
    return machine.watcher.dead(slot);
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
            give_turn();
            fiber_.park();
            continue;
        }
        collect_output(died);
        handle_posts();
        if (cut_short_)
            break;
        if (died || dead()) {
            spend(machine.region.slot(slot).clock_ns, 0, all_posts);
            break;
        }
        call = machine.region.slot(slot).call;
        call.name[sizeof call.name - 1] = 0;
        spend(call.t_ns, call.cpu_ns, all_posts);
        if (cut_short_)
            break;
        reply_.result = 0;
        reply_.ending = reply_.interrupted = 0;
        reply_.status = 0;
        reply_.nframes = 0;
        if (!serve())
            break;
        resume();
        fiber_.park();
    }
    die();
}

void Task::handle_posts()
{
    carrier_slot &s = machine.region.slot(slot);
    std::uint32_t n = std::min<std::uint32_t>(__atomic_load_n(&s.nposts, __ATOMIC_ACQUIRE), CARRIER_POSTS);
    for (std::uint32_t i = 0; i < n; i++) {
        carrier_frame f = s.posts[i];
        f.arena = slot;
        f.src_tid = tid;
        f.serial = 0;
        if (!machine.region.is_body(slot, f.offset, f.len_bytes)) {
            bad_request("a message body outside its memory");
            return;
        }
        Parcel parcel(machine.region, f);
        spend(f.t_ns, f.cpu_ns, i);
        if (cut_short_)
            break;
        if (!joined || state == State::left)
            continue;
        if (f.op == CARRIER_POST && machine.session.observer)
            parcel.frame().serial = machine.session.observer->sent(*this, f, machine.timeline.now());
        if (f.op == CARRIER_POST)
            machine.post(*this, std::move(parcel));
        else if (f.op == CARRIER_BROADCAST)
            machine.broadcast(*this, std::move(parcel), audience_);
        else
            bad_request("an unknown posting");
    }
    s.nposts = 0;
}

bool Task::serve()
{
    if (call.op == CARRIER_JOIN)
        join();
    else if (!joined || state == State::left)
        bad_request("a call before joining");
    else if (call.op == CARRIER_LEAVE)
        leave();
    else if (call.op == CARRIER_WAIT)
        wait_for_message();
    else if (call.op == CARRIER_IDLE)
        idle();
    else if (call.op == CARRIER_CONTROL)
        control();
    else if (call.op == CARRIER_BARRIER)
        barrier();
    else if (call.op == CARRIER_MEET)
        meet();
    else if (call.op == CARRIER_STATUS)
        status();
    else if (call.op == CARRIER_AUDIENCE)
        choose_audience();
    else if (call.op == CARRIER_COVERS)
        covers();
    else if (call.op != CARRIER_FLUSH)
        bad_request("an unknown call");
    return !dead();
}

/* The task's process wrote what no library of ours writes: it is ended, the machine goes on. */
void Task::bad_request(const char *what)
{
    if (!expected_to_die && !dead())
        machine.complain(*this, std::string("is ended: its library asked for ") + what);
    expected_to_die = true;
    machine.kill_process(*this);
}

void Task::resume()
{
    carrier_slot &s = machine.region.slot(slot);
    reply_.t_ns = posted_ns_ = machine.timeline.now();
    reply_.signals = signals_;
    signals_ = 0;
    std::memcpy(static_cast<void *>(&s.reply), &reply_,
                offsetof(carrier_reply, frames) + reply_.nframes * sizeof reply_.frames[0]);
    if (state != State::left)
        state = State::running;
    s.shares_node = node->tasks > 1;
    machine.watcher.turn_given(slot);
    give_turn();
}

void Task::give_turn()
{
    carrier_slot &s = machine.region.slot(slot);
    handover_give(&s.turn, CARRIER_TASK);
    if (dead()) /* the watcher's mark may just have been overwritten */
        handover_give(&s.turn, CARRIER_DEAD);
    machine.started(*this); /* also then: it may have used its turn before it died, and that takes its time */
}

void Task::die()
{
    collect_output(true);
    machine.note_exit(*this);
    if (state != State::left)
        machine.ended(*this); /* also one that never made a PVM call: it has had a tid since it was spawned */
    state = State::gone;
    arrived_.clear();
    tell_end();
    node->tasks--;
    machine.process_ended(*this);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

void Task::receive(Parcel parcel)
{
    parcel.frame().t_ns = machine.timeline.now();
    arrived_.push_back(std::move(parcel));
    if (state == State::waiting)
        fiber_.wake();
}

void Task::give_frames()
{
    while (!arrived_.empty() && reply_.nframes < CARRIER_FRAMES) {
        reply_.frames[reply_.nframes++] = arrived_.front().give();
        arrived_.pop_front();
    }
}

bool Task::may_be_interrupted() const
{
    bool gathers = state == State::barrier && machine.network.reaches_all() && machine.barriers.misses_others(*this);
    return state == State::waiting || state == State::sleeping || state == State::held || gathers;
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
    return signals_ != 0 || machine.watcher.wants_turn(slot);
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
