/* active.c - makes and frees buffers, and selects the active ones: pvm_mkbuf, pvm_initsend, pvm_freebuf, pvm_getsbuf,
 * pvm_getrbuf, pvm_setsbuf, pvm_setrbuf. */

#include "call.h"
#include "data_state.h"
#include "tracing.h"
#include "user_events.h"

/* A new buffer of the user's. Returns 0 and *out, or an error. */
static int new_buffer(struct pvm_task *t, int encoding, struct pvmi_buf **out)
{
    int code = pvmi_buf_new(t, encoding, out);
    if (code < 0 || encoding != PvmDataTrace)
        return code;
    code = pvmi_user_event_begin(t, *out);
    if (code < 0)
        pvmi_buf_free(t, *out);
    return code;
}

PVM_PUBLIC int pvm_mkbuf(int encoding)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, encoding);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_mkbuf", PvmSysErr);
    pvmi_charge(t, MACH_COST_INITSEND);
    int code = new_buffer(t, encoding, &b);
    return pvmi_return(t, "pvm_mkbuf", code < 0 ? code : b->mid);
}

/* The new buffer is made before the old one is freed, so that it does not get the same mid. It takes over the memory of
 * the old one, which probably has the right size. */
static int initsend(struct pvm_task *t, int encoding)
{
    struct pvmi_buf *b, *old;
    int code = new_buffer(t, encoding, &b);
    if (code < 0)
        return code;
    if (pvmi_buf_active_send(t, &old) == PvmOk) {
        if (b->own == NULL) { /* else it has a beginning already: PvmDataTrace */
            b->own = old->own;
            b->room_bytes = old->room_bytes;
            old->own = NULL;
        }
        pvmi_buf_free(t, old);
    }
    t->data->buffers.send = b->mid;
    return b->mid;
}

PVM_PUBLIC int pvm_initsend(int encoding)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, encoding);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_initsend", PvmSysErr);
    pvmi_charge(t, MACH_COST_INITSEND);
    return pvmi_return(t, "pvm_initsend", initsend(t, encoding));
}

PVM_PUBLIC int pvm_freebuf(int mid)
{
    struct pvm_task *t = pvmi_enter_buffers();
    struct pvmi_buf *b;
    PVMI_ENTRY(t, mid);
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CALL);
    int code = mid < 0 ? PvmBadParam : mid == 0 ? PvmOk : t == NULL ? PvmNoSuchBuf : pvmi_buf_find(t, mid, &b);
    if (code == PvmOk && mid != 0)
        pvmi_buf_free(t, b);
    return pvmi_return(t, "pvm_freebuf", code);
}

/* These two cannot fail. */
PVM_PUBLIC int pvm_getsbuf(void)
{
    struct pvm_task *t = pvmi_enter_buffers();
    if (t == NULL)
        return 0;
    pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_getsbuf", t->data->buffers.send);
}

PVM_PUBLIC int pvm_getrbuf(void)
{
    struct pvm_task *t = pvmi_enter_buffers();
    if (t == NULL)
        return 0;
    pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_getrbuf", t->data->buffers.receive);
}

/* Makes mid the active buffer at `mine`. A buffer is never both the active send and the active receive buffer. If a
 * send buffer becomes the receive buffer again, it is read from its beginning, unless something has been packed.
 * Returns the old mid, PvmBadParam or PvmNoSuchBuf. */
static int activate(struct pvm_task *t, int mid, int *mine, int *others)
{
    struct pvmi_buf *b;
    int old = *mine;
    if (mid < 0)
        return PvmBadParam;
    if (mid > 0) {
        int code = pvmi_buf_find(t, mid, &b);
        if (code < 0)
            return code;
        const bool sends = mine == &t->data->buffers.send;
        if (sends || b->probed)
            b->at = 0;
        if (!sends) {
            b->read = b->encoding == PvmDataDefault;
            b->probed = false;
        }
        if (*others == mid)
            *others = 0;
    }
    *mine = mid;
    return old;
}

PVM_PUBLIC int pvm_setsbuf(int mid)
{
    struct pvm_task *t = pvmi_enter_buffers();
    PVMI_ENTRY(t, mid);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_setsbuf", mid < 0 ? PvmBadParam : mid > 0 ? PvmNoSuchBuf : 0);
    pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_setsbuf", activate(t, mid, &t->data->buffers.send, &t->data->buffers.receive));
}

PVM_PUBLIC int pvm_setrbuf(int mid)
{
    struct pvm_task *t = pvmi_enter_buffers();
    PVMI_ENTRY(t, mid);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_setrbuf", mid < 0 ? PvmBadParam : mid > 0 ? PvmNoSuchBuf : 0);
    pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_setrbuf", activate(t, mid, &t->data->buffers.receive, &t->data->buffers.send));
}
