/* getfds.c - pvm_getfds: a descriptor for programs that wait for messages and for something else at once.
 *
 * Messages come through memory here. So the descriptor is only a mark: it belongs to a file of its own that never has
 * data, and select and poll (descriptors.c) report it when there is a message. A program that waits by other means
 * (epoll, read) waits for ever. */
#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "due.h"
#include "pvmi_console.h"
#include "receive_course.h"
#include "request.h"
#include "tracing.h"
#include "wire.h"

int pvmi_message_fd(const struct pvm_task *t)
{
    return t != NULL && t->calls->descriptor.list != NULL ? t->calls->descriptor.list[0] : -1;
}

/* A message that a call has already gone past and kept for later does not count: in the original it is no longer in
 * the socket. */
int pvmi_message_waiting(struct pvm_task *t, const char *call, mach_ns deadline)
{
    struct mach_want want = {.values = {.tid = MACH_ANY, .tag = MACH_ANY, .context = MACH_ANY}, .call = call};
    bool handled = false, again = true;
    if (t->data->arrived.fresh != NULL)
        return 1;
    while (again && !handled && t->calls->descriptor.seen == NULL && t->joined) {
        mach_ns began = t->ops->now(t->m), stop = pvmi_or_next_alarm(t, deadline);
        struct mach_frame *f = NULL;
        t->signals.busy = true;
        int code = t->ops->wait(t->m, stop, &want, &f);
        t->signals.busy = false;
        t->clock.waited_ns += mach_pull_waited(began, code > 0 ? f->arrived : t->ops->now(t->m));
        if (code > 0 && f->earlier)
            code = pvmi_match_keep(t, f) > 0 ? MACH_SIGNALLED : PvmNoMem;
        else if (code > 0)
            t->calls->descriptor.seen = f;
        again = code == MACH_SIGNALLED || (code == 0 && stop < deadline);
        if (again)
            handled = pvmi_signals(t);
    }
    if (handled)
        errno = EINTR;
    return t->calls->descriptor.seen != NULL ? 1 : handled ? -1 : 0;
}

int pvmi_wait_outside(struct pvm_task *t, bool outside)
{
    struct wire_out body = {NULL, 0, 0, 0};
    control_outside_put(&body, &(struct control_outside){outside});
    return pvmi_control_code(t, CONTROL_OUTSIDE, &body);
}

int pvmi_waits_for_people(void)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_mytid", t == NULL ? PvmSysErr : pvmi_wait_outside(t, true));
}

void pvmi_fds_free(struct pvm_task *t)
{
    if (t->calls->descriptor.seen != NULL)
        t->ops->drop(t->m, t->calls->descriptor.seen);
    t->calls->descriptor.seen = NULL;
    if (t->calls->descriptor.list != NULL)
        close(t->calls->descriptor.list[0]);
    free(t->calls->descriptor.list);
    t->calls->descriptor.list = NULL;
}

static int open_marker_file(struct pvm_task *t)
{
    if (t->calls->descriptor.list != NULL)
        return 1;
    int *list = malloc(sizeof *list);
    if (list == NULL)
        return PvmNoMem;
    list[0] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (list[0] < 0) {
        free(list);
        return PvmOutOfRes;
    }
    t->calls->descriptor.list = list;
    return 1;
}

/* If fds is not NULL, *fds gets the list, which the task owns until pvm_exit. Returns its length, which is always 1,
 * since all messages come the same way; PvmNoMem; PvmOutOfRes: the process may not open another file. */
PVM_PUBLIC int pvm_getfds(int **fds)
{
    struct pvm_task *t = pvmi_enter();
    if (t == NULL)
        return pvmi_return(NULL, "pvm_getfds", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    int n = open_marker_file(t);
    PVMI_EXIT(t, n, t->calls->descriptor.list, n > 0 ? n : 0);
    if (n > 0 && fds != NULL)
        *fds = t->calls->descriptor.list;
    return pvmi_return(t, "pvm_getfds", n);
}
