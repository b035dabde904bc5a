/* control.h - the requests that mach_ops.control takes to the host's control program, and the layout of their bodies.
 *
 * A body is written by STRUCT_put and read by STRUCT_get (bodies.h); the struct is named beside the request. What is
 * said of an answer is its result, then its body; "n*STRUCT" is so many of them one behind the other, "n*int" so many
 * integers. Every request may also give PvmSysErr (the machine is gone) and PvmBadParam (a body that cannot be read).
 */
#ifndef CONTROL_H
#define CONTROL_H

#include "bodies.h"

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

/* where: as pvm_spawn, a name of a node or of a kind of computer. context: the one that the children start in. folder:
 * their current folder. spawner_folder: where the spawner's own file is. pvm_path: its $PVM_PATH. variables:
 * NAME=value. */
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

#define CONTROL_NUMBER_FIELDS(F) F(number, value)
WIRE_BODY(control_number, CONTROL_NUMBER_FIELDS)

/* Each begins with a name; what follows after a blank are options for a daemon. */
#define CONTROL_HOSTS_FIELDS(F) F(strs, names)
WIRE_BODY(control_hosts, CONTROL_HOSTS_FIELDS)

/* what: PvmTaskExit, PvmHostDelete, PvmHostAdd, perhaps with PvmNotifyCancel. PvmHostAdd: so many messages (-1: for
 * ever), and no tids. */
#define CONTROL_NOTIFY_FIELDS(F) F(int, what) F(int, tag) F(int, context) F(int, messages) F(ints, tids)
WIRE_BODY(control_notify, CONTROL_NOTIFY_FIELDS)

/* Mailboxes. A value is a struct control_message and the bytes of the message. */
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

/* How many kinds of nodes there are; the nodes follow. */
#define CONTROL_KINDS_FIELDS(F) F(int, kinds)
WIRE_BODY(control_kinds, CONTROL_KINDS_FIELDS)

/* One node. signature: that of its PvmDataRaw messages. */
#define CONTROL_NODE_FIELDS(F) F(int, tid) F(str, name) F(str, arch) F(int, speed) F(int, signature)
WIRE_BODY(control_node, CONTROL_NODE_FIELDS)

/* One class of mailboxes; so many control_owned follow. */
#define CONTROL_CLASS_FIELDS(F) F(str, name) F(int, entries)
WIRE_BODY(control_class, CONTROL_CLASS_FIELDS)

#define CONTROL_OWNED_FIELDS(F) F(int, index) F(int, owner) F(int, flags)
WIRE_BODY(control_owned, CONTROL_OWNED_FIELDS)

/* What is known of a message in a mailbox, before its bytes. */
struct control_message {
    int encoding, context, tag, wid, crc, src, dst;
};

/* ---- requests -------------------------------------------------------------------------------------------------- */

enum control_request {
    /* control_spawn: start tasks. result: tasks started (0..count), then count*int: a tid or an error code. PvmNoHost
     */
    CONTROL_SPAWN = 1,
    CONTROL_KILL,    /* control_tid. 0, PvmNoTask */
    CONTROL_SENDSIG, /* control_signal. 0, PvmNoTask */
    CONTROL_PSTAT,   /* control_tid. 0 (it runs), PvmNoTask */
    CONTROL_MSTAT,   /* control_name of a node. 0, PvmNoHost, PvmHostFail */
    /* control_tid: which tasks there are: all (0), this one, or those of this node. n, then n*control_task. PvmNoTask,
       PvmNoHost */
    CONTROL_TASKS,
    CONTROL_CONFIG,    /* no body. n, then control_kinds, then n*control_node */
    CONTROL_TIDTOHOST, /* control_tid. The node's tid; of a tid that no task ever had, its node part */
    CONTROL_SIBLINGS,  /* no body. n, then n*int: tids. PvmNoParent */
    /* control_notify: ask for messages. 0. The messages: src TID_SYSTEM, encoding PvmDataDefault, body one int: the tid
     * that ended (for PvmHostAdd: the number of nodes, then their tids). A tid already gone is told at once. */
    CONTROL_NOTIFY,
    CONTROL_ADDHOSTS, /* control_hosts. Nodes added, then n*int: a node's tid, PvmNoHost, PvmDupHost, ... */
    CONTROL_DELHOSTS, /* control_hosts. Nodes deleted, then n*int: 0, PvmNoHost, PvmDupHost (twice), PvmBadParam (the
                         host itself) */
    CONTROL_PUTINFO,  /* control_put. The index, PvmDenied, PvmNoMem */
    /* control_entry. 0, then control_value. PvmNotFound, PvmDenied (PvmMboxReadAndDelete). Blocks with
       PvmMboxWaitForInfo */
    CONTROL_RECVINFO,
    CONTROL_DELINFO,  /* control_entry. 0, PvmNotFound, PvmDenied */
    CONTROL_MBOXINFO, /* control_name, a pattern. n, then n*(control_class, its entries) */
    CONTROL_HALT,     /* no body. 0; the machine ends, and every task with it */
    CONTROL_OUTPUT,   /* control_sink: this task's own lines go there from now on. 0 */
    /* control_entry, flags unused: delete what nobody owns any more, in this class ("": in all) at this index (-1: at
       all). 0 */
    CONTROL_ORPHANS,
    /* control_outside: this task waits for people from now on, and the machine goes on without it; on 0: no more. 0 */
    CONTROL_OUTSIDE,
    CONTROL_TRACE, /* control_sink: what happens to this task is told there from now on. 0 */
    /* control_register: stand in for a part of the system from now on, or no more. 0, or of a manager the tid of the
     * one before; then control_node, the host. PvmAlready (another task does), PvmNoTask (it does not), PvmHostrNMstr
     * (a hoster not on the host) */
    CONTROL_REGISTER,
    /* control_name, "jpi.send_us": a number of the machine file that is a layer's own ([layer.jpi] send_us). 1, then
     * control_number in the unit of the name; 0: the machine has none of that name. */
    CONTROL_PARAMETER,
    CONTROL_NOTASK = 100 /* first number that no request has */
};

/* Does the host do something for it? A question about the model itself takes no simulated time. */
static inline int control_takes_time(int request)
{
    return request != CONTROL_PARAMETER;
}

/* Set beside the flags of CONTROL_SPAWN: a server of the library (pvmgs), not one of the user's tasks: it may wait for
 * ever without that being a deadlock, and the machine ends without it. */
#define CONTROL_SPAWN_SERVICE 0x10000

/* Bodies of the messages that carry what a task prints (PvmOutputTid), encoding PvmDataDefault, in this order:
 * int tid, int count, then count > 0: that many bytes; count -2: the task was made, int parent tid (-1: nobody spawned
 * it); count -1: it has been spawned, the same; count 0: end of output. */
#define CONTROL_OUTPUT_MADE (-2)
#define CONTROL_OUTPUT_BEGIN (-1)
#define CONTROL_OUTPUT_END 0

#endif
