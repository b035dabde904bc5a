/* server.c - the group server: receives requests and sends answers. table.c decides them, protocol.h has the
 * messages. */
#include "server.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"
#include "pvm3.h"
#include "pvmi_group.h"
#include "show.h"
#include "table.h"
#include "tids.h"
#include "watched.h"

#define RESERVE_BYTES 16384

struct server {
    struct grp_table *table;
    struct grp_watched watched;
    int completed_reply;              /* a buffer with the answer to a completed barrier (0), packed only once */
    void *reserve;                    /* memory for the answer if there is none for any other */
    int starter_tid;                  /* the task on this node that started the server: usually the first member of
                                         the first group */
    enum barrier_algorithm algorithm; /* for the barriers of groups that are frozen from now on */
    char missing[200];                /* who is missing in which barrier, for whoever asks why nothing goes on */
    int completed;                    /* how many barriers without the server the leaving member has completed */
};

/* ---- answers ---- */

/* The reply to a barrier never carries the list: a member in a barrier has it, and n lists of n members would take
 * longer than all the rest. */
static int pack_reply(const struct server *s, enum grp_request request, int result, const struct grp_group *g)
{
    int frozen = g != NULL && g->frozen && !g->broken && result >= 0 && request != GRP_BARRIER;
    int listed = g != NULL && (frozen || request == GRP_LIST);
    int algorithm = frozen && g->context > 0 ? (int)s->algorithm : BARRIER_central;
    int number = g != NULL && request == GRP_JOIN && result >= 0 ? g->number : 0;
    int head[4] = {result, number, frozen ? 1 + algorithm : 0, listed ? g->members.nslots : 0};
    int code = pvm_initsend(PvmDataDefault);

    if (code >= 0)
        code = pvm_pkint(head, request == GRP_BARRIER ? 1 : 4, 1);
    if (code >= 0 && head[3] > 0)
        code = pvm_pkint(g->members.tid, head[3], 1);
    if (code >= 0 && head[2] > 1)
        code = pvm_pkint((int *)&g->context, 1, 1);
    return code < 0 ? code : 0;
}

static int pack_once(int result)
{
    int bufid = pvm_mkbuf(PvmDataDefault), sbuf;

    if (bufid < 0)
        return bufid;
    sbuf = pvm_setsbuf(bufid);
    pvm_pkint(&result, 1, 1);
    pvm_setsbuf(sbuf);
    return bufid;
}

/* Who waits for an answer for which there is no memory would wait for ever. For PvmNoMem there is some in reserve; had
 * it been packed beforehand, each run would take the time of packing. */
static void refuse(struct server *s, const int *tids, int n, enum grp_request request)
{
    free(s->reserve);
    int answer = pack_once(PvmNoMem), sbuf = pvm_setsbuf(answer);

    for (int i = 0; i < n; i++)
        pvm_send(tids[i], (int)request);
    pvm_setsbuf(sbuf > 0 ? sbuf : 0);
    pvm_freebuf(answer);
    s->reserve = malloc(RESERVE_BYTES);
}

/* Returns whether the answer could be sent. */
static bool reply(struct server *s, int tid, enum grp_request request, int result, const struct grp_group *g)
{
    bool sent = pack_reply(s, request, result, g) == 0 && pvm_send(tid, (int)request) != PvmNoMem;

    if (!sent)
        refuse(s, &tid, 1, request);
    return sent;
}

/* Answers in the order in which the tasks came, but the one on this node last, as its answer does not travel. */
static void meeting_over(void *arg, enum grp_meeting meeting, int *tids, int n, int code, const struct grp_group *g)
{
    struct server *s = arg;
    enum grp_request request = meeting == GRP_MEET_FREEZE ? GRP_FREEZE : GRP_BARRIER;
    int at = 0;

    while (at < n && tids[at] != s->starter_tid)
        at++;
    if (at < n) { /* to the end */
        memmove(&tids[at], &tids[at + 1], (size_t)(n - at - 1) * sizeof *tids);
        tids[n - 1] = s->starter_tid;
    }
    if (request == GRP_BARRIER && code == 0) {
        int sbuf = pvm_setsbuf(s->completed_reply);
        if (pvm_mcast(tids, n, GRP_BARRIER) == PvmNoMem)
            refuse(s, tids, n, GRP_BARRIER);
        pvm_setsbuf(sbuf);
        return;
    }
    if (pack_reply(s, request, code, g) < 0 || pvm_mcast(tids, n, (int)request) == PvmNoMem)
        refuse(s, tids, n, request);
}

