/* system_messages.h - the messages between the system (PVM's daemon; here the host's control program) and tasks that stand
 * in for a part of it: taskers, hosters, resource managers. Numbers are those of PVM 3.4.6's pvmproto.h.
 *
 * Layout language as in control.h, but these are ordinary messages in PvmDataDefault (XDR): programs of the users read and
 * write them. `n*(..)` n times. From the system they come with context 0. Sources: the manual pages pvm_reg_tasker,
 * pvm_reg_hoster and pvm_reg_rm, and what PVM 3.4.6 was seen to send (pvm-api/oracle/tasker.c, hoster.c, rm.c).
 */
#ifndef SYSTEM_MESSAGES_H
#define SYSTEM_MESSAGES_H

#include <stdint.h>

enum system_message {
    /* A task asks its resource manager instead of the system; the answer has the tag and the wait id of the question.
     * in: s file, i flags, s where, i count, i argc, argc*(s), i output tid, context, tag, i trace tid, context, tag,
     * i nenv, nenv*(s "NAME=value"). answer: i count or error, count*(i tid or error) */
    SM_SPAWN = -0x7ffbffff,
    /* A manager has the system start tasks on the node it is sent to. in: i parent tid, s file, i flags, i count, i argc,
     * argc*(s), i output tid, context, tag, i trace tid, context, tag, i nenv, nenv*(s), i which of them, i of how many */
    SM_EXEC,
    SM_EXECACK, /* answer: i count, count*(i tid or error). Unasked: i 1, i tid: a task that nobody spawned has joined */
    SM_TASK,    /* in: i where. answer: i 0 or error, then tasks to the end: i tid, i parent, i host, i flags, s file, i pid */
    SM_CONFIG,  /* in: nothing. answer: i n, i narch, n*(i host tid, s name, s arch, i speed, i data signature) */
    SM_ADDHOST, /* in: i n, n*(s name). answer: i n or error, i narch, n*(i host tid or error, s name, s arch, i speed, i data
                 * signature) */
    SM_DELHOST, /* in: i n, n*(s name). answer: i n or error, n*(i 0 or error) */
    SM_ADD,     /* A manager has the system add hosts. As SM_ADDHOST; */
    SM_ADDACK,  /* and the answer */
    SM_NOTIFY,  /* in: i what, i context, i tag, i n, n*(i tid) (PvmHostAdd: no tids). No answer */
    /* From a tasker: a task it was to start has ended, or could not be started. To a manager: a task of its has ended.
     * i tid, i status as of wait(), i s, i us of the user's time, i s, i us of the system's */
    SM_TASKX,
    SM_HOSTX,     /* to the host's manager: i host tid with the system's bit: a host is gone */
    SM_HANDOFF,   /* from a manager: i tid, the new manager of the tasks that join on that node from now on; 0: none */
    SM_SCHED,     /* in: nothing. answer: i old manager's tid or error, i tid, s name, s arch, i speed of the host */
    SM_STHOST,    /* to the hoster: i n, n*(i host tid, s options, s login, s command, s command for another system, s machine) */
    SM_STHOSTACK, /* its answer, with the same wait id: i n, n*(i host tid, s what the command said, or an error's name) */
    /* To a tasker: i tid, i flags, s path, i argc, argc*(s), i nenv, nenv*(s), i which of them, i hosts, i of how many.
     * No answer: the process joins by what the environment says. */
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
