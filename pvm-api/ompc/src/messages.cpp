// messages.cpp - the protocol's messages over PVM: requests are taken by handlers inside whatever call waits, answers
// by who waits for them. Handlers only put aside what comes while another message is being dealt with.
#include <algorithm>
#include <sys/time.h>
#include <utility>

#include <pvm3.h>
#include <pvmsim.h>

#include "runtime.hpp"

namespace ompc
{
using protocol::kind;
using protocol::message;

// ---- In the context of the library, with buffers of its own: the program's stay as they are.
//
// Who begins to wait for anything but an answer of the protocol settles first: the page that the program missed last
// has been used, and who was refused it meanwhile may be waited for.

namespace
{
timeval span_of(std::int64_t ns)
{
    return {static_cast<time_t>(ns / 1000000000), static_cast<suseconds_t>(ns % 1000000000 / 1000)};
}

class sending
{
  public:
    explicit sending(int context, int mid = pvm_mkbuf(PvmDataRaw))
        : context_(pvm_setcontext(context)), mine_(mid), program_(pvm_setsbuf(mine_))
    {
    }
    ~sending()
    {
        pvm_setsbuf(program_);
        if (mine_ > 0)
            pvm_freebuf(mine_);
        pvm_setcontext(context_);
    }
    int keep() // the message, which is sent later
    {
        return std::exchange(mine_, 0);
    }

  private:
    int context_, mine_, program_;
};

class receiving
{
  public:
    // ns: at most so long, and mid is 0 then; -1: until it comes.
    receiving(int context, int tid, int tag, std::int64_t ns = -1)
        : context_(pvm_setcontext(context)), program_(pvm_setrbuf(0)), mid(receive(tid, tag, ns))
    {
    }
    ~receiving()
    {
        if (mid > 0)
            pvm_freebuf(mid);
        pvm_setrbuf(program_);
        pvm_setcontext(context_);
    }

  private:
    static int receive(int tid, int tag, std::int64_t ns)
    {
        timeval span = span_of(ns);
        return ns < 0 ? pvm_recv(tid, tag) : pvm_trecv(tid, tag, &span);
    }
    int context_, program_;

