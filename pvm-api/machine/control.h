/* control.h - the requests that mach_ops.control takes to the host's control program, and the layout of their bodies.
 *
 * A body is written by STRUCT_put and read by STRUCT_get (bodies.h). Beside each request stand the struct of its body;
 * then the result and the body of its answer; then its errors. "n*STRUCT" means n of them one behind the other, and
 * "n*int" n integers. Every request may also give PvmSysErr (the machine is gone) and PvmBadParam (the body cannot be
 * read). */
#ifndef CONTROL_H
#define CONTROL_H

#include "bodies.h"

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

/* where: as in pvm_spawn, the name of a node or of a kind of computer. context: the message context that the children
 * start in. folder: their current folder. spawner_folder: the folder of the spawner's own file. pvm_path: the spawner's
 * $PVM_PATH. variables: NAME=value. */
#define CONTROL_SPAWN_FIELDS(F) \
    F(str, file)                \
    F(int, flags)               \
    F(str, where)               \
    F(int, count)               \
    F(strs, args)               \
    F(sink, output)             \
    F(sink, trace) F(int, context) F(str, folder) F(str, spawner_folder) F(str, pvm_path) F(strs, variables)
WIRE_BODY(control_spawn, CONTROL_SPAWN_FIELDS)

#define CONTROL_TID_FIELDS(F) F(int, tid)
WIRE_BODY(control_tid, CONTROL_TID_FIELDS)

#define CONTROL_SIGNAL_FIELDS(F) F(int, tid) F(int, number)
WIRE_BODY(control_signal, CONTROL_SIGNAL_FIELDS)

#define CONTROL_NAME_FIELDS(F) F(str, name)
WIRE_BODY(control_name, CONTROL_NAME_FIELDS)

#define CONTROL_CONTEXT_FIELDS(F) F(int, context)
WIRE_BODY(control_context, CONTROL_CONTEXT_FIELDS)

#define CONTROL_NUMBER_FIELDS(F) F(number, value)
WIRE_BODY(control_number, CONTROL_NUMBER_FIELDS)

/* Each string begins with a name; after a blank, options for a daemon may follow. */
#define CONTROL_HOSTS_FIELDS(F) F(strs, names)
WIRE_BODY(control_hosts, CONTROL_HOSTS_FIELDS)

/* what: PvmTaskExit, PvmHostDelete or PvmHostAdd, perhaps with PvmNotifyCancel. messages: for PvmHostAdd, which has no
 * tids, how many messages are wanted (-1: no limit). */
#define CONTROL_NOTIFY_FIELDS(F) F(int, what) F(int, tag) F(int, context) F(int, messages) F(ints, tids)
WIRE_BODY(control_notify, CONTROL_NOTIFY_FIELDS)

/* Mailboxes. A value is a struct control_message, followed by the bytes of the message. */
#define CONTROL_PUT_FIELDS(F) F(str, name) F(int, flags) F(int, index) F(block, value)
WIRE_BODY(control_put, CONTROL_PUT_FIELDS)

#define CONTROL_ENTRY_FIELDS(F) F(str, name) F(int, index) F(int, flags)
WIRE_BODY(control_entry, CONTROL_ENTRY_FIELDS)

#define CONTROL_VALUE_FIELDS(F) F(block, value)
WIRE_BODY(control_value, CONTROL_VALUE_FIELDS)

#define CONTROL_SINK_FIELDS(F) F(sink, to)
WIRE_BODY(control_sink, CONTROL_SINK_FIELDS)

#define CONTROL_OUTSIDE_FIELDS(F) F(int, on)
WIRE_BODY(control_outside, CONTROL_OUTSIDE_FIELDS)

/* role: enum system_role. */
#define CONTROL_REGISTER_FIELDS(F) F(int, role) F(int, on)
WIRE_BODY(control_register, CONTROL_REGISTER_FIELDS)

/* One task. flags: CONTROL_TASK_*. */
#define CONTROL_TASK_FIELDS(F) F(int, tid) F(int, parent_tid) F(int, node_tid) F(int, flags) F(str, file) F(int, pid)
WIRE_BODY(control_task, CONTROL_TASK_FIELDS)
#define CONTROL_TASK_SPAWNED 2 /* the machine has started it */
#define CONTROL_TASK_JOINED 4  /* it has made itself known by a PVM call */

/* How many kinds of nodes there are. The nodes follow. */
#define CONTROL_KINDS_FIELDS(F) F(int, kinds)
WIRE_BODY(control_kinds, CONTROL_KINDS_FIELDS)

/* One node. signature: the data format of its PvmDataRaw messages. */
#define CONTROL_NODE_FIELDS(F) F(int, tid) F(str, name) F(str, arch) F(int, speed) F(int, signature)
WIRE_BODY(control_node, CONTROL_NODE_FIELDS)

/* One class of mailboxes. `entries` control_owned follow. */
#define CONTROL_CLASS_FIELDS(F) F(str, name) F(int, entries)
WIRE_BODY(control_class, CONTROL_CLASS_FIELDS)

#define CONTROL_OWNED_FIELDS(F) F(int, index) F(int, owner) F(int, flags)
WIRE_BODY(control_owned, CONTROL_OWNED_FIELDS)

