// calls.cpp - what programs call: the functions below the templates of anetl.hpp, and those that are none.
#include <cstdio>
#include <ctime>

#include "layer.hpp"

namespace anetl
{
namespace detail
{
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
        r->value =
            std::make_unique<std::uint32_t>(m.add(std::unique_ptr<object>(like.make()), like, m.module_of(like)).id);
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

duty::~duty()
{
    if (!done)
        manager::needed().drop(*this);
}

std::shared_ptr<duty> take_duty(pack_function of_result)
{
    return manager::needed().take_duty(of_result);
}

void reply_later(duty &d, box result, pack_function pack)
{
    if (std::exchange(d.done, true))
        return;
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
    manager::needed().change(name_, true);
}
void event::reset() const
{
    manager::needed().change(name_, false);
}
void event::wait() const
{
    manager::needed().wait_for_event(name_);
}
bool event::is_set() const
{
    return manager::needed().is_set(name_);
}
} // namespace anetl
