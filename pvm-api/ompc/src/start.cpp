// start.cpp - from one task to all PEs: settings, spawning, who is who; and how all end, well or badly.
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

// ---- Settings

namespace
{
enum { WORD_PES, WORD_BARRIER, WORD_TELL, WORD_LOCKS, WORD_SHARE };

const struct option {
    const char *name, *variable;
    int word;
    bool has_value;
} known[] = {{"--ompc-pes", "OMPC_PES", WORD_PES, true},
             {"--ompc-barrier", "OMPC_BARRIER", WORD_BARRIER, true},
             {"--ompc-tell", "OMPC_TELL", WORD_TELL, true},
             {"--ompc-write-locks", "OMPC_WRITE_LOCKS", WORD_LOCKS, false},
             {"--ompc-share", "OMPC_SHARE", WORD_SHARE, false}};

void set_one(settings &s, const option &o, const char *from, const char *value)
{
    const std::string v = value;
    char *end = nullptr;
    if (o.word == WORD_PES) {
        long n = std::strtol(value, &end, 10);
        if (v.empty() || *end != 0 || n < 1 || n > 4096)
            fail("%s '%s': a number of PEs is wanted, 1 to 4096", from, value);
        s.pes = static_cast<int>(n);
    } else if (o.word == WORD_BARRIER) {
        if ((s.barrier = barrier_named(v)) < 0)
            fail("%s '%s': there is %s", from, value, barrier_names().c_str());
    } else if (o.word == WORD_TELL) {
        if (v != "all" && v != "home" && v != "nobody" && v != "mcast")
            fail("%s '%s': there is all, mcast, home, nobody", from, value);
        s.multicast = v == "mcast";
        s.tell = v == "all" || v == "mcast" ? tell::all : v == "home" ? tell::home : tell::nobody;
    } else {
        (o.word == WORD_LOCKS ? s.write_locks : s.share) = v != "0";
    }
}

// Takes argv[at], and its value, out of argv.
void take_option(settings &s, int &argc, char **argv, int at)
{
    const char *equals = std::strchr(argv[at], '=');
    std::string name(argv[at], equals != nullptr ? static_cast<std::size_t>(equals - argv[at]) : std::strlen(argv[at]));
    for (const option &o : known) {
        if (name != o.name)
            continue;
        bool next = o.has_value && equals == nullptr;
        if (next && at + 1 == argc)
            fail("%s needs a value", o.name);
        set_one(s, o, o.name, next ? argv[at + 1] : equals != nullptr ? equals + 1 : "1");
        int taken = next ? 2 : 1;
        argc -= taken;
        std::memmove(argv + at, argv + at + taken, static_cast<std::size_t>(argc - at + 1) * sizeof *argv);
        return;
    }
    fail("there is no option '%s'; there is --ompc-pes, --ompc-barrier, --ompc-tell, --ompc-write-locks, --ompc-share",
         argv[at]);
}
} // namespace

static thread_local std::unique_ptr<settings> kept;

void options(int &argc, char **argv)
{
    kept = std::make_unique<settings>(read_settings(argc, argv));
}

settings read_settings(int &argc, char **argv)
{
    settings s;
    if (kept != nullptr)
        return *kept;
    for (const option &o : known)
        if (const char *value = std::getenv(o.variable))
            set_one(s, o, o.variable, value);
    for (int at = 1; at < argc;)
        if (std::strncmp(argv[at], "--ompc-", 7) == 0)
            take_option(s, argc, argv, at);
        else
            at++;
    return s;
}

// ---- Starting

static int handle_message(int mid)
{
    if (current() != nullptr)
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
static std::string own_file(const char *argv0)
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

static int two_contexts()
{
    int first = pvm_newcontext();
    while (pvm_newcontext() != first + 1)
        first++;
    return first;
}

// As PE 0: starts the others.
std::unique_ptr<runtime> start_with(const settings &s, char **argv)
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
std::unique_ptr<runtime> join_parent(const settings &s)
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

// ---- The end

// PE 0 says why, as only its stderr is sure to be seen, unless it is the one that is gone.
void runtime::end_all(const std::string &why)
{
    bool say = pe == 0 || gone_ == 0;
    over = true;
    if (say)
        std::fprintf(stderr, "ompc: %s\n", why.c_str());
    for (int other = 0; other < pes; other++)
        if (other != pe && other != gone_) {
            const char *text = other == 0 && !say ? why.c_str() : "";
            send_ints(other, TAG_END, std::vector<int>(text, text + std::strlen(text)));
        }
}

// In a handler, where PVM 3.4.6 has no pvm_exit: PVM sees the process end.
void runtime::on_end()
{
    int n = 0;
    pvm_upkint(&n, 1, 1);
    std::vector<int> text(static_cast<std::size_t>(n));
    if (n > 0) {
        pvm_upkint(text.data(), n, 1);
        std::fprintf(stderr, "ompc: %s\n", std::string(text.begin(), text.end()).c_str());
    }
    std::fflush(nullptr);
    std::_Exit(1);
}

// PE 0 is the last to come and the first to go: from then on the end of a task is no news.
void runtime::leave()
{
    barrier();
    over = pe > 0;
    if (pe > 0) {
        send_ints(0, TAG_LEAVE, {});
        receive_ints(0, TAG_LEAVE);
    }
    for (int other = 1; pe == 0 && other < pes; other++)
        receive_ints(-1, TAG_LEAVE);
    over = true;
    for (int other = 1; pe == 0 && other < pes; other++)
        send_ints(other, TAG_LEAVE, {});
}

// PE 0 speaks for all; of its own end PE 1 speaks, and the others end when it tells them.
void runtime::on_death(int)
{
    int tid = 0;
    pvm_upkint(&tid, 1, 1);
    int dead = gone_ = pe_of(tid);
    std::string owned;
    for (std::size_t a = 0; a < arrays.size(); a++) {
        std::uint32_t n = arrays[a].gone ? 0 : engine.owned_by(dead, arrays[a].first_block, arrays[a].blocks);
        if (n > 0)
            owned += (owned.empty() ? "" : ", ") + std::to_string(n) + (n == 1 ? " block" : " blocks") + " of array " +
                     std::to_string(a) + (arrays[a].name.empty() ? "" : " '" + arrays[a].name + "'");
    }
    if (pe <= 1)
        fail("PE %d (t%x) has ended before the others%s%s; all end", dead, static_cast<unsigned>(tid),
             owned.empty() ? "" : "; it owned ", owned.c_str());
    std::_Exit(1);
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
