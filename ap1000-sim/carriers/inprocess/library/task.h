/* task.h - the state of one task in process that a process would have given its program. Each file of this folder has a
 * part of it. Users see nothing of this. */
#ifndef INPROCESS_TASK_H
#define INPROCESS_TASK_H

#include <locale.h>
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
    VARIABLE_TZNAME,
    VARIABLE_TIMEZONE,
    VARIABLE_DAYLIGHT,
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
    char *zone_names[2];
    long zone_seconds;
    int zone_daylight;
    int pvm_errno, pvmmyctx, pvmdebmask;
    struct pvmi_tracer pvmctrc;
};

struct inprocess_at_exit {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_code)(int, void *);
    void *argument, *object; /* object: that registered it, if it has said so */
    struct inprocess_at_exit *next;
};

/* A number of an open file, as the program knows it (descriptors.c). real: the simulator's file; a shared one is not
 * the task's to close; of what is printed -1, or -2 and so on for what was opened by its name. */
struct inprocess_descriptor {
    enum { DESCRIPTOR_FREE, DESCRIPTOR_FILE, DESCRIPTOR_SHARED, DESCRIPTOR_PRINT, DESCRIPTOR_MACHINE } kind;
    int real;
    bool closes; /* at the beginning of a program (O_CLOEXEC) */
};
struct inprocess_descriptors {
    struct inprocess_descriptor *all;
    int n, most;      /* most: numbers that it may have (`ulimit -n`) */
    int opened;       /* what is printed, by its name: so often */
    uint64_t appends; /* of what is printed, each opening a bit: a stream of mode "a" has been there */
};

/* Where libc would know a stream of its own to stand (standing.c). */
struct inprocess_standing {
    bool known, goes, appends; /* goes: by fseek, also where it is; appends: by its mode */
    off64_t offset;            /* [bytes] */
};

/* A stream that the program has opened. */
struct inprocess_file {
    FILE *file;
    int number, real; /* -1: none */
    bool in_memory, standard;
    int child;                     /* of popen: the process at the other end; 0: none */
    char *room;                    /* its buffer, if it is ours */
    struct inprocess_standing at;  /* if it does all through its number */
    char *text, **text_of_program; /* of open_memstream: what is collected, and where the program wants to find it */
    size_t bytes, *bytes_of_program;
    struct inprocess_file *next;
};

struct inprocess_random {
    struct random_data data;
    char state[128];
    bool begun;
    struct drand48_data small;
    char *strtok_rest;
    char error_text[40], signal_text[40]; /* of strerror and strsignal, for numbers without a text */
};

/* What getopt keeps: the words from `passed` to `passed_end` are no options and have been passed over; rest: what is
 * left of a word of several letters. */
struct inprocess_options {
    bool begun;
    enum { ORDER_ANY, ORDER_ENDS, ORDER_KEPT } order; /* at a word that is no option: go on, end, give it back */
    int passed, passed_end, wrong;                    /* wrong: the last letter that was */
    char *rest, *argument;
};

/* What setlocale has made. names: by category, NULL: "C"; of_all: all names in one. */
enum { INPROCESS_CATEGORIES = 13 };
struct inprocess_locale {
    locale_t now; /* NULL: that of the simulator */
    char *names[INPROCESS_CATEGORIES], *of_all;
};

/* A folder that is read, and its number. */
struct inprocess_folder {
    struct __dirstream *of;
    int number;
    struct inprocess_folder *next;
};

/* What a library keeps for its thread: a program in process is one. */
enum { INPROCESS_KEYS = 16 };
struct inprocess_keys {
    unsigned n;
    void *values[INPROCESS_KEYS];
};

struct inprocess_time {
    struct tm broken_down;
    char text[128];
    char *zone, *zone_before; /* of TZ, when it was looked at last, and before that; NULL: not set */
    bool zone_known;
};

/* What happens at a signal, and which wait until they are unblocked. */
struct inprocess_signals {
    struct sigaction actions[NSIG];
    uint64_t blocked, pending; /* signal n: bit n - 1 */
    siginfo_t of_child;        /* of the SIGCHLD that waits */
};

/* The list of pointers that setenv has made last, and for how many. */
struct inprocess_list {
    char **last;
    size_t room;
};

/* A task's heap (heap.c): `mapped` of `room` bytes from base on, and mappings elsewhere, in the order of their
 * addresses. From fresh to fresh_end nothing has been given out yet; freed: blocks by class. */
enum { INPROCESS_BLOCK_CLASSES = 143 };
struct inprocess_far {
    unsigned char *start;
    size_t bytes;
};
struct inprocess_heap {
    unsigned char *base, *fresh, *fresh_end;
    size_t room, mapped;
    bool is_there; /* all of the room: the simulator has mapped it */
    void *freed[INPROCESS_BLOCK_CLASSES];
    struct inprocess_far *far;
    size_t nfar, far_room;
};

