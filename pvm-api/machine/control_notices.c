/* control_notices.c - the control program: pvm_notify. It keeps who is to be told when a task ends or a node comes or
 * goes. */
#include "control_int.h"

struct control_notice {
    int what;      /* PvmTaskExit, PvmHostDelete, PvmHostAdd */
    int32_t about; /* the tid that the request named; 0 for PvmHostAdd */
    int32_t node;  /* PvmHostDelete: the node's tid */
    int32_t to;    /* the task that is told */
    int tag, context;
    int remaining;               /* PvmHostAdd: how many messages are still wanted; -1: no limit */
    struct control_notice *next; /* in the order of the requests */
};

static bool same(const struct control_notice *a, const struct control_notice *b)
{
    return a->what == b->what && a->about == b->about && a->to == b->to && a->tag == b->tag && a->context == b->context;
}

/* The message about a task arrives after the task's own messages. */
static void tell(struct control *c, const struct control_notice *n, int count, const int32_t *ints)
{
    struct control_node host;
    struct wire_out body = {NULL, 0, 0, 0};
    if (c->ops->node(c->m, 0, &host) < 0)
        return;
    for (int i = 0; i < count; i++)
        system_put_int(&body, ints[i]);
    struct control_letter l = {.from_node_tid = host.tid,
                               .src = TID_SYSTEM,
                               .dst = n->to,
                               .tag = n->tag,
                               .context = n->context,
                               .after_tid = n->what == PvmTaskExit ? n->about : 0,
                               .bytes = body.bytes,
                               .len_bytes = body.len,
                               .counted_bytes = body.len};
    if (!body.bad)
        c->ops->deliver(c->m, &l);
    free(body.bytes);
}

static void remove_at(struct control_notice **at)
{
    struct control_notice *n = *at;
    *at = n->next;
    free(n);
}

/* A request for PvmHostAdd replaces an earlier one with the same task, tag and context; 0 messages removes it. */
static int add(struct control *c, const struct control_notice *wanted)
{
    struct control_notice **at = &c->notices;
    while (*at != NULL)
        if (wanted->what == PvmHostAdd && same(*at, wanted))
            remove_at(at);
        else
            at = &(*at)->next;
    if (wanted->what == PvmHostAdd && wanted->remaining == 0)
        return 0;
    *at = malloc(sizeof **at);
    if (*at == NULL)
        return PvmNoMem;
    **at = *wanted;
    return 0;
}

/* Except for PvmHostAdd, the messages are sent now, as PVM does. */
static void cancel(struct control *c, const struct control_notice *wanted)
{
    for (struct control_notice **at = &c->notices; *at != NULL;)
        if (same(*at, wanted)) {
            if (wanted->what != PvmHostAdd)
                tell(c, *at, 1, &(*at)->about);
            remove_at(at);
        } else {
            at = &(*at)->next;
        }
}

void control_notices_task_ended(struct control *c, int32_t tid)
{
    for (struct control_notice **at = &c->notices; *at != NULL;) {
        bool due = (*at)->what == PvmTaskExit && (*at)->about == tid;
        if (due && (*at)->to != tid)
            tell(c, *at, 1, &tid);
        if (due || (*at)->to == tid)
            remove_at(at);
        else
            at = &(*at)->next;
    }
}

static void tell_node_gone(struct control *c, int32_t node_tid)
{
    for (struct control_notice **at = &c->notices; *at != NULL;)
        if ((*at)->what == PvmHostDelete && (*at)->node == node_tid) {
            tell(c, *at, 1, &node_tid);
            remove_at(at);
        } else {
            at = &(*at)->next;
        }
}

void control_node_deleted(struct control *c, int32_t node_tid)
{
    tell_node_gone(c, node_tid);
    control_roles_node_deleted(c, node_tid);
}

void control_nodes_added(struct control *c, int n, const int32_t *node_tids)
{
    int32_t *ints = calloc((size_t)n + 1, sizeof *ints);
    if (ints == NULL)
        return;
    ints[0] = n;
    memcpy(ints + 1, node_tids, (size_t)n * sizeof *ints);
    for (struct control_notice **at = &c->notices; *at != NULL;) {
        bool told = (*at)->what == PvmHostAdd;
        if (told)
            tell(c, *at, n + 1, ints);
        if (told && (*at)->remaining > 0 && --(*at)->remaining == 0)
            remove_at(at);
        else
            at = &(*at)->next;
    }
    free(ints);
}

/* Asks about one tid, or cancels that. If it has ended already, the message is sent at once. */
static int ask_about(struct control *c, struct control_notice n, bool cancels)
{
    struct control_about t;
    int32_t home = c->ops->home(c->m, n.about); /* the tid of a task stands for its node */
    n.node = home != PvmNoTask ? home : n.about;
    if (cancels) {
        cancel(c, &n);
        return 0;
    }
    int code = add(c, &n);
    if (code == 0 && n.what == PvmTaskExit && !c->ops->task(c->m, n.about, &t))
        control_notices_task_ended(c, n.about);
    if (code == 0 && n.what == PvmHostDelete && !(tid_local(n.node) == 0 && control_node_there(c, n.node)))
        tell_node_gone(c, n.node);
    return code;
}

int control_do_notify(struct control *c, int32_t asker, struct wire_in *in)
{
    struct control_notify r = control_notify_get(in);
    struct control_notice n = {
        .what = r.what & ~PvmNotifyCancel, .to = asker, .tag = r.tag, .context = r.context, .remaining = r.messages};
    bool cancels = (r.what & PvmNotifyCancel) != 0;
    int code = 0;
    if (in->bad || n.what < PvmTaskExit || n.what > PvmHostAdd)
        return PvmBadParam;
    if (n.what == PvmHostAdd && cancels)
        cancel(c, &n);
    else if (n.what == PvmHostAdd)
        code = add(c, &n);
    for (int i = 0; i < r.tids.n && code == 0 && n.what != PvmHostAdd; i++) {
        n.about = body_int_at(&r.tids, i);
        code = ask_about(c, n, cancels);
    }
    return code;
}

void control_notices_free(struct control *c)
{
    while (c->notices != NULL)
        remove_at(&c->notices);
}
