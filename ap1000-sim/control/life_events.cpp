/* life_events.cpp - see life_events.hpp. The layout of the messages is in pvmtev.h. */
#include "control/life_events.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "control.h"
#include "control/host_control.hpp"
#include "pvm3.h"
#include "trace_tables.h"

namespace ap1000
{

/* Integers and strings in PvmDataDefault. */
class LifeEvents::EventText
{
  public:
    void add(int v)
    {
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes_ += static_cast<char>(static_cast<unsigned>(v) >> shift & 0xff);
    }
    void add(const std::string &s)
    {
        add(static_cast<int>(s.size()) + 1);
        bytes_ += s;
        bytes_.append(4 - s.size() % 4, '\0');
    }
    /* The length of a path must not tell in simulated time. */
    void add_uncounted(const std::string &s)
    {
        std::size_t before = bytes_.size();
        add(s);
        uncounted_ += bytes_.size() - before;
    }
    const std::string &bytes() const
    {
        return bytes_;
    }
    std::int64_t counted() const
    {
        return static_cast<std::int64_t>(bytes_.size() - uncounted_);
    }

  private:
    std::string bytes_;
    std::size_t uncounted_ = 0;
};

namespace
{

/* An event while it is written: described the first time, then its values alone. */
template <typename EventText> class Event
{
  public:
    Event(int event, bool described, int tid, Ns now) : event_(event), describe_(!described)
    {
        message_.add(describe_ ? TEV_MARK_EVENT_DESC : TEV_MARK_EVENT_RECORD);
        message_.add(event);
        if (describe_)
            message_.add(std::string(pvmtevinfo[event].name));
        value(TEV_DID_TS, static_cast<int>(MACH_EPOCH_S + now / 1000000000));
        value(TEV_DID_TU, static_cast<int>(now % 1000000000 / 1000));
        value(TEV_DID_TID, tid);
    }
    Event &add(int v)
    {
        value(next(), v);
        return *this;
    }
    Event &add(const std::string &s)
    {
        announce(next());
        message_.add_uncounted(s);
        return *this;
    }
    const EventText &finish()
    {
        message_.add(describe_ ? TEV_MARK_EVENT_DESC_END : TEV_MARK_EVENT_RECORD_END);
        return message_;
    }

  private:
    int next()
    {
        return pvmi_trace_event(event_)->entry.did[at_++];
    }
    void announce(int did)
    {
        if (!describe_)
            return;
        message_.add(did);
        message_.add(pvmi_trace_type(did));
    }
    void value(int did, int v)
    {
        announce(did);
        message_.add(v);
    }

    int event_;
    bool describe_;
    int at_ = 0;
    EventText message_;
};

/* What pvm_reg_tracer has left: where events go, then where lines go. False: there is no tracer. */
bool registered(mailstore *mailboxes, mach_sink &trace, mach_sink &output)
{
    wire_out out{};
    int v[5] = {0};
    bool found = mailstore_get(mailboxes, 0, PVMTRACERCLASS, 0, PvmMboxDefault, &out) == 0;
    if (found) {
        wire_in in{out.bytes, out.len, 0, 0};
        int len = wire_get_int(&in) - static_cast<int>(sizeof(control_message));
        wire_get_bytes(&in, sizeof(control_message));
        const unsigned char *bytes = wire_get_bytes(&in, len);
        found = bytes != nullptr && len >= static_cast<int>(sizeof v);
        for (int i = 0; i < 20 && found; i++)
            v[i / 4] = static_cast<int>(static_cast<unsigned>(v[i / 4]) << 8 | bytes[i]);
    }
    std::free(out.bytes);
    trace = {v[0], v[1], v[2]};
    output = {v[0], v[3], v[4]};
    return found;
}

} // namespace

/* As in PVM, a tag of 0 is none, and a sink below 0 wants nobody's. */
void LifeEvents::inherit(TaskOrigin &origin) const
{
    mach_sink trace{}, output{};
    if ((origin.trace.tid != 0 && origin.output.tid != 0) || !registered(control_.mailboxes(), trace, output))
        return;
    if (origin.trace.tid == 0 && trace.tag != 0)
        origin.trace = trace;
    if (origin.output.tid == 0 && output.tag != 0)
        origin.output = output;
}

void LifeEvents::came(Task &t)
{
    inherit(t.origin);
    began(t, -1, -1, "-");
    t.announce(false);
}

/* Whether this event of this node's tasks has been described to where it goes; it is from now on. */
bool LifeEvents::described(const Task &t, int event)
{
    std::vector<int> &told = told_[{t.node->index, t.origin.trace.tid}];
    if (std::find(told.begin(), told.end(), event) != told.end())
        return true;
    told.push_back(event);
    return false;
}

/* From the daemon of the task's node. */
void LifeEvents::send(const Task &t, const EventText &m)
{
    Header f;
    f.src_tid = tid_system_of(t.node->index > 0 ? t.node->tid : 0);
    f.dst_tid = t.origin.trace.tid;
    f.context = t.origin.trace.context;
    f.tag = t.origin.trace.tag;
    f.encoding = PvmDataDefault;
    control_.machine.delivery.send_from_node(t.node->index, control_.message(f, m.bytes().data(), m.bytes().size()), m.counted());
}

void LifeEvents::send_identifiers(const Task &t)
{
    EventText m;
    m.add(TEV_MARK_DATA_ID);
    for (int i = TEV_DID_FIRST; i <= TEV_DID_MAX; i++) {
        m.add(i);
        m.add(std::string(pvmtevdidlist[i].did));
        m.add(std::string(pvmtevdidlist[i].desc));
    }
    m.add(TEV_MARK_DATA_ID_END);
    send(t, m);
}

void LifeEvents::began(const Task &t, int parent_tid, int flags, const std::string &name)
{
    if (t.origin.trace.tid <= 0)
        return;
    if (told_.count({t.node->index, t.origin.trace.tid}) == 0)
        send_identifiers(t);
    Event<EventText> e(TEV_NEWTASK, described(t, TEV_NEWTASK), t.tid, control_.machine.timeline.now());
    send(t, e.add(parent_tid).add(flags).add(name).finish());
}

void LifeEvents::spawned(const Task &t)
{
    if (t.origin.trace.tid <= 0)
        return;
    if (told_.count({t.node->index, t.origin.trace.tid}) == 0)
        send_identifiers(t);
    Event<EventText> e(TEV_SPNTASK, described(t, TEV_SPNTASK), t.tid, control_.machine.timeline.now());
    send(t, e.add(t.origin.parent_tid).finish());
}

/* The processor time it has used is not told: 0, as PVM 3.4.6 says of a task that has left before its process ended. */
void LifeEvents::ended(const Task &t)
{
    if (t.origin.trace.tid <= 0)
        return;
    Event<EventText> e(TEV_ENDTASK, described(t, TEV_ENDTASK), t.tid, control_.machine.timeline.now());
    send(t, e.add(t.exit_status).add(0).add(0).add(0).add(0).finish());
}

/* To who collected so far, it ends; to who does from now on, it begins. */
void LifeEvents::changed(Task &t, const mach_sink &sink)
{
    const mach_sink &old = t.origin.trace;
    if (old.tid == sink.tid && old.context == sink.context && old.tag == sink.tag)
        return;
    ended(t);
    t.origin.trace = sink;
    spawned(t);
    began(t, t.origin.parent_tid, 0, t.is_child ? t.file : "");
}

} // namespace ap1000
