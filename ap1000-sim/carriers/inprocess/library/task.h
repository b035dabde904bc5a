/* task.h - the state of one task in process that a process would have given its program. Each file of this folder has a
 * part of it. Users see nothing of this. */
#pragma once

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "carriers/inprocess/wire/seam.h"
#include "carriers/slots/task/task.h"
#include "extra.h"

/* The variables of libc and libpvm3 that programs know by name, and of which each task has its own. */
enum inprocess_variable {
    VARIABLE_STDIN,
    VARIABLE_STDOUT,
    VARIABLE_STDERR,
    VARIABLE_ENVIRON,
    VARIABLE_OPTARG,
    VARIABLE_OPTIND,
    VARIABLE_OPTERR,
    VARIABLE_OPTOPT,
    VARIABLE_SHORT_NAME,
    VARIABLE_FULL_NAME,
    VARIABLE_PVM_ERRNO,
    VARIABLE_PVMMYCTX,
    VARIABLE_PVMDEBMASK,
    VARIABLE_PVMCTRC,
    VARIABLES
};

/* Where they are as long as the program has no place of its own for them. */
struct inprocess_own {
    FILE *in, *out, *err;
    char **environment;
    char *optarg;
    int optind, opterr, optopt;
    char *short_name, *full_name;
    int pvm_errno, pvmmyctx, pvmdebmask;
    struct pvmi_tracer pvmctrc;
};

struct inprocess_at_exit {
    void (*plain)(void);
    void (*with_argument)(void *);
    void *argument, *object; /* object: that registered it, if it has said so */
    struct inprocess_at_exit *next;
};

/* A number of an open file, as the program knows it (descriptors.c). real: the simulator's file, or -1; a shared one is
 * not the task's to close. */
struct inprocess_descriptor {
    enum { DESCRIPTOR_FREE, DESCRIPTOR_FILE, DESCRIPTOR_SHARED, DESCRIPTOR_PRINT, DESCRIPTOR_MACHINE } kind;
    int real;
};
struct inprocess_descriptors {
    struct inprocess_descriptor *all;
    int n, most; /* most: numbers that it may have (`ulimit -n`) */
};

/* What a stream is given that does all through a number of the task. */
struct inprocess_end {
    int number;
    bool is_used; /* something has been written to it */
};

/* A stream that the program has opened: libc's own of its file, or one through the number. */
struct inprocess_file {
    FILE *file;
    struct inprocess_end end;
    bool through;
    struct inprocess_file *next;
};

struct inprocess_random {
    struct random_data data;
    char state[128];
    bool begun;
    struct drand48_data small;
    char *strtok_rest;
};

/* What getopt keeps: the words from `passed` to `passed_end` are no options and have been passed over; rest: what is
 * left of a word of several letters. */
struct inprocess_options {
    bool begun;
    enum { ORDER_ANY, ORDER_ENDS, ORDER_KEPT } order; /* at a word that is no option: go on, end, give it back */
    int passed, passed_end, wrong;                    /* wrong: the last letter that was */
    char *rest, *argument;
};

/* What a library keeps for its thread: a program in process is one. */
enum { INPROCESS_KEYS = 128 }; /* as POSIX has it */
struct inprocess_keys {
    bool taken[INPROCESS_KEYS];
    void *values[INPROCESS_KEYS];
};

struct inprocess_time {
    struct tm broken_down;
    char text[128];
    char *zone; /* of TZ, when it was looked at last; NULL: not set */
    bool zone_known;
};

/* What happens at a signal, and which wait until they are unblocked. */
struct inprocess_signals {
    struct sigaction actions[NSIG];
    uint64_t blocked, pending; /* signal n: bit n - 1 */
};

/* The list of pointers that setenv has made last, and for how many. */
struct inprocess_list {
    char **last;
    size_t room;
};

/* A task's heap (heap.c): `mapped` of `room` bytes from base on, and mappings elsewhere, in the order of their
 * addresses. Blocks are made from fresh to fresh_end; freed: blocks by class, freed_bytes in all, which are joined to
 * holes when they are join_at and there is no other room. */
enum { INPROCESS_BLOCK_CLASSES = 143, INPROCESS_HOLES = 9 };
struct inprocess_far {
    unsigned char *start;
    size_t bytes;
};
struct inprocess_heap {
    unsigned char *base, *fresh, *fresh_end;
    size_t room, mapped, freed_bytes, join_at;
    bool is_there; /* all of the room: the simulator has mapped it */
    bool fresh_is_zero;
    void *freed[INPROCESS_BLOCK_CLASSES], *holes[INPROCESS_HOLES];
    struct inprocess_far *far;
    size_t nfar, far_room;
};

