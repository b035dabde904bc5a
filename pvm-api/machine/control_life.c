/* control_life.c - the control program: tells the tasks that collect output and life events what other tasks print and
 * what happens to them.
 *
 * The events are those that PVM's daemons send (TEV_NEWTASK, TEV_SPNTASK, TEV_ENDTASK). pvmtev.h has the layout of
 * their messages. */
#include "control_int.h"
#include "trace_tables.h"

/* Which events of one node's tasks a receiver has had: each kind of event is described once, in its first message. */
struct control_told {
    int32_t node_tid, sink_tid;
    uint32_t described; /* one bit for each kind that has been described, by kind_bit */
    struct control_told *next;
};

void control_told_free(struct control *c)
{
    while (c->told != NULL) {
        struct control_told *t = c->told;
        c->told = t->next;
        free(t);
    }
}

/* ---- lines ----------------------------------------------------------------------------------------------------- */

void control_tell_output(struct control *c, const struct control_about *t, int count, const char *text)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (t->output.tid == 0)
        return;
    system_put_int(&body, t->task.tid);
    system_put_int(&body, count);
    if (count < 0)
        system_put_int(&body, t->task.parent_tid == PvmNoParent ? -1 : t->task.parent_tid);
    if (count > 0) {
        wire_put(&body, text, (uint32_t)count);
        wire_put(&body, "\0\0\0", (4 - (uint32_t)count % 4) % 4);
    }
    control_send(c, t->task.node_tid, t->output.tid, t->output.tag, t->output.context, &body, 0);
}

/* ---- who collects, if the task itself has named nobody ----------------------------------------------------------- */

/* Reads what pvm_reg_tracer has left: where events go and where lines go. Returns false if there is no tracer. */
static bool registered(struct control *c, struct mach_sink *trace, struct mach_sink *output)
{
    struct wire_out out = {NULL, 0, 0, 0};
    int v[5];
    bool found = mailstore_get(c->mail, 0, PVMTRACERCLASS, 0, PvmMboxDefault, &out) == 0;
    struct wire_in answer = {out.bytes, out.len, 0, 0};
    struct body_block value = {NULL, 0};
    if (found)
        value = control_value_get(&answer).value;
    uint32_t head = (uint32_t)sizeof(struct control_message);
    found = found && value.len >= (int32_t)(head + sizeof v);
    struct wire_in in = {found ? value.bytes + head : NULL, found ? (uint32_t)value.len - head : 0, 0, 0};
    for (int i = 0; i < 5; i++)
        v[i] = system_get_int(&in);
    free(out.bytes);
    *trace = (struct mach_sink){v[0], v[1], v[2]};
    *output = (struct mach_sink){v[0], v[3], v[4]};
    return found;
}

/* As in PVM, a sink with tag 0 counts as not set, and one with a tid below 0 refuses everything. */
void control_inherit(struct control *c, struct mach_sink *output, struct mach_sink *trace)
{
    struct mach_sink to_trace, to_output;
    if ((trace->tid != 0 && output->tid != 0) || !registered(c, &to_trace, &to_output))
        return;
    if (trace->tid == 0 && to_trace.tag != 0)
        *trace = to_trace;
    if (output->tid == 0 && to_output.tag != 0)
        *output = to_output;
}

/* ---- an event while it is written ------------------------------------------------------------------------------ */

struct event {
    int event;
    bool describes; /* this is the first time, so the type of each value is written too */
    int at;         /* which of the event's own values comes next */
    struct wire_out body;
    uint32_t uncounted_bytes; /* the length of a path must not count in simulated time */
};

static void announce(struct event *e, int did)
{
    if (!e->describes)
        return;
    system_put_int(&e->body, did);
    system_put_int(&e->body, pvmi_trace_type(did));
}

static void put_value(struct event *e, int did, int v)
{
    announce(e, did);
    system_put_int(&e->body, v);
}

static int next_value_id(struct event *e)
{
    return pvmi_trace_event(e->event)->entry.did[e->at++];
}

static void put_int(struct event *e, int v)
{
    put_value(e, next_value_id(e), v);
}

static void put_name(struct event *e, const char *s)
{
    announce(e, next_value_id(e));
    uint32_t before = e->body.len;
    system_put_str(&e->body, s);
    e->uncounted_bytes += e->body.len - before;
}

