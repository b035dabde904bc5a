/* loop_mail.c - the `loop` machine: mailboxes, with the rules of PVM 3.4.6: an owner may overwrite its own entry,
 * others only what is PvmMboxOverWritable; an entry outlives its owner if it is PvmMboxPersistent, and is then
 * nobody's. */
#include <stdlib.h>
#include <string.h>

#include "loop_int.h"
#include "pvm3.h"

static bool before(const struct loop_mail *mail, const char *name, int index)
{
    int c = strcmp(mail->name, name);
    return c < 0 || (c == 0 && mail->index < index);
}

/* The list is sorted by name, then index: where the entry is, or would be. */
static struct loop_mail **place_of(struct loop_machine *lm, const char *name, int index)
{
    struct loop_mail **at = &lm->mail;
    while (*at != NULL && before(*at, name, index))
        at = &(*at)->next;
    return at;
}

/* NULL if there is none; `later`: the next one of that name will do. */
static struct loop_mail **find(struct loop_machine *lm, const char *name, int index, bool later)
{
    struct loop_mail **at = place_of(lm, name, index);
    return *at != NULL && strcmp((*at)->name, name) == 0 && (later || (*at)->index == index) ? at : NULL;
}

static void remove_at(struct loop_mail **at)
{
    struct loop_mail *mail = *at;
    *at = mail->next;
    free(mail->name);
    free(mail->bytes);
    free(mail);
}

static bool locked(const struct loop_mail *mail, const struct loop_task *by)
{
    return mail->owner != by->tid && !(mail->flags & PvmMboxOverWritable);
}

int loop_putinfo(struct loop_task *by, struct wire_in *in)
{
    struct loop_machine *lm = by->machine;
    const char *name = wire_get_str(in);
    int flags = wire_get_int(in), index = wire_get_int(in), encoding = wire_get_int(in), len = wire_get_int(in);
    const unsigned char *bytes = wire_get_bytes(in, len);
    if (in->bad)
        return PvmBadParam;
    while (flags & PvmMboxMultiInstance && find(lm, name, index, false) != NULL)
        index++;
    struct loop_mail **there = find(lm, name, index, false);
    if (there != NULL && locked(*there, by))
        return PvmDenied;
    if (there != NULL)
        remove_at(there);
    struct loop_mail *mail = calloc(1, sizeof *mail), **at = place_of(lm, name, index);
    unsigned char *copy = malloc((size_t)len + 1);
    if (mail == NULL || copy == NULL)
        abort();
    if (len > 0)
        memcpy(copy, bytes, (size_t)len);
    *mail = (struct loop_mail){strdup(name), index, by->tid, flags, encoding, (uint32_t)len, copy, *at};
    *at = mail;
    for (struct loop_task *t = lm->tasks; t != NULL; t = t->next)
        if (t->in_mailbox)
            loop_wake(t, by->clock);
    return index;
}

int loop_recvinfo(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    const char *name = wire_get_str(in);
    int index = wire_get_int(in), flags = wire_get_int(in);
    struct loop_mail **at;
    while ((at = find(by->machine, name, index, (flags & PvmMboxFirstAvail) != 0)) == NULL) {
        if (!(flags & PvmMboxWaitForInfo))
            return PvmNotFound;
        by->in_mailbox = true;
        loop_block(by, MACH_FOREVER);
        by->in_mailbox = false;
        if (by->failed)
            return PvmSysErr;
    }
    if (flags & PvmMboxReadAndDelete && locked(*at, by))
        return PvmDenied;
    wire_put_int(out, (*at)->encoding);
    wire_put_int(out, (int32_t)(*at)->len);
    wire_put(out, (*at)->bytes, (*at)->len);
    if (flags & PvmMboxReadAndDelete)
        remove_at(at);
    return 0;
}

int loop_delinfo(struct loop_task *by, struct wire_in *in)
{
    const char *name = wire_get_str(in);
    struct loop_mail **at = find(by->machine, name, wire_get_int(in), false);
    if (at == NULL)
        return PvmNotFound;
    if (locked(*at, by))
        return PvmDenied;
    remove_at(at);
    return 0;
}

int loop_mboxinfo(struct loop_task *by, struct wire_in *in, struct wire_out *out)
{
    const char *pattern = wire_get_str(in);
    int n = 0;
    for (struct loop_mail *mail = by->machine->mail, *end; mail != NULL; mail = end) {
        int m = 0;
        for (end = mail; end != NULL && strcmp(end->name, mail->name) == 0; end = end->next)
            m++;
        if (strcmp(pattern, "*") != 0 && strcmp(pattern, mail->name) != 0)
            continue;
        n++;
        wire_put_str(out, mail->name);
        wire_put_int(out, m);
        for (; mail != end; mail = mail->next) {
            wire_put_int(out, mail->index);
            wire_put_int(out, mail->owner);
            wire_put_int(out, mail->flags);
        }
    }
    return n;
}

void loop_mail_gone(struct loop_task *gone)
{
    for (struct loop_mail **at = &gone->machine->mail; *at != NULL;) {
        if ((*at)->owner == gone->tid && !((*at)->flags & PvmMboxPersistent)) {
            remove_at(at);
            continue;
        }
        if ((*at)->owner == gone->tid)
            (*at)->owner = 0;
        at = &(*at)->next;
    }
}

void loop_mail_free(struct loop_machine *lm)
{
    while (lm->mail != NULL)
        remove_at(&lm->mail);
}
