/* mailbox.c - messages left under a name: pvm_putinfo, pvm_recvinfo, pvm_delinfo, pvm_getmboxinfo, pvm_getnoresets, and
 * the older pvm_insert, pvm_lookup, pvm_delete of single integers. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "trace.h"
#include "wire.h"

static bool bad_name(const char *name)
{
    return name == NULL || name[0] == 0;
}

static int put(struct pvm_task *t, const char *name, int flags, int encoding, const void *bytes, uint32_t len)
{
    struct wire_out body = {NULL, 0, 0, 0};
    wire_put_str(&body, name);
    wire_put_int(&body, flags);
    wire_put_int(&body, (int32_t)PvmMboxDirectIndexOf((unsigned)flags));
    wire_put_int(&body, encoding);
    wire_put_int(&body, (int32_t)len);
    wire_put(&body, bytes, len);
    return pvmi_control_code(t, CONTROL_PUTINFO, &body);
}

/* PvmNotFound and PvmDenied are answers: PVM prints nothing for them. */
static int give(struct pvm_task *t, const char *call, int code)
{
    if (code == PvmNotFound || code == PvmDenied)
        return pvmi_return_quiet(t, code);
    return pvmi_return(t, call, code);
}

PVM_PUBLIC int pvm_putinfo(char *name, int mid, int flags)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmi_buf *b;
    struct mach_frame *f;
    PVMI_ENTRY(t, name, -1, flags, mid);
    int code = t == NULL ? PvmSysErr : bad_name(name) ? PvmBadParam : pvmi_buf_find(t, mid, &b);
    if (code == 0)
        code = pvmi_buf_frame(t, b, &f);
    if (code == 0)
        code = put(t, name, flags, f->encoding, f->body, f->len_bytes);
    return give(t, "pvm_putinfo", code);
}

/* 0 and the message as a frame, which the caller drops. */
static int get(struct pvm_task *t, const char *name, int index, int flags, struct mach_frame **out)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    wire_put_str(&body, name);
    wire_put_int(&body, index);
    wire_put_int(&body, flags);
    int code = pvmi_control(t, CONTROL_RECVINFO, &body, &reply, &in);
    if (code < 0)
        return code;
    int encoding = wire_get_int(&in), len = wire_get_int(&in);
    const unsigned char *bytes = wire_get_bytes(&in, len);
    code = bytes == NULL && len != 0 ? PvmBadMsg : t->ops->frame(t->m, (uint32_t)len, out);
    if (code == 0) {
        (*out)->encoding = encoding;
        (*out)->src_tid = wire_get_int(&in);
        (*out)->dst_tid = t->who.tid;
        (*out)->tag = 0;
        (*out)->context = t->context;
        if (len > 0)
            memcpy((*out)->body, bytes, (size_t)len);
    }
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    return code;
}

/* What is not there leaves an empty receive buffer, as in PVM. */
static int recvinfo(struct pvm_task *t, const char *name, int index, int flags)
{
    struct mach_frame *f;
    struct pvmi_buf *b, *old;
    if (bad_name(name) || index < 0)
        return PvmBadParam;
    int found = get(t, name, index, flags, &f);
    int code = found == 0 ? pvmi_buf_from_frame(t, f, &b) : pvmi_buf_new(t, PvmDataDefault, &b);
    if (code < 0)
        return code;
    if (t->rbuf != 0 && pvmi_buf_find(t, t->rbuf, &old) == 0)
        pvmi_buf_free(t, old);
    t->rbuf = b->mid;
    if (found < 0)
        return found;
    pvmi_charge(t, MACH_COST_RECV);
    return b->mid;
}

PVM_PUBLIC int pvm_recvinfo(char *name, int index, int flags)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index, flags);
    int code = t == NULL ? PvmSysErr : recvinfo(t, name, index, flags);
    PVMI_EXIT(t, code < 0 ? code : 0, code < 0 ? -1 : code);
    return code == PvmNotFound ? pvmi_return_quiet(t, code) : pvmi_return(t, "pvm_recvinfo", code);
}

static int del(struct pvm_task *t, const char *name, int index, int flags)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (bad_name(name) || index < 0)
        return PvmBadParam;
    wire_put_str(&body, name);
    wire_put_int(&body, index);
    wire_put_int(&body, flags);
    return pvmi_control_code(t, CONTROL_DELINFO, &body);
}

PVM_PUBLIC int pvm_delinfo(char *name, int index, int flags)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index, flags);
    int code = t == NULL ? PvmSysErr : del(t, name, index, flags);
    return give(t, "pvm_delinfo", code == 0 ? index : code);
}

/* ---- lists ----------------------------------------------------------------------------------------------------- */

/* One block: the classes, then three arrays of integers for each, then the names. An entry takes 12 bytes in the answer
 * too, so the answer's length bounds them all. */
