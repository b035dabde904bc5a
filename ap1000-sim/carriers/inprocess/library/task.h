/* task.h - all that a process would have given a program, of one task in process. The files of this folder have a part
 * each. Nothing here is seen by users. */
#ifndef INPROCESS_TASK_H
#define INPROCESS_TASK_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "carriers/inprocess/wire/seam.h"
#include "carriers/process/task/task.h"
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
    void (*with_code)(int, void *);
    void *argument;
    struct inprocess_at_exit *next;
};

struct inprocess_file {
    FILE *file;
    struct inprocess_file *next;
};

struct inprocess_random {
    struct random_data data;
    char state[128];
    bool begun;
    struct drand48_data small;
    char *strtok_rest;
};

/* Of getopt: the words from `passed` to `passed_end` are no options and have been passed over; rest: what is left of a
 * word of several letters. */
struct inprocess_options {
    bool begun;
    int passed, passed_end;
    char *rest;
};

struct inprocess_time {
    struct tm broken_down;
    char text[64];
};

struct inprocess_task {
    struct carrier_machine machine; /* the first: what the machine interface is given */
    const struct inprocess_simulator *simulator;
    void *owner;
    void *pvm; /* mach_task_slot */
    int64_t early_clock_ns;
    int number;
    bool own_terminal, opened; /* opened: it has asked for its machine */
    char *path;
    char **argv;
    struct inprocess_image image;
    void *variable[VARIABLES]; /* where each is */
    struct inprocess_own own;
    struct inprocess_streams *streams;          /* streams.c */
    struct inprocess_piece *environment_pieces; /* environment.c */
    struct inprocess_at_exit *at_exit;
    struct inprocess_file *files; /* that the program has opened */
    void (*handlers[NSIG])(int);
    struct inprocess_random random;
    struct inprocess_time time;
    struct inprocess_options options;
};

/* The task whose program runs now. Never NULL inside a program. */
extern struct inprocess_task *inprocess_current;

static inline FILE *inprocess_stream(enum inprocess_variable which)
{
    return *(FILE **)inprocess_current->variable[which];
}

/* ---- the parts ---- */

/* streams.c. False: no memory. */
bool inprocess_streams_begin(struct inprocess_task *t);
void inprocess_streams_end(struct inprocess_task *t, bool killed);

/* environment.c. False: no memory. */
bool inprocess_environment_begin(struct inprocess_task *t, char **of);
void inprocess_environment_end(struct inprocess_task *t);

/* start.c */
void inprocess_exit(int code) __attribute__((noreturn));
void inprocess_die(int number) __attribute__((noreturn)); /* of a signal */

/* signals.c */
bool inprocess_ends_by(const struct inprocess_task *t, int number);
void (*inprocess_handler(const struct inprocess_task *t, int number))(int);
bool inprocess_raise(int number); /* as process_raise of process.h */

/* names.c */
struct inprocess_import inprocess_import(const char *name, const char *version);

#endif
