/* pvmi_group.h - what libgpvm3 needs of libpvm3 beside pvm3.h. Not for user programs, and not installed. */
#ifndef PVMI_GROUP_H
#define PVMI_GROUP_H

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The place for libgpvm3's state of the calling task, which it enrolls. The place is NULL at first and again after
 * pvm_exit. Returns NULL if there is no machine (stderr and pvm_errno have the reason). */
void **pvmi_group_slot(void);

/* Returns the calling task's tid, or 0 if it is not enrolled. Never enrolls it. */
int pvmi_group_enrolled(void);

/* Sets the context and, as pvm_recvf does, the matching function of a task that has been enrolled. Never enrolls it. */
void pvmi_group_restore(int context, int (*match)(int, int, int));

/* At pvm_exit, or when the task ends without it, end(state) is called once if the place holds a state. The task is
 * still enrolled then: the function may send, but must not wait, and it frees the state. If the task was killed in a
 * process that goes on, forget(state) is called instead: it frees the state and calls nothing of libpvm3; NULL: the
 * state stays. Call this when you set the state. */
void pvmi_group_at_exit(void (*end)(void *state), void (*forget)(void *state));

/* How pvm_barrier works in groups that are frozen on this machine: enum barrier_algorithm (barriers.h) of the task's
 * identity, or the default if the task is not enrolled. */
int pvmi_barrier_algorithm(void);

/* Sets the calling task's pvm_errno to `code`. */
void pvmi_set_errno(int code);

/* Charges one library cost of this node to the calling task. Does nothing if it is not enrolled. */
void pvmi_spend(enum mach_cost what);

/* The hardware's barrier of these n tasks, the caller among them (mach_ops.meet). Returns 0; PvmNoTask if one of them
 * has ended; PvmSysErr; or 1, and nothing has happened, if the machine is not to use its hardware or it cannot serve
 * them. */
int pvmi_meet(const int *tids, int n);

/* Report public group calls to those who watch a run and to trace events. pvmi_group_call: the call `call` begins
 * (static storage); group and number are for its event: a tag, a count, an instance or a tid;
 * from: where the program has made it. pvmi_group_return: it
 * ends with a code; for pvm_bcast, tids are the n tasks it has sent to. It does nothing if no call has begun. Calls of
 * libpvm3 in between count as part of the group call. */
void pvmi_group_call(const char *call, const char *group, int number, const void *from);
void pvmi_group_return(int code, const int *tids, int n);

/* What a task waits for in a group call; the words are for people who ask. The group server gives no call, and says in
 * `group` who is missing where. */
struct pvmi_group_wait {
    const char *call, *group;
    const char *unheard; /* as in struct mach_want */
    int barrier;         /* not 0: in pvm_barrier, whose algorithm is chosen */
};

/* Says what the task waits for from now on, until the next call of this function. The words stay the caller's and must
 * hold as long. NULL ends it. */
void pvmi_group_waits(const struct pvmi_group_wait *w);

#ifdef __cplusplus
}
#endif

#endif
