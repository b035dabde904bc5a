/* request.c - see request.h. */
#include "request.h"

#include <stdlib.h>

#include "call.h"
#include "wire.h"

int pvmi_control(struct pvm_task *t, int request, struct wire_out *body, struct mach_frame **reply, struct wire_in *in)
{
    *reply = NULL;
    mach_ns asked = t->ops->now(t->m);
    int code = body->bad ? PvmNoMem : MACH_SIGNALLED;
    while (code == MACH_SIGNALLED &&
           (code = t->ops->control(t->m, request, body->bytes, body->len, reply)) == MACH_SIGNALLED) {
        (void)pvmi_signals(t);
        if (!t->joined)
            code = PvmSysErr;
    }
    t->clock.waited_ns += t->ops->now(t->m) - asked;
    free(body->bytes);
    *in = (struct wire_in){NULL, 0, 0, 0};
    if (*reply != NULL) {
        in->bytes = (*reply)->body;
        in->len = (*reply)->len_bytes;
    }
    return code;
}

int pvmi_control_code(struct pvm_task *t, int request, struct wire_out *body)
{
    struct mach_frame *reply;
    struct wire_in in;
    int code = pvmi_control(t, request, body, &reply, &in);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    return code;
}
