// methods.cpp - what a method does that gives control back, or asks for it: waits, traps, yields, events, several
// messages at once.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <unistd.h>

#include "layer.hpp"

namespace anetl::detail
{
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

void manager::wait_for(reply &r)
{
    if (r.done)
        return;
    r.waiting.push_back(current_);
    wait_here("for " + id_text(r.to) + " " + method_name(r.methods, r.method));
}

// Constructors run outside a method.
void manager::need_method(const char *call) const
{
    if (current_ == nullptr)
        throw error(objid{}, std::string(call) + ", which only a method can");
}

void manager::await(reply &r)
{
    need_method("a wait for an answer");
    wait_for(r);
    if (!r.error.empty())
        throw error(objid{r.to}, r.error);
}

void manager::trapped(reply &r)
{
    spend(cost.trap_ns);
    wait_for(r);
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

std::shared_ptr<duty> manager::take_duty(pack_function of_result)
{
    if (current_ == nullptr || current_->is_main || current_->what.what != kind::ask || current_->duty_taken)
        throw error(objid{current_id()}, current_name() +
                                             " has nothing to answer: it was not called by a now or future message, "
                                             "or the duty has been taken");
    if (current_->of->type.entries[current_->what.method].pack_result != of_result)
        throw error(objid{current_id()}, current_name() + " returns another type than its later");
    current_->duty_taken = true;
    return std::shared_ptr<duty>(new duty{current_->what.from, current_->what.number, current_->what.tid});
}

// A method that an exception ends answers with that one's reason, not with this.
void manager::drop(const duty &d)
{
    if (std::uncaught_exceptions() > 0 && current_ != nullptr && current_->duty_taken &&
        current_->what.number == d.number && current_->what.from == d.to) {
        current_->duty_taken = false;
        return;
    }
    message m;
    m.what = kind::ask;
    m.from = d.to;
    m.to = current_id();
    m.number = d.number;
    m.tid = d.tid;
    refuse(m, "the duty to answer was dropped on node " + std::to_string(number) + " (" + node_name(number) + ")");
}

void manager::accept(object &o, const int *methods, int n)
{
    need_method("accept");
    record *r = current_->of;
    if (r->it.get() != &o)
        throw error(o.id(), "accept outside a method of the object");
    std::string names;
    for (int i = 0; i < n; i++) {
        names += (i > 0 ? ", " : "") + method_name(r->type.methods, methods[i]);
        if (std::find(methods, methods + i, methods[i]) != methods + i)
            throw error(o.id(),
                        "method '" + method_name(r->type.methods, methods[i]) + "' is accepted twice at a time");
        if ((r->held >> methods[i] & 1) == 0)
            throw error(o.id(), "method '" + method_name(r->type.methods, methods[i]) + "' is accepted, but not held");
    }
    const std::vector<int> accepts(methods, methods + n);
    std::vector<std::size_t> places;
    while ((places = one_of_each(*r, accepts)).empty()) { // another method may have accepted one before this one's turn
        if (r->acceptor != nullptr)
            throw error(o.id(), "two methods of one object accept at a time");
        if (r->ending)
            throw error(o.id(), current_name() + " waits to accept " + names + ", and the object has ended");
        r->accepts = accepts;
        r->acceptor = current_;
        wait_here("to accept " + names);
    }
    // The object's own context runs them, one after the other; nobody else takes one meanwhile.
    std::vector<message> taken;
    for (std::size_t at : places)
        taken.push_back(std::move(r->kept[at]));
    std::sort(places.rbegin(), places.rend());
    for (std::size_t at : places)
        r->kept.erase(r->kept.begin() + static_cast<std::ptrdiff_t>(at));
    activation &a = *current_;
    a.under.push_back(std::move(a.what));
    a.under.insert(a.under.end(), std::make_move_iterator(taken.rbegin()), std::make_move_iterator(taken.rend()));
    const bool duty = std::exchange(a.duty_taken, false);
    for (int i = 0; i < n; i++, a.duty_taken = false) {
        a.what = std::move(a.under.back());
        a.under.pop_back();
        execute(a);
    }
    a.what = std::move(a.under.back());
    a.under.pop_back();
    a.duty_taken = duty;
}

// Does the guard of its method let it in? One that throws does, and the message is answered with what it says.
bool manager::passes(const record &r, message &m)
{
    const auto &guards = record_access::guards(*r.it);
    const auto guard = guards.find(m.method);
    if (guard == guards.end())
        return true;
    std::string reason = "an exception that is no std::exception";
    m.text.clear(); // an earlier answer of the guard holds no more
    try {
        return guard->second(m.body.get());
    } catch (const std::exception &e) {
        reason = e.what();
    } catch (...) {
    }
    m.text = "the guard of '" + method_name(r.type.methods, m.method) + "' ended by " + reason;
    return true;
}

// Where a message for each of these methods is kept; empty if there is not one for each.
std::vector<std::size_t> manager::one_of_each(record &r, const std::vector<int> &methods)
{
    std::vector<std::size_t> places;
    for (int method : methods) {
        const auto at =
            std::find_if(r.kept.begin(), r.kept.end(), [&](message &m) { return m.method == method && passes(r, m); });
        if (at == r.kept.end())
            return {};
        places.push_back(static_cast<std::size_t>(at - r.kept.begin()));
    }
    return places;
}

// A method that waits to accept goes on when it can, and when it never will.
void manager::offer(record &r)
{
    if (r.acceptor != nullptr && (r.ending || !one_of_each(r, r.accepts).empty()))
        ready(std::exchange(r.acceptor, nullptr));
}

// A method of the object has given control back: other messages may pass their guards now.
void manager::let_in(std::uint32_t id)
{
    record *r = find(id);
    if (r == nullptr || r->opening || record_access::guards(*r->it).empty())
        return;
    offer(*r);
    for (r->opening = true; r != nullptr; r = find(id)) {
        const auto at = std::find_if(r->kept.begin(), r->kept.end(),
                                     [&](message &m) { return (r->held >> m.method & 1) == 0 && passes(*r, m); });
        if (at == r->kept.end()) {
            r->opening = false;
            return offer(*r);
        }
        message m = std::move(*at);
        r->kept.erase(at);
        begin(*r, std::move(m));
    }
}

// ---- Events

void manager::change(const std::string &event, bool to_set)
{
    if (stays && number >= nodes) { // nodes may know more of it than this host program
        const auto known = static_cast<std::uint32_t>(std::stoul(ask_node(0, kind::changes, event)));
        events_[event].change = std::max(events_[event].change, known);
    }
    message m;
    m.what = to_set ? kind::set : kind::reset;
    m.from = current_id();
    m.number = events_[event].change + 1;
    m.text = event;
    tell_all(m);
    changed(m);
}

// All nodes hold the same change for the last one: that with the highest number, of two the higher node's.
void manager::changed(const message &m)
{
    known_event &e = events_[m.text];
    const int node = objid{m.from}.node();
    if (m.number < e.change || (m.number == e.change && node < e.node))
        return;
    e = {m.what == kind::set, m.number, node};
    if (e.set)
        for (activation *a : std::exchange(event_waits_[m.text], {}))
            ready(a);
}

bool manager::is_set(const std::string &event) const
{
    const auto found = events_.find(event);
    return found != events_.end() && found->second.set;
}

void manager::wait_for_event(const std::string &event)
{
    if (is_set(event))
        return;
    need_method("a wait for an event");
    event_waits_[event].push_back(current_);
    wait_here("for event '" + event + "'");
}
} // namespace anetl::detail
