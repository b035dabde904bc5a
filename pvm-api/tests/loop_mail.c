/* loop_mail.c - the `loop` machine: its mailboxes are mailstore.h; here is who waits for one. */
#include "loop_int.h"
#include "mailstore.h"
#include "pvm3.h"

static struct mailstore *mail_of(struct loop_machine *lm)
{
    if (lm->mail == NULL)
        lm->mail = mailstore_new();
    if (lm->mail == NULL)
        abort();
    return lm->mail;
}

int loop_putinfo(struct loop_task *by, struct wire_in *in)
{
    const char *name = wire_get_str(in);
    int flags = wire_get_int(in), at = wire_get_int(in);
    int len = wire_get_int(in);
    const unsigned char *bytes = wire_get_bytes(in, len);
    if (in->bad)
        return PvmBadParam;
    int index = mailstore_put(mail_of(by->machine), by->tid, name, flags, at, bytes, (uint32_t)len);
    for (struct loop_task *t = by->machine->tasks; t != NULL && index >= 0; t = t->next)
        if (t->in_mailbox)
            loop_wake(t, by->clock);
    return index;
}

int loop_recvinfo(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    const char *name = wire_get_str(in);
    int index = wire_get_int(in), flags = wire_get_int(in), code;
    while ((code = mailstore_get(mail_of(by->machine), by->tid, name, index, flags, out)) == PvmNotFound &&
           (flags & PvmMboxWaitForInfo) != 0) {
        by->in_mailbox = true;
        loop_block(by, MACH_FOREVER);
        by->in_mailbox = false;
        if (by->failed)
            return PvmSysErr;
    }
    return code;
}

int loop_delinfo(struct loop_task *by, struct wire_in *in)
{
    const char *name = wire_get_str(in);
    int index = wire_get_int(in);
    return mailstore_remove(mail_of(by->machine), by->tid, name, index);
}

int loop_mboxinfo(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    return mailstore_list(mail_of(by->machine), wire_get_str(in), out);
}

void loop_mail_gone(struct loop_task *gone)
{
    mailstore_task_ended(mail_of(gone->machine), gone->tid);
}

void loop_mail_free(struct loop_machine *lm)
{
    mailstore_free(lm->mail);
    lm->mail = NULL;
}
