/* conformance_run.h - what the files of the conformance suite share: the task that runs it, and how it checks. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "conformance.h"
#include "control.h"
#include "machines.h"
#include "pvm3.h"
#include "wire.h"

#define RUN_MAX_TASKS 64

struct run {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    int role, n;
    int tid[RUN_MAX_TASKS]; /* tids by role */
    const char *check;
    int failures;
};

#define CHECK(R, CONDITION)                                                                                \
    do {                                                                                                   \
        if (!(CONDITION)) {                                                                                \
            (R)->failures++;                                                                               \
            fprintf(stderr, "%s: role %d: %s:%d: not so: %s\n", (R)->check, (R)->role, __FILE__, __LINE__, \
                    #CONDITION);                                                                           \
        }                                                                                                  \
    } while (0)

/* Checks that two numbers are equal, and prints them if they are not. */
#define CHECK_EQ(R, GOT, WANTED) run_check_eq(R, (long long)(GOT), (long long)(WANTED), #GOT, __LINE__)
void run_check_eq(struct run *r, long long got, long long wanted, const char *what, int line);

/* On a machine in real time, time passes by itself, and charges are nothing. */
bool run_in_real_time(const struct run *r);
/* Checks that the clock shows just this time; in real time, this one or a later one. */
void run_check_now(struct run *r, mach_ns wanted, int line);

/* Posts a frame of len bytes, all of them `fill`, to a role with that tag, and drops it. */
void run_post(struct run *r, int to_role, int tag, uint32_t len, int fill);
/* Returns the next frame, however long it takes, or NULL (which is a failure) if the machine gives none. The caller
 * drops it. */
struct mach_frame *run_take(struct run *r);
/* Takes one frame, and checks its sender, tag and length. */
void run_expect(struct run *r, int from_role, int tag, uint32_t len);
/* Makes one request, and frees its body. *in reads the answer *reply, which the caller drops if it is not NULL. */
int run_ask(struct run *r, int request, struct wire_out *body, struct wire_in *in, struct mach_frame **reply);

/* conformance_control.c */
void await_end(struct run *r, int32_t tid); /* until the machine has no such task */
void check_control(struct run *r);
void check_control_errors(struct run *r);
void check_mailbox(struct run *r);
void check_spawn_nothing(struct run *r);
void check_notify_gone(struct run *r);

/* conformance_hardware.c */
void check_broadcast_cells(struct run *r);
void check_broadcast_lines(struct run *r);
void check_broadcast_order(struct run *r);
void check_multicast(struct run *r);
void check_barrier_status(struct run *r);
void check_status_lines(struct run *r);
void check_meet(struct run *r);
void check_meet_gone(struct run *r); /* after the last role has left */
