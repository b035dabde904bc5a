/* native.h - what the files of the native library share: the state of a task, its ring buffer, and how messages are
 * marked.
 *
 * It stands on machine.h, beside libpvm3 and not above it: the same machine calls, no PVM. All state hangs off struct
 * nat_task. A frame's tag is the message's type. Its encoding is the task that it is for (a broadcast reaches all tasks
 * of a cell, and the others drop it). Its context is one of enum nat_context. */
#ifndef NATIVE_H
#define NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ap1000.h"
#include "machine.h"

#define NAT_PUBLIC __attribute__((visibility("default")))

enum nat_context {
    NAT_USER = 0x4e0001,
    NAT_XY,    /* between the cells of a collective */
    NAT_STEPS, /* of xy_send */
    NAT_BOOT,  /* from the host: struct nat_boot, then the tids by cell */
    NAT_END    /* from the control program: a task has ended */
};

struct nat_boot {
    int32_t tid, nx, ny, host_tid;
};

/* What one ccreat has started. */
struct nat_program {
    int tid;
    int32_t *tids; /* tids of the machine, by cell; malloc'ed */
    struct nat_program *next;
};

/* A message in the ring buffer. */
struct nat_arrived {
    struct mach_frame *frame; /* owned by the ring buffer */
    int cid, tid;             /* of the sender */
    struct nat_arrived *next;
};

struct nat_task {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    int nx, ny;   /* the array */
    int cid, tid; /* on the host: nx * ny and 0; tid is -1 on a cell that is not booted */
    bool booted;  /* a cell: it has been told who it is */
    int32_t host_tid;
    struct nat_program *programs;
    struct nat_arrived *first, *last, *current;
    struct nat_arrived *of_all; /* the last message of a call of all cells together */
    max_align_t nothing;        /* the address of an empty message */
    uint32_t status;            /* the own status lines */
    int started, ended;         /* on the host: numbers of tasks */
};

/* What a receive looks for. */
struct nat_look {
    const char *call;
    int context, cid, tid, type; /* -1: any */
};

/* self.c: returns the calling task, which joins the machine at the first call. Ends the program if there is no machine.
 */
struct nat_task *nat_self(void);

static inline bool nat_on_host(const struct nat_task *t)
{
    return t->who.node == 0;
}

/* The number of cells of the array. */
static inline int nat_ncel(const struct nat_task *t)
{
    return t->nx * t->ny;
}

/* ---- programs.c ---- */

/* Prints one line on stderr, then ends the program with exit code 1. */
void nat_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* The program with that number, or NULL. */
struct nat_program *nat_program(const struct nat_task *t, int tid);
/* A new one, with room for its tids. */
struct nat_program *nat_add_program(struct nat_task *t, int tid);
/* Reads a NAT_BOOT frame. */
void nat_learn(struct nat_task *t, const struct mach_frame *f);
/* Returns the machine's tid of a task, or 0 if there is none. */
int32_t nat_address(const struct nat_task *t, int cid, int tid);

/* ---- ring.c ---- */

/* Returns 1, or 0 if there is no such task, or a length or type is below 0. */
int nat_send(struct nat_task *t, int context, int cid, int tid, int type, const void *buf, int n);
/* Sends to that task on all cells of `whom` (enum mach_whom) except the sender's. Otherwise as nat_send. */
int nat_broadcast(struct nat_task *t, int context, int whom, int tid, int type, const void *buf, int n);
/* Waits for a message and makes it the current one, if the program's own calls see it. */
void *nat_take(struct nat_task *t, const struct nat_look *look);
/* Returns whether the message is in the ring buffer. */
bool nat_is_there(const struct nat_task *t, const struct nat_look *look);
/* Reads in one frame until the deadline. Returns false if none came. */
bool nat_pull(struct nat_task *t, mach_ns deadline, const struct nat_look *look);
/* Raises the signals that tasks have sent, after one has interrupted a wait. */
void nat_signals(struct nat_task *t);

#endif
