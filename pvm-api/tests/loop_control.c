/* loop_control.c - the `loop` machine: what its control program answers. Just enough for the tests of pvm-api and
 * groups: it has no files, no signals, and its set of nodes is fixed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "loop_int.h"
#include "pvm3.h"
#include "system_messages.h"

/* Body of a message in PvmDataDefault: 32-bit integers, high byte first. */
static void tell_ints(struct loop_machine *lm, int src, int dst, int tag, int context, mach_ns at, int n, const int *v)
{
    uint32_t body[4];
    for (int i = 0; i < n && i < 4; i++)
        body[i] = __builtin_bswap32((uint32_t)v[i]);
    loop_tell(lm, src, dst, tag, context, at, body, (uint32_t)n * 4);
}

static void tell_output(struct loop_task *t, mach_ns at, int count, int last)
{
    if (t->output.tid != 0)
        tell_ints(t->machine, tid_system_of(LOOP_NODE_TID(t->node)), t->output.tid, t->output.tag, t->output.context, at,
                  count < 0 ? 3 : 2, (int[]){t->tid, count, last});
}

/* ---- tasks ----------------------------------------------------------------------------------------------------- */

static const struct loop_program *find_program(const struct loop_machine *lm, const char *file)
{
    const char *base = strrchr(file, '/');
    base = base != NULL ? base + 1 : file;
    for (const struct loop_program *p = lm->set.programs; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, base) == 0)
            return p;
    return NULL;
}

static int node_by_name(const struct loop_machine *lm, const char *name)
{
    char buf[32];
    for (int i = 0; i < lm->set.nodes; i++) {
        snprintf(buf, sizeof buf, "loop%d", i);
        if (strcmp(buf, name) == 0)
            return i;
    }
    return PvmNoHost;
}

static int spawn_one(struct loop_task *by, const struct loop_program *program, const struct loop_task *like, int node)
{
    struct loop_task *t = loop_task_new(by->machine);
    if (t == NULL)
        return PvmNoMem;
    t->program = program;
    t->parent = like->parent;
    t->output = like->output;
    t->trace = like->trace;
    t->context = like->context;
    t->service = like->service;
    t->batch = like->batch;
    t->node = node >= 0 ? node : t->node;
    t->argc = like->argc;
    t->argv = calloc((size_t)t->argc + 1, sizeof *t->argv);
    for (int i = 0; i < t->argc; i++)
        t->argv[i] = strdup(like->argv[i]);
    tell_output(t, by->clock, CONTROL_OUTPUT_BEGIN, t->parent);
    int code = loop_task_start(t, by->clock);
    return code < 0 ? code : t->tid;
}

static int do_spawn(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    struct loop_task like = {.parent = by->tid, .batch = by->machine->next_batch++};
    char *argv[64];
    like.argv = argv;
    argv[like.argc++] = (char *)wire_get_str(in);
    const struct loop_program *program = find_program(by->machine, argv[0]);
    int flags = wire_get_int(in);
    const char *where = wire_get_str(in);
    int count = wire_get_int(in), argc = wire_get_int(in);
    for (int i = 0; i < argc && i < 62; i++)
        argv[like.argc++] = (char *)wire_get_str(in);
    int sinks[6];
    for (int i = 0; i < 6; i++)
        sinks[i] = wire_get_int(in);
    like.output = (struct mach_sink){sinks[0], sinks[1], sinks[2]};
    like.trace = (struct mach_sink){sinks[3], sinks[4], sinks[5]};
    like.context = wire_get_int(in);
    like.service = (flags & CONTROL_SPAWN_SERVICE) != 0;
    if (flags & PvmNoSpawnParent)
        like.parent = PvmParentNotSet;
    if (in->bad || count < 1)
        return PvmBadParam;
    int node = -1, started = 0;
    if (flags & PvmTaskHost)
        node = strcmp(where, ".") == 0 ? by->node : node_by_name(by->machine, where);
    for (int i = 0; i < count; i++) {
        int tid = node == PvmNoHost ? PvmNoHost : program == NULL ? PvmNoFile : spawn_one(by, program, &like, node);
        started += tid > 0;
        wire_put_int(out, tid);
    }
    return started;
}

static int do_kill(struct loop_task *by, struct wire_in *in)
{
    struct loop_task *t = loop_find(by->machine, wire_get_int(in));
    if (t == NULL)
        return PvmNoTask;
    t->killed = true;
    loop_wake(t, by->clock);
    if (t == by)
        loop_block(t, t->clock);
    return 0;
}