/* ---- barriers without the server ---- */

/* A member left. Members that wait for it in a barrier that it never entered would wait for ever, so all that are left
 * are told how many barriers can complete. They are told once, even if many leave after the same barrier. */
static void tell_broken(const struct server *s, struct grp_group *g)
{
    int *tid, n = 0;

    if (g->context <= 0 || s->completed >= g->completable || g->members.members == 0)
        return;
    tid = malloc((size_t)g->members.members * sizeof *tid);
    if (tid == NULL)
        return;
    g->completable = s->completed;
    for (int inst = 0; inst < g->members.nslots; inst++)
        if (g->members.tid[inst] != 0)
            tid[n++] = g->members.tid[inst];
    pvm_setcontext(g->context);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&g->completable, 1, 1);
    pvm_mcast(tid, n, GRP_TAG_BROKEN);
    pvm_setcontext(GRP_CONTEXT);
    free(tid);
}

/* Each frozen group has a context of its own while it lives, so that messages of different groups with the same members
 * cannot be confused. If the server cannot get a context (it has used up its share), the group's barriers are
 * central. */
static void group_changed(void *arg, enum grp_change change, struct grp_group *g)
{
    const struct server *s = arg;

    if (change == GRP_BROKEN)
        tell_broken(s, g);
    if (change == GRP_ENDED && g->context > 0)
        pvm_freecontext(g->context);
    if (change != GRP_FROZEN || s->algorithm == BARRIER_central)
        return;
    g->context = pvm_newcontext();
    g->completable = INT_MAX;
}

/* ---- the life of members ---- */

static void task_ended(struct server *s)
{
    int tid;

    if (pvm_upkint(&tid, 1, 1) < 0)
        return;
    grp_watch_over(&s->watched, tid);
    s->completed = 0; /* unknown: the task could not tell */
    grp_table_task_ended(s->table, tid);
    grp_show_missing(s->table, s->missing, sizeof s->missing);
}

/* ---- requests ---- */

static int join(struct server *s, const char *group, int tid)
{
    int inst = grp_table_join(s->table, group, tid);

    if (inst >= 0)
        grp_watch(&s->watched, tid);
    return inst;
}

/* Answers a question about a group that exists. */
static int lookup(const struct grp_group *g, enum grp_request request, int argument)
{
    switch (request) {
    case GRP_INST:
        return grp_list_inst(&g->members, argument);
    case GRP_TID:
        return grp_list_tid(&g->members, argument);
    default: /* GRP_SIZE, GRP_LIST */
        return g->members.members;
    }
}

/* Answers the request, or leaves the task waiting. */
static void serve(struct server *s, enum grp_request request, int tid, const char *group, int argument)
{
    const struct grp_group *g;
    enum grp_meeting meeting;
    int code;

    switch (request) {
    case GRP_JOIN:
        code = join(s, group, tid);
        if (!reply(s, tid, request, code, grp_table_find(s->table, group)) && code >= 0)
            grp_table_leave(s->table, group, tid); /* it does not know that it is a member */
        return;
    case GRP_LEAVE:
        s->completed = argument;
        reply(s, tid, request, grp_table_leave(s->table, group, tid), NULL);
        return;
    case GRP_BARRIER:
    case GRP_FREEZE:
        meeting = request == GRP_FREEZE ? GRP_MEET_FREEZE : GRP_MEET_BARRIER;
        code = grp_table_meet(s->table, group, meeting, tid, argument);
        if (code < 0)
            reply(s, tid, request, code, NULL);
        return;
    default:
        g = grp_table_find(s->table, group);
        reply(s, tid, request, g != NULL ? lookup(g, request, argument) : PvmNoGroup, g);
    }
}