/* What the programs print that it has started: a pipe, which is read while it waits for them; -1: not yet. */
struct inprocess_children {
    int from, to;
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
    struct inprocess_image images[INPROCESS_IMAGES]; /* the program's first */
    size_t nimages;
    void *variable[VARIABLES]; /* where each is */
    struct inprocess_own own;
    struct inprocess_streams *streams;          /* streams.c */
    struct inprocess_piece *environment_pieces; /* environment.c */
    struct inprocess_list environment_list;
    struct inprocess_at_exit *at_exit, *at_thread_exit;
    struct inprocess_file *files; /* that the program has opened: the last one first */
    struct inprocess_folder *folders;
    struct inprocess_descriptors descriptors;
    struct inprocess_children children;
    struct inprocess_signals signals;
    struct inprocess_random random;
    struct inprocess_time time;
    struct inprocess_keys keys;
    struct inprocess_options options;
    struct inprocess_heap heap;
    struct inprocess_locale locale;
    struct inprocess_records *records; /* records.c; NULL: none yet */
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
struct inprocess_standing *inprocess_standing_of_standard(const FILE *stream);

/* standing.c */
int inprocess_seek(struct inprocess_standing *at, int number, off64_t *offset, int from);
ssize_t inprocess_written(struct inprocess_standing *at, ssize_t done);
ssize_t inprocess_has_read(struct inprocess_standing *at, ssize_t done);
int inprocess_flush(FILE *stream);

/* descriptors.c. of: what the number is, NULL: free. real: the simulator's file of that number, or -1 with errno: `why`
 * is what is said of what is printed, and of the machine. add: the number (`real` is closed if there is none; -1 and
 * errno then). */
struct inprocess_descriptor *inprocess_descriptor_of(int number);
int inprocess_descriptor_real(int number, int why);
int inprocess_descriptor_add_file(int real, bool closes);
void inprocess_descriptor_become(int number, int real, bool closes);
bool inprocess_descriptors_begin(struct inprocess_task *t, uint64_t most);
void inprocess_descriptors_end(struct inprocess_task *t);
void inprocess_descriptors_join(void);
int inprocess_descriptor_add(struct inprocess_descriptor what, int least);
bool inprocess_descriptor_forget(int number, int real);
bool inprocess_descriptor_prints(int number);
bool inprocess_descriptor_appends_first(int number);

/* opening.c. The number that a name stands for (/dev/stdout, /dev/fd/5), or -1: it is a file's. */
int inprocess_number_named(const char *path);

/* folders.c. end: those that it has left open. */
void inprocess_folders_end(struct inprocess_task *t);

/* children.c. pass_on: what they have printed by now. await: until the file is ready, or a child has ended (file -1).
 * ended: the status of a child, once it has ended; -1 and errno: it cannot be known. */
void inprocess_children_begin(struct inprocess_task *t);
void inprocess_children_end(struct inprocess_task *t);
void inprocess_children_pass_on(void);
int inprocess_children_pipe(void);
void inprocess_await_file(int real, short events, int child);
int inprocess_child_status(int child);

/* files.c. close: forget what is not written yet; drop: take it out of the list and close it. */
struct inprocess_file *inprocess_file_note(FILE *stream);
struct inprocess_file *inprocess_file_of(const FILE *stream);
struct inprocess_file *inprocess_file_to_child(int number);
FILE *inprocess_file_of_number(int number, const char *mode);
void inprocess_file_tell(struct inprocess_file *f);
int inprocess_flags_of(const char *mode);
int inprocess_file_close(struct inprocess_file *f, bool forget);
int inprocess_file_drop(struct inprocess_file *f, bool forget);
bool inprocess_is_text(const char *path);
const char *inprocess_path(const char *path);

/* environment.c. False: no memory. */
bool inprocess_environment_begin(struct inprocess_task *t, char **of);
void inprocess_environment_end(struct inprocess_task *t);

/* surroundings.c */
void inprocess_locale_end(struct inprocess_locale *l);

/* records.c */
void inprocess_records_end(struct inprocess_task *t);

/* texts.c */
void inprocess_forget_zone(struct inprocess_task *t);

/* heap.c. end: all that the program has not freed goes. */
void inprocess_heap_begin(struct inprocess_heap *h, unsigned char *at, size_t bytes, bool is_there);
void inprocess_heap_end(struct inprocess_heap *h);

/* start.c */
void inprocess_exit(int code) __attribute__((noreturn));
void inprocess_die(int number) __attribute__((noreturn)); /* of a signal */

/* signals.c */
void inprocess_signals_begin(struct inprocess_task *t);
bool inprocess_ends_by(const struct inprocess_task *t, int number);
bool inprocess_handles(const struct inprocess_task *t, int number);
void inprocess_fault(int number, const siginfo_t *why); /* its handler runs, on its own stack */
bool inprocess_raise(int number);                       /* as process_raise of process.h */
void inprocess_child_ended(const siginfo_t *why);
bool inprocess_ignores(const struct inprocess_task *t, int number);

/* names.c */
struct inprocess_import inprocess_import(const char *name, const char *version);
struct inprocess_import inprocess_import_of_library(const char *name, const char *version);

#endif
