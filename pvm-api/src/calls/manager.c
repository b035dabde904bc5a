/* manager.c - the exchange of messages with a resource manager, which takes the requests of this node's tasks in place
 * of the machine (system_messages.h). The files of the calls write the questions and read the answers.
 *
 * A manager that has ended answers nobody: a task of PVM 3.4.6 waits for ever. Here the task is notified of its end,
 * and asks the machine itself. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "request.h"
#include "send.h"
#include "wire.h"

/* The notice of the manager's end has a tag and a context that no user's message has. */
#define GONE_CONTEXT PVMI_CATCH_CONTEXT
#define GONE_TAG ((int)0x80030100)

bool pvmi_managed(const struct pvm_task *t)
{
    return t->who.manager_tid > 0;
}

void pvmi_manager_joined(struct pvm_task *t)
{
    t->calls->manager.watched = false;
}

static int watch_manager(struct pvm_task *t)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (t->calls->manager.watched)
        return 0;
    control_notify_put(
        &body, &(struct control_notify){PvmTaskExit, GONE_TAG, GONE_CONTEXT, 0, body_ints_of(1, &t->who.manager_tid)});
    int code = pvmi_control_code(t, CONTROL_NOTIFY, &body);
    t->calls->manager.watched = code >= 0;
    return code;
}

int pvmi_manager_tell(struct pvm_task *t, int tag, int wait_id, struct wire_out *body)
{
    struct mach_frame *f;
    int context = t->contexts.current;
    int code = body->bad ? PvmNoMem : t->ops->frame(t->m, body->len, &f);
    if (code >= 0) {
        if (body->len > 0)
            memcpy(f->body, body->bytes, body->len);
        f->encoding = PvmDataDefault;
        f->wid = wait_id;
        t->contexts.current = 0;
        code = pvmi_post(t, f, t->who.manager_tid, tag);
        t->contexts.current = context;
        t->ops->drop(t->m, f);
    }
    free(body->bytes);
    *body = (struct wire_out){NULL, 0, 0, 0};
    return code < 0 ? code : 0;
}

int pvmi_manager_ask(struct pvm_task *t, const char *call, int tag, struct wire_out *body, struct pvmi_buf **answer,
                     struct wire_in *in)
{
    int wait_id = ++t->calls->manager.wait_id;
    struct pvmi_reply wanted = {call, t->who.manager_tid, tag, wait_id, GONE_CONTEXT, GONE_TAG};
    int code = watch_manager(t);
    if (code < 0)
        free(body->bytes);
    else
        code = pvmi_manager_tell(t, tag, wait_id, body);
    if (code >= 0)
        code = pvmi_match_reply(t, &wanted, answer);
    if (code == 0)
        t->who.manager_tid = 0;
    if (code <= 0)
        return code == 0 ? PvmNoTask : code;
    pvmi_charge(t, MACH_COST_RECV);
    *in = (struct wire_in){NULL, 0, 0, 0};
    if ((*answer)->frame != NULL && (*answer)->encoding == PvmDataDefault) {
        in->bytes = pvmi_buf_bytes(*answer);
        in->len = (uint32_t)(*answer)->len_bytes;
    }
    return 0;
}
