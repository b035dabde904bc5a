/* costs.h - the one list of library costs, beyond the native send and receive, which post and wait charge themselves.
 *
 * What a cost is on a node is the machine's business: its machine file has a line NAME_us for each, by kind of node.
 * When a cost is due is decided in pvm-api and groups and, for the native ones, in the native library. */
#ifndef COSTS_H
#define COSTS_H

/* X(SYMBOL, NAME in machine files). MACH_COST_<SYMBOL> is charged for:
 * INITSEND      making or clearing a send buffer
 * PACK, UNPACK  one pack or unpack call, whatever its length
 * SEND          one message to one task, before the native send
 * RECV          one message accepted by a receive call, after the native receive
 * POLL          one look for a message that may not be there (nrecv, probe)
 * CALL          any other call that is answered inside the task
 * CLOCK         one reading of a clock
 * GROUP_CALL    one group call, in the task that makes it
 * GROUP_SERVER  one group request, in the group server
 * NATIVE_PROBE  one look into the ring buffer by the native library (cprobe)
 * NATIVE_CALL   a native call that is answered inside the node: clock, status lines
 * The machine files of machines without a native library have no lines for names that begin with "native_". */
#define MACH_COSTS(X)                   \
    X(INITSEND, "pvm_initsend")         \
    X(PACK, "pvm_pack")                 \
    X(SEND, "pvm_send")                 \
    X(RECV, "pvm_recv")                 \
    X(UNPACK, "pvm_unpack")             \
    X(POLL, "pvm_poll")                 \
    X(CALL, "pvm_call")                 \
    X(CLOCK, "pvm_clock")               \
    X(GROUP_CALL, "pvm_group_call")     \
    X(GROUP_SERVER, "pvm_group_server") \
    X(NATIVE_PROBE, "native_probe")     \
    X(NATIVE_CALL, "native_call")

#define MACH_COST_NUMBER(SYMBOL, NAME) MACH_COST_##SYMBOL,
enum mach_cost { MACH_COSTS(MACH_COST_NUMBER) MACH_NCOSTS };

#endif
