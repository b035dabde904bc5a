/* slot_execution.cpp - what a program asks for and gets: its slot in the shared memory (wire/carrier.h) made into the
 * kernel's calls, posts and marks, and replies into its slot. What the program wrote is copied, then checked. */
#include <algorithm>
#include <cstring>
#include <iterator>

#include "carriers/slots/simulator/slot_execution.hpp"

#include "control.h"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* By enum carrier_op. */
Request request_of(std::uint32_t op)
{
    using R = Request;
    constexpr R all[] = {R::unknown, R::unknown, R::unknown,  R::join,   R::leave, R::wait,    R::control, R::barrier,
                         R::flush,   R::status,  R::audience, R::covers, R::meet,  R::unknown, R::idle,    R::settle};
    static_assert(std::size(all) == CARRIER_SETTLE + 1);
    return op < std::size(all) ? all[op] : R::unknown;
}

/* What the program can write at any time, as it is now and from here on. */
template <typename Word> Word read_once(const Word &word)
{
    return __atomic_load_n(&word, __ATOMIC_RELAXED);
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

Header header_of(const carrier_frame &f)
{
    Header h;
    h.dst_tid = f.dst_tid;
    h.tag = f.tag;
    h.context = f.context;
    h.encoding = f.encoding;
    h.wid = f.wid;
    h.route = f.route;
    h.len_bytes = f.len_bytes;
    return h;
}

/* By enum carrier_mark_kind. */
Mark::What kind_of(std::uint32_t kind)
{
    using W = Mark::What;
    constexpr W all[] = {W::unknown, W::call, W::returns, W::accepts, W::sleeps, W::wakes, W::whole_call, W::computes};
    static_assert(std::size(all) == CARRIER_MARK_WORK + 1);
    return kind < std::size(all) ? all[kind] : W::unknown;
}

} // namespace

/* ---- what it asks for -------------------------------------------------------------------------------------------- */

bool SlotExecution::take_marks(std::vector<Mark> &into)
{
    carrier_slot &s = memory_;
    std::uint32_t n = std::min<std::uint32_t>(__atomic_load_n(&s.nmarks, __ATOMIC_ACQUIRE), CARRIER_MARKS);
    into.reserve(into.size() + n);
    for (std::uint32_t i = marks_taken_; i < n; i++) {
        const carrier_mark &m = s.marks[i];
        const Mark::What what = kind_of(m.kind);
        into.push_back({what, m.t_ns, m.nposts, m.serial, m.src_tid, m.len_bytes, {}, m.return_ns});
        if (what == Mark::What::call || what == Mark::What::whole_call) {
            into.back().call = name_of(m);
            into.back().serial -= memory_.program_base;
        }
    }
    if (is_detached()) {
        marks_taken_ = std::max(marks_taken_, n);
        return false;
    }
    s.nmarks = marks_taken_ = 0;
    return s.call.op == CARRIER_TELL;
}

CallName SlotExecution::name_of(const carrier_mark &m)
{
    CallName &name = names_[read_once(m.name) % CARRIER_NAMES];
    if (m.is_new != 0) {
        char text[sizeof m.call];
        std::memcpy(text, m.call, sizeof text);
        name = std::string_view(text, strnlen(text, sizeof text));
    }
    return name;
}

void SlotExecution::take_posts(std::deque<Post> &into)
{
    carrier_slot &s = memory_;
    const std::uint32_t n = std::min<std::uint32_t>(__atomic_load_n(&s.nposts, __ATOMIC_ACQUIRE), CARRIER_POSTS);
    for (std::uint32_t i = posts_taken_; i < n; i++) {
        const carrier_frame f = s.posts[i];
        const bool is_body = region_.is_body(slot, f.offset, f.len_bytes);
        into.emplace_back(addressee(f), header_of(f), region_, is_body ? Region::place(slot, f.offset) : 0, f.t_ns,
                          f.cpu_ns, !is_body);
    }
    if (is_detached())
        posts_taken_ = std::max(posts_taken_, n);
    else
        s.nposts = posts_taken_ = 0;
}

/* Only what it was given can be given back by it. */
void SlotExecution::give_back_read()
{
    carrier_slot &s = memory_;
    std::uint32_t n = std::min<std::uint32_t>(s.nread, CARRIER_READ);
    for (std::uint32_t i = 0; i < n; i++) {
        const carrier_read r = s.read[i];
        auto found = std::find(given_.begin(), given_.end(), Region::place(r.arena, r.offset));
        if (found != given_.end()) {
            region_.release(*found);
            given_.erase(found);
        }
    }
    s.nread = 0;
}

void SlotExecution::give_back_all()
{
    for (Bodies::Place place : given_)
        region_.release(place);
    given_.clear();
}

