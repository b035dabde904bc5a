/* joiner.h - for tests of how a process finds its machine (../task/open.c, private.c): a child of the test that joins,
 * and what it has said; and the test as the machine that it joins. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "carriers/slots/wire/carrier.h"

struct joiner {
    pid_t pid;
    int out;         /* its standard output and error come from here */
    char said[4096]; /* all that it has said there, once it has ended, */
    int exit_code;   /* and its code; -1: a signal */
};

/* A child does what `program` does, and exits with what it returns. */
void joiner_begin(struct joiner *j, int (*program)(void));
void joiner_end(struct joiner *j);

/* What of a program's code is wrong: the line, as its exit code. */
#define EXPECT(WHAT)                    \
    do {                                \
        if (!(WHAT))                    \
            return __LINE__ % 200 + 50; \
    } while (0)

/* Memory as a machine with three slots shares it. */
int joiner_memory(void);

/* The next process that connects, within some seconds; -1: none. */
int joiner_accept(int listening);

/* A good answer: the task of slot 1 of that memory. `socket`: the name for other processes. */
struct carrier_welcome joiner_welcome(const char *socket, bool is_master);
