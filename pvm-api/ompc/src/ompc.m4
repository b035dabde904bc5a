divert(-1)
ompc.m4 - the PARMACS macros (Boyle and others, Portable Programs for Parallel Processors) over ompc_pages.h, so that C programs in
the style of SPLASH-2 run on PVM:

    m4 ompc.m4 program.C > program.c && cc program.c $(pkg-config --cflags --libs ompc)

Locks, barriers and flags are int numbers; they may lie in shared memory. CREATE(f) starts one more task; CREATE(f, n) starts
n - 1 and calls f in the caller as well. WAIT_FOR_END waits for all. Clocks are in us. Each macro that is a statement ends in a
semicolon of its own, G_MALLOC too, since programs leave out theirs: `p = (int *) G_MALLOC(n)' is a whole statement.

define(`MAIN_ENV', `#include <ompc_pages.h>')
define(`ENV', `#include <ompc_pages.h>')
define(`EXTERN_ENV', `#include <ompc_pages.h>')
define(`MAIN_INITENV', `ompc_init(0, 0, ifelse(`$2', `', `0', `$2'));')
define(`MAIN_END', `exit(0);')

define(`G_MALLOC', `ompc_malloc($1);')
define(`NU_MALLOC', `ompc_malloc($1);')
define(`G_FREE', `;')
define(`NU_FREE', `;')
define(`GET_PID', `($1) = ompc_pe();')
define(`CREATE', `ifelse(`$2', `', `ompc_create((void (*)(void))($1));',
  `{ int ompc_n; for (ompc_n = 1; ompc_n < ($2); ompc_n++) ompc_create((void (*)(void))($1)); ($1)(); }')')
define(`WAIT_FOR_END', `ompc_wait_for_end();')

define(`LOCKDEC', `int $1;')
define(`LOCKINIT', `($1) = ompc_new_lock();')
define(`LOCK', `ompc_lock($1);')
define(`UNLOCK', `ompc_unlock($1);')
define(`ALOCKDEC', `int $1[$2];')
define(`ALOCKINIT', `{ int ompc_i; for (ompc_i = 0; ompc_i < ($2); ompc_i++) ($1)[ompc_i] = ompc_new_lock(); }')
define(`ALOCK', `ompc_lock(($1)[$2]);')
define(`AULOCK', `ompc_unlock(($1)[$2]);')
define(`AUNLOCK', `ompc_unlock(($1)[$2]);')

define(`BARDEC', `int $1;')
define(`BARINIT', `($1) = 0;')
define(`BARRIER', `ompc_barrier($2);')
define(`BARINCLUDE', `;')
define(`BAREXCLUDE', `;')

define(`GSDEC', `struct { int lock, next, over; } $1;')
define(`GSINIT', `{ ($1).lock = ompc_new_lock(); ($1).next = ($1).over = 0; }')
When all $4 tasks have been told that a loop is over, and have met, the next one begins.
define(`GETSUB', `{ ompc_lock(($1).lock);
    if (($1).next <= ($3)) { $2 = ($1).next++; } else { $2 = -1; if (++($1).over == ($4)) ($1).next = ($1).over = 0; }
    ompc_unlock(($1).lock); if ($2 < 0) ompc_barrier($4); }')

define(`PAUSEDEC', `volatile int $1;')
define(`PAUSEINIT', `($1) = 0;')
define(`SETPAUSE', `($1) = 1;')
define(`CLEARPAUSE', `($1) = 0;')
define(`WAITPAUSE', `ompc_await(&($1));')

define(`CLOCK', `($1) = ompc_clock_us();')
define(`AUG_ON', `')
define(`AUG_OFF', `')
define(`TRACE_ON', `')
define(`TRACE_OFF', `')
define(`MEASUREINIT', `')
define(`MEASURE', `')

Words of m4 that C programs use as names of their own. (Some use its `include'.)

undefine(`len', `index')
divert(0)dnl
