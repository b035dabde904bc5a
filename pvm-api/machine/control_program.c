/* control_program.c - see control_program.h: the table of requests, and the requests that need only a few lines. */
#include "control_int.h"

#include <signal.h>

/* ---- tasks ----------------------------------------------------------------------------------------------------- */

static bool is_there(struct control *c, int32_t tid)
{
    struct control_about t;
    return c->ops->task(c->m, tid, &t) != 0;
}

static int do_signal(struct control *c, int32_t from, int32_t tid, int number)
{
    if (!is_there(c, tid))
        return PvmNoTask;
    if (number > 0 && number < NSIG) /* other numbers do nothing and are no error, as in PVM */
        c->ops->signal(c->m, from, tid, number);
    return 0;
}

/* The tasks of `where`: one task, one node, or 0 for all. */
static int do_tasks(struct control *c, int32_t where, struct wire_out *out)
{
    bool one = tid_local(where) != 0 && !tid_is_node(where);
    if (where != 0 && !control_node_there(c, tid_node(where)))
        return PvmNoHost;
    if (one && !is_there(c, where))
        return PvmNoTask;
    int32_t *tids;
    int n = c->ops->tasks(c->m, &tids), listed = 0;
    for (int i = 0; i < n; i++) {
        struct control_about t;
        if ((one && tids[i] != where) || !c->ops->task(c->m, tids[i], &t) ||
            (!one && where != 0 && t.task.node_tid != tid_node(where)))
            continue;
        control_task_put(out, &t.task);
        listed++;
    }
    if (n >= 0)
        free(tids);
    return n < 0 ? n : listed;
}

static int do_siblings(struct control *c, int32_t asker, struct wire_out *out)
{
    int32_t *tids;
    int n = c->ops->siblings(c->m, asker, &tids);
    for (int i = 0; i < n; i++)
        wire_put_int(out, tids[i]);
    if (n >= 0)
        free(tids);
    return n;
}

/* For a tid that no task ever had, the node comes from the bits of the tid, as in PVM. */
static int do_tidtohost(struct control *c, int32_t tid)
{
    int32_t home = c->ops->home(c->m, tid);
    return home != PvmNoTask ? home : tid_node(tid);
}

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

/* Returns true if no node with a lower number is of this kind. */
static bool is_new_kind(struct control *c, int number, const char *arch)
{
    struct control_node n;
    for (int i = 0; i < number; i++)
        if (c->ops->node(c->m, i, &n) > 0 && strcmp(n.arch, arch) == 0)
            return false;
    return true;
}

static int do_config(struct control *c, struct wire_out *out)
{
    struct control_node n;
    struct control_kinds head = {0};
    int state, count = 0;
    for (int i = 0; (state = c->ops->node(c->m, i, &n)) >= 0; i++)
        head.kinds += state > 0 && is_new_kind(c, i, n.arch);
    control_kinds_put(out, &head);
    for (int i = 0; (state = c->ops->node(c->m, i, &n)) >= 0; i++)
        if (state > 0) {
            control_node_put(out, &n);
            count++;
        }
    return count;
}

static int do_add_hosts(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out)
{
    struct control_hosts hosts = control_hosts_get(in);
    int32_t *codes = calloc((size_t)hosts.names.n + 1, sizeof *codes);
    if (in->bad || codes == NULL) {
        free(codes);
        return in->bad ? PvmBadParam : PvmNoMem;
    }
    int added = c->ops->add_nodes(c->m, asker, &hosts.names, codes);
    for (int i = 0; i < hosts.names.n && added >= 0; i++)
        wire_put_int(out, codes[i]);
    free(codes);
    return added;
}

/* As in PVM, the host of the daemon cannot be deleted. Any other can, even the asker's own; the asker ends with it
 * then. */
