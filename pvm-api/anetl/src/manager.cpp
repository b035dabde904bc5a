// manager.cpp - contexts and the queue: who runs next. What methods do is in methods.cpp, messages for objects in
// objects.cpp.
#include "manager.hpp"

#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>

#include <pvm3.h>
#include <pvmsim.h>

#include "traps.hpp"

namespace anetl::detail
{
using boost::context::fiber;

namespace
{
manager *the_manager;
constexpr int LOOK = 64; // how many steps between two looks at what has arrived

// What the C++ library keeps of exceptions for a thread, by its ABI: a context has its own.
struct eh_globals {
    void *caught;
    unsigned uncaught;
};
eh_globals &thread_globals()
{
    return *reinterpret_cast<eh_globals *>(abi::__cxa_get_globals());
}

double number(const char *name, double scale)
{
    return pvmsim_number((std::string("anetl.") + name).c_str()) * scale;
}

// A context makes room for exceptions of its own before it goes, and finds them again.
void keep_globals(activation &a)
{
    a.caught = std::exchange(thread_globals().caught, nullptr);
    a.uncaught = std::exchange(thread_globals().uncaught, 0);
    a.sbuf = pvm_setsbuf(0);
    a.rbuf = pvm_setrbuf(0);
}
void restore_globals(const activation &a)
{
    thread_globals() = {a.caught, a.uncaught};
    if (a.sbuf > 0)
        pvm_setsbuf(a.sbuf);
    if (a.rbuf > 0)
        pvm_setrbuf(a.rbuf);
}
} // namespace

void fail(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    std::fprintf(stderr, "anetl: ");
    std::vfprintf(stderr, format, list);
    std::fprintf(stderr, "\n");
    va_end(list);
    std::fflush(nullptr);
    std::_Exit(1);
}

std::string method_name(const char *methods, int n)
{
    int at = 0, deep = 0;
    std::string name;
    for (const char *c = methods; *c != 0 && at <= n; c++) {
        deep += *c == '(' ? 1 : *c == ')' ? -1 : 0;
        if (*c == ',' && deep == 0)
            at++;
        else if (at == n && *c != ' ')
            name += *c;
    }
    if (const std::size_t last = name.rfind(','); last != std::string::npos) // of (void(int),add)
        name = name.substr(last + 1, name.size() - last - 2);
    return name.empty() ? "method " + std::to_string(n) : name;
}

manager::manager(int number_, int nodes_, std::vector<int> tids_, int context_, const settings &s)
    : number(number_), nodes(nodes_), context(context_), tids(std::move(tids_)), set(s)
{
    the_manager = this;
    cost = {detail::number("local_message_us", 1000), detail::number("switch_us", 1000),
            detail::number("trap_us", 1000),          detail::number("flag_ns", 1),
            detail::number("remote_us", 1000),        detail::number("overlap_ns_per_byte", 1)};
    int nhosts = 0, narch = 0;
    struct pvmhostinfo *hosts = nullptr;
    if (pvm_config(&nhosts, &narch, &hosts) < 0)
        fail("PVM does not answer: is it running?");
    encoding_ = narch > 1 ? PvmDataDefault : PvmDataRaw;
    std::map<int, std::string> by_daemon;
    for (int i = 0; i < nhosts; i++)
        by_daemon[hosts[i].hi_tid] = hosts[i].hi_name;
    for (int i = 0; i < nodes; i++)
        names_.push_back(by_daemon[pvm_tidtohost(tids[static_cast<std::size_t>(i)])]);
    main_.is_main = true;
    catch_faults();
    watch_patience(set.patience_s);
}

manager *manager::there()
{
    return the_manager;
}

manager &manager::needed()
{
    if (the_manager == nullptr)
        fail("there is no anetl::host yet: make one first thing in main");
    return *the_manager;
}

void manager::spend(double ns)
{
    if (ns > 0 && pvmsim_here())
        pvmsim_charge(static_cast<std::int64_t>(ns));
}

// ---- Contexts

// The manager itself, in a context of its own, since main has the process's stack.
void manager::begin_main(object *o)
{
    boost::context::protected_fixedsize_stack stack(1 << 20);
    to_loop_ = fiber(std::allocator_arg, stack, [this](fiber &&back) { return loop(std::move(back)); });
    record &r = *(objects_[object_id(number, 1)] = std::make_unique<record>());
    r.it.reset(o);
    r.id = object_id(number, 1);
    r.type = {"main", "main", 0, 0, nullptr, nullptr};
    r.running = 1;
    record_access::name(*o, r.id);
    main_.of = &r;
    current_ = &main_;
}

fiber manager::loop(fiber &&back)
{
    main_.context = std::move(back);
    current_ = nullptr;
    for (;;)
        step();
}

void manager::step()
{
    if (queue_.empty()) {
        take_in(true);
        return;
    }
    if (++looked_ >= LOOK) {
        looked_ = 0;
        take_in(false);
    }
    work w = std::move(queue_.front());
    queue_.pop_front();
    if (w.resume != nullptr) {
        spend(cost.switch_ns);
        run(w.resume);
    } else {
        dispatch(std::move(*w.dispatch));
    }
}

void manager::serve()
{
    current_ = nullptr;
    for (;;)
        step();
}

// Until it waits or ends.
void manager::run(activation *a)
{
    const std::uint32_t of = a->is_main ? 0 : a->of->id;
    switches = switches + 1;
    current_ = a;
    restore_globals(*a);
    a->context = std::move(a->context).resume();
    current_ = nullptr;
    switches = switches + 1;
    if (a->over)
        finish(a);
    let_in(of);
}

void manager::suspend()
{
    activation &a = *current_;
    if (!a.over) // the next method in this context begins with nothing
        keep_globals(a);
    to_loop_ = std::move(to_loop_).resume();
}

void manager::ready(activation *a)
{
    a->waits.clear();
    waiting_.erase(a->began);
    queue_.push_back({a, nullptr});
}

// A stack of which an activation knows where it is.
struct told_stack {
    std::size_t bytes;
    boost::context::stack_context *place;