void SlotExecution::call(Call &asked)
{
    give_back_read();
    const carrier_call &c = memory_.call;
    const std::uint32_t op = read_once(c.op);
    asked.what = request_of(op);
    asked.number = c.request;
    asked.status = c.status;
    asked.want = c.want;
    asked.clock = c.t_ns;
    asked.processor = c.cpu_ns;
    asked.deadline = c.deadline_ns;
    static_assert(sizeof c.call == sizeof asked.name);
    std::memcpy(asked.name, c.call, sizeof asked.name);
    asked.name[sizeof asked.name - 1] = 0;
    asked.body = nullptr;
    asked.body_bytes = 0;
    asked.body_is_bad = false;
    if (has_body(op)) {
        const std::uint64_t offset = read_once(c.offset);
        const std::uint32_t bytes = read_once(c.len_bytes);
        asked.body_is_bad = !region_.is_body(slot, offset, bytes);
        asked.body_bytes = asked.body_is_bad ? 0 : bytes;
        asked.body = asked.body_bytes > 0 ? region_.bytes(Region::place(slot, offset)) : nullptr;
    }
    waits_ = asked.what == Request::wait;
    left_ = left_ || (joined_ && asked.what == Request::leave);
}

Purpose SlotExecution::purpose() const
{
    const carrier_call &c = memory_.call;
    Purpose p;
#define TEXT_OF_SLOT(NAME, BYTES) p.NAME.assign(c.NAME, strnlen(c.NAME, BYTES));
    MACH_WANT_TEXTS(TEXT_OF_SLOT)
#undef TEXT_OF_SLOT
    return p;
}

Ns SlotExecution::clock() const
{
    return memory_.clock_ns;
}

WorkDone SlotExecution::work() const
{
    const std::uint32_t charges = region_.header().charges;
    const carrier_work w = memory_.work;
    WorkDone done;
    done.is_counted = w.is_counted != 0;
    done.how = charges == CARRIER_CHARGES_MEASURED                       ? WorkDone::How::measured
               : charges == CARRIER_CHARGES_COUNTED && w.is_counted != 0 ? WorkDone::How::counted
                                                                         : WorkDone::How::free;
    done.charged = std::max<Ns>(0, w.ns);
    for (std::size_t i = 0; i < done.count.size(); i++)
        done.count[i] = std::max<std::int64_t>(0, w.count[i]);
    return done;
}

/* ---- what it gets ------------------------------------------------------------------------------------------------ */

void SlotExecution::introduce(const Introduction &with)
{
    carrier_slot &s = memory_;
    joined_ = true;
    left_ = false;
    s.who = with.who;
    s.native_send_ns = with.native_send;
    s.native_recv_ns = with.native_recv;
    s.copy_send_ps = s.copy_recv_ps = with.copy;
    s.work_price = with.work;
    s.work = {};
}

/* A short body goes into the receiver's inbox: it need not look into the memory of everybody who sends to it, for
 * which the tables alone take 8 KiB a pair of tasks. Of a long one the reference goes with the frame, until the
 * receiver says that it has read it; one of another carrier's is copied. inbox_used: bytes of the inbox that are
 * taken; CARRIER_INBOX_BYTES: it is not free. */
carrier_frame SlotExecution::frame_of(Message &m, std::uint32_t *inbox_used)
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
    f.earlier = m.earlier;
    f.behind = m.behind;
    if (m.len_bytes > 0 && m.len_bytes <= CARRIER_INBOX_BODY && m.len_bytes <= CARRIER_INBOX_BYTES - *inbox_used) {
        std::memcpy(memory_.inbox + *inbox_used, m.bytes(), m.len_bytes);
        f.arena = CARRIER_INBOX;
        f.offset = *inbox_used;
        *inbox_used += std::min((m.len_bytes + 15) / 16 * 16, CARRIER_INBOX_BYTES - *inbox_used);
        return f;
    }
    Bodies::Place place = &m.store() == &region_ ? m.give() : region_.make(m.bytes(), m.len_bytes);
    if (place != 0)
        given_.push_back(place);
    f.arena = Region::arena_of(place);
    f.offset = Region::offset_of(place);
    return f;
}

std::size_t SlotExecution::messages_at_once() const
{
    return CARRIER_FRAMES;
}

void SlotExecution::answer(const Reply &reply, std::deque<Message> &messages)
{
    carrier_slot &s = memory_;
    s.reply.values = reply;
    s.reply.ending = 0;
    std::uint32_t n = 0;
    std::uint32_t inbox_used = waits_ && !reads_in_place_ ? 16 : CARRIER_INBOX_BYTES; /* offset 0: no body */
    for (; n < CARRIER_FRAMES && !messages.empty(); messages.pop_front())
        s.reply.frames[n++] = frame_of(messages.front(), &inbox_used);
    s.reply.nframes = n;
}

/* Who has asked for the end gets it: the others' calls find no machine. */
void SlotExecution::answer_end(const Ending &ending)
{
    carrier_slot &s = memory_;
    const bool asked = s.call.op == CARRIER_CONTROL && s.call.request == CONTROL_HALT;
    s.reply.values.result = ending.halted && asked ? 0 : PvmSysErr;
    s.reply.nframes = 0;
    s.reply.values.now = ending.now;
    note_end(ending);
}

void SlotExecution::note_end(const Ending &ending)
{
    memory_.reply.ending = ending.halted ? CARRIER_GOES_ON : ending.code;
}

} // namespace ap1000