/* Reads a request and serves it. What cannot be read is no request. */
static void handle_request(struct server *s, enum grp_request request, int tid, int len_bytes)
{
    int head[2];
    const char *known;
    char *group;

    if (pvm_upkint(head, 2, 1) < 0)
        return;
    known = grp_table_name(s->table, head[0]);
    /* No string in the message can be longer than the message. */
    group = known != NULL ? strdup(known) : calloc(1, (size_t)len_bytes + 1);
    if (group == NULL)
        refuse(s, &tid, 1, request);
    else if (known == NULL && head[0] != 0)
        reply(s, tid, request, PvmNoGroup, NULL); /* the group with that number has ended */
    else if (known != NULL || pvm_upkstr(group) >= 0)
        serve(s, request, tid, group, head[1]);
    free(group);
    if (request == GRP_BARRIER || request == GRP_FREEZE || request == GRP_LEAVE)
        grp_show_missing(s->table, s->missing, sizeof s->missing);
}

/* Handles one message. Only the system tells that a task has ended. */
static void handle_message(struct server *s, int bufid)
{
    int len_bytes, tag, tid;

    if (pvm_bufinfo(bufid, &len_bytes, &tag, &tid) < 0)
        return;
    if (tag == GRP_TASK_ENDED && tid == TID_SYSTEM)
        task_ended(s);
    if (tag == GRP_STATUS)
        grp_show_to(s->table, tid);
    if (tag == GRP_DUMP)
        grp_show_print(s->table, stdout);
    if (tag >= GRP_JOIN && tag < GRP_NREQUESTS)
        handle_request(s, (enum grp_request)tag, tid, len_bytes);
}

/* Tells the machine where the groups are kept. Negative: another server is there already. */
static int advertise(int tid)
{
    int where[2] = {tid, GRP_CONTEXT};
    int bufid;

    pvm_setcontext(GRP_CONTEXT);
    bufid = pvm_initsend(PvmDataDefault);
    if (bufid < 0)
        return bufid;
    pvm_pkint(where, 2, 1);
    return pvm_putinfo((char *)GROUP_SERVER, bufid, PvmMboxDefault);
}

/* The machine may end the server at any moment; this is called at the end of the task and frees everything. */
static void end_server(void *state)
{
    struct server *s = state;

    grp_table_free(s->table);
    free(s->watched.tid);
    free(s->reserve);
    free(s);
}

static struct server *make_server(void)
{
    void **slot = pvmi_group_slot();
    struct server *s = slot != NULL ? calloc(1, sizeof *s) : NULL;

    if (s == NULL)
        return NULL;
    *slot = s;
    pvmi_group_at_exit(end_server, NULL); /* a server that is killed runs no more code of its own */
    s->starter_tid = pvm_parent();
    s->completed_reply = pack_once(0);
    s->reserve = malloc(RESERVE_BYTES);
    s->algorithm = (enum barrier_algorithm)pvmi_barrier_algorithm();
    s->table = grp_table_new(meeting_over, s);
    if (s->table == NULL || s->completed_reply < 0)
        return NULL;
    grp_table_observe(s->table, group_changed);
    return s;
}

int grp_serve(void)
{
    struct server *s = make_server();
    int bufid;

    if (s == NULL)
        return 1;
    pvm_setopt(PvmAutoErr, 0);
    pvmi_group_waits(&(struct pvmi_group_wait){.group = s->missing});
    if (advertise(pvm_mytid()) >= 0)
        while ((bufid = pvm_recv(-1, -1)) > 0) {
            pvmi_spend(MACH_COST_GROUP_SERVER);
            handle_message(s, bufid);
        }
    pvm_exit();
    return 0;
}
