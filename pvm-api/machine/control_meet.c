/* control_meet.c - the control program: broadcasts and barriers for machines that have no hardware for them.
 *
 * The list of tasks says who takes part, so nobody waits for a task that has ended. */
#include "control_int.h"

/* A task in a barrier. */
struct control_entrant {
    int32_t tid;
    int whom;
    const int32_t *tids; /* the caller's list, valid while the task waits; if n is 0: all of `whom` */
    int n;
    uint32_t status; /* first what the task brought, at the end the OR for all */
    mach_ns time_ns; /* first when this task came, at the end when the last one came */
    bool released;
    int code;
    struct control_entrant *next;
};

static bool takes_part(const struct control_about *t, int whom)
{
    return !t->service && (whom == MACH_MACHINE || tid_node_number(t->task.node_tid) > 0);
}

/* Returns true if both are on cells, and these are in the same row or column of an array with that many columns. */
static bool in_same_line(int32_t a_node_tid, int32_t b_node_tid, int whom, int columns)
{
    int a = tid_node_number(a_node_tid) - 1, b = tid_node_number(b_node_tid) - 1;
    return a >= 0 && b >= 0 && (whom == MACH_ROW ? a / columns == b / columns : a % columns == b % columns);
}

int control_others(struct control *c, int32_t tid, int whom, int columns, int32_t **tids)
{
    bool line = whom == MACH_ROW || whom == MACH_COLUMN;
    int32_t home = c->ops->home(c->m, tid);
    if (whom != MACH_MACHINE && whom != MACH_CELLS && !(line && columns > 0 && tid_node_number(home) > 0))
        return PvmBadParam;
    int n = c->ops->tasks(c->m, tids), others = 0;
    for (int i = 0; i < n; i++) {
        struct control_about t;
        if ((*tids)[i] != tid && c->ops->task(c->m, (*tids)[i], &t) && takes_part(&t, whom) &&
            (!line || in_same_line(t.task.node_tid, home, whom, columns)))
            (*tids)[others++] = (*tids)[i];
    }
    return n < 0 ? n : others;
}

/* Returns how many of the tasks are on the node with that number. */
static int count_on(struct control *c, int number, const int32_t *tids, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += tid_node_number(c->ops->home(c->m, tids[i])) == number;
    return count;
}

int control_covers(struct control *c, const int32_t *tids, int n)
{
    struct control_node node;
    int cells = 0;
    for (int i = 0; i < n; i++)
        if (c->ops->home(c->m, tids[i]) == PvmNoTask)
            return 0;
    for (int number = 1; c->ops->node(c->m, number, &node) >= 0; number++, cells++)
        if (count_on(c, number, tids, n) != 1)
            return 0;
    return cells > 0 && count_on(c, 0, tids, n) <= 1;
}

static bool listed(const int32_t *tids, int n, int32_t tid)
{
    for (int i = 0; i < n; i++)
        if (tids[i] == tid)
            return true;
    return false;
}

/* Returns true if both wait in the same barrier. Their lists may differ in order. */
static bool same_barrier(const struct control_entrant *a, const struct control_entrant *b)
{
    if (a->n != b->n || (a->n == 0 && a->whom != b->whom))
        return false;
    for (int i = 0; i < a->n; i++)
        if (!listed(b->tids, b->n, a->tids[i]))
            return false;
    return true;
}

static struct control_entrant *find_waiting(const struct control *c, int32_t tid)
{
    struct control_entrant *e = c->entrants;
    while (e != NULL && (e->tid != tid || e->released))
        e = e->next;
    return e;
}

static bool has_arrived(const struct control *c, int32_t tid, const struct control_entrant *barrier)
{
    const struct control_entrant *e = find_waiting(c, tid);
    return e != NULL && same_barrier(e, barrier);
}

/* Returns 1 if all have come to this barrier, 0 if somebody is missing, or PvmNoTask if a missing task has ended. */
static int complete(struct control *c, const struct control_entrant *barrier)
{
    struct control_about t;
    int32_t *tids = NULL;
    int missing = 0;
    for (int i = 0; i < barrier->n; i++) {
        if (!c->ops->task(c->m, barrier->tids[i], &t))
            return PvmNoTask;
        missing += !has_arrived(c, barrier->tids[i], barrier);
    }
    int n = barrier->n == 0 ? c->ops->tasks(c->m, &tids) : 0;
    for (int i = 0; i < n && missing == 0; i++)
        if (c->ops->task(c->m, tids[i], &t) && takes_part(&t, barrier->whom))
            missing += !has_arrived(c, tids[i], barrier);
    if (tids != NULL)
        free(tids);
    return n < 0 ? n : missing == 0;
}

static void release(struct control *c, struct control_entrant *barrier, int code)
{
    struct control_entrant of = *barrier;
    mach_ns last = 0;
    uint32_t all = 0;
    for (struct control_entrant *e = c->entrants; e != NULL; e = e->next)
        if (!e->released && same_barrier(e, &of)) {
            last = e->time_ns > last ? e->time_ns : last;
            all |= e->status;
        }
    for (struct control_entrant *e = c->entrants; e != NULL; e = e->next)
        if (!e->released && same_barrier(e, &of)) {
            e->released = true;
            e->code = code;
            e->status = all;
            e->time_ns = last;
            c->ops->release(c->m, e->tid);
        }
}

/* Releases all tasks in barriers that are complete. */
static void release_complete(struct control *c)
{
    for (struct control_entrant *e = c->entrants; e != NULL; e = e->next) {
        int code = e->released ? 0 : complete(c, e);
        if (code != 0)
            release(c, e, code < 0 ? code : 0);
    }
}

static void remove_entrant(struct control *c, int32_t tid)
{
    for (struct control_entrant **at = &c->entrants; *at != NULL;)
        if ((*at)->tid == tid) {
            struct control_entrant *e = *at;
            *at = e->next;
            free(e);
        } else {
            at = &(*at)->next;
        }
}

int control_meet(struct control *c, int32_t tid, int whom, const int32_t *tids, int n, uint32_t status, uint32_t *all,
                 mach_ns *last)
{
    struct control_about t;
    if (n == 0 ? (whom != MACH_MACHINE && whom != MACH_CELLS) || !c->ops->task(c->m, tid, &t) || !takes_part(&t, whom)
               : n < 0 || !listed(tids, n, tid) || !control_covers(c, tids, n))
        return PvmBadParam;
    struct control_entrant *e = malloc(sizeof *e);
    if (e == NULL)
        return PvmNoMem;
    *e = (struct control_entrant){tid, whom, tids, n, status, c->ops->now(c->m), false, 0, c->entrants};
    c->entrants = e;
    release_complete(c);
    int code = 0;
    while (!e->released && code == 0)
        code = c->ops->hold(c->m, tid);
    if (e->released)
        code = e->code;
    *all = e->status;
    *last = e->time_ns;
    remove_entrant(c, tid);
    return code;
}

/* Is called also for a task that was in no barrier: others may have been waiting for it alone. */
void control_meet_task_ended(struct control *c, int32_t tid)
{
    remove_entrant(c, tid);
    release_complete(c);
}

void control_entrants_free(struct control *c)
{
    while (c->entrants != NULL)
        remove_entrant(c, c->entrants->tid);
}
