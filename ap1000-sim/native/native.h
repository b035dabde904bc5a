/* native.h - what the files of the native library share: the state of a task, its ring buffer, and how messages are
 * marked.
 *
 * It stands on machine.h beside libpvm3, not above it: same primitives, no PVM. All state hangs off struct nat_task.
 * A frame's tag is the message's type, its encoding the task it is addressed to (a broadcast reaches all tasks of a
 * cell, and those that are not meant drop it), its context one of enum nat_context.
 */
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
    NAT_XY,   /* between the cells of a collective */
    NAT_BOOT, /* from the host: struct nat_boot, then the tids by cell */
    NAT_END   /* from the control program: a task has ended */
};

struct nat_boot {
    int32_t tid, nx, ny, host_tid;
};

/* What one ccreat started. */
struct nat_program {
    int tid;
    int32_t *tids; /* machine's, by cell; malloc'ed */
    struct nat_program *next;
};

/* A message in the ring buffer. */
struct nat_arrived {
    struct mach_frame *frame; /* owned */
    int cid, tid;             /* of the sender */
    struct nat_arrived *next;
};

struct nat_task {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    int nx, ny;   /* the array */
    int cid, tid; /* on the host nx * ny and 0 */
    bool booted;  /* a cell: knows who it is */
    int32_t host_tid;
    struct nat_program *programs;
    struct nat_arrived *first, *last, *current;
    max_align_t nothing; /* where an empty message lies */
    uint32_t status;     /* own lines */
    int started, ended;  /* on the host: tasks */
};

/* What a receive looks for. */
struct nat_look {
    const char *call;
    int context, cid, tid, type; /* -1: any */
};

/* The calling task; joins the machine at the first call. Ends the program if there is none. */
struct nat_task *nat_self(void);
/* One line on stderr, then the program ends with code 1. */
void nat_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
bool nat_on_host(const struct nat_task *t);

/* boot.c: take in a NAT_BOOT frame. */
void nat_learn(struct nat_task *t, const struct mach_frame *f);
/* boot.c: on a cell, wait until it knows who it is. */
void nat_await_boot(struct nat_task *t);
/* boot.c: the machine's tid of a task; 0: there is none. */
int32_t nat_address(const struct nat_task *t, int cid, int tid);

/* message.c. Send: 1; 0: no such task, or a length or type below 0. Take: the current message from now on. Pull: take
 * in one frame until the deadline; false: none came. */
int nat_send(struct nat_task *t, int context, int cid, int tid, int type, const void *buf, int n);
/* To that task on all cells of `whom` (enum mach_whom), the sender's excepted; else as nat_send. */
int nat_broadcast(struct nat_task *t, int context, int whom, int tid, int type, const void *buf, int n);
void *nat_take(struct nat_task *t, const struct nat_look *look);
bool nat_pull(struct nat_task *t, mach_ns deadline, const struct nat_look *look);
/* Raise the signals that tasks have sent: a wait was interrupted for them. */
void nat_signals(struct nat_task *t);

#endif
