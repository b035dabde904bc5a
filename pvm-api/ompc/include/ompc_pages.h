/* ompc_pages.h - shared memory whose accesses are caught page by page, for C and C++ programs that use plain pointers,
 * and the functions that the PARMACS macros of ompc.m4 call. The protocol is that of ompc.hpp; a page is a block.
 *
 * A program runs main() in one task. ompc_create names the function for another task. The other tasks are started when
 * the program first waits (barrier, lock, ompc_wait_for_end). Each of them also runs main() from its beginning, so that
 * it has the same global variables. Its output is discarded, and it has private memory in place of the shared one, up
 * to its own ompc_create. There it gets the shared memory of the first task, calls the function, and ends. So the part
 * of main() before that must depend on nothing but argv and files.
 *
 * Pages have the same address in every task. System calls do not fetch pages: read() into one that is not here gives
 * EFAULT. If another task needs a page while the program waits in a PVM call of its own, the page is given when the
 * program next calls this library.
 */
#ifndef OMPC_PAGES_H
#define OMPC_PAGES_H

#include <stddef.h>

#include <pvm3.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OMPC_PAGES_API __attribute__((visibility("default")))

/* Sets how many bytes of shared memory the program may use in all (0: 64 MiB, or what main() has allocated before the
 * others are started). Call it at most once; other functions may be called before it. argc and argv are those of main,
 * or 0 and NULL. */
OMPC_PAGES_API void ompc_init(int argc, char **argv, size_t bytes);
/* Allocates shared memory, initially zero, aligned to 64 bytes. Before the others are started only main() allocates;
 * afterwards each task allocates from a part of its own. Never returns NULL: a program that asks for more than it told
 * ompc_init ends with a line. */
OMPC_PAGES_API void *ompc_malloc(size_t bytes);
OMPC_PAGES_API void ompc_create(void (*function)(void));
/* Returns when all others have returned from their functions. */
OMPC_PAGES_API void ompc_wait_for_end(void);

/* Locks and barriers have numbers, which variables in shared memory can hold. */
OMPC_PAGES_API int ompc_new_lock(void);
OMPC_PAGES_API void ompc_lock(int lock);
OMPC_PAGES_API void ompc_unlock(int lock);
OMPC_PAGES_API void ompc_barrier(int pes); /* pes is the number of all PEs; another ends the program with a line */
/* Returns when the flag is not 0; serves other tasks meanwhile. */
OMPC_PAGES_API void ompc_await(const volatile int *flag);
OMPC_PAGES_API int ompc_pe(void);

/* The machine's clock since ompc_init, in us. */
OMPC_PAGES_API unsigned long ompc_clock_us(void);
/* The same as ompc::work and ompc::cost of ompc.hpp. */
OMPC_PAGES_API void ompc_work_ns(double ns);
OMPC_PAGES_API double ompc_cost(const char *name);

/* Makes the program itself use libpvm3, so that it comes before libc and the clocks are the machine's. */
__attribute__((used)) static int (*const ompc_pvm_is_linked)(void) = pvm_mytid;

#ifdef __cplusplus
}
#endif
#endif
