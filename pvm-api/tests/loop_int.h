/* loop_int.h - shared by loop.c (baton, threads), loop_ops.c (frames, time), loop_hardware.c
 * (broadcast, barriers), loop_control.c (control requests) and
 * loop_mail.c (mailboxes). */
#ifndef LOOP_INT_H
#define LOOP_INT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "loop.h"

#define LOOP_MAX_NODES 64

struct loop_body {
    int refs;
    _Alignas(max_align_t) unsigned char bytes[];
};

struct loop_frame {
    struct mach_frame f; /* first: a mach_frame is cast to this */
    struct loop_body *body;
    struct loop_frame *next;
};

/* Who meets in a barrier: those of a list, or (n 0) all of enum mach_whom. */
struct loop_team {
    int whom;
    const int32_t *tids;
    int n;
};

struct loop_task {
    struct loop_machine *machine;
    int tid, parent, node, index, context;
    struct mach_sink output, trace;
    bool joined, done, service, killed;
    bool ever;  /* joined at some time: the next join needs a new tid */
    bool hears; /* blocked in wait: a frame wakes it */
    bool in_barrier, in_mailbox;
    struct loop_team team;    /* in a barrier: of whom */
    uint32_t status;          /* what it brought to the barrier, then what it takes from there */
    int barrier_code;
    bool failed;              /* woken because every task waits for ever */
    mach_ns clock, wake;      /* wake: when blocked, its next event known so far */
    uint64_t turn;            /* when it last had the baton */
    struct loop_frame *inbox; /* by arrival */
    struct mach_want want;
    pthread_t thread;
    bool threaded;
    pthread_cond_t baton;
    struct loop_task *next;
    const struct loop_program *program;
    int argc;
    char **argv;
    int batch; /* tasks of one spawn are siblings */
};

struct loop_notify {
    int what, watcher, watched, tag, context;
    struct loop_notify *next;
};

struct loop_machine {
    struct loop_settings set;
    pthread_mutex_t lock; /* held by whoever touches `running`; all else belongs to the holder of the baton */
    pthread_cond_t over;
    struct loop_task *running, *tasks;
    int next_tid, next_batch, deadlocks;
    bool finished;
    uint64_t turns;
    void (*body)(int, void *);
    void *arg;
    struct loop_notify *notifies;
    int roles[4]; /* tids by enum system_role; 0: nobody */
    struct mailstore *mail; /* NULL until asked for */
    struct wire_out last[101]; /* by request number */
    uint32_t lines[LOOP_MAX_NODES]; /* status lines, by node */
};

/* Let the others run until nothing of theirs is due before `until`; the clock is then there, or where it was woken.
 * Does not return if the task was killed. */
void loop_block(struct loop_task *t, mach_ns until);
/* It is a task, or its thread is about to become one. */
bool loop_alive(const struct loop_task *t);
/* The living task with that tid; NULL. */
struct loop_task *loop_find(struct loop_machine *lm, int tid);
struct loop_task *loop_task_new(struct loop_machine *lm);
/* Start its thread; its first event is at `at`. 0 or PvmOutOfRes. */
int loop_task_start(struct loop_task *t, mach_ns at);
/* Wake a blocked task at time `at`, unless it wakes earlier. */
void loop_wake(struct loop_task *t, mach_ns at);
/* A message from a node's control program. */
void loop_tell(struct loop_machine *lm, int src, int dst, int tag, int context, mach_ns sent, const void *body,
               uint32_t len);
int loop_frame_new(void *m, uint32_t len, struct mach_frame **out);
void loop_drop(void *m, struct mach_frame *f);
extern const struct mach_ops loop_ops;
void loop_leave(void *m);
/* loop_hardware.c: the slots of the same names. */
int loop_broadcast(void *m, int whom, struct mach_frame *f);
int loop_barrier(void *m, int whom, uint32_t status, uint32_t *all);
int loop_status(void *m, const uint32_t *own, uint32_t *all);
int loop_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);
int loop_covers(void *m, const int32_t *tids, int n);
int loop_meet(void *m, const int32_t *tids, int n);
/* A copy of the frame on its way to dst_tid, if there is such a task. 0; PvmSysErr. */
int loop_post_from(struct loop_machine *lm, int src, mach_ns sent, const struct mach_frame *f, int dst_tid);
int loop_post(void *m, struct mach_frame *f);
/* Let go who is in a barrier, if nobody is missing. */
void loop_release_barrier(struct loop_machine *lm);
/* The time that this process spent before it joined; 0 from now on. */
mach_ns loop_early_taken(void);
int loop_control(void *m, int request, const void *body, uint32_t len, struct mach_frame **reply);
/* The task has left: its notifications, its mailboxes, the end of its output. */
void loop_gone(struct loop_task *t);
void loop_control_free(struct loop_machine *lm);
int loop_putinfo(struct loop_task *by, struct wire_in *in);
int loop_recvinfo(struct loop_task *by, struct wire_in *in, struct wire_out *out);
int loop_delinfo(struct loop_task *by, struct wire_in *in);
int loop_mboxinfo(struct loop_task *by, struct wire_in *in, struct wire_out *out);
void loop_mail_gone(struct loop_task *gone);
void loop_mail_free(struct loop_machine *lm);

#endif
