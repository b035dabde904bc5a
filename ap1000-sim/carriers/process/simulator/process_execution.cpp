/* process_execution.cpp - see process_execution.hpp. What the process wrote into its slot is copied, then checked. */
#include "carriers/process/simulator/process_execution.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/wire/handover.h"
#include "pvm3.h"

namespace ap1000
{
namespace
{

Request request_of(std::uint32_t op)
{
    switch (op) {
    case CARRIER_JOIN:
        return Request::join;
    case CARRIER_LEAVE:
        return Request::leave;
    case CARRIER_WAIT:
        return Request::wait;
    case CARRIER_IDLE:
        return Request::idle;
    case CARRIER_CONTROL:
        return Request::control;
    case CARRIER_BARRIER:
        return Request::barrier;
    case CARRIER_MEET:
        return Request::meet;
    case CARRIER_STATUS:
        return Request::status;
    case CARRIER_AUDIENCE:
        return Request::audience;
    case CARRIER_COVERS:
        return Request::covers;
    case CARRIER_FLUSH:
        return Request::flush;
    default:
        return Request::unknown;
    }
}

bool has_body(std::uint32_t op)
{
    return op == CARRIER_CONTROL || op == CARRIER_MEET || op == CARRIER_AUDIENCE || op == CARRIER_COVERS;
}

Post::To addressee(const carrier_frame &f)
{
    if (f.op == CARRIER_POST)
        return Post::To::task;
    if (f.op != CARRIER_BROADCAST)
        return Post::To::nobody;
    return f.dst_tid == CARRIER_AUDIENCE_ONLY ? Post::To::audience : Post::To::all;
}

Mark::What kind_of(std::uint32_t kind)
{
    switch (kind) {
    case CARRIER_MARK_CALL:
        return Mark::What::call;
    case CARRIER_MARK_RETURN:
        return Mark::What::returns;
    case CARRIER_MARK_ACCEPT:
        return Mark::What::accepts;
    case CARRIER_MARK_SLEEP:
        return Mark::What::sleeps;
    case CARRIER_MARK_AWAKE:
        return Mark::What::wakes;
    default:
        return Mark::What::unknown;
    }
}

} // namespace

ProcessExecution::ProcessExecution(ProcessCarrier &carrier, std::uint32_t slot_index, std::uint64_t number_in_order,
                                   Start how, pid_t process)
    : slot(slot_index), number(number_in_order), start(how), pid(process), carrier_(carrier)
{
}

carrier_slot &ProcessExecution::memory() const
{
    return carrier_.region.slot(slot);
}

/* ---- the turn ---------------------------------------------------------------------------------------------------- */

bool ProcessExecution::process_has_turn() const
{
    return (__atomic_load_n(&memory().turn, __ATOMIC_ACQUIRE) & ~static_cast<std::uint32_t>(CARRIER_ASLEEP)) == CARRIER_TASK;
}

void ProcessExecution::begin()
{
    has_turn_ = true;
    carrier_.runs(*this);
}

bool ProcessExecution::take_turn()
{
    if (closed_ || !carrier_.runs_no_more(*this))
        return false;
    has_turn_ = false;
    return true;
}

bool ProcessExecution::is_let_go() const
{
    return carrier_.is_let_go(*this);
}

/* Those that have died have it all the same: what they did with their last turn takes its time. */
void ProcessExecution::give_turn()
{
    hand_turn();
    begin();
}

void ProcessExecution::hand_turn()
{
    carrier_slot &s = memory();
    handover_give(&s.turn, CARRIER_TASK);
    if (dead()) /* the watcher's mark may just have been overwritten */
        handover_give(&s.turn, CARRIER_DEAD);
}

bool ProcessExecution::wants_turn() const
{
    return carrier_.watcher.wants_turn(slot);
}

bool ProcessExecution::dead() const
{
    return carrier_.watcher.dead(slot);
}

/* ---- what it asks for -------------------------------------------------------------------------------------------- */

bool ProcessExecution::take_marks(std::vector<Mark> &into)
{
    carrier_slot &s = memory();
    std::uint32_t n = std::min<std::uint32_t>(__atomic_load_n(&s.nmarks, __ATOMIC_ACQUIRE), CARRIER_MARKS);
    for (std::uint32_t i = 0; i < n; i++) {
        const carrier_mark &m = s.marks[i];
        static_assert(sizeof m.call == sizeof Mark::call);
        into.push_back({kind_of(m.kind), m.t_ns, m.nposts, m.serial, m.src_tid, m.len_bytes, {}});
        std::memcpy(into.back().call, m.call, sizeof m.call);
    }
    s.nmarks = 0;
    return s.call.op == CARRIER_TELL;
}

Message ProcessExecution::message_of(const carrier_frame &f, bool is_body) const
{
    Header h;
    h.dst_tid = f.dst_tid;
    h.tag = f.tag;
    h.context = f.context;
    h.encoding = f.encoding;
    h.wid = f.wid;
    h.route = f.route;
    h.len_bytes = f.len_bytes;
    return Message(h, carrier_.region, is_body ? Region::place(slot, f.offset) : 0);
}

std::optional<Post> ProcessExecution::next_post()
{
    carrier_slot &s = memory();
    if (next_post_ == 0)
        posts_ = std::min<std::uint32_t>(__atomic_load_n(&s.nposts, __ATOMIC_ACQUIRE), CARRIER_POSTS);
    if (next_post_ >= posts_) {
        next_post_ = 0;
        s.nposts = 0;
        return {};
    }
    const carrier_frame f = s.posts[next_post_++];
    bool is_body = carrier_.region.is_body(slot, f.offset, f.len_bytes);
    return Post{addressee(f), message_of(f, is_body), f.t_ns, f.cpu_ns, !is_body};
}

Call ProcessExecution::call()
{
    const carrier_call c = memory().call;
    Call asked;
    asked.what = request_of(c.op);
    asked.number = c.request;
    asked.status = c.status;
    asked.want_tid = c.want_tid;
    asked.want_tag = c.want_tag;
    asked.want_context = c.want_context;
    asked.clock = c.t_ns;
    asked.processor = c.cpu_ns;
    asked.deadline = c.deadline_ns;
    std::memcpy(asked.name, c.name, sizeof asked.name);
    asked.name[sizeof asked.name - 1] = 0;
    if (has_body(c.op)) {
        asked.body_is_bad = !carrier_.region.is_body(slot, c.offset, c.len_bytes);
        asked.body_bytes = asked.body_is_bad ? 0 : c.len_bytes;
        asked.body = asked.body_bytes > 0 ? carrier_.region.bytes(Region::place(slot, c.offset)) : nullptr;
    }
    left_ = left_ || (joined_ && asked.what == Request::leave);
    return asked;
}

Ns ProcessExecution::clock() const
{
    return memory().clock_ns;
}

/* ---- what it gets ------------------------------------------------------------------------------------------------ */

void ProcessExecution::introduce(const Introduction &with)
{
    carrier_slot &s = memory();
    joined_ = true;
    left_ = false;
    s.who = with.who;
    s.native_send_ns = with.native_send;
    s.native_recv_ns = with.native_recv;
    s.copy_send_ps = s.copy_recv_ps = with.copy;
}

/* The reference to the body goes with the frame; a body of another carrier's is copied. */
carrier_frame ProcessExecution::frame_of(Message &m) const
{
    carrier_frame f{};
    f.src_tid = m.src_tid;
    f.dst_tid = m.dst_tid;
    f.tag = m.tag;
    f.context = m.context;
    f.encoding = m.encoding;
    f.wid = m.wid;
    f.route = m.route;
    f.len_bytes = m.len_bytes;
    f.serial = m.serial;
    f.t_ns = m.arrived;
    Bodies::Place place = &m.store() == &carrier_.region ? m.give() : carrier_.region.make(m.bytes(), m.len_bytes);
    f.arena = Region::arena_of(place);
    f.offset = Region::offset_of(place);
    return f;
}

void ProcessExecution::answer(const Reply &reply, std::deque<Message> &messages)
{
    carrier_slot &s = memory();
    s.reply.result = reply.result;
    s.reply.ending = 0;
    s.reply.interrupted = reply.interrupted;
    s.reply.signals = reply.signals;
    s.reply.status = reply.status;
    s.reply.t_ns = reply.now;
    std::uint32_t n = 0;
    for (; n < CARRIER_FRAMES && !messages.empty(); messages.pop_front())
        s.reply.frames[n++] = frame_of(messages.front());
    s.reply.nframes = n;
    s.shares_node = reply.shares_node;
    carrier_.watcher.turn_given(slot);
}

void ProcessExecution::tell_end(const Ending &ending)
{
    carrier_slot &s = memory();
    if (ending.halted)
        kill(pid, SIGTERM); /* as PVM's daemon does; it is taken before the turn */
    s.reply.result = PvmSysErr;
    s.reply.nframes = 0;
    s.reply.t_ns = ending.now;
    s.reply.ending = ending.code;
    handover_give(&s.turn, CARRIER_TASK);
}

/* ---- signals and its end ----------------------------------------------------------------------------------------- */

bool ProcessExecution::ends_by(int signal) const
{
    return dead() || signal_ends(pid, signal);
}

void ProcessExecution::raise(int signal, bool await_end)
{
    if (pid <= 0)
        return;
    kill(pid, signal);
    while (await_end && !dead() && carrier_.stop() == 0)
        carrier_.watcher.wait_for_news(look_around_ms);
}

std::optional<int> ProcessExecution::exit_status()
{
    int status = 0;
    if (start == Start::started && !exit_status_ && waitpid(pid, &status, 0) == pid)
        exit_status_ = status;
    return exit_status_;
}

bool ProcessExecution::is_promised() const
{
    return start == Start::promised && pid == 0 && !dead();
}

void ProcessExecution::break_promise()
{
    if (carrier_.watcher.withdraw(slot)) {
        carrier_.births.forget(*this);
        return;
    }
    pid = carrier_.watcher.pid(slot);
    carrier_.births.forget(*this);
    raise(SIGKILL, true);
}

void ProcessExecution::close()
{
    carrier_.forget(*this);
    closed_ = true;
    carrier_.watcher.clear(slot);
    carrier_.region.give_slot(slot);
}

/* ---- what else is known of it ------------------------------------------------------------------------------------ */

std::string ProcessExecution::take_output()
{
    return carrier_.watcher.take_output(slot);
}

void ProcessExecution::set_outside(bool outside)
{
    outside_ = outside;
}

int ProcessExecution::number_for_users() const
{
    return static_cast<int>(pid);
}

Folders ProcessExecution::folders() const
{
    return pid > 0 ? folders_of(pid) : Folders{};
}

} // namespace ap1000
