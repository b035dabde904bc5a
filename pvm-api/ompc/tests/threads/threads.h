/* threads.h - what the programs of threads share. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
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
#include <sys/uio.h>
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

struct row {
    const char *name;
    void (*run)(void);
};
#define ROW(name)   \
    {               \
#name, name \
    }
extern const struct row waiting_rows[], memory_rows[], life_rows[], system_rows[]; /* up to one without a name */
void misused(const char *how);
