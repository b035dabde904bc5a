/* posting.c - a sender that is killed at any instruction while it sends a note: nothing of its slot stays in use, and
 * nobody else's. The test steps it from one instruction to the next (ptrace). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/wire/region.h"

enum { DAEMON, SENDER, RECEIVER };

static void fails(const char *what, long step)
{
    printf("%s, at step %ld\n", what, step);
    exit(1);
}

static struct arena arena_of(const struct cluster_region *r, uint32_t slot)
{
    struct arena a;
    arena_init(&a, r->base + cluster_arena_at(r, slot), r->header->arena_bytes);
    return a;
}

static void sends(const struct cluster_region *r)
{
    struct arena a = arena_of(r, SENDER);
    uint64_t at = cluster_body_new(r, &a, SENDER, sizeof(struct cluster_note));
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    (void)syscall(SYS_kill, getpid(), SIGSTOP);
    cluster_note_begin(r, at, SENDER);
    (void)cluster_push(r, RECEIVER, at);
    _exit(0);
}

/* What the daemon does then, and what the receiver does with what has come. `late`: it has freed the note before the
 * daemon looks. */
static void tidied(const struct cluster_region *r, struct arena *own, long step, bool late)
{
    uint32_t to;
    if (late)
        cluster_free_chain(r, cluster_take(r, RECEIVER));
    uint64_t at = cluster_unposted(r, SENDER, &to), check = 0;
    if (at != 0 && to == RECEIVER) {
        check = cluster_note_new(r, own, DAEMON);
        cluster_note_check(r, check, SENDER, at);
        if (cluster_under_way(cluster_slot(r, SENDER)) == 0)
            fails("the slot may be another's while the check is under way", step);
        (void)cluster_push(r, RECEIVER, check);
    } else if (at != 0 && !cluster_note(r, at)->seen) {
        cluster_note_free(r, at);
    }
    cluster_free_chain(r, cluster_take(r, RECEIVER));
    for (uint32_t slot = DAEMON; slot <= RECEIVER; slot++)
        if (cluster_under_way(cluster_slot(r, slot)) != 0)
            fails("a slot stays in use", step);
}

/* The child's next instruction. False: it has ended. */
static bool steps(pid_t pid)
{
    int status = 0;
    if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0 || waitpid(pid, &status, 0) != pid)
        fails("this system steps no process", 0);
    return WIFSTOPPED(status);
}

int main(void)
{
    enum { PART = 4096 }; /* of an arena: more is not used */
    static unsigned char before[2 * PART], slots[3 * sizeof(struct cluster_slot)];
    struct cluster_region r = {.memory = -1};
    if (!cluster_region_make(&r, CLUSTER_ARENA_BYTES) || madvise(r.base, r.header->bytes, MADV_DOFORK) != 0)
        return 99;
    cluster_slot(&r, RECEIVER)->inbox = CLUSTER_AWAKE;
    pid_t pid = fork();
    if (pid == 0)
        sends(&r);
    waitpid(pid, NULL, 0);
    long step = 0;
    for (; steps(pid); step++) {
        memcpy(slots, cluster_slot(&r, 0), sizeof slots);
        for (uint32_t slot = DAEMON; slot <= SENDER; slot++)
            memcpy(before + slot * PART, r.base + cluster_arena_at(&r, slot), PART);
        for (int late = 0; late < 2; late++) {
            struct arena own = arena_of(&r, DAEMON);
            tidied(&r, &own, step, late == 1);
            arena_end(&own);
            memcpy(cluster_slot(&r, 0), slots, sizeof slots);
            for (uint32_t slot = DAEMON; slot <= SENDER; slot++)
                memcpy(r.base + cluster_arena_at(&r, slot), before + slot * PART, PART);
        }
    }
    printf("killed at each of some instructions: %s\n", step > 100 ? "yes" : "no");
    return step > 100 ? 0 : 1;
}
