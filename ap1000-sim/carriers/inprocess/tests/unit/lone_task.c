/* lone_task.c - see lone_task.h. */
#include "lone_task.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carriers/inprocess/library/task.h"

enum { ARENA_BYTES = 1 << 20, LOOK_MS = 10, MOST_FILES = 1024 };

static struct carrier_header header = {.arena_bytes = ARENA_BYTES};
static struct carrier_slot slot;
static unsigned char arena[ARENA_BYTES];
static unsigned char *arenas[] = {arena};

static void print(void *owner, const char *bytes, size_t n)
{
    struct lone_task *l = owner;
    size_t room = sizeof l->printed - 1 - l->printed_bytes;
    n = n < room ? n : room;
    memcpy(l->printed + l->printed_bytes, bytes, n);
    l->printed_bytes += n;
    l->printed[l->printed_bytes] = 0;
}

static __attribute__((noreturn)) void end(void *owner, int status)
{
    struct lone_task *l = owner;
    l->status = status;
    longjmp(l->end, 1);
}

static void hand_over(void *owner)
{
    (void)owner;
    abort(); /* nobody is there */
}

static void await_others(void *owner)
{
    (void)owner;
}

static void await_outside(void *owner, struct pollfd *files, unsigned n)
{
    struct lone_task *l = owner;
    l->waits++;
    if (l->while_it_waits != NULL)
        l->while_it_waits(files, n);
    (void)poll(files, n, LOOK_MS);
}

static void stop(void *owner)
{
    struct lone_task *l = owner;
    l->stops++;
}

static const struct inprocess_simulator simulator = {.hand_over = hand_over,
                                                     .end = end,
                                                     .await_others = await_others,
                                                     .print = print,
                                                     .await_outside = await_outside,
                                                     .stop = stop};

inprocess_library_function ap1000_task_library;

bool lone_task_begin(struct lone_task *l, const struct lone_task_wishes *w)
{
    static char program[] = "/usr/bin/lone", *argv[] = {program, NULL}, *nothing[] = {NULL};
    const int rights = w->heap_is_there ? PROT_READ | PROT_WRITE : PROT_NONE;
    *l = (struct lone_task){.status = -1, .heap_bytes = w->heap_bytes > 0 ? w->heap_bytes : (size_t)1 << 30};
    l->heap = mmap(NULL, l->heap_bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (l->heap == MAP_FAILED)
        return false;
    const struct inprocess_start start = {.simulator = &simulator,
                                          .owner = l,
                                          .header = &header,
                                          .slot = &slot,
                                          .nslots = 1,
                                          .arenas = arenas,
                                          .number = 4711,
                                          .own_terminal = w->own_terminal,
                                          .path = program,
                                          .argv = argv,
                                          .environment = w->environment != NULL ? w->environment : nothing,
                                          .heap = l->heap,
                                          .heap_bytes = l->heap_bytes,
                                          .heap_is_mapped = w->heap_is_there,
                                          .most_files = w->most_files > 0 ? w->most_files : 64};
    inprocess_current = l->task = ap1000_task_library()->begin(&start);
    if (l->task == NULL)
        munmap(l->heap, l->heap_bytes);
    return l->task != NULL;
}

void lone_task_end(struct lone_task *l)
{
    ap1000_task_library()->end(l->task);
    inprocess_current = l->task = NULL;
    munmap(l->heap, l->heap_bytes);
    expect_fences();
}

struct lone_task lone;

int lone_set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    return lone_task_begin(&lone, &wishes) ? 0 : -1;
}

int lone_tear_down(void **state)
{
    lone_task_end(&lone);
    return 0;
}

void lone_task_inherits_nothing(void)
{
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

int lone_task_run(struct lone_task *l, void (*program)(void))
{
    l->status = -1;
    if (setjmp(l->end) == 0)
        program();
    return l->status;
}
