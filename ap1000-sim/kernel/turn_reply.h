/* turn_reply.h - what a program gets back with its turn, beside messages: written by the kernel, read by the task's end
 * of a carrier (C). A carrier copies it whole, so a new value is declared here, set by the kernel, and read where it
 * is wanted. What the library itself is to know goes into struct mach_told (machine.h) in the same way.
 *
 * Times are in ns. Truth is int32_t, so that no bit pattern is wrong. */
#pragma once

#include <stdint.h>

#include "machine.h"

struct turn_reply {
    int32_t result;
    int32_t interrupted;   /* the wait has ended for a signal, and the program calls again */
    uint32_t status;       /* barrier, status: the OR of all status words */
    int32_t shares_node;   /* other tasks want the same processor: it is to hand over at every post */
    uint64_t signals;      /* sent to this task and not yet given to it; bit n - 1 is signal n */
    mach_ns now;           /* its own clock from here on */
    mach_ns found_none;    /* if it `waited`: the poll of a wait then_forever gave nothing, at this time of its own */
    int32_t waited;        /* clock, and this is the reply to the wait */
    int32_t ahead;         /* its message has not arrived yet: the program runs ahead of simulated time */
    int32_t same_turn;     /* no time has passed; the kernel keeps what it has posted in this turn */
    struct mach_told told; /* for the library */
};
