/* pvmi_group.h - what libgpvm3 needs of libpvm3 beside pvm3.h. Not for user programs, and not installed.
 */
#ifndef PVMI_GROUP_H
#define PVMI_GROUP_H

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The place for libgpvm3's state of the calling task, NULL at first; enrolls the task. NULL itself if there is no
 * machine (the reason is on stderr and in pvm_errno). The place is NULL again after pvm_exit. */
void **pvmi_group_slot(void);

/* At pvm_exit, or when the task ends without it, call end(state) once if the place holds a state. The task is still
 * enrolled then: the function may send, but it must not wait, and it frees the state. To be set with the state. */
void pvmi_group_at_exit(void (*end)(void *state));

/* How pvm_barrier works in groups that are frozen on this machine: enum barrier_algorithm (barriers.h) of the task's
 * identity. The default if it is not enrolled. */
int pvmi_barrier_algorithm(void);

/* The calling task's pvm_errno becomes `code`. */
void pvmi_set_errno(int code);

/* Charge one library cost of this node to the calling task; nothing if it is not enrolled. */
void pvmi_spend(enum mach_cost what);

/* The hardware's barrier of these n tasks, the caller among them (mach_ops.meet), if the machine is to use its hardware
 * and they cover it: 0; PvmNoTask if one of them has ended; PvmSysErr. 1: not so, and nothing has happened. */
int pvmi_meet(const int *tids, int n);

/* For those who look into a run, and for trace events: a public group call begins (its name, static storage; the group
 * and, if it has one, the other number that its event tells: a tag, a count, an instance or a tid), or ends with a code
 * and, pvm_bcast, the n tasks it has sent to; nothing if none has begun. What it calls of libpvm3 in between counts as
 * part of it. */
void pvmi_group_call(const char *call, const char *group, int number);
void pvmi_group_return(int code, const int *tids, int n);

/* For people who ask what this task does: until the next such word it waits in the group call `call`, of that group;
 * unheard: as in struct mach_want. The group server gives no call, and says in `group` who is missing where. All stay
 * the caller's and must hold until then; NULLs end it. */
void pvmi_group_waits(const char *call, const char *group, const char *unheard);

#ifdef __cplusplus
}
#endif

#endif