static struct pvmmboxinfo *read_classes(struct wire_in *in, int n)
{
    struct pvmmboxinfo *list = calloc(1, ((size_t)n + 1) * sizeof *list + 2 * (size_t)in->len);
    if (list == NULL)
        return NULL;
    int *ints = (int *)(list + n + 1);
    char *names = (char *)ints + in->len;
    for (int i = 0; i < n; i++) {
        list[i].mi_name = strcpy(names, wire_get_str(in));
        names += strlen(names) + 1;
        int m = wire_get_int(in);
        list[i].mi_nentries = m;
        list[i].mi_indices = ints;
        list[i].mi_owners = ints + m;
        list[i].mi_flags = ints + 2 * (size_t)m;
        for (int j = 0; j < m && !in->bad; j++) {
            list[i].mi_indices[j] = wire_get_int(in);
            list[i].mi_owners[j] = wire_get_int(in);
            list[i].mi_flags[j] = wire_get_int(in);
        }
        ints += 3 * (size_t)m;
    }
    return list;
}

/* 0 and a list, which is kept in *slot until the next one comes there. */
static int classes(struct pvm_task *t, const char *pattern, void **slot, int *count, struct pvmmboxinfo **out)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    wire_put_str(&body, bad_name(pattern) ? "*" : pattern);
    int n = pvmi_control(t, CONTROL_MBOXINFO, &body, &reply, &in);
    if (n < 0)
        return n;
    struct pvmmboxinfo *list = read_classes(&in, n);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    if (list == NULL)
        return PvmNoMem;
    *count = n;
    *out = pvmi_list_keep(slot, list);
    return 0;
}

PVM_PUBLIC int pvm_getmboxinfo(char *pattern, int *count, struct pvmmboxinfo **out)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmmboxinfo *list = NULL;
    int n = 0;
    PVMI_ENTRY(t, pattern);
    int code = t == NULL ? PvmSysErr : classes(t, pattern, &t->mboxinfo, &n, &list);
    if (code == 0 && count != NULL)
        *count = n;
    if (code == 0 && out != NULL)
        *out = list;
    return pvmi_return(t, "pvm_getmboxinfo", code);
}

/* The tasks that set PvmNoReset: the owners of one class. */
PVM_PUBLIC int pvm_getnoresets(int **tids, int *count)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmmboxinfo *list = NULL;
    int n = 0;
    int code = t == NULL ? PvmSysErr : classes(t, PVMNORESETCLASS, &t->noresets, &n, &list);
    if (code == 0 && count != NULL)
        *count = n > 0 ? list[0].mi_nentries : 0;
    if (code == 0 && tids != NULL)
        *tids = n > 0 ? list[0].mi_owners : NULL;
    return pvmi_return(t, "pvm_getnoresets", code);
}

/* ---- the older form: one integer an entry ---------------------------------------------------------------------- */

static int insert(struct pvm_task *t, const char *name, int index, int value)
{
    struct mach_frame *f;
    uint32_t word = htonl((uint32_t)value);
    if (bad_name(name) || index < -1 || index >= (int)PvmMboxMaxDirectIndex)
        return PvmBadParam;
    int flags = PvmMboxPersistent | PvmMboxMultiInstance;
    if (index >= 0) {
        int there = get(t, name, index, PvmMboxDefault, &f);
        if (there == 0) {
            t->ops->drop(t->m, f);
            return PvmDenied;
        }
        if (there != PvmNotFound)
            return there;
        flags |= (int)((unsigned)index << PvmMboxDirectIndexShift);
    }
    return put(t, name, flags, PvmDataDefault, &word, sizeof word);
}

PVM_PUBLIC int pvm_insert(char *name, int index, int value)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index, value);
    return give(t, "pvm_insert", t == NULL ? PvmSysErr : insert(t, name, index, value));
}

static int lookup(struct pvm_task *t, const char *name, int index, int *value)
{
    struct mach_frame *f;
    uint32_t word = 0;
    if (bad_name(name) || index < -1)
        return PvmBadParam;
    int code = get(t, name, index < 0 ? 0 : index, index < 0 ? PvmMboxFirstAvail : PvmMboxDefault, &f);
    if (code < 0)
        return code;
    if (f->len_bytes >= sizeof word)
        memcpy(&word, f->body, sizeof word);
    t->ops->drop(t->m, f);
    if (value != NULL)
        *value = (int)ntohl(word);
    return index < 0 ? 0 : index;
}

PVM_PUBLIC int pvm_lookup(char *name, int index, int *value)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index);
    return give(t, "pvm_lookup", t == NULL ? PvmSysErr : lookup(t, name, index, value));
}

PVM_PUBLIC int pvm_delete(char *name, int index)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index);
    int code = t == NULL ? PvmSysErr : del(t, name, index, PvmMboxDefault);
    return give(t, "pvm_delete", code == 0 ? index : code);
}
