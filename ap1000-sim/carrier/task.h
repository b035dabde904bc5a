/* task.h - the task's side of the carrier: what task.c (the machine interface) and open.c (finding the machine) share. */
#ifndef CARRIER_TASK_H
#define CARRIER_TASK_H

#include <stdbool.h>

#include "arena.h"
#include "carrier.h"

struct carrier_machine {
    int socket;                 /* to the simulator; also tells when it is gone */
    int memory;                 /* the region's memfd */
    struct carrier_header *header;
    struct carrier_slot *slot;
    uint32_t slot_index, nslots;
    bool is_master, joined, gone;
    struct arena arena;         /* this task's own */
    unsigned char **arenas;     /* nslots mappings, made when first needed */
    int64_t clock_ns, cpu_ns;   /* own clock; processor time since the last posting */
    int64_t cpu_seen_ns;        /* thread CPU time already counted (--cpu measured) */
    struct carrier_frame inbox[CARRIER_FRAMES]; /* arrived, given by the simulator, not yet taken by the program */
    uint32_t inbox_n, inbox_at;
    int spins;
};

extern const struct mach_ops carrier_ops;

/* The machine of this process, NULL if it has none. */
struct carrier_machine *carrier_current(void);

/* Connect (or start a private machine) and map the region. NULL: not possible, and why has been said on stderr. */
struct carrier_machine *carrier_connect(void);

/* Undo carrier_connect. */
void carrier_disconnect(struct carrier_machine *c);

/* Start a private machine: the end of a socket to it, or -1 (said on stderr). */
int carrier_start_private(void);

/* Only in a process that ends normally: leave if still a task; the master waits until the rest of the machine has ended. */
void carrier_process_ends(void);

/* The clock of this process while it is no task [ns]. */
void carrier_early_set(int64_t clock_ns);

#endif
