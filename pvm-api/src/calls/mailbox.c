/* mailbox.c - messages that are left under a name: pvm_putinfo, pvm_recvinfo, pvm_delinfo, pvm_getmboxinfo,
 * pvm_getnoresets, and the older pvm_insert, pvm_lookup, pvm_delete for single integers. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "pack.h"
#include "request.h"
#include "tracing.h"

static bool bad_name(const char *name)
{
    return name == NULL || name[0] == 0;
}

/* request: CONTROL_PUTINFO or CONTROL_INSERT. Writes a value: a struct control_message, then the bytes. */
static int put(struct pvm_task *t, int request, const char *name, int flags, int index, struct pvmi_buf *b)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *f;
    int code = pvmi_buf_frame(t, b, &f);
    if (code < 0)
        return code;
    const struct control_message known = {f->encoding, b->context, b->tag, b->wid, b->crc, b->src, b->dst};
    struct wire_out value = {NULL, 0, 0, 0};
    wire_put(&value, &known, sizeof known);
    wire_put(&value, f->body, f->len_bytes);
    control_put_put(&body, &(struct control_put){name, flags, index, {value.bytes, (int32_t)value.len}});
    body.bad |= value.bad;
    free(value.bytes);
    return pvmi_control_code(t, request, &body);
}

/* PvmNotFound and PvmDenied are answers, so nothing is printed for them, as in PVM. */
static int return_code(struct pvm_task *t, const char *call, int code)
{
    if (code == PvmNotFound || code == PvmDenied)
        return pvmi_return_quiet(t, code);
    return pvmi_return(t, call, code);
}

PVM_PUBLIC int pvm_putinfo(char *name, int mid, int flags)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, name, -1, flags, mid);
    int code = t == NULL ? PvmSysErr : bad_name(name) ? PvmBadParam : pvmi_buf_find(t, mid, &b);
    if (code == 0)
        code = put(t, CONTROL_PUTINFO, name, flags, (int)PvmMboxDirectIndexOf((unsigned)flags), b);
    return return_code(t, "pvm_putinfo", code);
}

/* Makes a buffer from the value that `put` wrote. */
static int message_of(struct pvm_task *t, struct wire_in *value, struct pvmi_buf **out)
{
    struct control_message known;
    const unsigned char *bytes = wire_get_bytes(value, sizeof known);
    uint32_t len = value->len - value->at;
    struct mach_frame *f;
    int code = bytes == NULL ? PvmBadMsg : t->ops->frame(t->m, len, &f);
    if (code < 0)
        return code;
    memcpy(&known, bytes, sizeof known);
    f->encoding = known.encoding;
    f->context = known.context;
    f->tag = known.tag;
    f->wid = known.wid;
    f->src_tid = known.src;
    f->dst_tid = known.dst;
    if (len > 0)
        memcpy(f->body, value->bytes + value->at, len);
    code = pvmi_buf_from_frame(t, f, out);
    if (code == 0)
        (*out)->crc = known.crc;
    return code;
}

/* Returns 0 and the message, or an error. */
static int get(struct pvm_task *t, const char *name, int index, int flags, struct pvmi_buf **out)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    control_entry_put(&body, &(struct control_entry){name, index, flags});
    int code = pvmi_control(t, CONTROL_RECVINFO, &body, &answer);
    if (code < 0)
        return code;
    struct body_block found = control_value_get(&answer.in).value;
    struct wire_in value = {found.bytes, (uint32_t)found.len, 0, 0};
    code = message_of(t, &value, out);
    pvmi_answer_drop(t, &answer);
    return code;
}

/* If there is no such entry, the receive buffer is empty afterwards, as in PVM. */
static int recvinfo(struct pvm_task *t, const char *name, int index, int flags)
{
    struct pvmi_buf *b;
    if (bad_name(name) || index < 0)
        return PvmBadParam;
    int found = get(t, name, index, flags, &b);
    int code = found == PvmNotFound ? pvmi_buf_new(t, PvmDataDefault, &b) : found;
    if (code < 0)
        return code;
    pvmi_buf_free_receive(t);
    t->data->buffers.receive = b->mid;
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
    control_entry_put(&body, &(struct control_entry){name, index, flags});
    return pvmi_control_code(t, CONTROL_DELINFO, &body);
}

PVM_PUBLIC int pvm_delinfo(char *name, int index, int flags)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index, flags);
    int code = t == NULL ? PvmSysErr : del(t, name, index, flags);
    return return_code(t, "pvm_delinfo", code == 0 ? index : code);
}

/* ---- lists ----------------------------------------------------------------------------------------------------- */

/* Makes one block: the classes, then three arrays of integers for each, then the names. An entry takes 12 bytes in the
 * answer too, so the length of the answer limits the arrays. */
