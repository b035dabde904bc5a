/* region.c - see region.h. */
#include "cluster/wire/region.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sockets.h"

#define PAGE_BYTES UINT64_C(65536) /* whole pages of any system */

static uint64_t whole_pages(uint64_t bytes)
{
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

/* libc's, which makes no system call; it is looked up before the first message. NULL in a program that is linked
 * statically. */
static int (*libc_clock)(clockid_t id, struct timespec *t);

static void find_clock(void)
{
    void *found = dlsym(RTLD_NEXT, "clock_gettime");
    memcpy(&libc_clock, &found, sizeof found);
}

mach_ns cluster_monotonic(void)
{
    struct timespec t = {0, 0};
    if (libc_clock == NULL || libc_clock(CLOCK_MONOTONIC, &t) != 0)
        (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return (mach_ns)t.tv_sec * 1000000000 + t.tv_nsec;
}

mach_ns cluster_now(const struct cluster_region *r)
{
    return cluster_monotonic() - r->header->zero_ns;
}

/* ---- the region -------------------------------------------------------------------------------------------------- */

static bool map(struct cluster_region *r, uint64_t bytes)
{
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, r->memory, 0);
    if (base == MAP_FAILED)
        return false;
    (void)madvise(base, bytes, MADV_DONTFORK); /* a child is no task until it joins */
    (void)madvise(base, bytes, MADV_DONTDUMP);
    r->base = base;
    r->header = base;
    find_clock();
    return true;
}

#define TRIM_BYTES (UINT64_C(16) << 20)  /* what is less is kept */
#define TRIM_EVERY_NS INT64_C(100000000) /* as it looks at all blocks */
#define LEAST_SLOTS 16
#define LEAST_SPACE_BYTES (UINT64_C(64) << 20)
#define GOOD_ARENA_BYTES \
    (UINT64_C(64) << 20) /* where address space is short, there are fewer arenas, not shorter ones */

/* Half of what a process may have, as each task maps all of it beside what it needs itself. */
static uint64_t address_space(void)
{
    struct rlimit limit;
    uint64_t most = CLUSTER_SLOTS * CLUSTER_ARENA_BYTES;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur / 2 < most
               ? limit.rlim_cur / 2
               : most;
}

static uint64_t slots_in(uint64_t space)
{
    uint64_t n = space / GOOD_ARENA_BYTES;
    return n < LEAST_SLOTS ? LEAST_SLOTS : n < CLUSTER_SLOTS ? n : CLUSTER_SLOTS;
}

static bool make(struct cluster_region *r, uint64_t space, uint64_t most_bytes)
{
    uint64_t slots_at = whole_pages(sizeof(struct cluster_header));
    uint64_t arenas_at = slots_at + whole_pages(CLUSTER_SLOTS * sizeof(struct cluster_slot));
    uint64_t n = slots_in(space), arena_bytes = whole_pages(most_bytes);
    if (arena_bytes > space / n)
        arena_bytes = space / n / PAGE_BYTES * PAGE_BYTES;
    uint64_t bytes = arenas_at + n * arena_bytes;
    r->memory = memfd_create("pvmnode", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (r->memory < 0 || ftruncate(r->memory, (off_t)bytes) != 0 ||
        fcntl(r->memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0 || !map(r, bytes)) {
        int why = errno;
        if (r->memory >= 0)
            close(r->memory);
        errno = why;
        return false;
    }
    r->header->magic = CLUSTER_MAGIC;
    r->header->version = CLUSTER_VERSION;
    r->header->nslots = (uint32_t)n;
    r->header->arena_bytes = arena_bytes;
    r->header->slots_at = slots_at;
    r->header->arenas_at = arenas_at;
    r->header->bytes = bytes;
    r->header->daemon_pid = getpid();
    return true;
}

/* A system may give less than it says. */
bool cluster_region_make(struct cluster_region *r, uint64_t most_bytes)
{
    for (uint64_t space = address_space(); space >= LEAST_SPACE_BYTES; space /= 4)
        if (make(r, space, most_bytes))
            return true;
    return false;
}

bool cluster_region_map(struct cluster_region *r, int memory)
{
    struct cluster_header head;
    r->memory = memory;
    return pread(memory, &head, offsetof(struct cluster_header, slot_of), 0) ==
               (ssize_t)offsetof(struct cluster_header, slot_of) &&
           head.magic == CLUSTER_MAGIC && head.version == CLUSTER_VERSION && map(r, head.bytes);
}

void cluster_region_unmap(struct cluster_region *r)
{
    if (r->base != NULL)
        munmap(r->base, r->header->bytes);
    r->base = NULL;
    r->header = NULL;
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

uint64_t cluster_body_new(const struct cluster_region *r, struct arena *a, uint32_t slot, uint64_t len_bytes)
{
    uint64_t offset = arena_new(a, len_bytes);
    if (offset == 0)
        return 0;
    cluster_slot(r, slot)->top = a->top;
    return (uint64_t)(a->base - r->base) + offset;
}

static void give_back(unsigned char *from, uint64_t len_bytes)
{
    uintptr_t first = whole_pages((uintptr_t)from), end = ((uintptr_t)from + len_bytes) / PAGE_BYTES * PAGE_BYTES;
    (void)madvise((void *)first, end - first, MADV_REMOVE);
}

void cluster_trim(struct arena *a, mach_ns *last_ns)
{
    mach_ns now = a->top > TRIM_BYTES ? cluster_monotonic() : 0;
    if (now < *last_ns + TRIM_EVERY_NS)
        return;
    *last_ns = now;
    sigset_t all, before; /* a task's handler may send */
    sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    arena_trim(a, give_back);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void cluster_note_begin(const struct cluster_region *r, uint64_t at, uint32_t slot)
{
    struct cluster_slot *s = cluster_slot(r, slot);
    *cluster_note(r, at) = (struct cluster_note){.from_slot = slot};
    s->posting_to = CLUSTER_NOBODY;
    s->counted = s->begun + 1;
    __atomic_store_n(&s->posting, at, __ATOMIC_RELEASE);
    __atomic_store_n(&s->begun, s->counted, __ATOMIC_RELEASE);
}

uint64_t cluster_unposted(const struct cluster_region *r, uint32_t slot, uint32_t *to)
{
    struct cluster_slot *s = cluster_slot(r, slot);
    uint64_t at = s->posting;
    if (at != 0)
        s->begun = s->counted - (cluster_note(r, at)->seen == 2); /* it may have died before it had counted */
    s->posting = 0;
    *to = s->posting_to;
    return at;
}

void cluster_note_check(const struct cluster_region *r, uint64_t check, uint32_t slot, uint64_t at)
{
    struct cluster_note *n = cluster_note(r, check);
    n->kind = CLUSTER_CHECK;
    n->round = at;
    n->request = (int32_t)slot;
    cluster_slot(r, slot)->begun++;
}

uint64_t cluster_note_new(const struct cluster_region *r, struct arena *a, uint32_t slot)
{
    uint64_t at = cluster_body_new(r, a, slot, sizeof(struct cluster_note));
    if (at != 0)
        cluster_note_begin(r, at, slot);
    return at;
}

uint64_t cluster_note_with(const struct cluster_region *r, struct arena *a, uint32_t slot, const void *body,
                           uint32_t len_bytes)
{
    uint64_t bytes = len_bytes > 0 ? cluster_body_new(r, a, slot, len_bytes) : 0;
    if (len_bytes > 0 && bytes == 0)
        return 0;
    uint64_t at = cluster_note_new(r, a, slot);
    if (at == 0) {
        if (bytes != 0)
            arena_release(r->base, bytes);
        return 0;
    }
    if (len_bytes > 0 && body != NULL)
        memcpy(r->base + bytes, body, len_bytes);
    cluster_note(r, at)->len_bytes = len_bytes;
    cluster_note(r, at)->body = bytes;
    return at;
}

void cluster_note_frame(const struct cluster_region *r, uint64_t at, const struct mach_frame *f, uint64_t body)
{
    struct cluster_note *n = cluster_note(r, at);
    n->kind = CLUSTER_FRAME;
    n->src_tid = f->src_tid;
    n->dst_tid = f->dst_tid;
    n->tag = f->tag;
    n->context = f->context;
    n->encoding = f->encoding;
    n->wid = f->wid;
    n->len_bytes = f->len_bytes;
    n->body = body;
    n->arrived = cluster_now(r);
}

void cluster_keep(const struct cluster_region *r, uint64_t at)
{
    struct cluster_slot *s = cluster_slot(r, cluster_note(r, at)->from_slot);
    if (s->posting == at)
        __atomic_store_n(&s->posting, 0, __ATOMIC_RELEASE);
}

void cluster_note_free(const struct cluster_region *r, uint64_t at)
{
    struct cluster_note *n = cluster_note(r, at);
    uint32_t slot = n->from_slot;
    struct cluster_slot *s = cluster_slot(r, slot);
    bool own = !n->seen && s->posting == at;
    if (own)
        n->seen = 2; /* who dies from here on has not begun it: cluster_unposted */
    if (n->kind == CLUSTER_CHECK) {
        if (!__atomic_load_n(&cluster_note(r, n->round)->seen, __ATOMIC_ACQUIRE))
            cluster_note_free(r, n->round);
        __atomic_add_fetch(&cluster_slot(r, (uint32_t)n->request)->given, 1, __ATOMIC_ACQ_REL);
    }
    if (n->body != 0)
        arena_release(r->base, n->body);
    arena_release(r->base, at);
    if (!own) {
        __atomic_add_fetch(&s->given, 1, __ATOMIC_ACQ_REL);
        return;
    }
    __atomic_store_n(&s->begun, s->counted - 1, __ATOMIC_RELEASE);
    __atomic_store_n(&s->posting, 0, __ATOMIC_RELEASE);
}

/* ---- inboxes: a stack that is only pushed onto and taken as a whole ---------------------------------------------- */

uint64_t cluster_push(const struct cluster_region *r, uint32_t slot, uint64_t at)
{
    struct cluster_slot *s = cluster_slot(r, slot);
    struct cluster_note *n = cluster_note(r, at);
    struct cluster_slot *own = cluster_slot(r, n->from_slot);
    uint64_t before = __atomic_load_n(&s->inbox, __ATOMIC_RELAXED);
    own->posting_to = slot; /* who dies from here on may have sent it, or not: CLUSTER_CHECK */
    do
        n->next = cluster_is_empty(before) ? 0 : before;
    while (!__atomic_compare_exchange_n(&s->inbox, &before, at, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    __atomic_store_n(&own->posting, 0, __ATOMIC_RELEASE);
    return cluster_is_empty(before) ? before : CLUSTER_AWAKE;
}

/* An abstract name: nothing in any folder. Returns its length. */
static socklen_t wake_address(const struct cluster_region *r, uint32_t slot, uint32_t wake, struct sockaddr_un *a)
{
    memset(a, 0, sizeof *a);
    a->sun_family = AF_UNIX;
    int n = snprintf(a->sun_path + 1, sizeof a->sun_path - 1, "%.70s.%x.%x", r->header->name, slot, wake);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

int cluster_wake_open(struct cluster_region *r, uint32_t slot)
{
    struct sockaddr_un a;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    for (int i = 0; fd >= 0 && i < 1000; i++) {
        uint32_t wake = ++cluster_slot(r, slot)->wake;
        socklen_t n = wake_address(r, slot, wake, &a);
        if (bind(fd, (struct sockaddr *)&a, n) == 0)
            return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

/* If its socket is full of such words already, its owner wakes anyway. The program may have closed our number. */
bool cluster_wake_by_socket(struct cluster_region *r, uint32_t slot)
{
    struct sockaddr_un a;
    socklen_t n = wake_address(r, slot, cluster_slot(r, slot)->wake, &a);
    for (int i = 0; i < 2; i++) {
        if (r->waker <= 0)
            r->waker = sockets_above_standard(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        if (sendto(r->waker, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&a, n) >= 0 || errno == EAGAIN ||
            errno == ECONNREFUSED)
            return true;
        r->waker = 0;
    }
    return false;
}

bool cluster_give(struct cluster_region *r, uint32_t slot, uint64_t at)
{
    struct cluster_slot *s = cluster_slot(r, slot);
    uint64_t sleeps = cluster_push(r, slot, at);
    if (sleeps == CLUSTER_POLLS)
        return cluster_wake_by_socket(r, slot);
    if (sleeps != CLUSTER_ASLEEP)
        return true;
    __atomic_add_fetch(&s->bell, 1, __ATOMIC_ACQ_REL);
    (void)syscall(SYS_futex, &s->bell, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

uint64_t cluster_take(const struct cluster_region *r, uint32_t slot)
{
    uint64_t at = __atomic_exchange_n(&cluster_slot(r, slot)->inbox, 0, __ATOMIC_ACQ_REL), first = 0;
    while (!cluster_is_empty(at)) {
        struct cluster_note *n = cluster_note(r, at);
        uint64_t before = n->next;
        n->seen |= 1;
        n->next = first;
        first = at;
        at = before;
    }
    return first;
}

/* The bell says so to a call of the same process that is about to sleep, or sleeps already, and has been interrupted by
 * a signal's handler, which takes now: the next note would find the owner awake, and not ring. */
static uint64_t take_inbox(struct cluster_slot *s)
{
    uint64_t head = __atomic_load_n(&s->inbox, __ATOMIC_ACQUIRE);
    do
        s->taking = cluster_is_empty(head) ? 0 : head;
    while (head != CLUSTER_AWAKE &&
           !__atomic_compare_exchange_n(&s->inbox, &head, CLUSTER_AWAKE, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    if (head != CLUSTER_AWAKE)
        __atomic_add_fetch(&s->bell, 1, __ATOMIC_ACQ_REL);
    return s->taking;
}

uint64_t cluster_take_first(const struct cluster_region *r, uint32_t slot)
{
    uint64_t at = take_inbox(cluster_slot(r, slot)), later = 0;
    while (at != 0) {
        struct cluster_note *n = cluster_note(r, at);
        n->seen = 1;
        n->later = later;
        later = at;
        at = n->next;
    }
    return later;
}

void cluster_took(const struct cluster_region *r, uint32_t slot, uint64_t first)
{
    uint64_t later = cluster_note(r, first)->later;
    if (later != 0)
        cluster_note(r, later)->next = 0;
    else
        cluster_slot(r, slot)->taking = 0;
}

void cluster_free_chain(const struct cluster_region *r, uint64_t first)
{
    while (first != 0) {
        uint64_t next = cluster_note(r, first)->next;
        cluster_note_free(r, first);
        first = next;
    }
}
