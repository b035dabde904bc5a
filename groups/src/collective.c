/* collective.c - pvm_reduce, pvm_scatter, pvm_gather: one ordinary message between the root and each other member, with
 * the user's tag in the context of groups.
 *
 * These calls are no barriers: only a task that receives waits, until the message is there. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "datatype.h"
#include "pvm3.h"

typedef void grp_operation(int *, void *, void *, int *, int *);

struct collective {
    struct grp_call call;
    struct grp_list members;
    const struct grp_datatype *type;
    int datatype, count, tag;
    int me, root;     /* instance numbers; me is PvmNotInGroup if the task is no member */
    size_t len_bytes; /* of one member's part */
};

/* ---- the frame ---- */

static void end(struct collective *k)
{
    grp_list_free(&k->members);
    grp_end(&k->call);
}

/* Checks for errors in the order of PVM 3.4.6: the arguments, the name, the group. What is not checked here but by the
 * callers: whether the task is a member, whether the root exists, and in pvm_reduce an unknown type (k->type is NULL
 * then). After an error, do not call `end`. */
static int begin(struct collective *k, const char *call, int count, int datatype, int msgtag, char *group,
                 int rootginst, const void *from)
{
    int code;

    memset(k, 0, sizeof *k);
    k->type = grp_datatype(datatype);
    bool known = k->type != NULL || strcmp(call, "pvm_reduce") == 0;
    if (!known || count < 1 || msgtag < 0)
        return PvmBadParam;
    k->datatype = datatype;
    k->count = count;
    k->tag = msgtag;
    k->root = rootginst;
    k->len_bytes = k->type != NULL ? (size_t)count * k->type->size_bytes : 0;
    code = grp_begin(&k->call, call, group, msgtag, from);
    if (code < 0)
        return code;
    code = grp_members(&k->call, &k->members);
    if (code < 0)
        end(k);
    else
        k->me = grp_list_inst(&k->members, pvm_mytid());
    return code < 0 ? code : 0;
}

/* ---- one part from member to member ---- */

static int send_part(struct collective *k, int inst, void *part)
{
    int code;

    pvm_initsend(PvmDataDefault);
    code = k->type->pack(part, k->count);
    return code < 0 ? code : pvm_send(k->members.tid[inst], k->tag);
}

static int receive_part(struct collective *k, int inst, void *part)
{
    int bufid = !grp_left(&k->call) ? pvm_recv(k->members.tid[inst], k->tag) : PvmSysErr;
    return bufid < 0 ? bufid : k->type->unpack(part, k->count);
}

/* ---- reduce ---- */

/* Run by the root: combines the parts in the order of their instance numbers. After an error the other parts are still
 * received, because the next reduction would take them for its own. */
static int fold(struct collective *k, grp_operation *func, void *data)
{
    void *own = malloc(k->len_bytes), *part = malloc(k->len_bytes);
    int first = 1, code = own != NULL && part != NULL ? 0 : PvmNoMem;

    if (code == 0)
        memcpy(own, data, k->len_bytes);
    for (int inst = 0; inst < k->members.nslots && code != PvmNoMem; inst++) {
        void *next = inst == k->root ? own : part;
        int got, info = 0;
        if (k->members.tid[inst] == 0)
            continue;
        got = inst == k->root ? 0 : receive_part(k, inst, part);
        if (code == 0 && got < 0)
            code = got;
        if (code < 0)
            continue;
        if (first)
            memcpy(data, next, k->len_bytes);
        else
            func(&k->datatype, data, next, &k->count, &info);
        if (info < 0)
            code = info;
        first = 0;
    }
    free(own);
    free(part);
    return code;
}

static int reduce(struct collective *k, grp_operation *func, void *data)
{
    if (k->me < 0)
        return k->me;
    if (grp_list_tid(&k->members, k->root) < 0)
        return PvmNoInst;
    if (func == NULL || k->type == NULL)
        return PvmBadParam;
    return k->me == k->root ? fold(k, func, data) : send_part(k, k->root, data);
}

GRP_PUBLIC int pvm_reduce(grp_operation *func, void *data, int count, int datatype, int msgtag, char *group,
                          int rootginst)
{
    struct collective k;
    int code =
        data != NULL ? begin(&k, "pvm_reduce", count, datatype, msgtag, group, rootginst, GRP_CALLER) : PvmBadParam;

    if (code == 0) {
        code = reduce(&k, func, data);
        end(&k);
    }
    return grp_return_loudly("pvm_reduce", code);
}

/* ---- gather and scatter ---- */

/* Their arrays have one part for each instance number, so no number may be unused. The root is looked for first, as in
 * PVM. */
static int complete(const struct collective *k)
{
    if (grp_list_tid(&k->members, k->root) < 0)
        return PvmNoInst;
    if (k->me < 0)
        return k->me;
    return k->members.nslots == k->members.members ? 0 : PvmNoInst;
}

/* Run by the root: calls `with` for every part of `whole`; its own part is copied. Returns the first error; the other
 * parts are done nevertheless. */
static int for_each_part(struct collective *k, char *whole, int (*with)(struct collective *, int, void *))
{
    int code = 0;

    for (int inst = 0; inst < k->members.nslots; inst++) {
        int done = inst == k->root ? 0 : with(k, inst, whole + (size_t)inst * k->len_bytes);
        if (code == 0)
            code = done;
    }
    return code;
}

static int gather(struct collective *k, char *result, void *data)
{
    int code = complete(k);

    if (code < 0)
        return code;
    if (k->me != k->root)
        return send_part(k, k->root, data);
    if (result == NULL)
        return PvmBadParam;
    memmove(result + (size_t)k->root * k->len_bytes, data, k->len_bytes);
    return for_each_part(k, result, receive_part);
}

static int scatter(struct collective *k, void *result, char *data)
{
    int code = complete(k);

    if (code < 0)
        return code;
    if (k->me != k->root)
        return receive_part(k, k->root, result);
    if (data == NULL)
        return PvmBadParam;
    code = for_each_part(k, data, send_part);
    memmove(result, data + (size_t)k->root * k->len_bytes, k->len_bytes);
    return code;
}

GRP_PUBLIC int pvm_gather(void *result, void *data, int count, int datatype, int msgtag, char *group, int rootginst)
{
    struct collective k;
    int code =
        data != NULL ? begin(&k, "pvm_gather", count, datatype, msgtag, group, rootginst, GRP_CALLER) : PvmBadParam;

    if (code == 0) {
        code = gather(&k, result, data);
        end(&k);
    }
    return grp_return_loudly("pvm_gather", code);
}

GRP_PUBLIC int pvm_scatter(void *result, void *data, int count, int datatype, int msgtag, char *group, int rootginst)
{
    struct collective k;
    int code =
        result != NULL ? begin(&k, "pvm_scatter", count, datatype, msgtag, group, rootginst, GRP_CALLER) : PvmBadParam;

    if (code == 0) {
        code = scatter(&k, result, data);
        end(&k);
    }
    return grp_return_loudly("pvm_scatter", code);
}
