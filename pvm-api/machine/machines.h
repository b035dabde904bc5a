/* machines.h - a row of the table of machines that a library is put together from, and how one of them is chosen.
 *
 * A machine is a folder that defines one such row, `mach_row_NAME`. Its meson.build adds {'name': NAME, 'libs': [...]}
 * to the list `machines`, from which pvm-api/assembly makes the table. Nothing else names a machine. */
#ifndef MACHINES_H
#define MACHINES_H

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whose time a task sees: values of mach_identity.real_time. A machine in real time counts from MACH_EPOCH_S, too, so
 * its times are large; there a charge is nothing, as the time has passed already. */
enum mach_time {
    MACH_TIME_SIMULATED, /* the machine's, which is simulated, in all clocks */
    MACH_TIME_SHOWN, /* the machine's is simulated, but the program sees the real one, and the task's clock follows */
    MACH_TIME_REAL   /* the machine's is the real one: it passes by itself */
};

/* What a machine says about the calling process. */
enum mach_claim {
    MACH_CLAIM_NONE, /* it cannot serve this process */
    MACH_CLAIM_ANY,  /* it can serve any process, so also this one */
    MACH_CLAIM_UP,   /* a machine of its kind stays here for the user's programs */
    MACH_CLAIM_MINE  /* it has started this process, or the user has named it for it */
};

/* What another thread of a task's process than the one that makes its calls asks of the clock, and gets. */
struct mach_beside {
    mach_ns cost, sleep; /* processor time that the question takes; how long the thread sleeps then: */
    mach_ns now;         /* the task's own clock */
    mach_ns left;        /* of the sleep, if a signal's handler has interrupted it */
    mach_ns idled;       /* how much of the sleep has moved the clock */
};

#define MACH_BESIDE_ENDS (-1) /* or that it ends the process */

struct mach_row {
    const char *name;
    /* Looks at the process (its environment, its descriptors) and changes nothing. Costs no time. */
    enum mach_claim (*probe)(void);
    /* mach_open of machine.h. A task that has left may call it again, and gets the same machine. */
    int (*open)(const struct mach_ops **ops, void **m);
    bool
        real_time; /* its tasks have MACH_TIME_REAL, and a process that is about to become one sees real time already */
    /* Was the machine started for this task, and does it end with it? NULL: never. */
    bool (*began)(void *m);
    /* Returns false, and does nothing, in the thread that makes the task's calls: the one that was the last to wait.
     * In any other thread answers *b, at any moment, also while that one is in a call. The clock then stands still
     * while the task waits in the machine, and a sleep takes real time, at most until the clock has gone on as far;
     * where the task waits outside the machine, it takes simulated time. One that ends the process hears only whether
     * the other may be in a call. NULL: never. */
    bool (*beside)(void *m, struct mach_beside *b);
};

/* As these two of the machine that mach_open has found. Defined beside that. */
bool mach_began(void *m);
bool mach_beside(void *m, struct mach_beside *b);

#ifdef __cplusplus
}
#endif

#endif
