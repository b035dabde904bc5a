/* system_messages.h - what taskers, hosters and resource managers (pvm_reg_tasker, pvm_reg_hoster, pvm_reg_rm) and the
 * system tell each other.
 *
 * As in control.h a body is written by STRUCT_put and read by STRUCT_get. But these are ordinary messages in
 * PvmDataDefault (XDR), which users' programs read and write. Those of the system have context 0. Sources: the manual
 * pages pvm_reg_tasker, pvm_reg_hoster and pvm_reg_rm, and what PVM 3.4.6 was seen to send (pvm-api/oracle/standins).
 */
#ifndef SYSTEM_MESSAGES_H
#define SYSTEM_MESSAGES_H

#include "control.h"

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

#define SYSTEM_SPAWN_FIELDS(F) \
    F(str, file)               \
    F(int, flags) F(str, where) F(int, count) F(strs, args) F(sink, output) F(sink, trace) F(strs, variables)
SYSTEM_BODY(system_spawn, SYSTEM_SPAWN_FIELDS)

/* which: the first of these tasks has this number, from 0, among all of the spawn. */
#define SYSTEM_EXEC_FIELDS(F) \
    F(int, parent_tid)        \
    F(str, file)              \
    F(int, flags) F(int, count) F(strs, args) F(sink, output) F(sink, trace) F(strs, variables) F(int, which) F(int, of)
SYSTEM_BODY(system_exec, SYSTEM_EXEC_FIELDS)

/* hosts: how many hosts the spawn uses. */
#define SYSTEM_START_FIELDS(F) \
    F(int, tid) F(int, flags) F(str, path) F(strs, argv) F(strs, variables) F(int, which) F(int, hosts) F(int, of)
SYSTEM_BODY(system_start, SYSTEM_START_FIELDS)

/* status: as wait() gives it. Then the processor time that the task has used, in user and in system mode. */
#define SYSTEM_END_FIELDS(F) \
    F(int, tid) F(int, status) F(int, user_s) F(int, user_us) F(int, system_s) F(int, system_us)
SYSTEM_BODY(system_end, SYSTEM_END_FIELDS)

/* A host that is to be started. other_command: used for another kind of system. */
#define SYSTEM_BRING_UP_FIELDS(F) \
    F(int, tid) F(str, options) F(str, login) F(str, command) F(str, other_command) F(str, machine)
SYSTEM_BODY(system_bring_up, SYSTEM_BRING_UP_FIELDS)

/* What the command for that host has printed, or the name of an error. */
#define SYSTEM_BROUGHT_UP_FIELDS(F) F(int, tid) F(str, line)
SYSTEM_BODY(system_brought_up, SYSTEM_BROUGHT_UP_FIELDS)

/* One task and one host of a list. The fields are those of the machine's own answers. */
SYSTEM_BODY(system_task, CONTROL_TASK_FIELDS)
SYSTEM_BODY(system_node, CONTROL_NODE_FIELDS)
SYSTEM_BODY(system_hosts, CONTROL_HOSTS_FIELDS)
SYSTEM_BODY(system_tid, CONTROL_TID_FIELDS)

/* What a new manager is told of the host. */
#define SYSTEM_HOST_FIELDS(F) F(int, tid) F(str, name) F(str, arch) F(int, speed)
SYSTEM_BODY(system_host, SYSTEM_HOST_FIELDS)

/* n tids follow; for PvmHostAdd there are none. */
#define SYSTEM_NOTIFY_FIELDS(F) F(int, what) F(int, context) F(int, tag) F(int, n)
SYSTEM_BODY(system_notify, SYSTEM_NOTIFY_FIELDS)

/* ---- messages -------------------------------------------------------------------------------------------------- */

enum system_message {
    /* A task asks its resource manager instead of the system; the answer has the question's tag and wait id.
     * system_spawn. Answer: int count or error, count*int: a tid or an error */
    SM_SPAWN = -0x7ffbffff,
    SM_EXEC,    /* system_exec: a manager asks the system to start tasks, on the node that the message is sent to */
    SM_EXECACK, /* Answer: int count, count*int: a tid or an error. Unasked: int 1, int tid: a task has joined that
                   nobody spawned */
    SM_TASK,    /* system_tid: which tasks, as in CONTROL_TASKS. Answer: int 0 or error, then system_task up to the
                   end */
    SM_CONFIG,  /* No body. Answer: int n, int kinds of hosts, n*system_node */
    SM_ADDHOST, /* system_hosts. Answer: int n or error, int kinds of hosts, n*system_node, where the tid may be an
                   error */
    SM_DELHOST, /* system_hosts. Answer: int n or error, n*int: 0 or an error */
    SM_ADD,     /* A manager asks the system to add hosts. As SM_ADDHOST; */
    SM_ADDACK,  /* and its answer */
    SM_NOTIFY,  /* system_notify. No answer */
    /* system_end. From a tasker: a task that it was to start has ended, or could not be started. To a manager: one of
     * its tasks has ended. */
    SM_TASKX,
    SM_HOSTX,     /* system_tid, with the system's bit. To the host's manager: that host is gone */
    SM_HANDOFF,   /* system_tid. From a manager: that one is the manager of tasks that join on that node from now on;
                   0: none is */
    SM_SCHED,     /* No body. Answer: int old manager's tid or error, system_host */
    SM_STHOST,    /* To the hoster: int n, n*system_bring_up */
    SM_STHOSTACK, /* The answer, with the same wait id: int n, n*system_brought_up */
    /* system_start. To a tasker, without an answer: the process joins the machine, as its environment says. */
    SM_STTASK
};

/* The parts of the system that a task can take over (CONTROL_REGISTER). */
enum system_role { ROLE_HOSTER = 1, ROLE_TASKER, ROLE_MANAGER };

/* How many bytes of a message with this tag count, on the networks and for those who copy it. These messages hold paths
 * and numbers of this computer, and simulated time must not depend on them. */
static inline uint32_t system_counted_bytes(int32_t tag, uint32_t len_bytes)
{
    return tag >= SM_SPAWN && tag <= SM_STTASK ? 0 : len_bytes;
}

#endif
