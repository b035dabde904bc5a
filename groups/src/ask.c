/* ask.c - questions to the group server, and the frozen groups that need none. */
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "pvm3.h"

static struct grp_kept *kept(const struct grp_state *s, const char *group)
{
    struct grp_kept *k = s->kept;

    while (k != NULL && strcmp(k->name, group) != 0)
        k = k->next;
    return k;
}

/* Without memory it is not kept, and asked for again. */
static void keep(struct grp_state *s, const char *group, const struct grp_list *members)
{
    struct grp_kept *k;

    grp_forget(s, group);
    k = calloc(1, sizeof *k + strlen(group) + 1);
    if (k == NULL || grp_list_set(&k->members, members->tid, members->nslots) < 0) {
        free(k);
        return;
    }
    strcpy(k->name, group);
    k->next = s->kept;
    s->kept = k;
}

static int unpack_list(struct grp_list *list, int n)
{
    int *tid = n > 0 ? malloc((size_t)n * sizeof *tid) : NULL;
    int code = n == 0 ? 0 : tid == NULL ? PvmNoMem : pvm_upkint(tid, n, 1);

    if (code == 0)
        code = grp_list_set(list, tid, n);
    free(tid);
    return code;
}

int grp_ask(struct grp_call *c, enum grp_request request, int argument, struct grp_list *list)
{
    struct grp_list answer = {.tid = NULL};
    int head[3], code;

    pvm_initsend(PvmDataDefault);
    pvm_pkstr(c->group);
    pvm_pkint(&argument, 1, 1);
    if (pvm_send(c->state->server_tid, (int)request) < 0 || pvm_recv(c->state->server_tid, (int)request) < 0)
        return PvmSysErr;
    if (pvm_upkint(head, 3, 1) < 0 || (code = unpack_list(&answer, head[2])) < 0)
        return PvmSysErr;
    if (head[1])
        keep(c->state, c->group, &answer);
    if (list != NULL)
        *list = answer;
    else
        grp_list_free(&answer);
    return head[0];
}

/* Whether what is kept answers the request. */
static int answered(const struct grp_kept *k, enum grp_request request, int argument, int *result)
{
    switch (request) {
    case GRP_SIZE:
        *result = k->members.members;
        return 1;
    case GRP_INST:
        *result = grp_list_inst(&k->members, argument);
        return 1;
    case GRP_TID:
        *result = grp_list_tid(&k->members, argument);
        return 1;
    default:
        return 0;
    }
}

int grp_request(char *group, enum grp_request request, int argument)
{
    struct grp_call c;
    const struct grp_kept *k;
    int code = grp_begin(&c, group);

    if (code == 0) {
        if (request == GRP_LEAVE)
            grp_forget(c.state, group);
        k = kept(c.state, group);
        if (k == NULL || !answered(k, request, argument, &code))
            code = grp_ask(&c, request, argument, NULL);
        grp_end(&c);
    }
    return grp_return(code);
}

int grp_members(struct grp_call *c, struct grp_list *list)
{
    const struct grp_kept *k = kept(c->state, c->group);
    int code;

    memset(list, 0, sizeof *list);
    if (k == NULL)
        return grp_ask(c, GRP_LIST, 0, list);
    code = grp_list_set(list, k->members.tid, k->members.nslots);
    return code < 0 ? code : list->members;
}
