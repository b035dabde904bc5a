/* ompc_pages.h - shared memory whose accesses are caught page by page, for C and C++ programs that use plain pointers;
 * and what the PARMACS macros of ompc.m4 call. Below is the protocol of ompc.hpp: a page is a block.
 *
 * A program runs main() in one task. ompc_create names what the others are to do; they are started when the program
 * first waits (barrier, lock, ompc_wait_for_end). Each of them runs main() from its begin as well, so that it has the
 * same global variables, with its output thrown away and with private memory in place of the shared one, up to its own
 * ompc_create: there it takes the shared memory as the first task had it, calls the function, and ends. So what main()
 * does before must depend on nothing but argv and files.
 *
 * Pages lie at the same address in every task. System calls do not fetch pages: read() into one that is not here gives
 * EFAULT. A page that is needed while the program waits in a call of PVM's own is given when it next comes here.
 */
#ifndef OMPC_PAGES_H
#define OMPC_PAGES_H

#include <stddef.h>

#include <pvm3.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OMPC_PAGES_API __attribute__((visibility("default")))

/* Bytes of shared memory that the program may use in all (0: 64 MiB, or what main() has allocated before the others are
 * started). Once; what is called before it works as well, and it may be missing. argc and argv: as main has them, or 0
 * and NULL. */
OMPC_PAGES_API void ompc_init(int argc, char **argv, size_t bytes);
/* Shared memory, zero at first, aligned to 64 bytes. Before the others are started only main() allocates; afterwards
 * each task does from a part of its own. Never NULL: a program that wants more than ompc_init was told ends with a
 * line. */
OMPC_PAGES_API void *ompc_malloc(size_t bytes);
OMPC_PAGES_API void ompc_create(void (*function)(void));
/* Returns when all others have returned from their functions. */
OMPC_PAGES_API void ompc_wait_for_end(void);

/* Locks and barriers have numbers, which variables in shared memory can hold. */
OMPC_PAGES_API int ompc_new_lock(void);
OMPC_PAGES_API void ompc_lock(int lock);
OMPC_PAGES_API void ompc_unlock(int lock);
OMPC_PAGES_API void ompc_barrier(int pes); /* of all PEs; another number ends the program with a line */
/* Returns when the flag is not 0; serves other tasks meanwhile. */
OMPC_PAGES_API void ompc_await(const volatile int *flag);
OMPC_PAGES_API int ompc_pe(void);

/* The machine's clock since ompc_init, in us. */
OMPC_PAGES_API unsigned long ompc_clock_us(void);
/* As ompc::work and ompc::cost of ompc.hpp. */
OMPC_PAGES_API void ompc_work_ns(double ns);
OMPC_PAGES_API double ompc_cost(const char *name);

/* A program names libpvm3 itself, so that it comes before libc and its clocks are the machine's. */
__attribute__((used)) static int (*const ompc_pvm_is_linked)(void) = pvm_mytid;

#ifdef __cplusplus
}
#endif
#endif