static int do_delete_hosts(struct control *c, struct wire_in *in, struct wire_out *out)
{
    struct control_hosts hosts = control_hosts_get(in);
    int *leaving = calloc((size_t)hosts.names.n + 1, sizeof *leaving), n = 0;
    if (in->bad || leaving == NULL) {
        free(leaving);
        return in->bad ? PvmBadParam : PvmNoMem;
    }
    struct wire_in names = body_strs_in(&hosts.names);
    for (int i = 0; i < hosts.names.n; i++) {
        bool there;
        int number = control_node_named(c, wire_get_str(&names), &there);
        int code = !there ? PvmNoHost : number == 0 ? PvmBadParam : 0;
        for (int j = 0; j < n && code == 0; j++)
            code = leaving[j] == number ? PvmDupHost : 0;
        if (code == 0)
            leaving[n++] = number;
        wire_put_int(out, code);
    }
    for (int i = 0; i < n; i++)
        c->ops->delete_node(c->m, leaving[i]);
    free(leaving);
    return n;
}

/* ---- mailboxes ------------------------------------------------------------------------------------------------- */

/* Where the reader is among the others, or would be. */
static int find_reader(const struct control *c, struct control_reader r)
{
    int from = 0, to = c->nreaders;
    while (from < to) {
        int at = from + (to - from) / 2;
        const struct control_reader *here = &c->readers[at];
        if (here->name < r.name || (here->name == r.name && here->tid < r.tid))
            from = at + 1;
        else
            to = at;
    }
    return from;
}

/* Of another name with the same hash they look in vain. */
static void release_readers(const struct control *c, const char *name)
{
    const uint64_t hash = mailstore_hash(name);
    for (int i = find_reader(c, (struct control_reader){hash, 0}); i < c->nreaders && c->readers[i].name == hash; i++)
        c->ops->release(c->m, c->readers[i].tid);
}

static int do_put(struct control *c, int32_t asker, struct wire_in *in, bool may_replace)
{
    struct control_put p = control_put_get(in);
    if (in->bad)
        return PvmBadParam;
    if (!may_replace && mailstore_has(c->mail, p.name, p.index))
        return PvmDenied;
    int at = mailstore_put(c->mail, asker, p.name, p.flags, p.index, p.value.bytes, (uint32_t)p.value.len);
    if (at >= 0)
        release_readers(c, p.name);
    return at;
}

static int hold_reader(struct control *c, int32_t tid, const char *name)
{
    const struct control_reader r = {mailstore_hash(name), tid};
    if (c->nreaders == c->room_for_readers) {
        int room = 2 * c->room_for_readers + 8;
        struct control_reader *more = realloc(c->readers, (size_t)room * sizeof *more);
        if (more == NULL)
            return PvmNoMem;
        c->readers = more;
        c->room_for_readers = room;
    }
    int at = find_reader(c, r);
    memmove(&c->readers[at + 1], &c->readers[at], (size_t)(c->nreaders++ - at) * sizeof r);
    c->readers[at] = r;
    int held = c->ops->hold(c->m, tid);
    at = find_reader(c, r); /* others have come and gone */
    memmove(&c->readers[at], &c->readers[at + 1], (size_t)(--c->nreaders - at) * sizeof r);
    return held;
}

static int do_get(struct control *c, int32_t asker, struct control_entry e, struct wire_out *out)
{
    int code;
    while ((code = mailstore_get(c->mail, asker, e.name, e.index, e.flags, out)) == PvmNotFound &&
           (e.flags & PvmMboxWaitForInfo) != 0) {
        int held = hold_reader(c, asker, e.name);
        if (held < 0)
            return held;
    }
    return code;
}

/* ---- numbers of layers ----------------------------------------------------------------------------------------- */

static int do_parameter(struct control *c, const struct wire_in *in, const char *name, struct wire_out *out)
{
    struct control_number n = {0};
    int found = in->bad ? 0 : c->ops->parameter(c->m, name, &n.value);
    if (found > 0)
        control_number_put(out, &n);
    return found;
}

/* ---- the request ----------------------------------------------------------------------------------------------- */