static struct pvmmboxinfo *read_classes(struct wire_in *in, int n)
{
    struct pvmmboxinfo *list = calloc(1, ((size_t)n + 1) * sizeof *list + 2 * (size_t)in->len);
    if (list == NULL)
        return NULL;
    int *ints = (int *)(list + n + 1);
    char *names = (char *)ints + in->len;
    for (int i = 0; i < n; i++) {
        struct control_class class = control_class_get(in);
        int m = class.entries;
        list[i].mi_name = strcpy(names, class.name);
        names += strlen(names) + 1;
        list[i].mi_nentries = m;
        list[i].mi_indices = ints;
        list[i].mi_owners = ints + m;
        list[i].mi_flags = ints + 2 * (size_t)m;
        for (int j = 0; j < m && !in->bad; j++) {
            struct control_owned e = control_owned_get(in);
            list[i].mi_indices[j] = e.index;
            list[i].mi_owners[j] = e.owner;
            list[i].mi_flags[j] = e.flags;
        }
        ints += 3 * (size_t)m;
    }
    return list;
}

/* Returns 0 and a list, which stays in *slot until the next one is stored there. */
static int classes(struct pvm_task *t, const char *pattern, void **slot, int *count, struct pvmmboxinfo **out)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    control_name_put(&body, &(struct control_name){bad_name(pattern) ? "*" : pattern});
    int n = pvmi_control(t, CONTROL_MBOXINFO, &body, &answer);
    if (n < 0)
        return n;
    struct pvmmboxinfo *list = read_classes(&answer.in, n);
    pvmi_answer_drop(t, &answer);
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
    int code = t == NULL ? PvmSysErr : classes(t, pattern, &t->calls->lists.mailboxes, &n, &list);
    if (code == 0 && count != NULL)
        *count = n;
    if (code == 0 && out != NULL)
        *out = list;
    return pvmi_return(t, "pvm_getmboxinfo", code);
}

/* The tasks that have set PvmNoReset are the owners of the entries in one class. */
PVM_PUBLIC int pvm_getnoresets(int **tids, int *count)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmmboxinfo *list = NULL;
    int n = 0;
    int code = t == NULL ? PvmSysErr : classes(t, PVMNORESETCLASS, &t->calls->lists.noresets, &n, &list);
    if (code == 0 && count != NULL)
        *count = n > 0 ? list[0].mi_nentries : 0;
    if (code == 0 && tids != NULL)
        *tids = n > 0 ? list[0].mi_owners : NULL;
    return pvmi_return(t, "pvm_getnoresets", code);
}

/* ---- the older calls: each entry is one integer ---------------------------------------------------------------- */

/* Without an index, the next free one. The machine decides whether the wanted one is free, since programs elect one of
 * many by it. */
static int insert(struct pvm_task *t, const char *name, int index, int value)
{
    struct pvmi_buf *b;
    if (bad_name(name) || index < -1)
        return PvmBadParam;
    int code = pvmi_buf_new(t, PvmDataDefault, &b);
    if (code < 0)
        return code;
    code = pvmi_pack_values(t, b, pvmi_type_of(PVM_INT), &value, 1);
    if (code == 0)
        code = put(t, index < 0 ? CONTROL_PUTINFO : CONTROL_INSERT, name, PvmMboxPersistent | PvmMboxMultiInstance,
                   index < 0 ? 0 : index, b);
    pvmi_buf_free(t, b);
    return code;
}

PVM_PUBLIC int pvm_insert(char *name, int index, int value)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index, value);
    return return_code(t, "pvm_insert", t == NULL ? PvmSysErr : insert(t, name, index, value));
}

static int lookup(struct pvm_task *t, const char *name, int index, int *value)
{
    struct pvmi_buf *b;
    int there = 0;
    if (bad_name(name) || index < -1)
        return PvmBadParam;
    int code = get(t, name, index < 0 ? 0 : index, index < 0 ? PvmMboxFirstAvail : PvmMboxDefault, &b);
    if (code < 0)
        return code;
    pvmi_unpack_items(b, pvmi_type_of(PVM_INT), &there, 1, 1);
    pvmi_buf_free(t, b);
    if (value != NULL)
        *value = there;
    return index < 0 ? 0 : index;
}

PVM_PUBLIC int pvm_lookup(char *name, int index, int *value)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index);
    return return_code(t, "pvm_lookup", t == NULL ? PvmSysErr : lookup(t, name, index, value));
}

PVM_PUBLIC int pvm_delete(char *name, int index)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, name, index);
    int code = t == NULL ? PvmSysErr : del(t, name, index, PvmMboxDefault);
    /* PVM prints PvmDenied here, and nowhere else */
    return code == PvmNotFound ? pvmi_return_quiet(t, code) : pvmi_return(t, "pvm_delete", code == 0 ? index : code);
}
