/* request.c - see request.h. */
#include "request.h"

#include <stdlib.h>

#include "call.h"
#include "wire.h"

int pvmi_control(struct pvm_task *t, int request, struct wire_out *body, struct pvmi_answer *answer)
{
    *answer = (struct pvmi_answer){NULL, {NULL, 0, 0, 0}};
    mach_ns asked = t->ops->now(t->m);
    int code = body->bad ? PvmNoMem : MACH_SIGNALLED;
    while (code == MACH_SIGNALLED &&
           (code = t->ops->control(t->m, request, body->bytes, body->len, &answer->frame)) == MACH_SIGNALLED) {
        (void)pvmi_signals(t);
        if (!t->joined)
            code = PvmSysErr;
    }
    t->clock.waited_ns += t->ops->now(t->m) - asked;
    free(body->bytes);
    if (answer->frame != NULL)
        answer->in = (struct wire_in){answer->frame->body, answer->frame->len_bytes, 0, 0};
    return code;
}

void pvmi_answer_drop(struct pvm_task *t, const struct pvmi_answer *answer)
{
    if (answer->frame != NULL)
        t->ops->drop(t->m, answer->frame);
}

int pvmi_control_code(struct pvm_task *t, int request, struct wire_out *body)
{
    struct pvmi_answer answer;
    int code = pvmi_control(t, request, body, &answer);
    pvmi_answer_drop(t, &answer);
    return code;
}
