// layer.cpp - from one task to all nodes: settings, starting, joining a layer that stays, parting; and what programs
// call.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <unistd.h>

#include <pvm3.h>
#include <pvmsim.h>

#include "layer.hpp"
#include "traps.hpp"

namespace anetl
{
namespace detail
{
// ---- Settings

namespace
{
const struct option {
    const char *name, *variable;
    int settings::*number; // nullptr: a text
    int least, most;
    const char *what;
} known[] = {
    {"--anetl-nodes", "ANETL_NODES", &settings::nodes, 1, 4000, "a number of nodes"},
    {"--anetl-stack", "ANETL_STACK", &settings::stack_kib, 16, 1048576, "a stack in KiB"},
    {"--anetl-methods", "ANETL_METHODS_MOST", &settings::methods, 1, 1000000, "a number of methods"},
    {"--anetl-patience", "ANETL_PATIENCE", &settings::patience_s, 0, 1000000, "a number of seconds"},
    {"--anetl-program", "ANETL_PROGRAM", nullptr, 0, 0, "a file"},
};

void set_one(settings &s, const option &o, const char *from, const char *value)
{
    char *end = nullptr;
    const long n = std::strtol(value, &end, 10);
    if (o.number == nullptr)
        s.program = value;
    else if (*value == 0 || *end != 0 || n < o.least || n > o.most)
        fail("%s '%s': %s is wanted, %d to %d", from, value, o.what, o.least, o.most);
    else
        s.*o.number = static_cast<int>(n);
    if (o.number == nullptr && access(value, X_OK) != 0)
        fail("%s '%s': %s", from, value, std::strerror(errno));
}

void take_option(settings &s, int &argc, char **argv, int at)
{
    const char *equals = std::strchr(argv[at], '=');
    const std::string name(argv[at],
                           equals != nullptr ? static_cast<std::size_t>(equals - argv[at]) : std::strlen(argv[at]));
    std::string all;
    for (const option &o : known) {
        all += (all.empty() ? "" : ", ") + std::string(o.name);
        if (name != o.name)
            continue;
        const bool next = equals == nullptr;
        if (next && at + 1 == argc)
            fail("%s needs a value", o.name);
        set_one(s, o, o.name, next ? argv[at + 1] : equals + 1);
        const int taken = next ? 2 : 1;
        argc -= taken;
        std::memmove(argv + at, argv + at + taken, static_cast<std::size_t>(argc - at + 1) * sizeof *argv);
        return;
    }
    fail("there is no option '%s'; there is %s", argv[at], all.c_str());
}

std::string folder_of(const std::string &path)
{
    char whole[PATH_MAX];
    if (realpath(path.c_str(), whole) == nullptr)
        return "";
    return std::string(whole, static_cast<std::size_t>(std::strrchr(whole, '/') - whole));
}

// The node's program: as it is set, or where it is installed, seen from this library; or beside this program.
std::string node_program(const settings &s)
{
    if (!s.program.empty())
        return whole_path(s.program);
    Dl_info info;
    const std::string library =
        dladdr(reinterpret_cast<void *>(&node_program), &info) != 0 ? folder_of(info.dli_fname) : "";
    for (const std::string &file :
         {library + "/anetl-node", library + "/../bin/anetl-node", folder_of("/proc/self/exe") + "/anetl-node"})
        if (access(file.c_str(), X_OK) == 0)
            return whole_path(file);
    return "anetl-node"; // PVM may find it
}
} // namespace

settings read_settings(int &argc, char **argv)
{
    settings s;
    for (const option &o : known)
        if (const char *value = std::getenv(o.variable))
            set_one(s, o, o.variable, value);
    for (int at = 1; at < argc;)
        if (std::strncmp(argv[at], "--anetl-", 8) == 0)
            take_option(s, argc, argv, at);
        else
            at++;
    return s;
}

std::string whole_path(const std::string &module)
{
    char whole[PATH_MAX];
    return realpath(module.c_str(), whole) != nullptr ? whole
           : module.find('/') != std::string::npos    ? module
                                                      : "./" + module;
}

void leave_quietly()
{
    std::fflush(nullptr);
    pvm_exit();
    std::_Exit(0);
}

// ---- Starting

static int count_nodes(const settings &s)
{
    int nhosts = 0, narch = 0;
    struct pvmhostinfo *hosts = nullptr;
    if (pvm_config(&nhosts, &narch, &hosts) < 0)
        fail("PVM does not answer: is it running?");
    int n = nhosts;
    for (int i = 0; i < nhosts; i++)
        n -= nhosts > 1 && std::strcmp(hosts[i].hi_name, "ap1000") == 0; // the host of an AP1000 is no cell
    return s.nodes > 0 ? s.nodes : n;
}

std::vector<int> start_nodes(settings &s, int context, bool stays)
{
    s.nodes = count_nodes(s);
    std::vector<int> tids(static_cast<std::size_t>(s.nodes));
    std::string file = node_program(s);
    const int program = pvm_setcontext(context); // what they are told, and say, is in the layer's own context
    const int n = pvm_spawn(&file[0], nullptr, PvmTaskDefault, nullptr, s.nodes, tids.data());
    if (n < s.nodes) {
        for (int i = 0; i < n; i++)
            pvm_kill(tids[static_cast<std::size_t>(i)]);
        const int code = n < 0 ? n : tids[static_cast<std::size_t>(n)];
        fail("PVM started %d of %d nodes, %s (code %d%s)", n < 0 ? 0 : n, s.nodes, file.c_str(), code,
             code == PvmNoFile ? ", no such file: give --anetl-program" : "");
    }
    for (int i = 0; i < s.nodes; i++) {
        int words[start_words::count] = {i, s.nodes, context, s.stack_kib, s.patience_s, stays, s.methods};
        pvm_initsend(PvmDataDefault);
        pvm_pkint(words, start_words::count, 1);
        pvm_pkint(tids.data(), s.nodes, 1);
        pvm_send(tids[static_cast<std::size_t>(i)], TAG_BEGIN);
    }
    for (int tid : tids)
        pvm_recv(tid, TAG_HELLO); // it has its messages' context from now on
    pvm_freebuf(pvm_setsbuf(0));
    pvm_freebuf(pvm_setrbuf(0));
    pvm_setcontext(program);
    return tids;
}

int find_layer(std::vector<int> &tids)
{
    const int errors = pvm_setopt(PvmAutoErr, 0), program = pvm_setrbuf(0);
    int head[2] = {0, 0};
    const int mid = pvm_recvinfo(const_cast<char *>(MAILBOX), 0, PvmMboxDefault);
    if (mid > 0) {
        pvm_setrbuf(mid);
        pvm_upkint(head, 2, 1);
        tids.resize(static_cast<std::size_t>(head[1]));
        pvm_upkint(tids.data(), head[1], 1);
        pvm_freebuf(pvm_setrbuf(program));
    }
    pvm_setopt(PvmAutoErr, errors);
    return head[0];
}

std::string ask_node(int node, kind what, const std::string &text)
{
    manager &m = manager::needed();
    auto r = std::make_shared<reply_of<std::string>>();
    message q;
    q.what = what;
    q.to = layer_id(node);
    q.text = text;
    r->methods = "it";
    if (what == kind::where) { // the object's number travels in the head
        q.to = layer_id(node);
        q.check = static_cast<std::uint32_t>(std::stoul(text));
    }
    m.ask(std::move(q), r);
    m.await(*r);
    return *r->value;
}

// ---- A node's own beginning

int run_node()
{
    const int parent = pvm_parent();
    if (parent < 0) {
        std::fprintf(
            stderr, "anetl-node: a program of A-NETL (anetl::host) or `anetl-control start` starts it, not a person\n");
        return 2;
    }
    int words[start_words::count];
    const int mid = pvm_recv(parent, TAG_BEGIN);
    if (mid < 0)
        fail("a node is not told who it is: pvm_recv gives %d", mid);
    pvm_upkint(words, start_words::count, 1);
    std::vector<int> tids(static_cast<std::size_t>(words[start_words::nodes]));
    pvm_upkint(tids.data(), words[start_words::nodes], 1);
    const int context = words[start_words::context], number = words[start_words::number];
    settings s;
    s.stack_kib = words[start_words::stack_kib];
    s.patience_s = words[start_words::patience_s];
    s.methods = words[start_words::methods];
    const bool stays = words[start_words::stays] != 0;
    int first = stays ? tids[0] : parent; // who keeps the layer together
    if (!stays)
        tids.push_back(parent);
    const int nodes = words[start_words::nodes];
    auto *m = new manager(number, nodes, tids, context, s);
    m->stays = stays;
    m->owner = stays && number == 0;
    pvm_setcontext(context);
    if (!m->owner)
        pvm_notify(PvmTaskExit, TAG_DIED, 1, &first);
    else if (nodes > 1)
        pvm_notify(PvmTaskExit, TAG_DIED, nodes - 1, tids.data() + 1);
    if (m->owner) { // by this others find the layer, as long as it runs
        int head[2] = {context, nodes};
        pvm_initsend(PvmDataDefault);
        pvm_pkint(head, 2, 1);
        pvm_pkint(tids.data(), nodes, 1);
        pvm_putinfo(const_cast<char *>(MAILBOX), pvm_getsbuf(), PvmMboxDefault);
    }
    pvm_initsend(PvmDataDefault);
    pvm_send(parent, TAG_HELLO);
    pvm_freebuf(pvm_setsbuf(0));
    pvm_freebuf(pvm_setrbuf(0));
    pvm_setcontext(0);
    m->serve();
}

// ---- What the templates call

void send_past(request &&q)
{
    message m;
    m.to = q.to;
    m.method = q.method;
    m.check = q.check;
    m.body = std::move(q.arguments);
    m.pack = q.pack;
    manager::needed().post(std::move(m));
}

void send_asking(request &&q, std::shared_ptr<reply> r)
{
    message m;
    m.what = kind::ask;
    m.to = q.to;
    m.method = q.method;
    m.check = q.check;
    m.body = std::move(q.arguments);
    m.pack = q.pack;
    r->methods = q.methods;
    manager::needed().ask(std::move(m), r);
}

void wait_for(reply &r)
{
    manager::needed().await(r);
}

void forget(reply &r)
{
    manager::needed().cancel(r);
}

void check_flag(const reply &)
{
    manager &m = manager::needed();
    m.spend(m.cost.flag_ns);
}

std::shared_ptr<reply> begin_create(const std::string &module, const class_entry &like, int node, bool here)
{
    manager &m = manager::needed();
    auto r = std::make_shared<reply_of<std::uint32_t>>();
    r->methods = "creation";
    if (here) {
        r->value = std::make_unique<std::uint32_t>(m.add(std::unique_ptr<object>(like.make()), like, nullptr).id);
        r->done = true;
        return r;
    }
    message q;
    q.what = kind::create;
    q.to = layer_id(node);
    q.check = like.interface;
    q.text = std::string(like.name) + "\n" + whole_path(module);
    m.ask(std::move(q), r);
    return r;
}

std::uint32_t end_create(const std::shared_ptr<reply> &r)
{
    manager::needed().await(*r);
    return *static_cast<reply_of<std::uint32_t> &>(*r).value;
}

void destroy(std::uint32_t id)
{
    message m;
    m.what = kind::destroy;
    m.to = id;
    manager::needed().post(std::move(m));
}

duty take_duty()
{
    return manager::needed().take_duty();
}

void reply_later(const duty &d, box result, pack_function pack)
{
    manager::needed().answer(d.to, d.number, d.tid, std::move(result), pack);
}

void hold_methods(object &o, std::uint64_t which)
{
    record_access::held(o) |= which;
}

void accept_methods(object &o, const int *methods, int n)
{
    manager::needed().accept(o, methods, n);
}

// ---- Main's own object

namespace
{
struct main_object : object {
    std::function<void(objid, const std::string &)> told;
    void on_error(objid from, const std::string &reason) override
    {
        if (told)
            told(from, reason);
        else
            object::on_error(from, reason);
    }
};
main_object *the_main;

// A layer that was there before is told of its new host by the host itself, and knows it before anyone hears of it.
void join(manager &m)
{
    auto member = [&](int node) {
        message q;
        q.what = kind::member;
        q.to = layer_id(node);
        q.method = m.number;
        auto r = std::make_shared<reply_of<std::string>>();
        r->methods = "it";
        m.ask(std::move(q), r);
        m.await(*r);
    };
    for (int i = 0; i < m.nodes; i++)
        member(i);
}

// A number that no other host has: of the machine's tids.
int host_number(int nodes, int tid)
{
    return nodes + 1 + static_cast<int>(static_cast<unsigned>(tid) % static_cast<unsigned>(4094 - nodes));
}
} // namespace

void manager::settle()
{
    for (std::int64_t before = -1;;) {
        yield();
        std::int64_t sent = sent_, received = received_, busy = static_cast<std::int64_t>(queue_.size());
        for (int i = 0; i < nodes; i++) {
            if (gone_.count(i) > 0)
                return;
            long s = 0, r = 0, b = 0;
            try {
                std::sscanf(ask_node(i, kind::count, "").c_str(), "%ld %ld %ld", &s, &r, &b);
            } catch (const error &) {
                return; // a node has ended, and what it had with it
            }
            sent += s;
            received += r;
            busy += b;
        }
        if (busy == 0 && sent == received && sent == before)
            return;
        before = sent;
    }
}

void manager::end_layer()
{
    message m;
    m.what = kind::over;
    m.from = layer_id(number);
    tell_all(m);
}
} // namespace detail

using detail::manager;

error::error(objid from_, const std::string &reason) : std::runtime_error(reason), from(from_)
{
}
error::~error() = default;

object::~object() = default;

void object::on_error(objid from, const std::string &reason)
{
    std::fprintf(stderr, "anetl: a past message to %s came to nothing: %s\n", from.text().c_str(), reason.c_str());
}

std::pmr::memory_resource *object::heap()
{
    if (heap_ == nullptr)
        heap_ = std::make_unique<std::pmr::unsynchronized_pool_resource>();
    return heap_.get();
}

int nodes()
{
    return manager::needed().nodes;
}
int node()
{
    return manager::needed().number;
}
std::string node_name(int node)
{
    return manager::needed().node_name(node);
}
void yield()
{
    manager::needed().yield();
}
void work(double ns)
{
    manager::needed().spend(ns);
}
std::int64_t now_ns()
{
    timespec t{};
    clock_gettime(CLOCK_REALTIME, &t);
    return static_cast<std::int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
}

int resolve(const place &p)
{
    manager &m = manager::needed();
    if (p.here)
        return m.number;
    if (!p.host.empty())
        return m.node_named(p.host);
    if (p.node >= m.nodes)
        throw error(objid{},
                    "there is no node " + std::to_string(p.node) + ": the layer has " + std::to_string(m.nodes));
    return p.node >= 0 ? p.node : m.next_place();
}

event::event(std::string name) : name_(std::move(name))
{
}
void event::set() const
{
    manager::needed().change(name_, true, true);
}
void event::reset() const
{
    manager::needed().change(name_, false, true);
}
void event::wait() const
{
    manager::needed().wait_for_event(name_);
}
bool event::is_set() const
{
    return manager::needed().is_set(name_);
}

// ---- The host

host::host(int &argc, char **argv, int me)
{
    using namespace detail;
    if (manager::there() != nullptr)
        fail("there is a second anetl::host in one program");
    settings s = read_settings(argc, argv);
    if (me < 0)
        fail("PVM does not answer: is it running?");
    std::vector<int> tids;
    int context = find_layer(tids);
    const bool stays = context != 0;
    if (!stays) {
        context = pvm_newcontext();
        tids = start_nodes(s, context, false);
    }
    const int nodes = static_cast<int>(tids.size()), number = stays ? host_number(nodes, me) : nodes;
    std::vector<int> watched = tids;
    tids.resize(static_cast<std::size_t>(number) + 1);
    tids.back() = me;
    auto *m = new manager(number, nodes, tids, context, s); // stays until the process ends
    m->stays = stays;
    m->owner = true; // the end of a node is news for it, not its own end
    const int program = pvm_setcontext(context);
    pvm_notify(PvmTaskExit, TAG_DIED, nodes, watched.data());
    pvm_setcontext(program);
    the_main = new main_object;
    m->begin_main(the_main);
    if (stays)
        join(*m);
}

host::~host()
{
    manager &m = manager::needed();
    if (std::uncaught_exceptions() > 0)
        detail::fail("main is left by an exception");
    if (!m.stays) {
        m.settle();
        m.end_layer();
    }
    std::fflush(nullptr);
}

void host::on_error(std::function<void(objid, const std::string &)> f)
{
    detail::the_main->told = std::move(f);
}

void host::load(const std::string &module, const place &p)
{
    detail::ask_node(resolve(p), detail::kind::load, detail::whole_path(module));
}

void host::unload(const std::string &module, const place &p)
{
    detail::ask_node(resolve(p), detail::kind::unload, detail::whole_path(module));
}
} // namespace anetl
