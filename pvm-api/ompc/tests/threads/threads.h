/* threads.h - what the programs of threads share. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <threads.h>
#include <unistd.h>

#define N 4
typedef void *body(void *);
#define ME ((int)(long)argument)
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meet;
static sem_t full;
static atomic_long done;
static volatile int value;

long team(int n, body *f); /* runs f(0) to f(n - 1); the sum of what they return */

/* Each story's programs. */
#define WAITING(x)                                                                                                   \
    x(semaphores) x(readers_writers) x(barrier) x(recursive) x(timed) x(counting) x(c11) x(preferring) x(read_twice) \
        x(greedy) x(waited_input) x(waited_signals) x(interrupted) x(polled) x(ticking)
#define MEMORY(x) \
    x(sort) x(spin_flag) x(main_spins) x(owing) x(flag) x(spin_lock) x(alarms) x(masks) x(handed_on) x(chances)
#define LIFE(x)                                                                                                  \
    x(keys) x(detached) x(input) x(environment) x(joins) x(leaving) x(main_exits) x(pausing) x(abouts) x(asking) \
        x(parting) x(afterwards)
#define SYSTEM(x) x(system_calls) x(lengths) x(parts) x(given_back)
#define ALL(x) WAITING(x) MEMORY(x) LIFE(x) SYSTEM(x)
#define DECLARE(name) void name(void);
ALL(DECLARE)
void misused(const char *how);
