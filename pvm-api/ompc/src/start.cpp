// start.cpp - from one task to all PEs: spawning, who is who; and the world that a program has of it.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <unistd.h>

#include <pvm3.h>
#include <pvmsim.h>

#include "runtime.hpp"

namespace ompc
{
using protocol::kind;
using protocol::tell;

// ---- Starting

// Not for a thread that asks while all end: PVM 3.4.6 has hung up by the time an answer goes out inside pvm_exit.
static int handle_message(int mid)
{
    if (current() != nullptr && !(current()->grows && current()->over))
        current()->on_message(mid);
    return 0;
}

static int handle_lock(int)
{
    int n = 0;
    pvm_upkint(&n, 1, 1);
    std::vector<int> question(static_cast<std::size_t>(n));
    pvm_upkint(question.data(), n, 1);
    if (current() != nullptr && !current()->over)
        current()->on_lock_question(question);
    return 0;
}

static int handle_room(int)
{
    if (current() != nullptr && !current()->over)
        current()->on_room();
    return 0;
}

static int handle_death(int mid)
{
    if (current() != nullptr && !current()->over)
        current()->on_death(mid);
    return 0;
}

static int handle_end(int)
{
    if (current() != nullptr && !current()->over)
        current()->on_end();
    return 0;
}

runtime::runtime(settings s, int pe_, std::vector<int> tids_, int context)
    : set(s), pe(pe_), pes(static_cast<int>(tids_.size())), tids(std::move(tids_)),
      engine(pe_, static_cast<int>(tids.size()), s.tell), context_(context)
{
    check_ns_ = cost("check_ns");
    miss_ns_ = cost("miss_us") * 1000;
    handler_ns_ = cost("handler_us") * 1000;
    write_lock_ns_ = cost("write_lock_ns");
    poll_ns_ = cost("poll_us") * 1000;
    checks_at_once_ = poll_ns_ > 0 && check_ns_ > 0 ? static_cast<std::int64_t>(poll_ns_ / check_ns_) : INT64_MAX / 2;
    count_on();
    if (poll_ns_ > 0 && check_ns_ == 0 && pe == 0)
        std::fprintf(stderr,
                     "ompc: [layer.ompc] has poll_us, but no check_ns: accesses take no time, so that only ompc::work "
                     "makes a PE look for requests\n");
    fast.write_locks = s.write_locks;
    for (int k = 0; k < protocol::kinds; k++)
        if (!protocol::is_answer(static_cast<kind>(k)))
            pvm_addmhf(-1, k, context_, handle_message);
    pvm_addmhf(-1, TAG_LOCK, context_ + 1, handle_lock);
    pvm_addmhf(-1, TAG_END, context_ + 1, handle_end);
    if (!pvmsim_here())
        pvm_addmhf(-1, TAG_ROOM, context_ + 1, handle_room);
    pvm_addmhf(-1, TAG_DIED, -1, handle_death);
}

runtime::~runtime() = default;

// The ends of the others are told to PE 0, its own end to all.
void runtime::watch()
{
    std::vector<int> whom = pe > 0 ? std::vector<int>{tids[0]} : std::vector<int>(tids.begin() + 1, tids.end());
    if (!whom.empty())
        pvm_notify(PvmTaskExit, TAG_DIED, static_cast<int>(whom.size()), whom.data());
}

// More PEs than nodes would share processors without being asked; where there is one node alone, that is what is
// wanted.
static int count_pes(const settings &s)
{
    int nhosts = 0, narch = 0, nodes, pes = s.pes > 0 ? s.pes : 4;
    struct pvmhostinfo *hosts;
    if (pvm_config(&nhosts, &narch, &hosts) < 0)
        fail("PVM does not answer: is it running?");
    nodes = nhosts;
    for (int i = 0; i < nhosts; i++)
        nodes -= std::strcmp(hosts[i].hi_name, "ap1000") == 0; // the host of an AP1000 is no cell
    if (nhosts > 1 && pes > nodes && !s.share)
        fail("%d PEs are wanted, the machine has %d nodes: give fewer (--ompc-pes), a larger machine (ap1000 run "
             "--cells %d), or let several "
             "share a node (--ompc-share)",
             pes, nodes, pes);
    return pes;
}

// The file of this very program, wherever it was called from.
std::string own_file(const char *argv0)
{
    char path[PATH_MAX];
    ssize_t n = std::strchr(argv0, '/') != nullptr ? readlink("/proc/self/exe", path, sizeof path) : -1;
    return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : argv0;
}

static void spawn_others(std::vector<int> &tids, int pes, char **argv, int context)
{
    int program = pvm_setcontext(context), others = pes - 1;
    std::vector<int> made(static_cast<std::size_t>(pes));
    std::string file = own_file(argv[0]);
    int n = others > 0 ? pvm_spawn(&file[0], argv + 1, PvmTaskDefault, nullptr, others, made.data()) : 0;
    pvm_setcontext(program);
    for (int i = 0; i < n; i++)
        tids.push_back(made[static_cast<std::size_t>(i)]);
    if (n == others)
        return;
    for (int i = 0; i < n; i++)
        pvm_kill(made[static_cast<std::size_t>(i)]);
    fail("PVM started %d of %d further PEs of %s (code %d)", n < 0 ? 0 : n, others, file.c_str(),
         n < 0 ? n : made[static_cast<std::size_t>(n)]);
}

// What every PE is told when it begins: number, how many, settings, context, tids.
static void send_begin(const runtime &r, const settings &s, int context)
{
    for (int to = 1; to < r.pes; to++) {
        std::vector<int> words = {to,     r.pes, s.barrier, static_cast<int>(s.tell), s.write_locks + 2 * s.multicast,
                                  context};
        words.insert(words.end(), r.tids.begin(), r.tids.end());
        int mine = pvm_mkbuf(PvmDataRaw), program = pvm_setsbuf(mine);
        pvm_pkint(words.data(), static_cast<int>(words.size()), 1);
        pvm_send(r.tids[static_cast<std::size_t>(to)], TAG_BEGIN);
        pvm_setsbuf(program);
        pvm_freebuf(mine);
    }
}

static std::unique_ptr<runtime> receive_begin(settings s, int from)
{
    int head[6], program = pvm_setrbuf(0), mid = pvm_recv(from, TAG_BEGIN);
    if (mid < 0)
        fail("PE is not told who it is: pvm_recv gives %d", mid);
    pvm_upkint(head, 6, 1);
    std::vector<int> tids(static_cast<std::size_t>(head[1]));
    pvm_upkint(tids.data(), head[1], 1);
    pvm_freebuf(mid);
    pvm_setrbuf(program);
    s.barrier = head[2];
    s.tell = static_cast<tell>(head[3]);
    s.write_locks = (head[4] & 1) != 0;
    s.multicast = (head[4] & 2) != 0;
    return std::make_unique<runtime>(s, head[0], tids, head[5]);
}

static std::unique_ptr<runtime> begin_all(const settings &s, const std::vector<int> &tids, int context)
{
    auto r = std::make_unique<runtime>(s, 0, tids, context);
    int program = pvm_setcontext(context); // its children are there already
    send_begin(*r, s, context);
    pvm_setcontext(program);
    return r;
}

static std::unique_ptr<runtime> ready(std::unique_ptr<runtime> r)
{
    set_current(r.get());
    r->watch();
    r->agree("the start", {"version"}, {1}); // from here on all have their handlers
    return r;
}

int two_contexts()
{
    int first = pvm_newcontext();
    for (int next; (next = pvm_newcontext()) != first + 1; first = next) // others make contexts, too
        if (next < 0)
            fail("PVM has no context any more (code %d)", next);
    return first;
}

// As PE 0: starts the others.
static std::unique_ptr<runtime> start_with(const settings &s, char **argv)
{
    int pes = count_pes(s);
    pvm_mytid();
    int context = two_contexts();
    std::vector<int> tids = {pvm_mytid()};
    spawn_others(tids, pes, argv, context);
    return ready(begin_all(s, tids, context));
}

// A child begins in the context that its parent had: that of the protocol. Its program gets the usual one. So it is
// told from a copy that PVM's console has started.
static std::unique_ptr<runtime> join_parent(const settings &s)
{
    int parent = pvm_parent();
    if (parent < 0 || pvm_getcontext() == 0)
        return nullptr;
    std::unique_ptr<runtime> r = receive_begin(s, parent);
    pvm_setcontext(0);
    return ready(std::move(r));
}

std::unique_ptr<runtime> start(int &argc, char **argv, int pes)
{
    settings s = read_settings(argc, argv);
    if (pes < 0)
        fail("a program asks for %d PEs", pes);
    if (pes > 0)
        s.pes = pes;
    if (pvm_mytid() < 0)
        fail("PVM does not answer: is it running?");
    if (std::unique_ptr<runtime> child = join_parent(s))
        return child;
    int *siblings, n = pvm_siblings(&siblings);
    if (n <= 1)
        return start_with(s, argv);
    if (s.pes > 0 && s.pes != n)
        fail("%d PEs are wanted, and %d copies have been started", s.pes, n);
    std::vector<int> tids(siblings, siblings + n);
    if (pvm_mytid() != tids[0])
        return ready(receive_begin(s, tids[0]));
    int context = two_contexts();
    auto r = std::make_unique<runtime>(s, 0, tids, context);
    send_begin(*r, s, context);
    return ready(std::move(r));
}

// ---- Agreement

void runtime::agree(const std::string &what, const std::vector<std::string> &names, const std::vector<int> &values)
{
    if (pe > 0) {
        send_ints(0, TAG_CHECK, values);
        receive_ints(0, TAG_CHECKED);
        return;
    }
    for (int other = 1; other < pes; other++) {
        std::vector<int> theirs = receive_ints(other, TAG_CHECK);
        for (std::size_t i = 0; i < names.size(); i++)
            if (theirs.size() != values.size() || theirs[i] != values[i])
                fail("%s is not the same everywhere: PE 0 makes it with %s %d, PE %d with %d", what.c_str(),
                     names[i].c_str(), values[i], other, theirs.size() != values.size() ? -1 : theirs[i]);
    }
    for (int other = 1; other < pes; other++)
        send_ints(other, TAG_CHECKED, {});
}

// ---- Worlds

static thread_local std::unique_ptr<runtime> own;

world::world(int &argc, char **argv, int pes)
{
    if (current() != nullptr)
        fail("there is a second ompc::world in one program");
    own = start(argc, argv, pes);
}

world::~world()
{
    runtime &r = *own;
    if (std::uncaught_exceptions() > 0)
        fail("PE %d leaves main by an exception", r.pe);
    r.leave();
    set_current(nullptr);
}

int world::pe() const
{
    return own->pe;
}

int world::pes() const
{
    return own->pes;
}

ompc::statistics world::statistics() const
{
    runtime &r = *own;
    r.spend();
    ompc::statistics s = r.counted;
    const protocol::engine::counts &c = r.engine.counted();
    s.read_misses = c.read_misses;
    s.write_misses = c.write_misses;
    s.upgrades = c.upgrades;
    s.invalidated = c.invalidated;
    s.forwarded = c.forwarded;
    return s;
}
} // namespace ompc
