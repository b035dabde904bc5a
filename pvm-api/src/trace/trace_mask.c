/* trace_mask.c - which calls are traced, and where a task gets its settings: from its parent, through the environment
 * as in PVM 3.4.6, or from the registered tracer. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "process.h"
#include "trace.h"

static bool is_mask(const char *text)
{
    return text != NULL && strlen(text) + 1 == TEV_MASK_LENGTH;
}

/* Reads what pvm_reg_tracer has left. The send and the receive buffer stay as they are. */
static void ask_tracer(struct pvm_task *t)
{
    int sink[5] = {0}, buffer = 0, options = 0, bytes = 0, was = pvm_setrbuf(0);
    int mid = pvm_recvinfo((char *)PVMTRACERCLASS, 0, PvmMboxDefault);
    if (mid > 0) {
        (void)pvm_bufinfo(mid, &bytes, NULL, NULL);
        char *mask = calloc(1, (size_t)bytes + 1); /* no string in the message is longer than that */
        bool whole = mask != NULL && pvm_upkint(sink, 5, 1) == 0 && pvm_unpackf("%s%d%d", mask, &buffer, &options) == 0;
        if (whole && sink[0] == t->who.trace.tid && sink[1] == t->who.trace.context && sink[2] == t->who.trace.tag) {
            if (is_mask(mask))
                strcpy(t->tracing.mask[PvmTaskSelf], mask);
            t->options.value[PvmSelfTraceBuffer] = buffer;
            t->options.value[PvmSelfTraceOptions] = options;
        }
        free(mask);
        pvm_freebuf(mid);
    }
    pvm_setrbuf(was);
}

static int number(const char *text)
{
    return text != NULL ? atoi(text) : 0;
}

/* A task that was started by hand has nothing in its environment, but a tracer may be registered. */
void pvmi_trace_joined(struct pvm_task *t)
{
    const char *mask = process_variable("PVMTMASK"), *buffer = process_variable("PVMTRCBUF"),
               *options = process_variable("PVMTRCOPT");
    TEV_MASK_INIT(t->tracing.mask[PvmTaskSelf]);
    if (is_mask(mask))
        strcpy(t->tracing.mask[PvmTaskSelf], mask);
    t->options.value[PvmSelfTraceBuffer] = number(buffer);
    t->options.value[PvmSelfTraceOptions] = number(options);
    if (t->who.trace.tid > 0 && (mask == NULL || buffer == NULL || options == NULL)) {
        t->depth++; /* these are not the program's calls */
        ask_tracer(t);
        t->depth--;
    }
    memcpy(t->tracing.mask[PvmTaskChild], t->tracing.mask[PvmTaskSelf], TEV_MASK_LENGTH);
    t->options.value[PvmTraceBuffer] = t->options.value[PvmSelfTraceBuffer];
    t->options.value[PvmTraceOptions] = t->options.value[PvmSelfTraceOptions];
    pvmi_trace_update(t);
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

static int of_whom(struct pvm_task *t, int who, const char *mask)
{
    return t == NULL ? PvmSysErr : mask == NULL || (who != PvmTaskSelf && who != PvmTaskChild) ? PvmBadParam : 0;
}

PVM_PUBLIC int pvm_settmask(int who, Pvmtmask mask)
{
    struct pvm_task *t = pvmi_enter();
    int code = of_whom(t, who, mask);
    if (code == 0) {
        pvmi_charge(t, MACH_COST_CALL);
        strncpy(t->tracing.mask[who], mask, TEV_MASK_LENGTH - 1);
    }
    return pvmi_return(t, "pvm_settmask", code);
}

PVM_PUBLIC int pvm_gettmask(int who, Pvmtmask mask)
{
    struct pvm_task *t = pvmi_enter();
    int code = of_whom(t, who, mask);
    if (code == 0) {
        pvmi_charge(t, MACH_COST_CALL);
        memcpy(mask, t->tracing.mask[who], TEV_MASK_LENGTH);
    }
    return pvmi_return(t, "pvm_gettmask", code);
}
