divert(-1)
ompc.m4 - the PARMACS macros (Boyle and others, Portable Programs for Parallel Processors) over threads, so that C programs in the
style of SPLASH-2 and SPLASH-3 run on PVM by ompc-cc, and on one computer by cc:

    m4 ompc.m4 program.C > program.c && ompc-cc program.c -o program

CREATE(f) starts one more thread; CREATE(f, n) starts n - 1 and calls f in the caller as well. WAIT_FOR_END waits for all. A barrier
takes its size from where it is used. Clocks are in us. Each macro that is a statement ends in a semicolon of its own, G_MALLOC too,
since programs leave out theirs: `p = (int *) G_MALLOC(n)' is a whole statement.

define(`ENV', `#include <pthread.h>
#include <assert.h>
#include <sched.h>
#include <semaphore.h>
#if __STDC_VERSION__ >= 201112L
#include <stdatomic.h>
#endif
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#ifndef PAGE_SIZE
#define PAGE_SIZE 4096
#endif
extern pthread_t ompc_threads[256];
extern int ompc_created;')
define(`EXTERN_ENV', `ENV')
define(`MAIN_ENV', `ENV
pthread_t ompc_threads[256];
int ompc_created;')
define(`MAIN_INITENV', `;')
define(`MAIN_END', `exit(0);')

define(`G_MALLOC', `calloc(1, $1);')
define(`NU_MALLOC', `calloc(1, $1);')
define(`G_FREE', `;')
define(`NU_FREE', `;')
define(`GET_PID', `($1) = (int)(size_t)pthread_self();')
define(`CREATE', `ifelse(`$2', `',
  `pthread_create(&ompc_threads[ompc_created++], NULL, (void *(*)(void *))($1), NULL);',
  `{ while (ompc_created < ($2) - 1) pthread_create(&ompc_threads[ompc_created++], NULL, (void *(*)(void *))($1), NULL); ($1)(); }')')
define(`WAIT_FOR_END', `while (ompc_created > 0) pthread_join(ompc_threads[--ompc_created], NULL);')

define(`LOCKDEC', `pthread_mutex_t $1;')
define(`LOCKINIT', `pthread_mutex_init(&($1), NULL);')
define(`LOCK', `pthread_mutex_lock(&($1));')
define(`UNLOCK', `pthread_mutex_unlock(&($1));')
define(`ALOCKDEC', `pthread_mutex_t $1[$2];')
define(`ALOCKINIT', `{ int ompc_i; for (ompc_i = 0; ompc_i < ($2); ompc_i++) pthread_mutex_init(&($1)[ompc_i], NULL); }')
define(`ALOCK', `pthread_mutex_lock(&($1)[$2]);')
define(`AGETL', `(($1)[$2])')
define(`AULOCK', `pthread_mutex_unlock(&($1)[$2]);')
define(`AUNLOCK', `pthread_mutex_unlock(&($1)[$2]);')

define(`BARDEC', `struct { pthread_mutex_t lock; pthread_barrier_t all; volatile int size; } $1;')
define(`BARINIT', `{ pthread_mutex_init(&($1).lock, NULL); ($1).size = 0; }')
define(`BARRIER', `{ if (($1).size != ($2)) {
      pthread_mutex_lock(&($1).lock);
      if (($1).size != ($2)) { pthread_barrier_init(&($1).all, NULL, $2); ($1).size = ($2); }
      pthread_mutex_unlock(&($1).lock);
    } pthread_barrier_wait(&($1).all); }')
define(`BARINCLUDE', `;')
define(`BAREXCLUDE', `;')

define(`GSDEC', `struct { pthread_mutex_t lock; int next, over; BARDEC(all) } $1;')
define(`GSINIT', `{ pthread_mutex_init(&($1).lock, NULL); ($1).next = ($1).over = 0; BARINIT(($1).all) }')
When all $4 threads have been told that a loop is over, and have met, the next one begins.
define(`GETSUB', `{ pthread_mutex_lock(&($1).lock);
    if (($1).next <= ($3)) { $2 = ($1).next++; } else { $2 = -1; if (++($1).over == ($4)) ($1).next = ($1).over = 0; }
    pthread_mutex_unlock(&($1).lock); if ($2 < 0) BARRIER(($1).all, $4) }')

define(`PAUSEDEC', `volatile int $1;')
define(`PAUSEINIT', `($1) = 0;')
define(`SETPAUSE', `($1) = 1;')
define(`CLEARPAUSE', `($1) = 0;')
define(`WAITPAUSE', `while (!($1)) sched_yield();')

define(`CONDVARDEC', `pthread_cond_t $1;')
define(`CONDVARINIT', `pthread_cond_init(&($1), NULL);')
define(`CONDVARWAIT', `pthread_cond_wait(&($1), &($2));')
define(`CONDVARSIGNAL', `pthread_cond_signal(&($1));')
define(`CONDVARBCAST', `pthread_cond_broadcast(&($1));')
define(`ACQUIRE_FENCE', `__sync_synchronize();')
define(`RELEASE_FENCE', `__sync_synchronize();')
define(`FULL_FENCE', `__sync_synchronize();')

define(`CLOCK', `{ struct timeval ompc_t; gettimeofday(&ompc_t, NULL); ($1) = ompc_t.tv_sec * 1000000UL + ompc_t.tv_usec; }')
define(`AUG_ON', `')
define(`AUG_OFF', `')
define(`TRACE_ON', `')
define(`TRACE_OFF', `')
define(`MEASUREINIT', `')
define(`MEASURE', `')
define(`SPLASH3_ROI_BEGIN', `;')
define(`SPLASH3_ROI_END', `;')

Words of m4 that C programs use as names of their own. (Some use its `include'.)

undefine(`len', `index')
divert(0)dnl
