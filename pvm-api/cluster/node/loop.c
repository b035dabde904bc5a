/* loop.c - the daemon's loop: it sleeps until a descriptor is ready. Tasks wake it by the bell. */
#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/host.h"
#include "cluster/node/local.h"

#define BATCH 64

/* ---- the bell ---------------------------------------------------------------------------------------------------- */

/* The bell wakes the node by each ring once, and nobody reads how many there were. */
static void on_bell(struct node *n, struct watch *w, uint32_t events)
{
}

/* Returns true if the tasks will ring from now on: nothing of theirs waits. */
static bool fall_asleep(struct node *n)
{
    uint64_t *inbox = &cluster_slot(&n->region, 0)->inbox, empty = 0;
    return __atomic_compare_exchange_n(inbox, &empty, CLUSTER_ASLEEP, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ||
           empty == CLUSTER_ASLEEP;
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

static void on_signal(struct node *n, struct watch *w, uint32_t events)
{
    struct signalfd_siginfo s;
    while (read(w->fd, &s, sizeof s) == sizeof s)
        if (s.ssi_signo == SIGCHLD)
            local_reap(n);
        else
            node_end(n, 128 + (int)s.ssi_signo);
}

/* ---- opening, running -------------------------------------------------------------------------------------------- */

static void watch_signals(struct node *n)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) /* nohup ignores it */
        sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    n->signals = (struct watch){.fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK), .ready = on_signal};
    watch_add(n, &n->signals, EPOLLIN);
}

/* The daemon has two for each task, so it takes all that it may. */
static void raise_files(struct node *n)
{
    if (getrlimit(RLIMIT_NOFILE, &n->files) != 0)
        return;
    struct rlimit most = {n->files.rlim_max, n->files.rlim_max};
    (void)setrlimit(RLIMIT_NOFILE, &most);
}

bool node_open(struct node *n)
{
    raise_files(n);
    n->look_at_guests_ns = MACH_FOREVER;
    if (!cluster_region_make(&n->region, n->arena_mb > 0 ? (uint64_t)n->arena_mb << 20 : CLUSTER_ARENA_BYTES)) {
        perror("pvmnode: no shared memory for this node");
        return false;
    }
    n->region.header->number = n->number;
    uint64_t bytes = n->region.header->arena_bytes, own = bytes / 8;
    unsigned char *base = n->region.base + cluster_arena_at(&n->region, 0);
    arena_init(&n->arena, base, own);
    arena_init(&n->frames, base + own, bytes - own);
    n->epoll = epoll_create1(EPOLL_CLOEXEC);
    watch_signals(n);
    n->bell = (struct watch){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), .ready = on_bell};
    watch_add(n, &n->bell, EPOLLIN | EPOLLET);
    local_listen(n);
    return n->listener.fd >= 0;
}

#define ROOM_MS 10
#define OVER_MS 2

static int own_patience_ms(const struct node *n)
{
    if (n->starved || n->any_over)
        return n->any_over ? OVER_MS : ROOM_MS;
    if (!n->ending)
        return n->host != NULL ? host_patience_ms(n) : -1;
    if (n->end_by_ns == MACH_FOREVER)
        return -1;
    mach_ns left = n->end_by_ns - cluster_monotonic();
    return left > 0 ? (int)(left / 1000000) + 1 : 0;
}

static int patience_ms(const struct node *n)
{
    int own = own_patience_ms(n);
    mach_ns next = n->look_at_links_ns < n->look_at_guests_ns ? n->look_at_links_ns : n->look_at_guests_ns;
    mach_ns left = next - cluster_monotonic();
    int looks = left > 0 ? (int)(left / 1000000) + 1 : 0;
    return own >= 0 && own < looks ? own : looks;
}

/* A short time is not one that epoll_wait knows, nor do systems before Linux 5.11. */
static int nap(struct node *n, struct epoll_event *ready)
{
    struct timespec t = {0, n->nap_ns};
    long got = syscall(SYS_epoll_pwait2, n->epoll, ready, BATCH, &t, NULL, 0);
    return got < 0 && errno == ENOSYS ? epoll_wait(n->epoll, ready, BATCH, 1) : (int)got;
}

static int sleep_or_look(struct node *n, struct epoll_event *ready, bool more)
{
    links_flush(n);
    bool awake = carry_turn(n) || more;
    links_flush(n);
    if (awake || !fall_asleep(n))
        return epoll_wait(n->epoll, ready, BATCH, 0);
    cluster_trim(&n->arena, &n->trimmed_ns[0]);
    cluster_trim(&n->frames, &n->trimmed_ns[1]);
    return n->nap_ns > 0 ? nap(n, ready) : epoll_wait(n->epoll, ready, BATCH, patience_ms(n));
}

int node_run(struct node *n)
{
    struct epoll_event ready[BATCH];
    while (!node_over(n)) {
        bool more = node_drain_some(n);
        links_look(n);
        gate_look(n);
        if (n->starved)
            n->starved = links_retry(n);
        more |= links_go_on(n);
        if (n->any_over)
            local_retry_ends(n);
        if (n->host != NULL)
            host_goes_on(n);
        int got = sleep_or_look(n, ready, more);
        for (int i = 0; i < got; i++) {
            struct watch *w = ready[i].data.ptr;
            if (w->fd >= 0)
                w->ready(n, w, ready[i].events);
        }
        watches_release(n);
    }
    links_flush(n);
    return n->exit_code;
}