static int do_tasks(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    int where = wire_get_int(in), n = 0, n_at = -1;
    for (int i = 0; i < by->machine->set.nodes; i++)
        if (where == LOOP_NODE_TID(i))
            n_at = i;
    if (where != 0 && tid_local(where) == 0 && n_at < 0)
        return PvmNoHost;
    for (struct loop_task *t = by->machine->tasks; t != NULL; t = t->next) {
        if (!loop_alive(t) || (tid_local(where) != 0 && t->tid != where) || (n_at >= 0 && t->node != n_at))
            continue;
        n++;
        wire_put_int(out, t->tid);
        wire_put_int(out, t->parent == PvmNoParent ? 0 : t->parent);
        wire_put_int(out, LOOP_NODE_TID(t->node));
        wire_put_int(out, 4);
        wire_put_str(out, t->argc > 0 ? t->argv[0] : "");
        wire_put_int(out, tid_local(t->tid));
    }
    return n == 0 && tid_local(where) != 0 ? PvmNoTask : n;
}

static int do_config(struct loop_task *by, struct wire_out *out)
{
    wire_put_int(out, 1);
    for (int i = 0; i < by->machine->set.nodes; i++) {
        char name[32];
        snprintf(name, sizeof name, "loop%d", i);
        wire_put_int(out, LOOP_NODE_TID(i));
        wire_put_str(out, name);
        wire_put_str(out, "LOOP");
        wire_put_int(out, 1000);
        wire_put_int(out, 0);
    }
    return by->machine->set.nodes;
}

static int do_siblings(struct loop_task *by, struct wire_out *out)
{
    int n = 0;
    for (struct loop_task *t = by->machine->tasks; t != NULL; t = t->next)
        if (t->batch == by->batch) {
            wire_put_int(out, t->tid);
            n++;
        }
    return n;
}

static int do_tidtohost(struct loop_task *by, struct wire_in *in)
{
    int tid = wire_get_int(in);
    for (int i = 0; i < by->machine->set.nodes; i++)
        if (tid == LOOP_NODE_TID(i))
            return tid;
    struct loop_task *t = loop_find(by->machine, tid);
    return t != NULL ? LOOP_NODE_TID(t->node) : PvmNoTask;
}

/* ---- notify ---------------------------------------------------------------------------------------------------- */

static void tell_watcher(struct loop_machine *lm, const struct loop_notify *n, mach_ns at)
{
    tell_ints(lm, TID_SYSTEM, n->watcher, n->tag, n->context, at, 1, &n->watched);
}

static int do_notify(struct loop_task *by, struct wire_in *in)
{
    int what = wire_get_int(in), tag = wire_get_int(in), context = wire_get_int(in), n = wire_get_int(in);
    for (int i = 0; i < n && (what & ~PvmNotifyCancel) != PvmHostAdd; i++) {
        struct loop_notify want = {what & ~PvmNotifyCancel, by->tid, wire_get_int(in), tag, context, NULL};
        struct loop_notify **at = &by->machine->notifies, *found;
        while (*at != NULL && ((*at)->what != want.what || (*at)->watcher != want.watcher ||
                               (*at)->watched != want.watched || (*at)->tag != tag || (*at)->context != context))
            at = &(*at)->next;
        found = *at;
        if (what & PvmNotifyCancel) {
            if (found == NULL)
                continue;
            *at = found->next;
            free(found);
            tell_watcher(by->machine, &want, by->clock);
        } else if (want.what == PvmTaskExit && loop_find(by->machine, want.watched) == NULL) {
            tell_watcher(by->machine, &want, by->clock);
        } else if ((*at = calloc(1, sizeof **at)) != NULL) {
            want.next = found;
            **at = want;
        }
    }
    return in->bad ? PvmBadParam : 0;
}

void loop_gone(struct loop_task *gone)
{
    struct loop_machine *lm = gone->machine;
    for (struct loop_notify **at = &lm->notifies; *at != NULL;) {
        struct loop_notify *n = *at;
        if (n->watched != gone->tid && n->watcher != gone->tid) {
            at = &n->next;
            continue;
        }
        *at = n->next;
        tell_watcher(lm, n, gone->clock);
        free(n);
    }
    loop_mail_gone(gone);
    tell_output(gone, gone->clock, CONTROL_OUTPUT_END, 0);
    gone->output.tid = 0;
}

