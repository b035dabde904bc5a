// objects.cpp - what becomes of a message for an object: where it goes, who runs it, who is told if nobody can.
#include <algorithm>
#include <cstdio>

#include "manager.hpp"

namespace anetl::detail
{
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
        // The message's arguments belong to the receiver from now on: the sender's module may go before they do.
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
        offer(*r);
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
    if (m.body == nullptr)
        return refuse(m,
                      name + ": the arguments of '" + method_name(r.type.methods, m.method) + "' cannot be unpacked");
    if ((r.held >> m.method & 1) != 0 || !passes(r, m)) {
        r.kept.push_back(std::move(m));
        return offer(r);
    }
    if (std::any_of(r.kept.begin(), r.kept.end(), [&](const message &k) { return k.method == m.method; })) {
        r.kept.push_back(std::move(m)); // what came earlier may pass, too, and goes first
        return let_in(r.id);
    }
    begin(r, std::move(m));
}
} // namespace anetl::detail
