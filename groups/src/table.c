/* table.c - the table of groups: chains, chosen by a hash of the name. */
#include "table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

#define NCHAINS 64

struct meeting {
    int count;   /* how many members it takes */
    int arrived; /* how many members have come */
    int *tid;    /* their tids in the order in which they came; negative: the task has ended since; malloc'ed */
    int waiting; /* how many of them still wait (have not ended) */
    int room;
};

struct entry {
    struct grp_group group; /* first member, so that a struct grp_group * can be cast back */
    struct meeting meeting[GRP_NMEETINGS];
    struct entry *next;
    char name[];
};

struct grp_table {
    struct entry *chain[NCHAINS];
    int ngroups;
    int created;
    grp_answer *answer;
    grp_changed *changed; /* may be NULL */
    void *arg;
};

struct grp_table *grp_table_new(grp_answer *answer, void *arg)
{
    struct grp_table *t = calloc(1, sizeof *t);

    if (t != NULL) {
        t->answer = answer;
        t->arg = arg;
    }
    return t;
}

void grp_table_observe(struct grp_table *t, grp_changed *changed)
{
    t->changed = changed;
}

static void tell(struct grp_table *t, enum grp_change change, struct entry *e)
{
    if (t->changed != NULL)
        t->changed(t->arg, change, &e->group);
}

/* ---- groups by name ---- */

static unsigned chain_of(const char *name)
{
    unsigned hash = 5381;

    for (const char *c = name; *c != '\0'; c++)
        hash = hash * 33 + (unsigned char)*c;
    return hash % NCHAINS;
}

/* The place of the pointer to that group, or where it would be put. */
static struct entry **find_link(struct grp_table *t, const char *name)
{
    struct entry **at = &t->chain[chain_of(name)];

    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    return at;
}

const struct grp_group *grp_table_find(const struct grp_table *t, const char *name)
{
    struct entry *e = *find_link((struct grp_table *)t, name);
    return e != NULL ? &e->group : NULL;
}

const char *grp_table_name(const struct grp_table *t, int number)
{
    const struct entry *e = number > 0 ? t->chain[number % NCHAINS] : NULL;

    while (e != NULL && e->group.number != number)
        e = e->next;
    return e != NULL ? e->name : NULL;
}

int grp_table_count(const struct grp_table *t)
{
    return t->ngroups;
}

static struct entry *create(struct grp_table *t, struct entry **at, const char *name)
{
    struct entry *e = calloc(1, sizeof *e + strlen(name) + 1);

    if (e != NULL) {
        strcpy(e->name, name);
        t->created = t->created % (INT_MAX / NCHAINS - 1) + 1;
        e->group.number = t->created * NCHAINS + (int)chain_of(name); /* so that the number leads to the chain, too */
        *at = e;
        t->ngroups++;
    }
    return e;
}

static void destroy(struct grp_table *t, struct entry **at)
{
    struct entry *e = *at;

    *at = e->next;
    for (int m = 0; m < GRP_NMEETINGS; m++)
        free(e->meeting[m].tid);
    grp_list_free(&e->group.members);
    free(e);
    t->ngroups--;
}

void grp_table_free(struct grp_table *t)
{
    if (t == NULL)
        return;
    for (int i = 0; i < NCHAINS; i++)
        while (t->chain[i] != NULL)
            destroy(t, &t->chain[i]);
    free(t);
}

/* ---- meetings ---- */

/* Answers all tasks that wait in the meeting with `code`; the meeting is over. */
static void release(struct grp_table *t, struct entry *e, enum grp_meeting meeting, int code)
{
    struct meeting *m = &e->meeting[meeting];
    int n = 0;

    for (int i = 0; i < m->arrived; i++)
        if (m->tid[i] > 0)
            m->tid[n++] = m->tid[i];
    m->arrived = m->waiting = 0;
    if (n > 0)
        t->answer(t->arg, meeting, m->tid, n, code, &e->group);
}

static int add_arrival(struct meeting *m, int tid)
{
    if (m->arrived == m->room) {
        int room = m->room * 2 + 8;
        int *more = realloc(m->tid, (size_t)room * sizeof *more);
        if (more == NULL)
            return PvmNoMem;
        m->tid = more;
        m->room = room;
    }
    m->tid[m->arrived++] = tid;
    m->waiting++;
    return 0;
}

static void remove_waiter(struct meeting *m, int tid)
{
    for (int i = 0; i < m->arrived; i++)
        if (m->tid[i] == tid) {
            m->tid[i] = -tid;
            m->waiting--;
            return;
        }
}

