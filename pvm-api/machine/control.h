/* control.h - the requests that mach_ops.control takes to the host's control program, and the layout of their bodies.
 *
 * Layout language: `i` a 32-bit integer, `s` a string (wire.h); `n*(..)` n times. Every request may also give
 * PvmSysErr (the machine is gone) and PvmBadParam (a body that cannot be read).
 */
#ifndef CONTROL_H
#define CONTROL_H

/* What is known of a message in a mailbox, before its bytes. */
struct control_message {
    int encoding, context, tag, wid, crc, src, dst;
};

enum control_request {
    /* Start tasks. in: s file, i flags (Pvm*), s where, i count, i argc, argc*(s), i output tid, context, tag,
     * i trace tid, context, tag, i context of the children, s current folder, s folder of the spawner's executable,
     * s $PVM_PATH ("" if unset), i nenv, nenv*(s "NAME=value").
     * result: tasks started (0..count); out: count*(i tid or error code). */
    CONTROL_SPAWN = 1,
    CONTROL_KILL,     /* in: i tid. result 0, PvmNoTask */
    CONTROL_SENDSIG,  /* in: i tid, i signal. result 0, PvmNoTask */
    CONTROL_PSTAT,    /* in: i tid. result 0 (runs), PvmNoTask */
    CONTROL_MSTAT,    /* in: s host name. result 0, PvmNoHost, PvmHostFail */
    CONTROL_TASKS,    /* in: i where (0 all, a task, or a node's tid). result n; out: n*(i tid, i parent, i node tid, i flag, s file, i pid); flag 2: started by the machine,
                       * 4: has joined. PvmNoTask, PvmNoHost */
    CONTROL_CONFIG,   /* in: nothing. result n; out: i narch, n*(i node tid, s name, s arch, i speed, i data signature) */
    CONTROL_TIDTOHOST, /* in: i tid. result: the node's tid; of a tid that no task ever had, its host part */
    CONTROL_SIBLINGS, /* in: nothing. result n; out: n*(i tid). PvmNoParent */
    /* Ask for messages. in: i what (PvmTaskExit, PvmHostDelete, PvmHostAdd, | PvmNotifyCancel), i tag, i context, i n,
     * n*(i tid). For PvmHostAdd n is the number of messages wanted (-1: for ever) and no tids follow. result 0.
     * The messages: src TID_SYSTEM, encoding PvmDataDefault, body one int: the tid that ended (for
     * PvmHostAdd: the number of hosts, then their tids). A tid already gone is told at once. */
    CONTROL_NOTIFY,
    CONTROL_ADDHOSTS, /* in: i n, n*(s name). result: hosts added; PvmNoHost, PvmDupHost.
                       * out: n*(i node tid or error code) */
    CONTROL_DELHOSTS, /* in: i n, n*(s name). result: hosts deleted; PvmNoHost, PvmDupHost (twice in
                       * one request), PvmBadParam (the host itself). out: n*(i 0 or error code) */
    /* Mailboxes. A value is a control_message and the bytes of the message. result: index, PvmDenied, PvmNoMem
     * in: s class, i flags, i index, i len, bytes */
    CONTROL_PUTINFO,
    CONTROL_RECVINFO,    /* in: s class, i index, i flags. result 0; out: i len, bytes. PvmNotFound, PvmDenied (PvmMboxReadAndDelete). Blocks with PvmMboxWaitForInfo */
    CONTROL_DELINFO,     /* in: s class, i index, i flags. result 0, PvmNotFound, PvmDenied */
    CONTROL_MBOXINFO,    /* in: s pattern. result n; out: n*(s class, i m, m*(i index, i owner, i flags)) */
    CONTROL_HALT,        /* in: nothing. result 0; the machine ends, and every task with it */
    CONTROL_OUTPUT,      /* in: i output tid, context, tag. This task's own lines go there from now on. result 0 */
    CONTROL_ORPHANS,     /* in: s class ("": all), i index (-1: all). Deletes what nobody owns any more. result 0 */
    CONTROL_OUTSIDE,     /* in: i (none: 1). Not 0: this task waits for people from now on, and the machine goes on without
                          * it; 0: no more. result 0 */
    CONTROL_TRACE,       /* in: i trace tid, context, tag. What happens to this task is told there from now on. result 0 */
    /* Stand in for a part of the system from now on, or no more. in: i role (system_messages.h), i on. result: 0, or of a
     * manager the tid of the one before; PvmAlready (another task does), PvmNoTask (it does not), PvmHostrNMstr (a hoster not
     * on the host). out: i tid, s name, s arch, i speed of the host */
    CONTROL_REGISTER,
    CONTROL_NOTASK = 100 /* first number that no request has */
};

/* Set beside the flags of CONTROL_SPAWN: a server of the library (pvmgs), not one of the user's tasks: it may wait for
 * ever without that being a deadlock, and the machine ends without it. */
#define CONTROL_SPAWN_SERVICE 0x10000

/* Bodies of the messages that carry what a task prints (PvmOutputTid), encoding PvmDataDefault, in this order:
 * int tid, int count, then count > 0: that many bytes; count -2: the task was made, int parent tid (-1: nobody spawned it);
 * count -1: it has been spawned, the same; count 0: end of output. */
#define CONTROL_OUTPUT_MADE (-2)
#define CONTROL_OUTPUT_BEGIN (-1)
#define CONTROL_OUTPUT_END 0

#endif
