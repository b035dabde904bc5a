/* show.c - see show.h. The table is only read. */
#include "show.h"

#include <stdlib.h>
#include <string.h>

#include "protocol.h"
#include "pvm3.h"

/* ---- for pvm_gstat ---- */

static void pack_int(int value)
{
    pvm_pkint(&value, 1, 1);
}

static void pack_group(void *arg, const struct grp_shown *g)
{
    const struct grp_list *members = &g->group->members;

    (void)arg;
    pack_int((int)strlen(g->name));
    pvm_pkstr((char *)g->name);
    pack_int(members->members);
    pack_int(members->nslots);
    pack_int(g->meeting[GRP_MEET_BARRIER].count);
    pack_int(g->meeting[GRP_MEET_BARRIER].arrived);
    for (int inst = 0; inst < members->nslots; inst++)
        pack_int(members->tid[inst] != 0 ? members->tid[inst] : -1);
    for (int i = 0; i < g->meeting[GRP_MEET_BARRIER].arrived; i++)
        pack_int(abs(g->meeting[GRP_MEET_BARRIER].tid[i]));
}

void grp_show_to(const struct grp_table *t, int tid)
{
    pvm_initsend(PvmDataDefault);
    pack_int(grp_table_count(t));
    if (grp_table_show(t, pack_group, NULL) == 0)
        pvm_send(tid, GRP_STATUS);
}

/* ---- for pvmgroups ---- */

static void print_meeting(FILE *to, const struct grp_shown *g, enum grp_meeting m, const char *name)
{
    if (g->meeting[m].arrived == 0)
        return;
    fprintf(to, "tids waiting on %s:\n", name);
    for (int i = 0; i < g->meeting[m].arrived && g->meeting[m].tid != NULL; i++)
        fprintf(to, "0x%x  ", (unsigned)abs(g->meeting[m].tid[i]));
    fprintf(to, "\n");
}

/* Returns the node of each member, 0 if it is not known, malloc'ed; NULL if there is no memory. */
static int *nodes_of(const struct grp_list *members)
{
    int *node = malloc(((size_t)members->nslots + 1) * sizeof *node);

    for (int inst = 0; inst < members->nslots && node != NULL; inst++) {
        int host = members->tid[inst] != 0 ? pvm_tidtohost(members->tid[inst]) : 0;
        node[inst] = host > 0 ? host : 0;
    }
    return node;
}

/* Prints a line for each node, in the order of instance numbers: how many members it has, and the lowest tid of
 * them. */
static void print_nodes(FILE *to, const struct grp_list *members)
{
    int *node = nodes_of(members);

    fprintf(to, "Host characterization:\n");
    for (int inst = 0; inst < members->nslots && node != NULL; inst++) {
        int here = node[inst], lowest = members->tid[inst], n = 0;
        for (int i = inst; i < members->nslots && here != 0; i++)
            if (node[i] == here) {
                lowest = members->tid[i] < lowest ? members->tid[i] : lowest;
                node[i] = 0;
                n++;
            }
        if (n > 0)
            fprintf(to, "host %x - %d procs, %x coord \n", (unsigned)here, n, (unsigned)lowest);
    }
    free(node);
}

static void print_group(void *arg, const struct grp_shown *g)
{
    const struct grp_list *members = &g->group->members;
    FILE *to = arg;

    fprintf(to, "group: %s  size: %d barrier_count: %d barrier_reached %d\n", g->name, members->members,
            g->meeting[GRP_MEET_BARRIER].count, g->meeting[GRP_MEET_BARRIER].arrived);
    fprintf(to, " sgroup_count: %d sgroup_reached %d\n  Tids: \n", g->meeting[GRP_MEET_FREEZE].count,
            g->meeting[GRP_MEET_FREEZE].arrived);
    for (int inst = 0; inst < members->nslots; inst++)
        if (members->tid[inst] != 0)
            fprintf(to, "(%d,  0x%x) ", inst, (unsigned)members->tid[inst]);
    fprintf(to, "\n");
    print_meeting(to, g, GRP_MEET_BARRIER, "barrier");
    print_meeting(to, g, GRP_MEET_FREEZE, "static formation");
    print_nodes(to, members);
}

