/* fiber.c - requests that wait: each has a stack of its own. So the control program, which is written as if it could
 * block, need not know that the daemon has one loop and no threads. */
#include <stdlib.h>
#include <sys/mman.h>

#include "cluster/node/host.h"

#define STACK_BYTES ((size_t)1 << 18)
#define GUARD_BYTES ((size_t)1 << 16) /* of it: a stack that is too deep ends here, and not in memory of others */

/* The address sanitizer has to know on which stack we are: kept is what it keeps of the one that is left, NULL if that
 * one ends. */
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#define LEAVES(kept, bottom, bytes) __sanitizer_start_switch_fiber(kept, bottom, bytes)
#define IS_BACK(kept, bottom, bytes) __sanitizer_finish_switch_fiber(kept, bottom, bytes)
#else
#define LEAVES(kept, bottom, bytes) ((void)0)
#define IS_BACK(kept, bottom, bytes) ((void)0)
#endif

static void begin(unsigned high, unsigned low)
{
    struct fiber *f = (struct fiber *)(uintptr_t)((uint64_t)high << 32 | low);
    IS_BACK(NULL, &f->caller_bottom, &f->caller_bytes);
    f->run(f->host, f);
    f->done = true;
    LEAVES(NULL, f->caller_bottom, f->caller_bytes);
}

static void free_fiber(struct fiber *f)
{
    munmap(f->stack, STACK_BYTES);
    free(f->body);
    free(f);
}

static void resume(struct host *h, struct fiber *f)
{
    struct fiber *before = h->running;
    h->running = f;
    f->active = true;
    LEAVES(&f->caller_kept, f->stack, STACK_BYTES);
    (void)swapcontext(&f->caller, &f->context);
    IS_BACK(f->caller_kept, NULL, NULL);
    f->active = false;
    h->running = before;
}

void fiber_start(struct host *h, void (*run)(struct host *h, struct fiber *f), int from, const struct word *w,
                 unsigned char *body)
{
    struct fiber *f = calloc(1, sizeof *f);
    void *stack =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (f == NULL || stack == MAP_FAILED) {
        free(f);
        free(body);
        return;
    }
    (void)mprotect(stack, GUARD_BYTES, PROT_NONE);
    *f = (struct fiber){.stack = stack, .run = run, .host = h, .from = from, .word = *w, .body = body};
    (void)getcontext(&f->context);
    f->context.uc_stack.ss_sp = stack;
    f->context.uc_stack.ss_size = STACK_BYTES;
    f->context.uc_link = &f->caller;
    uint64_t at = (uintptr_t)f;
    makecontext(&f->context, (void (*)(void))begin, 2, (unsigned)(at >> 32), (unsigned)at);
    resume(h, f);
    if (f->done) {
        free_fiber(f);
        return;
    }
    struct fiber **last = &h->fibers;
    while (*last != NULL)
        last = &(*last)->next;
    *last = f;
}

void fiber_yield(struct host *h)
{
    struct fiber *f = h->running;
    LEAVES(&f->kept, f->caller_bottom, f->caller_bytes);
    (void)swapcontext(&f->context, &f->caller);
    IS_BACK(f->kept, &f->caller_bottom, &f->caller_bytes);
}

void fibers_look(struct host *h)
{
    while (h->look) {
        h->look = false;
        for (struct fiber *f = h->fibers; f != NULL; f = f->next)
            if (!f->done && !f->active)
                resume(h, f);
        for (struct fiber **at = &h->fibers; *at != NULL;) {
            struct fiber *f = *at;
            if (f->done) {
                *at = f->next;
                free_fiber(f);
            } else {
                at = &f->next;
            }
        }
    }
}
