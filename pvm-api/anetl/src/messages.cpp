// messages.cpp - the node's messages over PVM, in a context (pvm_newcontext) of their own: 20 bytes of head, then the
// arguments, the result or a text. And news of tasks that have ended.
#include <algorithm>
#include <cstdio>

#include <pvm3.h>
#include <pvmsim.h>

#include "layer.hpp"

namespace anetl
{
// ---- PVM's families

#define ANETL_FAMILY(TYPE, LETTERS, OF_PVM)                                                             \
    void packer::put(const TYPE *v, std::size_t n)                                                      \
    {                                                                                                   \
        if (n > 0)                                                                                      \
            pvm_pk##LETTERS(reinterpret_cast<OF_PVM *>(const_cast<TYPE *>(v)), static_cast<int>(n), 1); \
    }                                                                                                   \
    void unpacker::get(TYPE *v, std::size_t n)                                                          \
    {                                                                                                   \
        if (n > 0)                                                                                      \
            note(pvm_upk##LETTERS(reinterpret_cast<OF_PVM *>(v), static_cast<int>(n), 1));              \
    }
ANETL_FAMILY(char, byte, char)
ANETL_FAMILY(signed char, byte, char)
ANETL_FAMILY(unsigned char, byte, char)
ANETL_FAMILY(short, short, short)
ANETL_FAMILY(unsigned short, ushort, unsigned short)
ANETL_FAMILY(int, int, int)
ANETL_FAMILY(unsigned, uint, unsigned)
ANETL_FAMILY(long, long, long)
ANETL_FAMILY(unsigned long, ulong, unsigned long)
ANETL_FAMILY(float, float, float)
ANETL_FAMILY(double, double, double)

void unpacker::note(int code)
{
    good_ = good_ && code >= 0;
}

// No element takes less than a byte: what claims more than the message has is no message of ours.
std::size_t unpacker::count()
{
    int n = 0, bytes = 0;
    get(&n, 1);
    if (!good_ || pvm_bufinfo(pvm_getrbuf(), &bytes, nullptr, nullptr) < 0 || n < 0 || n > bytes)
        good_ = false;
    return good_ ? static_cast<std::size_t>(n) : 0;
}

namespace detail
{
namespace
{
constexpr int HEAD = 5;

bool has_text(kind k)
{
    return k == kind::failed || k == kind::note || k == kind::create || k == kind::load || k == kind::unload ||
           k == kind::set || k == kind::reset || k == kind::changes;
}

// The layer's own questions, and their answers, are no work of the program's.
bool is_work(const message &m)
{
    return m.what < kind::create || m.what == kind::set || m.what == kind::reset
               ? m.from != layer_id(objid{m.from}.node())
               : false;
}

void pack_head(const message &m)
{
    int head[HEAD] = {static_cast<int>(m.to), static_cast<int>(m.from), m.method, static_cast<int>(m.number),
                      static_cast<int>(static_cast<std::uint32_t>(m.what) | m.check << 8)};
    pvm_pkint(head, HEAD, 1);
}
} // namespace

// What the program packs, receives and calls its own stays as it is meanwhile.
class own_buffers
{
  public:
    explicit own_buffers(int context) : program_(pvm_setcontext(context)), sbuf_(pvm_setsbuf(0)), rbuf_(pvm_setrbuf(0))
    {
    }
    ~own_buffers()
    {
        if (const int mine = pvm_setsbuf(0); mine > 0)
            pvm_freebuf(mine);
        if (const int mine = pvm_setrbuf(0); mine > 0)
            pvm_freebuf(mine);
        if (sbuf_ > 0)
            pvm_setsbuf(sbuf_);
        if (rbuf_ > 0)
            pvm_setrbuf(rbuf_);
        pvm_setcontext(program_);
    }

  private:
    int program_, sbuf_, rbuf_;
};

static void pack(const message &m, int encoding)
{
    pvm_initsend(encoding);
    pack_head(m);
    packer to;
    if (has_text(m.what))
        pack(to, m.text);
    else if (m.body != nullptr && m.pack != nullptr)
        m.pack(to, m.body.get());
}

// Half of what the layer costs beyond the transport is spent at each end; overlapped transfers save part of a copy.
static double half_cost(const costs &c)
{
    int bytes = 0;
    if (c.saved_ns_per_byte > 0)
        pvm_bufinfo(std::max(pvm_getsbuf(), pvm_getrbuf()), &bytes, nullptr, nullptr);
    return std::max(0.0, (c.remote_ns - c.saved_ns_per_byte * bytes) / 2);
}

void manager::send(message &m, int tid)
{
    int code;
    {
        own_buffers b(context);
        pack(m, encoding_);
        spend(half_cost(cost));
        code = pvm_send(tid, TAG_MESSAGE);
    }
    sent_ += is_work(m);
    if (code >= 0)
        return;
    char text[80];
    std::snprintf(text, sizeof text, "the message cannot be sent: pvm_send gives %d", code);
    if (m.what == kind::past || m.what == kind::ask)
        refuse(m, text);
}

void manager::tell_all(message &m)
{
    std::vector<int> whom;
    for (std::size_t i = 0; i < tids.size(); i++)
        if (static_cast<int>(i) != number && tids[i] != 0 && gone_.count(static_cast<int>(i)) == 0)
            whom.push_back(tids[i]);
    if (whom.empty())
        return;
    own_buffers b(context);
    pack(m, encoding_);
    spend(half_cost(cost));
    pvm_mcast(whom.data(), static_cast<int>(whom.size()), TAG_MESSAGE);
    sent_ += is_work(m) ? static_cast<std::int64_t>(whom.size()) : 0;
}

// What all methods wait for, for the machine's report of a deadlock; traces show it up to the colon.
const char *manager::what_waits() const
{
    static char text[96];
    std::string all;
    for (const auto &[began, a] : waiting_) {
        if (all.size() > sizeof text)
            break;
        if (a->is_main)
            continue;
        all += (all.empty() ? "" : "; ") + id_text(a->of->id) + " " + a->of->type.name + "." +
               (a->what.what == kind::note ? "on_error" : method_name(a->of->type.methods, a->what.method)) + " " +
               a->waits;
    }
    if (!main_.waits.empty())
        all += (all.empty() ? "main " : "; main ") + main_.waits;
    std::snprintf(text, sizeof text, "%s", all.empty() ? "anetl idle" : ("anetl now: " + all).c_str());
    return text;
}

// A message that has come, into the queue; wait: until there is one. false: there was none.
bool manager::take_in(bool wait)
{
    own_buffers b(context);
    const bool shown = wait && pvmsim_here();
    if (shown)
        pvmsim_enter(what_waits());
    const int mid = wait ? pvm_recv(-1, -1) : pvm_nrecv(-1, -1);
    if (shown)
        pvmsim_leave();
    if (mid < 0 && wait)
        fail("node %d cannot receive: pvm_recv gives %d", number, mid);
    if (mid <= 0)
        return false;
    unpack(mid);
    return true;
}

void manager::unpack(int mid)
{
    int bytes = 0, tag = 0, tid = 0, head[HEAD];
    pvm_bufinfo(mid, &bytes, &tag, &tid);
    if (tag == TAG_DIED) {
        pvm_upkint(&tid, 1, 1);
        return died(tid);
    }
    if (tag != TAG_MESSAGE || pvm_upkint(head, HEAD, 1) < 0)
        return;
    auto m = std::make_unique<message>();
    m->to = static_cast<std::uint32_t>(head[0]);
    m->from = static_cast<std::uint32_t>(head[1]);
    m->method = head[2];
    m->number = static_cast<std::uint32_t>(head[3]);
    m->what = static_cast<kind>(head[4] & 0xff);
    m->check = static_cast<std::uint32_t>(head[4]) >> 8;
    m->tid = tid;
    received_ += is_work(*m);
    spend(half_cost(cost));
    unpacker from;
    unpack_body(*m, from);
    queue_.push_back({nullptr, std::move(m)});
}

void manager::unpack_body(message &m, unpacker &from)
{
    if (has_text(m.what)) {
        detail::unpack(from, m.text);
    } else if (m.what == kind::answer) {
        const auto found = pending_.find(m.number);
        if (found != pending_.end())
            found->second->take(from);
        if (!from.good()) {
            m.what = kind::failed;
            m.text = "the result of " + id_text(m.from) + " cannot be unpacked";
        }
    } else if (m.what == kind::past || m.what == kind::ask) {
        record *r = find(m.to);
        if (r == nullptr || m.method < 0 || m.method >= r->type.count ||
            (r->type.entries[m.method].check ^ m.check) << 8 != 0)
            return; // refused when its turn comes
        m.body = r->type.entries[m.method].arguments(from);
        if (!from.good())
            m.body.reset();
    }
}

// ---- Ends of others

void manager::died(int tid)
{
    const auto found = std::find(tids.begin(), tids.end(), tid);
    if (found == tids.end())
        return;
    const int n = static_cast<int>(found - tids.begin());
    if (!owner) // it was the task that keeps the layer together
        leave_quietly();
    lost(n);
    message m;
    m.what = kind::gone;
    m.method = n;
    m.from = layer_id(number);
    tell_all(m);
    if (n < nodes && find(object_id(number, 1)) != nullptr)
        note_for(object_id(number, 1), layer_id(n), "node " + std::to_string(n) + " (" + node_name(n) + ") has ended");
}

// Whoever waits for an object of that node gets an error.
void manager::lost(int n)
{
    if (!gone_.insert(n).second)
        return;
    std::vector<std::uint32_t> numbers;
    for (const auto &[request, r] : pending_)
        if (objid{r->to}.node() == n)
            numbers.push_back(request);
    for (std::uint32_t request : numbers) {
        message m;
        m.what = kind::failed;
        m.number = request;
        m.text = "node " + std::to_string(n) + " (" + node_name(n) + ") has ended";
        got_answer(m);
    }
}
} // namespace detail
} // namespace anetl
