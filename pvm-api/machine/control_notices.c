/* control_notices.c - the control program: pvm_notify. It keeps who is to be told when a task ends or a node comes or
 * goes. */
#include "control_int.h"

/* A server of groups asks about each of thousands of tasks, so a notice is in three lists, each in the order of the
 * requests: of all, of those about tids like its own, of those for tasks like its own. */
enum { ALL, ABOUT, TO, LISTS };
enum { BUCKETS = 1024 };

struct control_notice {
    int what;      /* PvmTaskExit, PvmHostDelete, PvmHostAdd */
    int32_t about; /* the tid that the request named; 0 for PvmHostAdd */
    int32_t node;  /* PvmHostDelete: the node's tid */
    int32_t to;    /* the task that is told */
    int tag, context;
    int remaining; /* PvmHostAdd: how many messages are still wanted; -1: no limit */
    struct control_notice *before[LISTS], *after[LISTS];
};

struct list {
    struct control_notice *first, *last;
};

struct control_notices {
    struct list all, about[BUCKETS], to[BUCKETS];
};

static struct list *list_of(struct control *c, const struct control_notice *n, int which)
{
    struct control_notices *all = c->notices;
    return which == ALL     ? &all->all
           : which == ABOUT ? &all->about[(uint32_t)n->about % BUCKETS]
                            : &all->to[(uint32_t)n->to % BUCKETS];
}

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
    struct control_delivery l = {.from_node_tid = host.tid,
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

static void remove_one(struct control *c, struct control_notice *n)
{
    for (int i = 0; i < LISTS; i++) {
        struct list *l = list_of(c, n, i);
        *(n->before[i] != NULL ? &n->before[i]->after[i] : &l->first) = n->after[i];
        *(n->after[i] != NULL ? &n->after[i]->before[i] : &l->last) = n->before[i];
    }
    free(n);
}

/* A request for PvmHostAdd replaces an earlier one with the same task, tag and context; 0 messages removes it. */
static int add(struct control *c, const struct control_notice *wanted)
{
    if (c->notices == NULL && (c->notices = calloc(1, sizeof *c->notices)) == NULL)
        return PvmNoMem;
    if (wanted->what == PvmHostAdd)
        for (struct control_notice *n = list_of(c, wanted, TO)->first, *next; n != NULL; n = next) {
            next = n->after[TO];
            if (same(n, wanted))
                remove_one(c, n);
        }
    if (wanted->what == PvmHostAdd && wanted->remaining == 0)
        return 0;
    struct control_notice *n = malloc(sizeof *n);
    if (n == NULL)
        return PvmNoMem;
    *n = *wanted;
    for (int i = 0; i < LISTS; i++) {
        struct list *l = list_of(c, n, i);
        n->before[i] = l->last;
        n->after[i] = NULL;
        *(l->last != NULL ? &l->last->after[i] : &l->first) = n;
        l->last = n;
    }
    return 0;
}

/* Except for PvmHostAdd, the messages are sent now, as PVM does. */
static void cancel(struct control *c, const struct control_notice *wanted)
{
    if (c->notices == NULL)
        return;
    for (struct control_notice *n = list_of(c, wanted, ABOUT)->first, *next; n != NULL; n = next) {
        next = n->after[ABOUT];
        if (same(n, wanted)) {
            if (wanted->what != PvmHostAdd)
                tell(c, n, 1, &n->about);
            remove_one(c, n);
        }
    }
}

void control_notices_task_ended(struct control *c, int32_t tid)
{
    const struct control_notice its = {.about = tid, .to = tid};
    if (c->notices == NULL)
        return;
    for (struct control_notice *n = list_of(c, &its, TO)->first, *next; n != NULL; n = next) {
        next = n->after[TO];
        if (n->to == tid)
            remove_one(c, n);
    }
    for (struct control_notice *n = list_of(c, &its, ABOUT)->first, *next; n != NULL; n = next) {
        next = n->after[ABOUT];
        if (n->what == PvmTaskExit && n->about == tid) {
            tell(c, n, 1, &tid);
            remove_one(c, n);
        }
    }
}

static void tell_node_gone(struct control *c, int32_t node_tid)
{
    if (c->notices == NULL)
        return;
    for (struct control_notice *n = c->notices->all.first, *next; n != NULL; n = next) {
        next = n->after[ALL];
        if (n->what == PvmHostDelete && n->node == node_tid) {
            tell(c, n, 1, &node_tid);
            remove_one(c, n);
        }
    }
}

void control_node_deleted(struct control *c, int32_t node_tid)
{
    tell_node_gone(c, node_tid);
    control_roles_node_deleted(c, node_tid);
}

void control_nodes_added(struct control *c, int n, const int32_t *node_tids)
{
    int32_t *ints = c->notices != NULL ? calloc((size_t)n + 1, sizeof *ints) : NULL;
    if (ints == NULL)
        return;
    ints[0] = n;
    memcpy(ints + 1, node_tids, (size_t)n * sizeof *ints);
    for (struct control_notice *one = c->notices->all.first, *next; one != NULL; one = next) {
        next = one->after[ALL];
        if (one->what == PvmHostAdd) {
            tell(c, one, n + 1, ints);
            if (one->remaining > 0 && --one->remaining == 0)
                remove_one(c, one);
        }
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
    if (code == 0 && n.what == PvmHostDelete && !(tid_is_node(n.node) && control_node_there(c, n.node)))
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
    while (c->notices != NULL && c->notices->all.first != NULL)
        remove_one(c, c->notices->all.first);
    free(c->notices);
}
