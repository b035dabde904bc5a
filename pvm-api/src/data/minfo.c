/* minfo.c - what is known about a message: pvm_bufinfo, pvm_getminfo, pvm_setminfo. */
#include "call.h"
#include "data_state.h"
#include "pack.h"
#include "tracing.h"

/* Returns 0, PvmBadParam or PvmNoSuchBuf. t may be NULL. */
static int find(struct pvm_task *t, int mid, struct pvmi_buf **out)
{
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CALL);
    if (mid <= 0)
        return PvmBadParam;
    return t != NULL ? pvmi_buf_find(t, mid, out) : PvmNoSuchBuf;
}

PVM_PUBLIC int pvm_bufinfo(int mid, int *bytes, int *tag, int *tid)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, mid);
    int code = find(t, mid, &b);
    if (code == PvmOk) {
        if (bytes != NULL)
            *bytes = pvmi_buf_len_seen(b);
        if (tag != NULL)
            *tag = b->tag;
        if (tid != NULL)
            *tid = b->src;
        PVMI_EXIT(t, 0, pvmi_buf_len_seen(b), b->tag, b->src);
    }
    return pvmi_return(t, "pvm_bufinfo", code);
}

PVM_PUBLIC int pvm_getminfo(int mid, struct pvmminfo *info)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, mid);
    int code = find(t, mid, &b);
    if (code == PvmOk && info == NULL)
        code = PvmBadParam;
    if (code == PvmOk)
        *info = (struct pvmminfo){.len = pvmi_buf_len_seen(b),
                                  .ctx = b->context,
                                  .tag = b->tag,
                                  .wid = b->wid,
                                  .enc = pvmi_signature_of(b->encoding),
                                  .crc = b->crc,
                                  .src = b->src,
                                  .dst = b->dst};
    return pvmi_return(t, "pvm_getminfo", code);
}

/* Length, encoding and checksum are not set: they follow from the message itself. */
PVM_PUBLIC int pvm_setminfo(int mid, struct pvmminfo *info)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, mid);
    int code = find(t, mid, &b);
    if (code == PvmOk && info == NULL)
        code = PvmBadParam;
    if (code == PvmOk) {
        b->context = info->ctx;
        b->tag = info->tag;
        b->wid = info->wid;
        b->src = info->src;
        b->dst = info->dst;
        pvmi_arrived_moved(&t->data->arrived, b);
    }
    return pvmi_return(t, "pvm_setminfo", code);
}
