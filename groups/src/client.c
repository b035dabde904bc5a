/* client.c - what every group call does first and last: it finds the server, and it puts back the user's buffers,
 * context and matching function. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "pvm3.h"
#include "pvmi_group.h"

/* ---- finding the server ---- */

static int lookup_server(struct grp_state *s, int flags)
{
    int me = pvmi_group_enrolled(), where[2], bufid = pvm_recvinfo((char *)GROUP_SERVER, 0, flags);

    if (bufid < 0 || pvmi_group_enrolled() != me)
        return bufid < 0 ? bufid : PvmSysErr; /* a handler has left, and *s is gone */
    pvm_setrbuf(bufid);
    if (pvm_upkint(where, 2, 1) < 0)
        return PvmSysErr;
    s->server_tid = where[0];
    return 0;
}

/* The server is started as nobody's child: what it prints goes nowhere, and pvm_catchout need not wait for its end. */
static int start(void)
{
    int tid = PvmSysErr;
    int output = pvm_setopt(PvmOutputTid, 0), trace = pvm_setopt(PvmTraceTid, 0);
    int started = pvm_spawn((char *)GROUP_SERVER, NULL, PvmTaskHost | CONTROL_SPAWN_SERVICE, (char *)".", 1, &tid);

    pvm_setopt(PvmTraceTid, trace);
    pvm_setopt(PvmOutputTid, output);
    return started == 1 ? 0 : tid;
}

/* If two tasks start a server at the same time, the one that comes second ends, and both tasks find the first. */
static int find_server(struct grp_state *s)
{
    int loud = pvm_setopt(PvmAutoErr, 0);
    int code = lookup_server(s, PvmMboxDefault);

    if (code < 0)
        code = start();
    if (code == 0 && s->server_tid == 0)
        code = lookup_server(s, PvmMboxWaitForInfo);
    pvm_setopt(PvmAutoErr, loud);
    if (code < 0) {
        pvmi_set_errno(code);
        if (loud != 0)
            pvm_perror((char *)"cannot start the group server " GROUP_SERVER);
        return PvmSysErr;
    }
    return 0;
}

/* ---- the task's state ---- */

void grp_forget(struct grp_state *s, const char *group)
{
    for (struct grp_frozen **at = &s->frozen; *at != NULL; at = &(*at)->next)
        if (strcmp((*at)->name, group) == 0) {
            struct grp_frozen *k = *at;
            *at = k->next;
            grp_list_free(&k->members);
            free(k);
            return;
        }
}

void grp_note_joined(struct grp_state *s, const char *group, int number)
{
    struct grp_membership *j = malloc(sizeof *j + strlen(group) + 1);

    if (j == NULL)
        return; /* the server is asked by the group's name then */
    j->number = number;
    strcpy(j->name, group);
    j->next = s->joined;
    s->joined = j;
}

static struct grp_membership **find_membership(struct grp_state *s, const char *group)
{
    struct grp_membership **at = &s->joined;

    while (*at != NULL && strcmp((*at)->name, group) != 0)
        at = &(*at)->next;
    return at;
}

void grp_note_left(struct grp_state *s, const char *group)
{
    struct grp_membership **at = find_membership(s, group), *j = *at;

    if (j != NULL) {
        *at = j->next;
        free(j);
    }
}

int grp_pack_request(const struct grp_state *s, const char *group, int argument)
{
    const struct grp_membership *j = *find_membership((struct grp_state *)s, group);
    int head[2] = {j != NULL ? j->number : 0, argument};
    int code = pvm_initsend(PvmDataDefault);

    if (code >= 0)
        code = pvm_pkint(head, 2, 1);
    if (code >= 0 && j == NULL)
        code = pvm_pkstr((char *)group);
    return code < 0 ? code : 0;
}

/* A task that ends without leaving the group tells the server how many barriers it has completed, as the others may
 * still be in the last of them. Of a task that is killed the server learns from the machine, and that number is
 * unknown. */
static void tell_completed(struct grp_state *s, const struct grp_frozen *k)
{
    if (k->context == 0 || grp_list_inst(&k->members, pvm_mytid()) < 0)
        return;
    pvm_setcontext(GRP_CONTEXT);
    if (grp_pack_request(s, k->name, k->completed) == 0)
        pvm_send(s->server_tid, GRP_LEAVE);
}

static void free_state(void *state)
{
    struct grp_state *s = state;

    while (s->frozen != NULL)
        grp_forget(s, s->frozen->name);
    while (s->joined != NULL)
        grp_note_left(s, s->joined->name);
    free(s);
}

static void end_state(void *state)
{
    struct grp_state *s = state;

    for (const struct grp_frozen *k = s->frozen; k != NULL; k = k->next)
        tell_completed(s, k);
    free_state(s);
}

static int find_state(struct grp_state **out)
{
    void **slot = pvmi_group_slot();

    if (slot == NULL)
        return PvmSysErr;
    if (*slot == NULL) {
        *slot = calloc(1, sizeof **out);
        if (*slot == NULL)
            return PvmNoMem;
        pvmi_group_at_exit(end_state, free_state);
    }
    *out = *slot;
    return 0;
}

/* ---- the frame of a call ---- */

int grp_begin(struct grp_call *c, const char *call, char *group, int number, const void *from)
{
    int code;

    if (group == NULL || *group == '\0')
        return PvmNullGroup;
    code = find_state(&c->state);
    if (code < 0)
        return code;
    pvmi_group_call(call, group, number, from);
    pvmi_group_waits(&(struct pvmi_group_wait){.call = call, .group = group});
    c->group = group;
    c->tid = pvmi_group_enrolled();
    c->worked = 0;
    c->match = pvm_recvf(NULL);
    c->sbuf = pvm_setsbuf(0);
    c->rbuf = pvm_setrbuf(0);
    c->context = pvm_getcontext();
    if (c->state->server_tid == 0)
        code = find_server(c->state);
    if (code < 0)
        grp_end(c);
    else
        pvm_setcontext(GRP_CONTEXT);
    return code;
}

int grp_left(const struct grp_call *c)
{
    return pvmi_group_enrolled() != c->tid;
}

void grp_charge_call(struct grp_call *c)
{
    if (!c->worked)
        pvmi_spend(MACH_COST_GROUP_CALL);
    c->worked = 1;
}

void grp_end(struct grp_call *c)
{
    if (grp_left(c)) {
        pvmi_group_restore(c->context, c->match); /* the buffers are gone */
        return;
    }

    int sbuf = pvm_setsbuf(c->sbuf), rbuf = pvm_setrbuf(c->rbuf);

    grp_charge_call(c);
    if (sbuf > 0)
        pvm_freebuf(sbuf);
    if (rbuf > 0)
        pvm_freebuf(rbuf);
    pvm_setcontext(c->context);
    pvm_recvf(c->match);
    pvmi_group_waits(NULL);
}

int grp_server_tid(void)
{
    struct grp_state *s;
    int code = find_state(&s);

    if (code == 0 && s->server_tid == 0)
        code = find_server(s);
    return code < 0 ? code : s->server_tid;
}

int grp_return_sent(int code, const int *tids, int n)
{
    pvmi_group_return(code, tids, n);
    if (code < 0)
        pvmi_set_errno(code);
    return code;
}

int grp_return(int code)
{
    return grp_return_sent(code, NULL, 0);
}

int grp_return_loudly(const char *call, int code)
{
    char said[64];
    int loud = code < 0 ? pvm_getopt(PvmAutoErr) : 0;

    grp_return(code);
    if (loud > 0) {
        snprintf(said, sizeof said, "%s()", call);
        pvm_perror(said);
    }
    return code;
}