  public:
    const int mid;
};
} // namespace

int runtime::pe_of(int tid) const
{
    return static_cast<int>(std::find(tids.begin(), tids.end(), tid) - tids.begin());
}

void runtime::send_ints(int to, int tag, const std::vector<int> &values)
{
    sending s(context_ + 1);
    std::vector<int> all = {static_cast<int>(values.size())};
    all.insert(all.end(), values.begin(), values.end());
    pvm_pkint(all.data(), static_cast<int>(all.size()), 1);
    pvm_send(tids[static_cast<std::size_t>(to)], tag);
}

std::vector<int> runtime::receive_ints(int from, int tag, std::int64_t ns)
{
    settle();
    receiving r(context_ + 1, from < 0 ? -1 : tids[static_cast<std::size_t>(from)], tag, ns);
    int n = 0;
    if (r.mid < 0 && ns >= 0) // asked for again and again
        fail("PE %d: pvm_trecv gives %d", pe, r.mid);
    if (r.mid == 0)
        return {};
    pvm_upkint(&n, 1, 1);
    std::vector<int> values(static_cast<std::size_t>(n));
    if (n > 0)
        pvm_upkint(values.data(), n, 1);
    return values;
}

bool runtime::receive_nothing(int tag, std::int64_t ns)
{
    settle();
    receiving r(context_ + 1, -1, tag, ns);
    return r.mid > 0;
}

// ---- The protocol's messages

char *runtime::block_at(std::uint32_t block, std::size_t &bytes)
{
    auto after = std::upper_bound(arrays.begin(), arrays.end(), block,
                                  [](std::uint32_t b, const record &r) { return b < r.first_block; });
    const record &r = *(after - 1);
    std::size_t at = (block - r.first_block) * r.block_bytes;
    bytes = std::min(r.block_bytes, r.bytes - at);
    return r.memory + at;
}

void runtime::pack_head(const message &m)
{
    int head[] = {static_cast<int>(m.block), m.requester, static_cast<int>(m.version), m.with_bytes,
                  static_cast<int>(m.copies.size())};
    pvm_pkint(head, 5, 1);
    if (!m.copies.empty())
        pvm_pkint(const_cast<int *>(m.copies.data()), static_cast<int>(m.copies.size()), 1);
    if (!grows)
        return;
    std::vector<int> known = {pe, tids[static_cast<std::size_t>(m.requester)]};
    for (int copy : m.copies)
        known.push_back(tids[static_cast<std::size_t>(copy)]);
    pvm_pkint(known.data(), static_cast<int>(known.size()), 1);
}

// PVM 3.4.6 keeps what handlers send until the call that they interrupt has sent it: 99 messages; one more ends the
// task by abort(). So handlers send fewer, and the rest when a message to this task that went behind those is back.
static constexpr int SENDS_IN_HANDLERS = 64; // answers to prints need places, too

void runtime::post(const message &m)
{
    const int to = tids[static_cast<std::size_t>(m.to)];
    if (to == 0 && m.what == kind::owner)
        return; // it will ask along the chain of owners
    if (!in_message_) {
        sent_in_message_ = 0;
        send_unsent(false);
    }
    const bool later = in_message_ && sent_in_message_ >= SENDS_IN_HANDLERS && !pvmsim_here();
    if (later && unsent_.empty())
        ask_for_room();
    sent_in_message_ += in_message_ && !later;
    sending s(context_);
    pack_head(m);
    if (m.with_bytes) {
        std::size_t bytes;
        char *at = block_at(m.block, bytes);
        pvm_pkbyte(at, static_cast<int>(bytes), 1);
        counted.bytes += bytes;
    }
    counted.messages++;
    counted.owner_messages += m.what == kind::owner;
    if (later)
        unsent_.push_back({s.keep(), to, static_cast<int>(m.what)});
    else
        pvm_send(to, static_cast<int>(m.what));
}

void runtime::ask_for_room()
{
    rooms_asked_++;
    send_ints(pe, TAG_ROOM, {});
}

void runtime::send_unsent(bool in_handler)
{
    for (; !unsent_.empty() && (!in_handler || sent_in_message_ < SENDS_IN_HANDLERS); sent_in_message_ += in_handler) {
        const later m = unsent_.front();
        unsent_.pop_front();
        sending s(context_, m.mid);
        pvm_send(m.to, m.tag);
    }
}

void runtime::on_room()
{
    if (--rooms_asked_ > 0)
        return;
    sent_in_message_ = 0;
    send_unsent(true);
    if (!unsent_.empty())
        ask_for_room();
}

void runtime::learn(int who, int tid)
{
    if (who >= pes) {
        pes = who + 1;
        tids.resize(static_cast<std::size_t>(pes));
        engine.grow(pes);
    }
    if (tid != 0)
        tids[static_cast<std::size_t>(who)] = tid;
}

runtime::arrival runtime::unpack()
{
    int bytes, tag, tid, head[5] = {};
    pvm_bufinfo(pvm_getrbuf(), &bytes, &tag, &tid);
    pvm_upkint(head, 5, 1);
    const int from = grows ? 0 : pe_of(tid);
    const auto block = static_cast<std::uint32_t>(head[0]), version = static_cast<std::uint32_t>(head[2]);
    arrival l{{static_cast<kind>(tag), from, pe, block, head[1], version, head[3] != 0, {}}, {}};
    l.m.copies.resize(static_cast<std::size_t>(head[4]));
    if (head[4] > 0)
        pvm_upkint(l.m.copies.data(), head[4], 1);
    if (grows) {
        std::vector<int> known(static_cast<std::size_t>(head[4]) + 2);
        pvm_upkint(known.data(), static_cast<int>(known.size()), 1);
        learn(l.m.from = known[0], tid);
        learn(l.m.requester, known[1]);
        for (std::size_t i = 0; i < l.m.copies.size(); i++)
            learn(l.m.copies[i], known[i + 2]);
    }
    if (l.m.with_bytes) {
        std::size_t size;
        block_at(l.m.block, size);
        l.bytes.resize(size);
        pvm_upkbyte(&l.bytes[0], static_cast<int>(size), 1);
    }
    return l;
}

// What a send takes in meanwhile is put aside by on_message, as this PE is busy.
void runtime::flush()
{
    for (std::vector<message> out = engine.take_output(); !out.empty(); out = engine.take_output()) {
        std::vector<message> owners; // they come last, all with the same news
        for (const message &m : out)
            if (set.multicast && m.what == kind::owner)
                owners.push_back(m);
            else
                post(m);
        if (!post_to_all(owners))
            for (const message &m : owners)
                post(m);
    }
}

// One pvm_mcast, which goes over the B-Net of an AP1000 if it is told to. PVM 3.4.6 has none in handlers: then false.
bool runtime::post_to_all(const std::vector<message> &same)
{
    if (same.empty())
        return true;
    sending s(context_);
    const message &m = same.front();
    std::vector<int> to;
    for (const message &each : same)
        if (int tid = tids[static_cast<std::size_t>(each.to)])
            to.push_back(tid);
    pack_head(m);
    if (pvm_mcast(to.data(), static_cast<int>(to.size()), static_cast<int>(m.what)) < 0)
        return false;
    counted.messages++;
    counted.owner_messages++;
    return true;
}

void runtime::take(const arrival &l)
{
    busy_ = true;
    if (l.m.with_bytes) {
        std::size_t size;
        char *at = block_at(l.m.block, size);
        std::copy(l.bytes.begin(), l.bytes.end(), at);
    }
    if (handler_ns_ > 0)
        pvmsim_charge(static_cast<std::int64_t>(handler_ns_));
    engine.receive(l.m);
    flush();
    if (l.m.what < kind::lock_request)
        caught_pages(l.m.block);
    caught_pages(last_wanted_);
    busy_ = false;
}

void runtime::serve_inbox()
{
    while (!busy_ && !inbox_.empty()) {
        arrival l = inbox_.front();
        inbox_.pop_front();
        take(l);
    }
}

void runtime::on_message(int)
{
    inbox_.push_back(unpack());
    if (busy_)
        return;
    named n("ompc serve");
    in_message_ = true;
    serve_inbox();
    in_message_ = false;
}

void runtime::wait()
{
    while (engine.waiting())
        wait_for_one(-1);
}

bool runtime::wait_for_one(std::int64_t ns)
{
    serve_inbox(); // requests; they end no wait
    arrival l;
    {
        receiving r(context_, -1, -1, ns);
        if (r.mid < 0)
            fail("PE %d: pvm_recv gives %d", pe, r.mid);
        if (r.mid == 0)
            return false;
        l = unpack();
    }
    take(l);
    return true;
}

// Past all that has come, where pvm_probe goes past one message. A handler takes those with this tag, in any context.
void runtime::look()
{
    timeval none = {0, 0};
    int program = pvm_setrbuf(0);
    pvm_trecv(-1, TAG_DIED, &none);
    pvm_setrbuf(program);
}

void runtime::wait_at_most(std::int64_t ns)
{
    settle();
    timeval span = span_of(ns);
    int context = pvm_setcontext(context_), program = pvm_setrbuf(0);
    pvm_trecv(-1, TAG_DIED, &span);
    pvm_setrbuf(program);
    pvm_setcontext(context);
}

void runtime::sleep(std::int64_t ns)
{
    named n("ompc sleep");
    spend();
    const std::int64_t begin = now_ns();
    for (std::int64_t left = ns; left > 0; left = ns - (now_ns() - begin))
        wait_at_most(std::max<std::int64_t>(left, 1000)); // a timeval has microseconds
}
} // namespace ompc
