/* seam.h - the interface between the simulator and the library of tasks in process. Both are in one process: the
 * simulator loads the library (library/, libap1000tasks.so), and copies of programs whose imports the library answers.
 *
 * Requests, posts and messages of such a task go through a slot, like those of a process (../slots/wire/carrier.h);
 * only the turn is handed over by a switch of stacks. This header has the rest: the beginning and the end of a
 * task, its variables, its signals, and what the program imports. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "carriers/slots/wire/carrier.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pollfd;
struct inprocess_task; /* the library's own: all that a process would have given the program */

/* What a task asks of the simulator; `owner` is the simulator's. */
struct inprocess_simulator {
    void (*hand_over)(void *owner);                                 /* give the turn away; returns when it is back */
    void (*end)(void *owner, int status) __attribute__((noreturn)); /* the program has ended; status as of wait() */
    void (*await_others)(
        void *owner); /* of the master, which has left and is at its exit: returns when the run is over */
    void (*print)(void *owner, const char *bytes, size_t n); /* what it wrote to stdout or stderr */
    /* For a task that waits in real time for a file: returns when one of the files is ready, or after a short while. To
     * be called again and again: it ends with the run. */
    void (*await_outside)(void *owner, struct pollfd *files, unsigned n);
    /* A signal stops the task: returns when another one has let it go on. */
    void (*stop)(void *owner);
};

/* What a task begins with. All of it is copied, but for what lies in the shared memory. */
struct inprocess_start {
    const struct inprocess_simulator *simulator;
    void *owner;
    struct carrier_header *header;
    struct carrier_slot *slot;
    uint32_t slot_index, nslots;
    unsigned char **arenas; /* where those of all slots are; NULL: not in use */
    int number;             /* what stands for a process id */
    bool own_terminal;      /* stdin, stdout and stderr are the simulator's; else stdin is empty and the rest printed */
    const char *path;       /* of the program's file */
    char **argv, **environment;
    int64_t clock_ns;    /* its clock until it joins */
    unsigned char *heap; /* address space for its heap, */
    size_t heap_bytes;
    bool heap_is_mapped; /* if not, nothing is mapped there yet; if so, it is zero, and the simulator's to unmap */
    uint64_t most_files; /* that a process could have open (`ulimit -n`) */
};

/* A copy of the program, or of a library that each task has for itself, in memory, as far as its beginning and end need
 * it. */
struct inprocess_image {
    const unsigned char *base;
    const char *path; /* of a library's file; the program's: "" */
    bool ends_late;   /* a library that comes behind libpvm3, and ends when the task has left its machine */
    void (**init)(int, char **, char **), (**fini)(void);
    size_t ninit, nfini;
    void (*init_function)(void), (*fini_function)(void); /* DT_INIT, DT_FINI; NULL: none */
};

enum { INPROCESS_IMAGES = 8 };

/* What an imported name is. */
enum inprocess_kind {
    INPROCESS_REFUSED,  /* nothing that a task in process may use */
    INPROCESS_FUNCTION, /* at `address`, the same for all tasks */
    INPROCESS_VARIABLE, /* each task has its own: `variable` */
    INPROCESS_CONSTANT  /* data that nobody writes, at `address` */
};
struct inprocess_import {
    enum inprocess_kind kind;
    const void *address;
    int variable;
    size_t bytes; /* of the variable */
};

struct inprocess_library {
    /* BUILD_IDENTITY (build_identity.h) of the library: the simulator uses none but one of its own build. */
    const char *build;

    /* version: the symbol's, as "GLIBC_2.14"; NULL: none. */
    struct inprocess_import (*import)(const char *name, const char *version);
    /* The same for a library that each task has for itself: it may use more. */
    struct inprocess_import (*import_of_library)(const char *name, const char *version);

    /* A task that has not begun; NULL: no memory. end: it never runs again, and everything goes. Files that it left
     * open are closed; what it has not written is lost. */
    struct inprocess_task *(*begin)(const struct inprocess_start *start);
    void (*end)(struct inprocess_task *t);

    /* Where the task's own variable of that number lies. What a copy relocation puts into the program is told by
     * changing *it, once the value has been copied. */
    void **(*variable)(struct inprocess_task *t, int variable);
    /* The program first, each before those that it needs: INPROCESS_IMAGES at most. */
    void (*add_image)(struct inprocess_task *t, const struct inprocess_image *image);

    /* What libc is to take for stdout while it runs. */
    FILE *(*output)(struct inprocess_task *t);

    /* The thread that asks has the variables of this task (thread_block.hpp), from now on; NULL: of none. */
    void (*run_as)(struct inprocess_task *t);
    /* The owner of the task whose variables the thread that asks has; NULL: none's. Async-signal-safe. */
    void *(*owner)(void);

    /* Would this signal end it: is its action the default one, and that is to end? */
    bool (*ends_by)(const struct inprocess_task *t, int signal);
    /* Has it a handler of this signal, which may run now? Run it, for a fault of the program: on the program's stack.
     */
    bool (*handles)(const struct inprocess_task *t, int signal);
    void (*fault)(int signal, const siginfo_t *why);
    /* The name by which programs have this function; NULL: it is libc's own. Async-signal-safe. */
    const char *(*name_of)(const void *function);
    /* A signal for one that has not joined yet: it is given when it has. */
    void (*signal_later)(struct inprocess_task *t, int signal);
};

/* The one name that the library exports: a function of this type. */
#define INPROCESS_LIBRARY "ap1000_task_library"
typedef const struct inprocess_library *inprocess_library_function(void);

#ifdef __cplusplus
}
#endif
