/* tids.h - the bits of a tid, as in PVM 3: bits 18 to 29 are the node, bits 0 to 17 the task on it; a task part of 0 is
 * the node itself. Bit 30 is never set in a task's tid. Bit 31 means the system of the node (in PVM: its daemon).
 * These bits name 4095 nodes. A node beyond them, which PVM does not have, has its number in bits 0 to 17, and bit 30.
 */
#ifndef TIDS_H
#define TIDS_H

#include <stdint.h>

#define TID_LOCAL_BITS 18
#define TID_LOCAL_PART 0x3ffff
#define TID_NODE_PART 0x3ffc0000
#define TID_NO_TASK 0x40000000
#define TID_NODES 4095 /* that the node part can name */

/* The system itself, as the source or destination of a message: alone the system of the sender's own node, or-ed with a
 * node's tid the system of that node. */
#define TID_SYSTEM INT32_MIN

/* The tid of the node with that number. The first node has number 0 here, and 1 in the bits of the tid. */
static inline int32_t tid_of_node(int number)
{
    return number < TID_NODES ? (int32_t)((uint32_t)(number + 1) << TID_LOCAL_BITS) : TID_NO_TASK | number;
}

/* Does the tid name a node beyond, or its system? */
static inline int tid_is_beyond(int32_t tid)
{
    return (tid & (TID_NO_TASK | TID_NODE_PART)) == TID_NO_TASK && (tid & TID_LOCAL_PART) >= TID_NODES;
}

/* The number of the node that a tid names, or -1 if it names none. The inverse of tid_of_node. */
static inline int tid_node_number(int32_t tid)
{
    if (tid_is_beyond(tid))
        return tid & TID_LOCAL_PART;
    return (int)(((uint32_t)tid & TID_NODE_PART) >> TID_LOCAL_BITS) - 1;
}

/* The tid of a task's node, according to the bits of the task's tid. */
static inline int32_t tid_node(int32_t tid)
{
    if (tid_is_beyond(tid))
        return tid & (TID_NO_TASK | TID_LOCAL_PART);
    return tid & TID_NODE_PART;
}

static inline int32_t tid_local(int32_t tid)
{
    return tid & TID_LOCAL_PART;
}

/* Returns 1 if this number can be a node's tid. */
static inline int tid_is_node(int32_t tid)
{
    return tid > 0 && tid_node_number(tid) >= 0 && tid == tid_of_node(tid_node_number(tid));
}

/* Returns 1 if this number can be a task's tid. A message to a task that does not exist is dropped; a message to a
 * number that cannot be a task's is an error. */
static inline int tid_is_task(int32_t tid)
{
    return tid > 0 && (tid & TID_NO_TASK) == 0 && tid_local(tid) != 0;
}

/* Returns 1 if it is the system, of the own node or of another one. */
static inline int tid_is_system(int32_t tid)
{
    if (tid_is_beyond(tid))
        return tid < 0;
    return tid < 0 && (tid & (TID_NO_TASK | TID_LOCAL_PART)) == 0;
}

/* The system of the node with that tid; node_tid 0: of the own node. */
static inline int32_t tid_system_of(int32_t node_tid)
{
    return TID_SYSTEM | node_tid;
}

#endif
