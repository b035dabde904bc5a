/* ask.c - asks the group server; questions about a frozen group are answered from the task's own copy of it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "pvm3.h"

struct grp_frozen *grp_find_frozen(struct grp_state *s, const char *group)
{
    struct grp_frozen *k = s->frozen;

    while (k != NULL && strcmp(k->name, group) != 0)
        k = k->next;
    return k;
}

/* Returns 0 or PvmNoMem. If the group is kept already, its count of barriers goes on. */
static int keep_frozen(struct grp_state *s, const char *group, const struct grp_list *members, int algorithm,
                       int context)
{
    struct grp_frozen *k = grp_find_frozen(s, group);

    if (k != NULL && k->context == context && context != 0)
        return 0;
    grp_forget(s, group);
    k = calloc(1, sizeof *k + strlen(group) + 1);
    if (k == NULL || grp_list_set(&k->members, members->tid, members->nslots) < 0) {
        free(k);
        return PvmNoMem;
    }
    k->algorithm = (enum barrier_algorithm)algorithm;
    k->context = context;
    k->completable = INT_MAX;
    strcpy(k->name, group);
    k->next = s->frozen;
    s->frozen = k;
    return 0;
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
    int head[4] = {0}, context = 0, code;

    code = grp_pack_request(c->state, c->group, argument);
    if (code < 0)
        return code;
    if (pvm_send(c->state->server_tid, (int)request) < 0)
        return PvmSysErr;
    grp_charge_call(c);
    if (pvm_recv(c->state->server_tid, (int)request) < 0)
        return PvmSysErr;
    if (pvm_upkint(head, request == GRP_BARRIER ? 1 : 4, 1) < 0 || (code = unpack_list(&answer, head[3])) < 0)
        return PvmSysErr;
    if (head[1] > 0)
        grp_note_joined(c->state, c->group, head[1]);
    if (head[2] > 1)
        pvm_upkint(&context, 1, 1);
    /* If there is no memory, the server is simply asked again. But a member that cannot keep the group that it has
     * frozen would be missing in its barriers, so that is an error. */
    if (head[2] > 0 && keep_frozen(c->state, c->group, &answer, head[2] - 1, context) < 0 && context != 0)
        head[0] = PvmNoMem;
    if (list != NULL)
        *list = answer;
    else
        grp_list_free(&answer);
    return head[0];
}

/* Returns 1 and sets *result if the request can be answered from the kept list. */
static int answered(const struct grp_frozen *k, enum grp_request request, int argument, int *result)
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

int grp_request(const char *call, char *group, enum grp_request request, int argument, const void *from)
{
    struct grp_call c;
    const struct grp_frozen *k;
    int code = grp_begin(&c, call, group, argument, from);

    if (code == 0) {
        k = grp_find_frozen(c.state, group);
        if (request == GRP_LEAVE && k != NULL) {
            argument = k->completed;
            grp_forget(c.state, group);
            k = NULL;
        }
        if (k == NULL || !answered(k, request, argument, &code))
            code = grp_ask(&c, request, argument, NULL);
        if (request == GRP_LEAVE && !grp_left(&c))
            grp_note_left(c.state, group);
        grp_end(&c);
    }
    return grp_return(code);
}

int grp_members(struct grp_call *c, struct grp_list *list)
{
    const struct grp_frozen *k = grp_find_frozen(c->state, c->group);
    int code;

    memset(list, 0, sizeof *list);
    if (k == NULL)
        return grp_ask(c, GRP_LIST, 0, list);
    code = grp_list_set(list, k->members.tid, k->members.nslots);
    return code < 0 ? code : list->members;
}