/* ---- the request ----------------------------------------------------------------------------------------------- */

/* By name of a node: those that are there are `there`, others unknown. None is ever added or deleted. */
static int do_hosts(struct loop_task *by, struct wire_in *in, struct wire_out *out, int there)
{
    int n = wire_get_int(in);
    for (int i = 0; i < n; i++)
        wire_put_int(out, node_by_name(by->machine, wire_get_str(in)) >= 0 ? there : PvmNoHost);
    return in->bad ? PvmBadParam : 0;
}

/* Everybody's, whatever the node: nobody is asked anything here. */
static int do_register(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    int role = wire_get_int(in), on = wire_get_int(in);
    if (in->bad || role < ROLE_HOSTER || role > ROLE_MANAGER)
        return PvmBadParam;
    int *holder = &by->machine->roles[role], before = *holder;
    if (loop_find(by->machine, before) == NULL)
        before = 0;
    if (role != ROLE_MANAGER && (on ? before != 0 : before != by->tid))
        return on ? PvmAlready : PvmNoTask;
    *holder = on ? by->tid : 0;
    wire_put_int(out, LOOP_NODE_TID(0));
    wire_put_str(out, "host");
    wire_put_str(out, "LOOP");
    wire_put_int(out, 1000);
    return role == ROLE_MANAGER ? before : 0;
}

static int answer(struct loop_task *by, int request, struct wire_in *in, struct wire_out *out)
{
    int host;
    switch (request) {
    case CONTROL_SPAWN:
        return do_spawn(by, in, out);
    case CONTROL_KILL:
        return do_kill(by, in);
    case CONTROL_SENDSIG:
    case CONTROL_PSTAT:
        return loop_find(by->machine, wire_get_int(in)) != NULL ? 0 : PvmNoTask;
    case CONTROL_MSTAT:
        host = node_by_name(by->machine, wire_get_str(in));
        return host < 0 ? host : 0;
    case CONTROL_TASKS:
        return do_tasks(by, in, out);
    case CONTROL_CONFIG:
        return do_config(by, out);
    case CONTROL_TIDTOHOST:
        return do_tidtohost(by, in);
    case CONTROL_SIBLINGS:
        return do_siblings(by, out);
    case CONTROL_NOTIFY:
        return do_notify(by, in);
    case CONTROL_ADDHOSTS:
        return do_hosts(by, in, out, PvmDupHost);
    case CONTROL_DELHOSTS:
        return do_hosts(by, in, out, PvmDenied);
    case CONTROL_PUTINFO:
        return loop_putinfo(by, in);
    case CONTROL_RECVINFO:
        return loop_recvinfo(by, in, out);
    case CONTROL_DELINFO:
        return loop_delinfo(by, in);
    case CONTROL_MBOXINFO:
        return loop_mboxinfo(by, in, out);
    case CONTROL_OUTPUT:
        by->output.tid = wire_get_int(in);
        by->output.context = wire_get_int(in);
        by->output.tag = wire_get_int(in);
        return in->bad ? PvmBadParam : 0;
    case CONTROL_REGISTER:
        return do_register(by, in, out);
    case CONTROL_HALT:
    case CONTROL_TRACE:
        return 0;
    default:
        return PvmBadParam;
    }
}

int loop_control(void *m, int request, const void *body, uint32_t len, struct mach_frame **reply)
{
    struct loop_task *by = m;
    struct wire_in in = {body, len, 0, 0};
    struct wire_out out = {NULL, 0, 0, 0};
    *reply = NULL;
    if (request > 0 && request < CONTROL_NOTASK) {
        struct wire_out *last = &by->machine->last[request];
        last->len = 0;
        wire_put(last, body, len);
    }
    loop_block(by, by->clock + by->machine->set.control_ns);
    int code = answer(by, request, &in, &out);
    if (code >= 0 && out.len > 0) {
        if (loop_frame_new(m, out.len, reply) == 0)
            memcpy((*reply)->body, out.bytes, out.len);
        else
            code = PvmNoMem;
    }
    free(out.bytes);
    return code;
}

void loop_control_free(struct loop_machine *lm)
{
    loop_mail_free(lm);
    while (lm->notifies != NULL) {
        struct loop_notify *n = lm->notifies;
        lm->notifies = n->next;
        free(n);
    }
    for (size_t i = 0; i < sizeof lm->last / sizeof *lm->last; i++)
        free(lm->last[i].bytes);
}
