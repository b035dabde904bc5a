/* lone_task.h - one task in process for unit tests of the library, without a simulator: what it prints is collected,
 * its end is noted; and calls of libc that fail when they are told to. */
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inprocess_task;
struct pollfd;

struct lone_task {
    struct inprocess_task *task;
    unsigned char *heap; /* address space for it */
    size_t heap_bytes;
    char printed[65536];
    size_t printed_bytes; /* for which there was room */
    int status;           /* of its end, as of wait(); -1: it has not ended */
    jmp_buf end;
    unsigned stops; /* so often a signal has stopped it */
    unsigned waits; /* so often it has waited for something outside: before each time what waits is told, if set */
    void (*while_it_waits)(const struct pollfd *files, unsigned n);
};

/* What it begins with: its heap (is_there: mapped for it), and how many files it may have. 0 or NULL: what suits. */
struct lone_task_wishes {
    size_t heap_bytes;
    bool heap_is_there, own_terminal;
    uint64_t most_files;
    char **environment;
};

/* Once, before the first task begins: what whoever runs this test has left open is not inherited. */
void lone_task_inherits_nothing(void);

/* Makes a task, whose program runs then. Returns false if it could not begin; nothing is left then. */
bool lone_task_begin(struct lone_task *l, const struct lone_task_wishes *w);
void lone_task_end(struct lone_task *l);

/* The task of a test; one that wishes nothing, as its fixture. */
extern struct lone_task lone;
int lone_set_up(void **state);
int lone_tear_down(void **state);

/* Does what `program` does; returns how it has ended, as of wait(), or -1: it has come back. */
int lone_task_run(struct lone_task *l, void (*program)(void));

/* ---- what fails (the test is linked with --wrap) ---- */

/* The n-th call from now on that takes memory, a mapping, a file or a process fails: with ENOMEM or EMFILE. 0: none. */
void fail_at(int n);

/* Has it failed? Which errno has it given? 0: no. */
int failed(void);

/* What is there now: blocks of libc's heap, bytes of mappings, open files. */
struct in_use {
    long blocks, mapped_bytes, files;
};
struct in_use in_use(void);

/* Nobody has written behind a block that is still in use (the end of a task looks, and so does whoever frees one). */
void expect_fences(void);