static struct event begin(struct control *c, int event, bool described, int32_t tid)
{
    struct event e = {.event = event, .describes = !described};
    mach_ns now = c->ops->now(c->m);
    system_put_int(&e.body, e.describes ? TEV_MARK_EVENT_DESC : TEV_MARK_EVENT_RECORD);
    system_put_int(&e.body, event);
    if (e.describes)
        system_put_str(&e.body, pvmtevinfo[event].name);
    put_value(&e, TEV_DID_TS, (int)(MACH_EPOCH_S + now / 1000000000));
    put_value(&e, TEV_DID_TU, (int)(now % 1000000000 / 1000));
    put_value(&e, TEV_DID_TID, tid);
    return e;
}

static void send(struct control *c, const struct control_about *t, struct wire_out *body, uint32_t uncounted_bytes)
{
    control_send(c, t->task.node_tid, t->trace.tid, t->trace.tag, t->trace.context, body, uncounted_bytes);
}

static void finish(struct control *c, const struct control_about *t, struct event *e)
{
    system_put_int(&e->body, e->describes ? TEV_MARK_EVENT_DESC_END : TEV_MARK_EVENT_RECORD_END);
    send(c, t, &e->body, e->uncounted_bytes);
}

/* ---- which events have been described -------------------------------------------------------------------------- */

static struct control_told *find_told(const struct control *c, const struct control_about *t)
{
    struct control_told *told = c->told;
    while (told != NULL && (told->node_tid != t->task.node_tid || told->sink_tid != t->trace.tid))
        told = told->next;
    return told;
}

static uint32_t kind_bit(int event)
{
    return event == TEV_NEWTASK ? 1 : event == TEV_SPNTASK ? 2 : 4;
}

/* Returns whether this kind of event of this node has been described to the receiver, and notes that it now is. */
static bool described(struct control *c, const struct control_about *t, int event)
{
    struct control_told *told = find_told(c, t);
    if (told == NULL && (told = calloc(1, sizeof *told)) != NULL) {
        *told = (struct control_told){t->task.node_tid, t->trace.tid, 0, c->told};
        c->told = told;
    }
    if (told == NULL)
        return false;
    bool before = (told->described & kind_bit(event)) != 0;
    told->described |= kind_bit(event);
    return before;
}

/* Sends the meaning of the numbers of values, before the first event of a node. */
static void send_identifiers(struct control *c, const struct control_about *t)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (find_told(c, t) != NULL)
        return;
    system_put_int(&body, TEV_MARK_DATA_ID);
    for (int i = TEV_DID_FIRST; i <= TEV_DID_MAX; i++) {
        system_put_int(&body, i);
        system_put_str(&body, pvmtevdidlist[i].did);
        system_put_str(&body, pvmtevdidlist[i].desc);
    }
    system_put_int(&body, TEV_MARK_DATA_ID_END);
    send(c, t, &body, 0);
}

/* ---- the events ------------------------------------------------------------------------------------------------ */

void control_tell_made(struct control *c, const struct control_about *t, int parent_tid, int flags, const char *name)
{
    if (t->trace.tid <= 0)
        return;
    send_identifiers(c, t);
    struct event e = begin(c, TEV_NEWTASK, described(c, t, TEV_NEWTASK), t->task.tid);
    put_int(&e, parent_tid);
    put_int(&e, flags);
    put_name(&e, name);
    finish(c, t, &e);
}

void control_tell_spawned(struct control *c, const struct control_about *t)
{
    if (t->trace.tid <= 0)
        return;
    send_identifiers(c, t);
    struct event e = begin(c, TEV_SPNTASK, described(c, t, TEV_SPNTASK), t->task.tid);
    put_int(&e, t->task.parent_tid);
    finish(c, t, &e);
}

/* The processor time is given as 0, as PVM 3.4.6 does for a task that has left before its process ended. */
void control_tell_ended(struct control *c, const struct control_about *t)
{
    if (t->trace.tid <= 0)
        return;
    struct event e = begin(c, TEV_ENDTASK, described(c, t, TEV_ENDTASK), t->task.tid);
    put_int(&e, t->exit_status);
    for (int i = 0; i < 4; i++)
        put_int(&e, 0);
    finish(c, t, &e);
}

/* The task's events end for the collector so far, and begin for the new one. */
int control_do_trace(struct control *c, int32_t asker, struct wire_in *in)
{
    struct mach_sink to = control_sink_get(in).to;
    struct control_about t;
    if (in->bad || !c->ops->task(c->m, asker, &t))
        return PvmBadParam;
    if (t.trace.tid == to.tid && t.trace.context == to.context && t.trace.tag == to.tag)
        return 0;
    control_tell_ended(c, &t);
    c->ops->set_trace(c->m, asker, to);
    if (c->ops->task(c->m, asker, &t)) {
        control_tell_spawned(c, &t);
        control_tell_made(c, &t, t.task.parent_tid, 0, t.file);
    }
    return 0;
}
