/* open.c - how a process finds the daemon of its node: by the variable AP1000_CLUSTER, which the daemon sets for every
 * process that it starts, and which a user may set in a shell; else by the name of a machine that stays (pvmrun --up).
 */
#include "cluster/task/task.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machines.h"
#include "pvm3.h"
#include "sockets.h"

/* A process has at most one, and a task is a process. */
static struct cluster_machine *the_machine;

static void close_own(const struct cluster_machine *c)
{
    struct stat s;
    if (c->socket >= 0 && fstat(c->socket, &s) == 0 && s.st_ino == c->socket_file)
        close(c->socket);
}

static void disconnect(struct cluster_machine *c)
{
    cluster_direct_close(c);
    arena_end(&c->arena);
    cluster_region_unmap(&c->region);
    close_own(c);
    if (c->bell >= 0)
        close(c->bell);
    cluster_watch_free(c);
    free(c->counts);
    free(c);
}

/* A child of fork() is no task, and the region is not mapped in it. */
static void in_forked_child(void)
{
    struct cluster_machine *c = the_machine;
    if (c == NULL)
        return;
    close_own(c);
    close(c->bell);
    cluster_direct_close(c);
    the_machine = NULL;
    *mach_task_slot() = NULL;
}

static bool say_hello(int socket, struct cluster_welcome *welcome, int *memory, int *bell)
{
    const char *ticket = getenv(CLUSTER_ENV_TICKET);
    struct cluster_hello hello;
    char second;
    memset(&hello, 0, sizeof hello);
    hello.magic = CLUSTER_MAGIC;
    hello.version = CLUSTER_VERSION;
    hello.tid = ticket != NULL ? (int32_t)strtol(ticket, NULL, 16) : 0;
    (void)unsetenv(CLUSTER_ENV_TICKET); /* for the processes that this one starts */
    *memory = *bell = -1;
    if (!sockets_send(socket, &hello, sizeof hello, -1) || !sockets_receive(socket, welcome, sizeof *welcome, memory))
        return false;
    return welcome->slot == 0 || sockets_receive(socket, &second, sizeof second, bell);
}

/* Says on stderr what is wrong. */
static bool shake_hands(struct cluster_machine *c)
{
    struct cluster_welcome welcome;
    int memory, bell;
    bool done = say_hello(c->socket, &welcome, &memory, &bell);
    memory = sockets_above_standard(memory);
    c->bell = sockets_above_standard(bell);
    if (!done)
        fprintf(stderr, "libpvm: pvmnode ended before this task could join it\n");
    else if (welcome.magic != CLUSTER_MAGIC || welcome.version != CLUSTER_VERSION)
        fprintf(stderr, "libpvm: pvmnode is version %u of the cluster machine, this library version %u\n",
                welcome.version, CLUSTER_VERSION);
    else if (welcome.slot == 0)
        fprintf(stderr, "libpvm: pvmnode has no room for another task on this node\n");
    else if (!cluster_region_map(&c->region, memory))
        perror("libpvm: cannot map the memory of pvmnode");
    if (memory >= 0)
        close(memory);
    c->slot_index = welcome.slot;
    return c->region.base != NULL;
}

static bool is_named(void)
{
    const char *socket = getenv(CLUSTER_ENV_SOCKET);
    return socket != NULL && *socket != 0;
}

static struct cluster_machine *connect_machine(void)
{
    char up[SOCKETS_NAME_BYTES];
    (void)sockets_up_name(up, "pvmrun", getenv("AP1000_NAME"));
    const char *name = is_named() ? getenv(CLUSTER_ENV_SOCKET) : up;
    struct cluster_machine *c = calloc(1, sizeof *c);
    struct stat s;
    if (c == NULL)
        return NULL;
    c->bell = -1;
    c->nap = cluster_nap;
    c->socket = sockets_connect(name);
    if (c->socket < 0)
        fprintf(stderr, "libpvm: the pvmnode %s (" CLUSTER_ENV_SOCKET ") is not there any more\n", name);
    else if (fstat(c->socket, &s) == 0)
        c->socket_file = s.st_ino;
    if (c->socket < 0 || !shake_hands(c)) {
        disconnect(c);
        return NULL;
    }
    c->slot = cluster_slot(&c->region, c->slot_index);
    arena_init(&c->arena, c->region.base + cluster_arena_at(&c->region, c->slot_index), c->region.header->arena_bytes);
    c->is_child = getppid() == c->region.header->daemon_pid;
    return c;
}

static int open_machine(const struct mach_ops **ops, void **m)
{
    if (the_machine == NULL) {
        the_machine = connect_machine();
        if (the_machine == NULL)
            return PvmSysErr;
        (void)pthread_atfork(NULL, NULL, in_forked_child);
    }
    *ops = &cluster_ops;
    *m = the_machine;
    return 0;
}

/* Whether a machine stays here is asked once: clocks are read often before a process is a task. */
static bool is_up(void)
{
    static enum { UNKNOWN, UP, NOT_UP } up;
    char name[SOCKETS_NAME_BYTES];
    if (up == UNKNOWN) {
        int fd = sockets_up_name(name, "pvmrun", getenv("AP1000_NAME")) ? sockets_connect(name) : -1;
        up = fd >= 0 ? UP : NOT_UP;
        if (fd >= 0)
            close(fd);
    }
    return up == UP;
}

static enum mach_claim probe(void)
{
    return the_machine != NULL || is_named() ? MACH_CLAIM_MINE : is_up() ? MACH_CLAIM_UP : MACH_CLAIM_NONE;
}

const struct mach_row mach_row_cluster = {.name = "cluster", .probe = probe, .open = open_machine, .real_time = true};