struct inprocess_task {
    struct carrier_machine machine; /* the first: what the machine interface is given */
    const struct inprocess_simulator *simulator;
    void *owner;
    void *pvm; /* mach_task_slot */
    struct mach_work work;
    int64_t early_clock_ns;
    int number;
    bool own_terminal, opened; /* opened: it has asked for its machine */
    char *path;
    char **argv;
    struct inprocess_image images[INPROCESS_IMAGES]; /* the program's first */
    size_t nimages;
    void *variable[VARIABLES]; /* where each is */
    struct inprocess_own own;
    struct inprocess_streams *streams;          /* streams.c */
    struct inprocess_piece *environment_pieces; /* environment.c */
    struct inprocess_list environment_list;
    struct inprocess_at_exit *at_exit, *at_thread_exit;
    struct inprocess_file *files; /* that the program has opened: the last one first */
    struct inprocess_descriptors descriptors;
    struct inprocess_signals signals;
    struct inprocess_random random;
    struct inprocess_time time;
    struct inprocess_keys keys;
    struct inprocess_options options;
    struct inprocess_heap heap;
};

/* The task whose program runs now. Never NULL inside a program. It is one of
 * the task's own thread-local variables (simulator/thread_block.hpp). */
extern __thread struct inprocess_task *inprocess_current __attribute__((tls_model("initial-exec")));

size_t inprocess_variable_bytes(enum inprocess_variable which);

static inline FILE *inprocess_stream(enum inprocess_variable which)
{
    return *(FILE **)inprocess_current->variable[which];
}

/* ---- the parts ---- */

/* streams.c. begin: false: no memory. through: NULL: no memory. */
bool inprocess_streams_begin(struct inprocess_task *t);
void inprocess_streams_end(struct inprocess_task *t, bool killed);
int inprocess_standard_number(const FILE *stream);
FILE *inprocess_stream_through(struct inprocess_end *end, const char *mode);

/* stream_calls.c */
bool inprocess_is_own_stream(const FILE *stream);
void inprocess_end_wrong(const char *line) __attribute__((noreturn));

/* files.c. number: -1: it is no stream that the task has opened. */
int inprocess_file_close(FILE *stream);
int inprocess_file_number(const FILE *stream);
void inprocess_files_end(struct inprocess_task *t, bool killed);
bool inprocess_is_text(const char *path);
const char *inprocess_path(const char *path);

/* descriptors.c. of: what the number is, NULL: free. real: the simulator's file of that number, or -1 with errno: `why`
 * is what is said of what is printed, and of the machine. add_file: the number, or -1 with errno. number_named: what a
 * name stands for (/dev/stdout, /dev/fd/5), or -1: it is a file's. */
struct inprocess_descriptor *inprocess_descriptor_of(int number);
int inprocess_descriptor_real(int number, int why);
int inprocess_descriptor_add_file(int real);
void inprocess_descriptor_forget(int number);
bool inprocess_descriptors_begin(struct inprocess_task *t, uint64_t most);
void inprocess_descriptors_end(struct inprocess_task *t);
void inprocess_descriptors_join(void);
int inprocess_number_named(const char *path);

/* environment.c. False: no memory. */
bool inprocess_environment_begin(struct inprocess_task *t, char **of);
void inprocess_environment_end(struct inprocess_task *t);

/* heap.c. end: all that the program has not freed goes. */
void inprocess_heap_begin(struct inprocess_heap *h, unsigned char *at, size_t bytes, bool is_there);
void inprocess_heap_end(struct inprocess_heap *h);

/* start.c */
void inprocess_die(int number) __attribute__((noreturn)); /* of a signal */

/* signals.c */
void inprocess_signals_begin(struct inprocess_task *t);
bool inprocess_ends_by(const struct inprocess_task *t, int number);
bool inprocess_handles(const struct inprocess_task *t, int number);
void inprocess_fault(int number, const siginfo_t *why); /* its handler runs, on its own stack */
bool inprocess_raise(int number);                       /* as process_raise of process.h */
void inprocess_signal_later(struct inprocess_task *t, int number);

/* names.c */
struct inprocess_import inprocess_import(const char *name, const char *version);
const char *inprocess_name_of(const void *function);
struct inprocess_import inprocess_import_of_library(const char *name, const char *version);