static int answer(struct control *c, int32_t asker, int request, struct wire_in *in, struct wire_out *out)
{
    struct control_signal s;
    struct control_entry e;
    const char *name;
    bool there;
    switch (request) {
    case CONTROL_SPAWN:
        return control_do_spawn(c, asker, in, out);
    case CONTROL_KILL:
        return do_signal(c, 0, control_tid_get(in).tid, SIGTERM);
    case CONTROL_SENDSIG:
        s = control_signal_get(in);
        return do_signal(c, asker, s.tid, s.number);
    case CONTROL_PSTAT:
        return is_there(c, control_tid_get(in).tid) ? 0 : PvmNoTask;
    case CONTROL_MSTAT:
        (void)control_node_named(c, control_name_get(in).name, &there);
        return there ? 0 : PvmNoHost;
    case CONTROL_TASKS:
        return do_tasks(c, control_tid_get(in).tid, out);
    case CONTROL_CONFIG:
        return do_config(c, out);
    case CONTROL_TIDTOHOST:
        return do_tidtohost(c, control_tid_get(in).tid);
    case CONTROL_SIBLINGS:
        return do_siblings(c, asker, out);
    case CONTROL_NOTIFY:
        return control_do_notify(c, asker, in);
    case CONTROL_ADDHOSTS:
        return do_add_hosts(c, asker, in, out);
    case CONTROL_DELHOSTS:
        return do_delete_hosts(c, in, out);
    case CONTROL_PUTINFO:
        return do_put(c, asker, in, true);
    case CONTROL_INSERT:
        return do_put(c, asker, in, false);
    case CONTROL_RECVINFO:
        return do_get(c, asker, control_entry_get(in), out);
    case CONTROL_DELINFO:
        e = control_entry_get(in);
        return mailstore_remove(c->mail, asker, e.name, e.index);
    case CONTROL_MBOXINFO:
        return mailstore_list(c->mail, control_name_get(in).name, out);
    case CONTROL_HALT:
        c->ops->halt(c->m);
        return 0;
    case CONTROL_OUTPUT:
        c->ops->set_output(c->m, asker, control_sink_get(in).to);
        return 0;
    case CONTROL_ORPHANS:
        e = control_entry_get(in);
        if (!in->bad)
            mailstore_remove_orphans(c->mail, e.name, e.index);
        return 0;
    case CONTROL_OUTSIDE:
        c->ops->set_outside(c->m, asker, control_outside_get(in).on);
        return 0;
    case CONTROL_TRACE:
        return control_do_trace(c, asker, in);
    case CONTROL_REGISTER:
        return control_do_role(c, asker, in, out);
    case CONTROL_CONTEXT:
        return control_do_context(c, asker, control_context_get(in).context);
    case CONTROL_PARAMETER:
        name = control_name_get(in).name;
        return do_parameter(c, in, name, out);
    default:
        return PvmBadParam;
    }
}

int control_answer(struct control *c, int32_t asker_tid, int request, const void *body, uint32_t len_bytes,
                   struct wire_out *out)
{
    struct wire_in in = {(const unsigned char *)body, len_bytes, 0, 0};
    int code = answer(c, asker_tid, request, &in, out);
    return in.bad ? PvmBadParam : code >= 0 && out->bad ? PvmNoMem : code;
}

/* ---- its life -------------------------------------------------------------------------------------------------- */

struct control *control_new(const struct control_ops *ops, void *m)
{
    struct control *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->ops = ops;
    c->m = m;
    c->mail = mailstore_new();
    if (c->mail == NULL) {
        free(c);
        return NULL;
    }
    return c;
}

void control_free(struct control *c)
{
    if (c == NULL)
        return;
    mailstore_free(c->mail);
    control_notices_free(c);
    control_roles_free(c);
    control_told_free(c);
    control_entrants_free(c);
    free(c->contexts.owners);
    free(c->readers);
    free(c);
}

void control_task_ended(struct control *c, int32_t tid)
{
    mailstore_task_ended(c->mail, tid);
    control_notices_task_ended(c, tid);
    control_roles_task_ended(c, tid);
    control_meet_task_ended(c, tid);
    control_contexts_task_ended(c, tid);
}