static int check_meeting(const struct entry *e, enum grp_meeting meeting, int tid)
{
    if (e == NULL)
        return PvmNoGroup;
    if (meeting == GRP_MEET_FREEZE && e->group.frozen)
        return PvmDupGroup;
    if (meeting == GRP_MEET_BARRIER && e->group.broken)
        return PvmNoGroup;
    return grp_list_inst(&e->group.members, tid) < 0 ? PvmNotInGroup : 0;
}

int grp_table_meet(struct grp_table *t, const char *name, enum grp_meeting meeting, int tid, int count)
{
    struct entry *e = *find_link(t, name);
    struct meeting *m;
    int code = check_meeting(e, meeting, tid);

    if (code < 0)
        return code;
    m = &e->meeting[meeting];
    if (count == -1)
        count = e->group.members.members;
    if (count < 1)
        return PvmMismatch;
    if (m->waiting == 0 && m->count != count)
        m->arrived = 0; /* all who came with another count have ended, so nobody disagrees */
    if (m->arrived > 0 && m->count != count)
        return PvmMismatch;
    if (add_arrival(m, tid) < 0)
        return PvmNoMem;
    m->count = count;
    if (m->arrived == count) {
        if (meeting == GRP_MEET_FREEZE) {
            e->group.frozen = true;
            tell(t, GRP_FROZEN, e);
        }
        release(t, e, meeting, meeting == GRP_MEET_FREEZE ? count : 0);
    }
    return 0;
}

/* ---- membership ---- */

int grp_table_join(struct grp_table *t, const char *name, int tid)
{
    struct entry **at = find_link(t, name), *e = *at;
    int inst;

    if (e != NULL && e->group.frozen)
        return PvmNotInGroup;
    if (e != NULL && grp_list_inst(&e->group.members, tid) >= 0)
        return PvmDupGroup;
    if (e == NULL && (e = create(t, at, name)) == NULL)
        return PvmNoMem;
    inst = grp_list_add(&e->group.members, tid);
    if (e->group.members.members == 0)
        destroy(t, at);
    return inst;
}

/* Returns true if the group has ended with this member; *at is the next group then. */
static bool remove_member(struct grp_table *t, struct entry **at, int tid)
{
    struct entry *e = *at;

    grp_list_remove(&e->group.members, tid);
    for (int m = 0; m < GRP_NMEETINGS; m++)
        remove_waiter(&e->meeting[m], tid);
    if (e->group.frozen) {
        e->group.broken = true;
        tell(t, GRP_BROKEN, e);
        release(t, e, GRP_MEET_BARRIER, PvmNoGroup);
    }
    if (e->group.members.members > 0)
        return false;
    tell(t, GRP_ENDED, e);
    destroy(t, at);
    return true;
}

int grp_table_leave(struct grp_table *t, const char *name, int tid)
{
    struct entry **at = find_link(t, name);

    if (*at == NULL)
        return PvmNoGroup;
    if (grp_list_inst(&(*at)->group.members, tid) < 0)
        return PvmNotInGroup;
    remove_member(t, at, tid);
    return 0;
}

void grp_table_task_ended(struct grp_table *t, int tid)
{
    for (int i = 0; i < NCHAINS; i++)
        for (struct entry **at = &t->chain[i]; *at != NULL;) {
            bool member = grp_list_inst(&(*at)->group.members, tid) >= 0;
            if (!member || !remove_member(t, at, tid))
                at = &(*at)->next;
        }
}

/* ---- for people ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct entry *const *)a)->name, (*(struct entry *const *)b)->name);
}

static struct grp_shown shown(const struct entry *e)
{
    struct grp_shown g = {e->name, &e->group, {{-1, 0, NULL}, {-1, 0, NULL}}};

    for (int m = 0; m < GRP_NMEETINGS; m++)
        if (e->meeting[m].arrived > 0) {
            g.meeting[m].count = e->meeting[m].count;
            g.meeting[m].arrived = e->meeting[m].arrived;
            g.meeting[m].tid = e->meeting[m].tid;
        }
    if (e->group.frozen)
        g.meeting[GRP_MEET_FREEZE].count = g.meeting[GRP_MEET_FREEZE].arrived = e->meeting[GRP_MEET_FREEZE].count;
    return g;
}

int grp_table_show(const struct grp_table *t, void (*show)(void *arg, const struct grp_shown *g), void *arg)
{
    const struct entry **all = malloc(((size_t)t->ngroups + 1) * sizeof *all);
    int n = 0;

    if (all == NULL)
        return PvmNoMem;
    for (int i = 0; n < t->ngroups; i++)
        for (const struct entry *e = t->chain[i]; e != NULL; e = e->next)
            all[n++] = e;
    if (n > 1)
        qsort(all, (size_t)n, sizeof *all, by_name);
    for (int i = 0; i < n; i++) {
        struct grp_shown g = shown(all[i]);
        show(arg, &g);
    }
    free(all);
    return 0;
}
