/* task.cpp - see task.hpp. The fiber of a task: take what its process posted and asked for, let it come to pass in
 * simulated time, give the turn back. Broadcasts and barriers are in task_hardware.cpp. */
#include "task.hpp"

#include "watcher.hpp"

#include <algorithm>
#include <cstring>

#include "control_program.hpp"
#include "handover.h"
#include "machine.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* How long a request or its answer is on the networks. Only a mailbox's value counts: other bodies hold paths and process
 * ids of this computer, and simulated time must not depend on those. */
std::int64_t counted_bytes(int request, const std::string &body)
{
    return request == CONTROL_PUTINFO || request == CONTROL_RECVINFO ? static_cast<std::int64_t>(body.size()) : 0;
}

constexpr std::uint32_t all_posts = UINT32_MAX; /* marks of these: all there are */

constexpr Ns longest_span = Ns{1} << 60; /* more than that between two postings is not time but nonsense */

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

void Task::sleep_until(Ns t)
{
    if (t <= machine.timeline.now() || cut_short_)
        return;
    Timeline::Id timer = machine.timeline.at(t, [this] { fiber_.wake(); });
    sleeping_ = true;
    fiber_.park();
    sleeping_ = false;
    if (cut_short_)
        machine.timeline.cancel(timer);
}

void Task::cut_short()
{
    cut_short_ = true;
    if (sleeping_)
        fiber_.wake();
}

void Task::pass(Ns span)
{
    sleep_until(machine.timeline.now() + span);
}

/* The process has come to t_ns of its own clock, cpu_ns of it on the processor, the rest before that idle. Other tasks
 * of the node may have the processor first. */
void Task::spend(std::int64_t t_ns, std::int64_t cpu_ns, std::uint32_t posts_before)
{
    if (adopted && !joined)
        posted_ns_ = t_ns;
    Ns span = t_ns - posted_ns_;
    if (span < 0 || span > longest_span)
        span = 0;
    posted_ns_ = std::max(t_ns, posted_ns_);
    Ns cpu = std::clamp<Ns>(cpu_ns, 0, span);
    Stretch s{posted_ns_ - span, span, machine.timeline.now(), 0, 0, 0};
    if (state != State::left)
        state = State::busy;
    sleep_until(machine.timeline.now() + span - cpu);
    s.ready = s.start = machine.timeline.now();
    if (cpu > 0) {
        s.start = std::max(machine.timeline.now(), node->cpu_free);
        node->cpu_free = s.start + cpu;
        sleep_until(s.start + cpu);
    }
    s.end = machine.timeline.now();
    s.start = std::min(s.start, s.end); /* it may have been cut short */
    if (machine.session.observer)
        tell(s, posts_before);
}

/* Those it noted since the last time. True: they are all that it handed over for. */
bool Task::take_marks()
{
    carrier_slot &s = machine.region.slot(slot);
    std::uint32_t n = std::min<std::uint32_t>(__atomic_load_n(&s.nmarks, __ATOMIC_ACQUIRE), CARRIER_MARKS);
    marks_.insert(marks_.end(), s.marks, s.marks + n);
    s.nmarks = 0;
    return s.call.op == CARRIER_TELL;
}

/* The stretch, and the marks up to its end: those of a later posting belong to a later stretch. */
void Task::tell(const Stretch &s, std::uint32_t posts_before)
{
    auto later = std::find_if(marks_.begin(), marks_.end(),
                              [posts_before](const carrier_mark &m) { return m.nposts > posts_before; });
    std::vector<carrier_mark> now(marks_.begin(), later);
    marks_.erase(marks_.begin(), later);
    machine.session.observer->passed(*this, s, now);
}

