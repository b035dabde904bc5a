/* system_messages.h - what taskers, hosters and resource managers (pvm_reg_tasker, pvm_reg_hoster, pvm_reg_rm) and the
 * system tell each other.
 *
 * As in control.h a body is written by STRUCT_put and read by STRUCT_get, but these are ordinary messages in
 * PvmDataDefault (XDR): programs of the users read and write them. From the system they come with context 0. Sources:
 * the manual pages pvm_reg_tasker, pvm_reg_hoster and pvm_reg_rm, and what PVM 3.4.6 was seen to send
 * (pvm-api/oracle/tasker.c, hoster.c, rm.c).
 */
#ifndef SYSTEM_MESSAGES_H
#define SYSTEM_MESSAGES_H

#include "control.h"

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

#define SYSTEM_SPAWN_FIELDS(F) \
    F(str, file)               \
    F(int, flags) F(str, where) F(int, count) F(strs, args) F(sink, output) F(sink, trace) F(strs, variables)
SYSTEM_BODY(system_spawn, SYSTEM_SPAWN_FIELDS)

/* which: the first task is that one, from 0, of so many of one spawn. */
#define SYSTEM_EXEC_FIELDS(F) \
    F(int, parent_tid)        \
    F(str, file)              \
    F(int, flags) F(int, count) F(strs, args) F(sink, output) F(sink, trace) F(strs, variables) F(int, which) F(int, of)
SYSTEM_BODY(system_exec, SYSTEM_EXEC_FIELDS)

/* hosts: how many the spawn uses. */
#define SYSTEM_START_FIELDS(F) \
    F(int, tid) F(int, flags) F(str, path) F(strs, argv) F(strs, variables) F(int, which) F(int, hosts) F(int, of)
SYSTEM_BODY(system_start, SYSTEM_START_FIELDS)

/* status: as of wait(). Then the processor time it has used, the user's and the system's. */
#define SYSTEM_END_FIELDS(F) \
    F(int, tid) F(int, status) F(int, user_s) F(int, user_us) F(int, system_s) F(int, system_us)
SYSTEM_BODY(system_end, SYSTEM_END_FIELDS)

/* One host to be brought up. other_command: for another kind of system. */
#define SYSTEM_BRING_UP_FIELDS(F) \
    F(int, tid) F(str, options) F(str, login) F(str, command) F(str, other_command) F(str, machine)
SYSTEM_BODY(system_bring_up, SYSTEM_BRING_UP_FIELDS)

/* What the command for that host has said, or an error's name. */
#define SYSTEM_BROUGHT_UP_FIELDS(F) F(int, tid) F(str, line)
SYSTEM_BODY(system_brought_up, SYSTEM_BROUGHT_UP_FIELDS)

/* One task and one host in a list: the same fields as in the machine's own answers. */
SYSTEM_BODY(system_task, CONTROL_TASK_FIELDS)
SYSTEM_BODY(system_node, CONTROL_NODE_FIELDS)
SYSTEM_BODY(system_hosts, CONTROL_HOSTS_FIELDS)
SYSTEM_BODY(system_tid, CONTROL_TID_FIELDS)

/* The host, for a new manager. */
#define SYSTEM_HOST_FIELDS(F) F(int, tid) F(str, name) F(str, arch) F(int, speed)
SYSTEM_BODY(system_host, SYSTEM_HOST_FIELDS)

/* n tids follow, but none for PvmHostAdd. */
#define SYSTEM_NOTIFY_FIELDS(F) F(int, what) F(int, context) F(int, tag) F(int, n)
SYSTEM_BODY(system_notify, SYSTEM_NOTIFY_FIELDS)

/* ---- messages -------------------------------------------------------------------------------------------------- */

enum system_message {
    /* A task asks its resource manager instead of the system; the answer has the tag and the wait id of the question.
     * system_spawn. Answer: int count or error, count*int: a tid or an error */
    SM_SPAWN = -0x7ffbffff,
    SM_EXEC,    /* system_exec: a manager has the system start tasks on the node it is sent to */
    SM_EXECACK, /* Answer: int count, count*int: a tid or an error. Unasked: int 1, int tid: a task that nobody spawned
                   has joined */
    SM_TASK,    /* system_tid: which tasks, as CONTROL_TASKS. Answer: int 0 or error, then to the end system_task */
    SM_CONFIG,  /* No body. Answer: int n, int kinds of hosts, n*system_node */
    SM_ADDHOST, /* system_hosts. Answer: int n or error, int kinds of hosts, n*system_node, where the tid may be an
                   error */
    SM_DELHOST, /* system_hosts. Answer: int n or error, n*int: 0 or an error */
    SM_ADD,     /* A manager has the system add hosts. As SM_ADDHOST; */
    SM_ADDACK,  /* and the answer */
    SM_NOTIFY,  /* system_notify. No answer */
    /* system_end. From a tasker: a task it was to start has ended, or could not be started. To a manager: a task of its
       has ended. */
    SM_TASKX,
    SM_HOSTX,   /* system_tid: to the host's manager: a host, with the system's bit, is gone */
    SM_HANDOFF, /* system_tid: from a manager: the new manager of the tasks that join on that node from now on; 0: none
                 */
    SM_SCHED,   /* No body. Answer: int old manager's tid or error, system_host */
    SM_STHOST,  /* To the hoster: int n, n*system_bring_up */
    SM_STHOSTACK, /* Its answer, with the same wait id: int n, n*system_brought_up */
    /* system_start: to a tasker. No answer: the process joins by what the environment says. */
    SM_STTASK
};

/* Who stands in for what (CONTROL_REGISTER). */
enum system_role { ROLE_HOSTER = 1, ROLE_TASKER, ROLE_MANAGER };

/* What a message of this tag counts on the networks and to who copies it [bytes]: these hold paths and numbers of this
 * computer, and simulated time must not depend on them. */
static inline uint32_t system_counted_bytes(int32_t tag, uint32_t len_bytes)
{
    return tag >= SM_SPAWN && tag <= SM_STTASK ? 0 : len_bytes;
}

#endif