/* What is kept of a message in a mailbox, before its bytes. */
struct control_message {
    int encoding, context, tag, wid, crc, src, dst;
};

/* ---- requests -------------------------------------------------------------------------------------------------- */

enum control_request {
    /* control_spawn: start tasks. How many started (0..count), then count*int, each a tid or an error. PvmNoHost */
    CONTROL_SPAWN = 1,
    CONTROL_KILL,    /* control_tid. 0. PvmNoTask */
    CONTROL_SENDSIG, /* control_signal. 0. PvmNoTask */
    CONTROL_PSTAT,   /* control_tid. 0 (the task runs). PvmNoTask */
    CONTROL_MSTAT,   /* control_name of a node. 0. PvmNoHost, PvmHostFail */
    /* control_tid: list all tasks (tid 0), this task, or the tasks of this node. n, then n*control_task. PvmNoTask,
     * PvmNoHost */
    CONTROL_TASKS,
    CONTROL_CONFIG,    /* no body. n, then control_kinds, then n*control_node */
    CONTROL_TIDTOHOST, /* control_tid. The tid of the task's node; if no task ever had the tid, its node bits */
    CONTROL_SIBLINGS,  /* no body. n, then n*int: tids. PvmNoParent */
    /* control_notify: ask for messages. 0. The messages come from TID_SYSTEM, in PvmDataDefault; the body is one int,
     * the tid that ended (for PvmHostAdd: the number of nodes, then their tids). If a tid has ended already, its
     * message comes at once. */
    CONTROL_NOTIFY,
    CONTROL_ADDHOSTS, /* control_hosts. n nodes added, then n*int, each a node's tid, PvmNoHost, PvmDupHost, ... */
    CONTROL_DELHOSTS, /* control_hosts. n nodes deleted, then n*int, each 0, PvmNoHost, PvmDupHost (named twice) or
                         PvmBadParam (the host itself) */
    CONTROL_PUTINFO,  /* control_put. The index of the entry. PvmDenied, PvmNoMem */
    /* control_entry. 0, then control_value. PvmNotFound, PvmDenied (for PvmMboxReadAndDelete). With PvmMboxWaitForInfo
     * it blocks */
    CONTROL_RECVINFO,
    CONTROL_DELINFO,  /* control_entry. 0. PvmNotFound, PvmDenied */
    CONTROL_MBOXINFO, /* control_name, which may be a pattern. n, then n*(control_class, its entries) */
    CONTROL_HALT,     /* no body. 0; the machine and all its tasks end */
    CONTROL_OUTPUT,   /* control_sink: from now on this task's printed lines go there. 0 */
    /* control_entry, whose flags are not used: delete entries that have no owner, in this class ("": in all) and with
     * this index (-1: with any). 0 */
    CONTROL_ORPHANS,
    /* control_outside: on 1: this task waits for people now, and the machine goes on without it; on 0: no longer. 0 */
    CONTROL_OUTSIDE,
    CONTROL_TRACE, /* control_sink: from now on this task's life events go there. 0 */
    /* control_register: the task takes over a part of the system, or gives it back. 0, or for a manager the tid of the
     * one before; then control_node, the host. PvmAlready (another task has the part), PvmNoTask (this task does not
     * have it), PvmHostrNMstr (a hoster must be on the host) */
    CONTROL_REGISTER,
    /* control_name, "jpi.send_us": a number of the machine file that belongs to a layer ([layer.jpi] send_us). 1, then
     * control_number in the unit of the name; 0: the machine has no such number. */
    CONTROL_PARAMETER,
    /* control_put, for pvm_insert: as CONTROL_PUTINFO, but no entry is ever replaced. The index. PvmDenied, PvmNoMem */
    CONTROL_INSERT,
    /* control_context 0: the number of a context that no task of the machine has. It is the asker's until it gives it
     * back (control_context: that number. 0), or ends. PvmOutOfRes, PvmNoMem, PvmNotFound */
    CONTROL_CONTEXT,
    CONTROL_NOTASK = 100 /* the first number that no request has */
};

/* Returns whether the host does something for the request. A question about the model takes no simulated time, nor
 * does a number that each node could deal out from a share of its own. */
static inline int control_takes_time(int request)
{
    return request != CONTROL_PARAMETER && request != CONTROL_CONTEXT;
}

/* A flag of CONTROL_SPAWN, beside PVM's: the task is a server of the library (pvmgs), not one of the user's. It may
 * wait for ever without being part of a deadlock, and the machine ends without waiting for it. */
#define CONTROL_SPAWN_SERVICE 0x10000

/* Bodies of the messages that carry what a task prints (PvmOutputTid), in PvmDataDefault: int tid, int count, and then,
 * by count: above 0: that many bytes; CONTROL_OUTPUT_MADE: int parent tid (-1: nobody spawned the task);
 * CONTROL_OUTPUT_BEGIN (the task has been spawned): the same; CONTROL_OUTPUT_END: nothing, the output has ended. */
#define CONTROL_OUTPUT_MADE (-2)
#define CONTROL_OUTPUT_BEGIN (-1)
#define CONTROL_OUTPUT_END 0

#endif