void Task::resume()
{
    carrier_slot &s = machine.region.slot(slot);
    reply_.t_ns = posted_ns_ = machine.timeline.now();
    std::memcpy(static_cast<void *>(&s.reply), &reply_,
                offsetof(carrier_reply, frames) + reply_.nframes * sizeof reply_.frames[0]);
    if (state != State::left)
        state = State::running;
    s.shares_node = node->tasks > 1;
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
    if (state != State::left)
        machine.ended(*this); /* also one that never made a PVM call: it has had a tid since it was spawned */
    state = State::gone;
    arrived_.clear();
    if (origin.output.tid != 0)
        send_output(CONTROL_OUTPUT_END, "");
    node->tasks--;
    machine.process_ended(*this);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

void Task::join()
{
    if (joined && state != State::left) {
        bad_request("a second joining");
        return;
    }
    if (joined) { /* it had left: it comes back as a new task */
        tid = machine.new_tid();
        origin = {PvmNoParent};
    }
    joined = true;
    state = State::busy;
    machine.enrolled(*this);
    const NodeParameters &p = machine.parameters.node(node->index);
    carrier_slot &s = machine.region.slot(slot);
    mach_identity who{};
    who.tid = tid;
    who.parent_tid = origin.parent_tid;
    who.node = node->index;
    who.node_tid = node->tid;
    who.cells_x = machine.parameters.grid.nx;
    who.cells_y = machine.parameters.grid.ny;
    who.hardware = machine.session.hardware;
    who.context = origin.context;
    who.output = origin.output;
    who.trace = origin.trace;
    who.marks = machine.session.observer != nullptr;
    std::strncpy(who.node_name, node->name.c_str(), sizeof who.node_name - 1);
    std::copy(p.cost_ns.begin(), p.cost_ns.end(), who.cost_ns);
    s.who = who;
    s.native_send_ns = p.send;
    s.native_recv_ns = p.recv;
    s.copy_send_ps = s.copy_recv_ps = p.copy;
}

void Task::leave()
{
    machine.ended(*this);
    arrived_.clear();
    state = State::left;
    since = machine.timeline.now();
}

void Task::wait_for_message()
{
    Ns left = call.deadline_ns == MACH_FOREVER ? MACH_FOREVER : std::max<Ns>(call.deadline_ns - call.t_ns, 0);
    if (arrived_.empty() && left > 0) {
        tell_wait(Wait::message);
        wait_at_most(State::waiting, left);
        tell_goes_on();
        reply_.interrupted = interrupted_ && arrived_.empty();
    }
    give_frames();
    if (reply_.nframes == 0 && left == 0)
        machine.count_poll();
}

void Task::idle()
{
    Ns left = std::max<Ns>(call.deadline_ns - call.t_ns, 0);
    if (left > 0) {
        wait_at_most(State::sleeping, left);
        reply_.interrupted = interrupted_;
    }
    machine.count_poll();
}

/* More than longest_span is for ever. A signal or the end of the process cuts it short, and a message if it is awaited. */
void Task::wait_at_most(State why, Ns span)
{
    state = why;
    since = machine.timeline.now();
    interrupted_ = false;
    bool forever = span > longest_span;
    Timeline::Id timer{};
    if (!forever)
        timer = machine.timeline.at(since + span, [this] { fiber_.wake(); });
    fiber_.park();
    state = State::busy;
    if (!forever)
        machine.timeline.cancel(timer);
}

bool Task::wait_released(State why)
{
    state = why;
    since = machine.timeline.now();
    released_ = false;
    fiber_.park();
    state = State::busy;
    return released_;
}

void Task::tell_wait(Wait what)
{
    if (machine.session.observer)
        machine.session.observer->waits(*this, what, machine.timeline.now());
}

void Task::tell_goes_on()
{
    if (machine.session.observer)
        machine.session.observer->goes_on(*this, machine.timeline.now());
}

bool Task::hold()
{
    bool released = wait_released(State::held);
    state = State::asking;
    return released;
}

void Task::control()
{
    if (!machine.region.is_body(slot, call.offset, call.len_bytes)) {
        bad_request("a request body outside its memory");
        return;
    }
    std::string body;
    if (call.len_bytes > 0)
        body.assign(reinterpret_cast<const char *>(machine.region.bytes(slot, call.offset)), call.len_bytes);
    state = State::asking;
    since = machine.timeline.now();
    tell_wait(Wait::host);
    machine.network.send(node->index, 0, counted_bytes(call.request, body), [this] { fiber_.wake(); });
    fiber_.park();
    pass(machine.parameters.control.handle);
    Answer answer = answer_request(machine, *this, call.request, body);
    reply_.result = answer.result;
    machine.network.send(0, node->index, counted_bytes(call.request, answer.body), [this] { fiber_.wake(); });
    fiber_.park();
    tell_goes_on();
    if (answer.result < 0 || answer.body.empty() || dead())
        return;
    carrier_frame f{};
    f.len_bytes = static_cast<std::uint32_t>(answer.body.size());
    f.offset = machine.region.make_body(answer.body.data(), f.len_bytes);
    f.dst_tid = tid;
    f.t_ns = machine.timeline.now();
    reply_.frames[reply_.nframes++] = f;
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

void Task::interrupt()
{
    interrupted_ = true;
    fiber_.wake();
}

void Task::release()
{
    released_ = true;
    fiber_.wake();
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

void Task::announce()
{
    if (origin.output.tid != 0)
        send_output(CONTROL_OUTPUT_BEGIN, "");
}

void Task::collect_output(bool at_end)
{
    std::string text = machine.watcher.take_output(slot);
    if (origin.output.tid != 0) {
        if (!text.empty())
            send_output(static_cast<int>(text.size()), text);
        return;
    }
    lines_.add(text);
    for (std::string line; lines_.next(line, at_end);)
        machine.print(*this, line);
}

void Task::flush_output()
{
    if (origin.output.tid == 0)
        collect_output(true);
}

/* A message to who collects this task's output; its layout is control.h's, in PvmDataDefault. */
void Task::send_output(int count, const std::string &text)
{
    std::string body;
    auto add = [&body](std::uint32_t v) {
        for (int shift = 24; shift >= 0; shift -= 8)
            body += static_cast<char>(v >> shift & 0xff);
    };
    add(static_cast<std::uint32_t>(tid));
    add(static_cast<std::uint32_t>(count));
    if (count == CONTROL_OUTPUT_BEGIN)
        add(static_cast<std::uint32_t>(origin.parent_tid));
    body += text;
    body.resize((body.size() + 3) / 4 * 4);
    carrier_frame f{};
    f.src_tid = tid;
    f.dst_tid = origin.output.tid;
    f.tag = origin.output.tag;
    f.context = origin.output.context;
    f.encoding = PvmDataDefault;
    f.len_bytes = static_cast<std::uint32_t>(body.size());
    f.offset = machine.region.make_body(body.data(), f.len_bytes);
    machine.send_from_node(node->index, Parcel(machine.region, f));
}

const char *Task::activity() const
{
    switch (state) {
    case State::waiting:
        return "waits for a message";
    case State::sleeping:
        return "sleeps";
    case State::barrier:
        return "waits in a barrier on the S-Net";
    case State::held:
        return "waits for the control program";
    default:
        return "runs";
    }
}

} // namespace ap1000