void grp_show_print(const struct grp_table *t, FILE *to)
{
    fprintf(to, "DUMP 0x%x, %d groups:\n", (unsigned)pvm_mytid(), grp_table_count(t));
    grp_table_show(t, print_group, to);
    fflush(to);
}

/* ---- who is missing, for whoever asks why nothing goes on ---- */

enum { NAMED = 4, LOOKED_THROUGH = 64 }; /* beyond these it is only counted: it is written for every one who comes */

struct text {
    char *begin, *at;
    size_t left;
};

/* Not by vsnprintf, nor byte by byte: this text was an eighth of what a barrier costs in process. Whoever has said all
 * ends it with a 0. */
static inline void say(struct text *to, const char *words, size_t n)
{
    if (n < to->left) {
        memcpy(to->at, words, n); /* of so many bytes that are known where it is compiled: some moves */
    } else {
        n = to->left > 0 ? to->left - 1 : 0;
        memcpy(to->at, words, n);
    }
    to->at += n;
    to->left -= n;
}

#define SAY(TO, LITERAL) say((TO), (LITERAL), sizeof(LITERAL) - 1)

static void say_number(struct text *to, unsigned number, unsigned base)
{
    char digits[16], *const end = digits + sizeof digits, *at = end;
    do
        *--at = "0123456789abcdef"[number % base];
    while ((number /= base) > 0);
    say(to, at, (size_t)(end - at));
}

/* *at: where to begin to look, behind the one that was found last: most come in the order of the members. */
static int has_come(const struct grp_shown *g, enum grp_meeting m, int tid, int *at)
{
    const int n = g->meeting[m].arrived, *tids = g->meeting[m].tid;

    for (int i = 0; i < n; i++) {
        *at = *at < n ? *at : 0;
        if (tids[(*at)++] == tid)
            return 1;
    }
    return 0;
}

static void say_missing_in(struct text *to, const struct grp_shown *g, enum grp_meeting m, const char *what)
{
    const struct grp_list *members = &g->group->members;
    int count = g->meeting[m].count, missing = count - g->meeting[m].arrived, named = 0, at = 0;

    if (g->meeting[m].tid == NULL || missing <= 0)
        return;
    if (to->at != to->begin)
        SAY(to, "; ");
    say(to, what, strlen(what));
    SAY(to, " of group ");
    say(to, g->name, strlen(g->name));
    SAY(to, ": ");
    say_number(to, (unsigned)g->meeting[m].arrived, 10);
    SAY(to, " of ");
    say_number(to, (unsigned)count, 10);
    SAY(to, " have come");
    if (count != members->members || missing > NAMED || (missing > 1 && members->members > LOOKED_THROUGH))
        return;
    for (int inst = 0; inst < members->nslots && named < missing; inst++)
        if (members->tid[inst] != 0 && !has_come(g, m, members->tid[inst], &at)) {
            if (named++ == 0)
                SAY(to, ", not t");
            else
                SAY(to, ", t");
            say_number(to, (unsigned)members->tid[inst], 16);
        }
}

static void say_missing(void *arg, const struct grp_shown *g)
{
    say_missing_in(arg, g, GRP_MEET_BARRIER, "barrier");
    say_missing_in(arg, g, GRP_MEET_FREEZE, "pvm_freezegroup");
}

void grp_show_missing(const struct grp_table *t, char *text, size_t bytes)
{
    struct text to = {text, text, bytes};

    text[0] = 0;
    if (grp_table_count(t) <= LOOKED_THROUGH)
        (void)grp_table_show(t, say_missing, &to);
    *to.at = 0;
}