    boost::context::stack_context allocate() const
    {
        return *place = boost::context::protected_fixedsize_stack(bytes).allocate();
    }
    void deallocate(boost::context::stack_context &s) const noexcept
    {
        boost::context::protected_fixedsize_stack(bytes).deallocate(s);
    }
};

// It is never run again, and what lies on its stack is not destroyed: the memory alone is given back.
void give_back_stack(activation &a)
{
    (void)std::make_unique<fiber>(std::move(a.context)).release();
    boost::context::protected_fixedsize_stack(a.stack.size).deallocate(a.stack);
}

activation *manager::unused_context()
{
    if (idle_.empty() && under_way() >= static_cast<std::size_t>(set.methods))
        return nullptr;
    if (!idle_.empty()) {
        activation *a = idle_.back();
        idle_.pop_back();
        return a;
    }
    contexts_made++;
    contexts_.push_back(std::make_unique<activation>());
    activation *a = contexts_.back().get();
    const told_stack stack{static_cast<std::size_t>(set.stack_kib) * 1024, &a->stack};
    try { // the stack is allocated here
        a->context = fiber(std::allocator_arg, stack, [this, a](fiber &&back) -> fiber {
            to_loop_ = std::move(back);
            for (;;) {
                execute(*a);
                a->over = true;
                suspend();
            }
        });
    } catch (const std::bad_alloc &) {
        contexts_.pop_back();
        contexts_made--;
        return nullptr;
    }
    return a;
}

void manager::begin(record &r, message &&m)
{
    activation *a = unused_context();
    if (a == nullptr)
        return refuse(m, "node " + std::to_string(number) + " (" + node_name(number) + ") has " +
                             std::to_string(under_way()) +
                             " methods under way, and begins no more: is it a cycle of now messages? (--anetl-methods, "
                             "--anetl-stack)");
    a->of = &r;
    a->what = std::move(m);
    a->over = a->duty_taken = false;
    a->caught = nullptr;
    a->uncaught = 0;
    a->sbuf = a->rbuf = 0;
    a->failed.clear();
    a->began = ++last_activation_;
    r.running++;
    run(a);
}

// In the method's own context.
void manager::execute(activation &a)
{
    message &m = a.what;
    std::string reason;
    try {
        if (m.what != kind::note && !m.text.empty()) {
            reason = m.text; // its guard has failed
        } else if (m.what == kind::note) {
            a.of->it->on_error(objid{m.from}, m.text);
        } else {
            const method_entry &entry = a.of->type.entries[m.method];
            box result = entry.run(*a.of->it, m.body.get());
            if (m.what == kind::ask && !a.duty_taken)
                answer(m.from, m.number, m.tid, std::move(result), entry.pack_result);
            a.what.body.reset();
            return;
        }
    } catch (const error &e) {
        reason = e.what();  // it says already what it comes from, however many methods it passes
        if (reason.empty()) // which would mean: no error
            reason = current_name() + " ended by an error without a reason";
    } catch (const std::exception &e) {
        reason = current_name() + " ended by " + e.what();
    } catch (...) {
        reason = current_name() + " ended by an exception that is no std::exception";
    }
    if (!reason.empty() && !a.duty_taken)
        refuse(m, reason);
    m.body.reset();
}

void manager::finish(activation *a)
{
    record &r = *a->of;
    a->of = nullptr;
    r.running--;
    if (a->failed.empty()) {
        idle_.push_back(a);
    } else {
        left_++;
        give_back_stack(*a);
        refuse(a->what, a->failed);
        a->what.body.release();
        for (message &m : a->under) {
            refuse(m, a->failed);
            m.body.release();
        }
    }
    drop_if_over(r);
}

void manager::drop_if_over(record &r)
{
    if (!r.ending || r.running > 0)
        return;
    for (message &m : r.kept)
        refuse(m, "object " + id_text(r.id) + " (" + r.type.name + ") has ended");
    if (r.from != nullptr)
        r.from->objects--;
    objects_.erase(r.id);
}

// ---- Nodes

std::string manager::node_name(int n) const
{
    if (n >= nodes)
        return "the host program";
    return n >= 0 ? names_[static_cast<std::size_t>(n)] : "?";
}

int manager::node_named(const std::string &host) const
{
    for (int i = 0; i < nodes; i++)
        if (names_[static_cast<std::size_t>(i)] == host)
            return i;
    throw error(objid{}, "there is no node on '" + host + "': the layer has nodes on " + names_.front() + " to " +
                             names_.back());
}

int manager::next_place()
{
    return place_++ % nodes;
}
} // namespace anetl::detail
