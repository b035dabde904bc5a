// manager.cpp - contexts and the queue: who runs next, who waits for what, what becomes of a message for an object.
#include "manager.hpp"

#include <boost/context/protected_fixedsize_stack.hpp>

#include <algorithm>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <unistd.h>

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
    const char *from = methods;
    for (; n > 0 && (from = std::strchr(from, ',')) != nullptr; n--)
        from++;
    if (n < 0 || from == nullptr)
        return "method " + std::to_string(n);
    from += std::strspn(from, " ");
    return std::string(from, std::strcspn(from, ", "));
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
    switches = switches + 1;
    current_ = a;
    restore_globals(*a);
    a->context = std::move(a->context).resume();
    current_ = nullptr;
    switches = switches + 1;
    if (a->over)
        finish(a);
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

activation *manager::unused_context()
{
    if (idle_.empty() && contexts_.size() >= static_cast<std::size_t>(set.methods))
        return nullptr;
    if (!idle_.empty()) {
        activation *a = idle_.back();
        idle_.pop_back();
        return a;
    }
    contexts_made++;
    contexts_.push_back(std::make_unique<activation>());
    activation *a = contexts_.back().get();
    boost::context::protected_fixedsize_stack stack(static_cast<std::size_t>(set.stack_kib) * 1024);
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
                             std::to_string(contexts_.size()) +
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
        if (m.what == kind::note) {
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
        reason = e.what(); // it says already what it comes from, however many methods it passes
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
        refuse(a->what, a->failed); // its stack is left as it is
        a->what.body.release();
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

// ---- What methods do

std::uint32_t manager::current_id() const
{
    return current_ != nullptr ? current_->of->id : layer_id(number);
}

std::string manager::current_name() const
{
    if (current_ == nullptr)
        return "the layer";
    const std::string where = " on " + node_name(number);
    if (current_->is_main)
        return "main";
    const std::string name =
        current_->what.what == kind::note ? "on_error" : method_name(current_->of->type.methods, current_->what.method);
    return "method '" + name + "' of " + id_text(current_->of->id) + " " + current_->of->type.name + where;
}

void manager::say_wrong_access(const void *address) const
{
    char text[300];
    int n = std::snprintf(text, sizeof text, "anetl: %s makes a wrong access to memory, at %p\n",
                          current_name().c_str(), address);
    if (n > 0 && write(2, text, std::min<std::size_t>(static_cast<std::size_t>(n), sizeof text - 1)) < 0)
        return;
}

void manager::wait_here(const std::string &what)
{
    if (current_ == nullptr)
        fail("something is waited for outside a method (%s)", what.c_str());
    activation *a = current_;
    a->waits = what;
    waiting_[a->began] = a; // main's is 0
    suspend();
}

void manager::await(reply &r)
{
    if (!r.done) {
        r.waiting.push_back(current_);
        wait_here("for " + id_text(r.to) + " " + method_name(r.methods, r.method));
    }
    if (!r.error.empty())
        throw error(objid{r.to}, r.error);
}

void manager::trapped(reply &r)
{
    spend(cost.trap_ns);
    if (!r.done) {
        r.waiting.push_back(current_);
        wait_here("for " + id_text(r.to) + " " + method_name(r.methods, r.method));
    }
    if (r.error.empty())
        return;
    if (current_->is_main)
        fail("main uses a future that came to nothing: %s", r.error.c_str());
    current_->failed = current_name() + " uses a future that came to nothing: " + r.error;
    current_->over = true;
    suspend();
}

void manager::yield()
{
    if (current_ == nullptr)
        return;
    while (take_in(false))
        ;
    queue_.push_back({current_, nullptr});
    suspend();
}

duty manager::take_duty()
{
    if (current_ == nullptr || current_->is_main || current_->what.what != kind::ask || current_->duty_taken)
        throw error(objid{current_id()}, current_name() +
                                             " has nothing to answer: it was not called by a now or future message, "
                                             "or the duty has been taken");
    current_->duty_taken = true;
    return {current_->what.from, current_->what.number, current_->what.tid};
}

void manager::accept(object &o, const int *methods, int n)
{
    record *r = find(o.id().word);
    if (r == nullptr || current_ == nullptr || current_->of != r)
        fail("accept outside a method of the object");
    if (r->acceptor != nullptr)
        throw error(o.id(), "two methods of one object accept at a time");
    for (int i = 0; i < n; i++)
        if ((r->held >> methods[i] & 1) == 0)
            throw error(o.id(), "method '" + method_name(r->type.methods, methods[i]) + "' is accepted, but not held");
    r->accepts.assign(methods, methods + n);
    r->acceptor = current_;
    offer(*r);
    std::string names;
    for (int i = 0; i < n; i++)
        names += (i > 0 ? ", " : "") + method_name(r->type.methods, methods[i]);
    if (r->acceptor != nullptr)
        wait_here("to accept " + names);
    // Its own context runs them, one after the other.
    for (int i = 0; i < n; i++) {
        const auto at =
            std::find_if(r->kept.begin(), r->kept.end(), [&](const message &m) { return m.method == methods[i]; });
        message m = std::move(*at);
        r->kept.erase(at);
        std::swap(current_->what, m);
        const bool taken = std::exchange(current_->duty_taken, false);
        execute(*current_);
        current_->duty_taken = taken;
        std::swap(current_->what, m);
    }
}

// Is there a message for each method that is accepted?
void manager::offer(record &r)
{
    if (r.acceptor == nullptr)
        return;
    for (int method : r.accepts)
        if (std::none_of(r.kept.begin(), r.kept.end(), [&](const message &m) { return m.method == method; }))
            return;
    activation *a = std::exchange(r.acceptor, nullptr);
    if (a != current_)
        ready(a);
}

// ---- Messages

record *manager::find(std::uint32_t id)
{
    const auto found = objects_.find(id);
    return found != objects_.end() && !found->second->ending ? found->second.get() : nullptr;
}

void manager::refuse(const message &m, const std::string &reason)
{
    message back;
    back.what = m.what == kind::past || m.what == kind::note || m.what == kind::destroy ? kind::note : kind::failed;
    back.to = m.from;
    back.from = m.to;
    back.number = m.number;
    back.text = reason;
    if (m.what == kind::note) { // the object's own on_error has failed: nobody is left to be told
        std::fprintf(stderr, "anetl: %s\n", reason.c_str());
        return;
    }
    if (m.local || m.tid == 0 || m.tid == tids[static_cast<std::size_t>(number)]) {
        back.local = true;
        queue_.push_back({nullptr, std::make_unique<message>(std::move(back))});
    } else {
        send(back, m.tid);
    }
}

void manager::note_for(std::uint32_t to, std::uint32_t from, const std::string &reason)
{
    message m;
    m.what = kind::note;
    m.to = to;
    m.from = from;
    m.text = reason;
    m.local = true;
    queue_.push_back({nullptr, std::make_unique<message>(std::move(m))});
}

void manager::post(message &&m)
{
    m.from = current_id();
    const int to = objid{m.to}.node();
    m.tid = tids[static_cast<std::size_t>(number)];
    if (to == number) {
        spend(cost.local_ns);
        m.local = true;
        // Its arguments belong to the receiver from now on: the sender's module may go before they do.
        if (record *r = find(m.to);
            r != nullptr && m.method < r->type.count && r->type.entries[m.method].check == m.check)
            m.body = box(m.body.release(), r->type.entries[m.method].free_arguments);
        queue_.push_back({nullptr, std::make_unique<message>(std::move(m))});
    } else if (m.to == 0 || to >= static_cast<int>(tids.size()) || tids[static_cast<std::size_t>(to)] == 0) {
        refuse(m, m.to == 0 ? "a message to no object"
                            : "there is no node " + std::to_string(to) + " (object " + id_text(m.to) + ")");
    } else if (gone_.count(to) > 0) {
        refuse(m, "node " + std::to_string(to) + " (" + node_name(to) + ") has ended");
    } else {
        send(m, tids[static_cast<std::size_t>(to)]);
    }
}

void manager::ask(message &&m, const std::shared_ptr<reply> &r)
{
    m.number = r->number = ++last_request_;
    r->to = m.to;
    r->method = m.method;
    pending_[m.number] = r;
    post(std::move(m));
}

void manager::cancel(reply &r)
{
    pending_.erase(r.number);
}

void manager::answer(std::uint32_t to, std::uint32_t number_, int tid, box result, pack_function pack)
{
    message m;
    m.what = kind::answer;
    m.to = to;
    m.from = current_id();
    m.number = number_;
    m.body = std::move(result);
    m.pack = pack;
    if (tid == tids[static_cast<std::size_t>(number)]) {
        spend(cost.local_ns);
        m.local = true;
        got_answer(m);
    } else {
        send(m, tid);
    }
}

// The value is moved to who waits for it at once.
void manager::got_answer(message &m)
{
    const auto found = pending_.find(m.number);
    if (found == pending_.end())
        return; // nobody wants it any more
    const std::shared_ptr<reply> r = found->second;
    pending_.erase(found);
    if (m.what == kind::failed)
        r->error = m.text;
    else if (m.body != nullptr)
        r->take(m.body.get());
    r->done = true;
    for (void *a : std::exchange(r->waiting, {}))
        ready(static_cast<activation *>(a));
}

void manager::dispatch(message &&m)
{
    if (m.what == kind::answer || m.what == kind::failed)
        return got_answer(m);
    if (m.what >= kind::create)
        return command(m);
    record *r = find(m.to);
    if (r == nullptr) {
        if (m.what == kind::note)
            std::fprintf(stderr, "anetl: a past message of %s, which has ended, came to nothing: %s\n",
                         id_text(m.to).c_str(), m.text.c_str());
        else
            refuse(m, "there is no object " + id_text(m.to) + " (any more)");
        return;
    }
    if (m.what == kind::destroy) {
        r->ending = true;
        return drop_if_over(*r);
    }
    if (m.what == kind::note)
        return begin(*r, std::move(m));
    to_object(*r, std::move(m));
}

void manager::to_object(record &r, message &&m)
{
    const std::string name = "object " + id_text(r.id) + " (" + r.type.name + ")";
    if (m.method < 0 || m.method >= r.type.count)
        return refuse(m, name + " has no method of number " + std::to_string(m.method) + ": it has " + r.type.methods);
    if ((r.type.entries[m.method].check ^ m.check) << 8 != 0)
        return refuse(m, name + ": the arguments or the result of '" + method_name(r.type.methods, m.method) +
                             "' are of other types there");
    if ((r.held >> m.method & 1) != 0) {
        r.kept.push_back(std::move(m));
        return offer(r);
    }
    begin(r, std::move(m));
}

// ---- Events

void manager::change(const std::string &event, bool to_set, bool tell)
{
    if (to_set)
        events_.insert(event);
    else
        events_.erase(event);
    if (to_set)
        for (activation *a : std::exchange(event_waits_[event], {}))
            ready(a);
    if (!tell)
        return;
    message m;
    m.what = to_set ? kind::set : kind::reset;
    m.from = current_id();
    m.text = event;
    tell_all(m);
}

bool manager::is_set(const std::string &event) const
{
    return events_.count(event) > 0;
}

void manager::wait_for_event(const std::string &event)
{
    if (is_set(event))
        return;
    event_waits_[event].push_back(current_);
    wait_here("for event '" + event + "'");
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
