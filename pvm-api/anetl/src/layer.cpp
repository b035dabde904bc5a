// layer.cpp - from one task to all nodes: starting them, joining a layer that stays, parting.
#include <cstdio>
#include <cstring>
#include <exception>

#include <pvm3.h>

#include "layer.hpp"

namespace anetl
{
namespace detail
{
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
    pvm_notify(PvmTaskExit, TAG_DIED, s.nodes, tids.data());
    for (int i = 0; i < s.nodes; i++) {
        int words[start_words::count] = {i, s.nodes, context, s.stack_kib, s.patience_s, stays, s.methods};
        pvm_initsend(PvmDataDefault);
        pvm_pkint(words, start_words::count, 1);
        pvm_pkint(tids.data(), s.nodes, 1);
        pvm_send(tids[static_cast<std::size_t>(i)], TAG_BEGIN);
    }
    for (int i = 0; i < s.nodes; i++) { // it has its messages' context from now on
        int tag = 0;
        pvm_bufinfo(pvm_recv(-1, -1), nullptr, &tag, nullptr);
        if (tag != TAG_HELLO)
            fail("a node has ended before it began: %s", file.c_str());
    }
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
    tids.resize(static_cast<std::size_t>(number) + 1);
    tids.back() = me;
    auto *m = new manager(number, nodes, tids, context, s); // stays until the process ends
    m->stays = stays;
    m->owner = true; // the end of a node is news for it, not its own end
    the_main = new main_object;
    m->begin_main(the_main);
    if (!stays)
        return;
    const int program = pvm_setcontext(context);
    pvm_notify(PvmTaskExit, TAG_DIED, nodes, tids.data());
    pvm_setcontext(program);
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
