/* local.c - the processes of this node: how they get known, what they ask, how they end.
 *
 * A slot is used again once nothing is under way any more of what its process has sent.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/node/host.h"
#include "cluster/node/node.h"
#include "run_events.h"
#include "machines.h"
#include "pvm3.h"

static struct cluster_slot *slot_of(const struct node *n, const struct local *l)
{
    return cluster_slot(&n->region, l->slot);
}

struct local *local_of(struct node *n, int32_t tid)
{
    uint32_t slot = tid_node_number(tid) == n->number ? n->region.header->slot_of[tid_local(tid)] : 0;
    return slot != 0 ? &n->local[slot] : NULL;
}

/* ---- slots and tids ---------------------------------------------------------------------------------------------- */

static void clean(struct node *n, struct local *l)
{
    struct cluster_slot *s = slot_of(n, l);
    cluster_free_chain(&n->region, cluster_take(&n->region, l->slot));
    if (s->top > 0)
        (void)fallocate(n->region.memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                        (off_t)cluster_arena_at(&n->region, l->slot), (off_t)s->top);
    memset(s, 0, sizeof *s);
}

static struct local *new_local(struct node *n)
{
    for (uint32_t i = 1; i < CLUSTER_SLOTS; i++) {
        struct local *l = &n->local[i];
        struct cluster_slot *s = cluster_slot(&n->region, i);
        if (l->used || (s->state == CLUSTER_ENDED && __atomic_load_n(&s->under_way, __ATOMIC_ACQUIRE) > 0))
            continue;
        *l = (struct local){.node = n, .slot = i, .connection = {.fd = -1}, .output = {.fd = -1}, .used = true};
        clean(n, l);
        return l;
    }
    return NULL;
}

/* 0: all numbers of this node are in use. */
static int32_t give_tid(struct node *n, struct local *l)
{
    for (int i = 0; i < TID_LOCAL_PART; i++) {
        n->next_local = n->next_local % TID_LOCAL_PART + 1;
        if (n->region.header->slot_of[n->next_local] == 0) {
            n->region.header->slot_of[n->next_local] = (uint16_t)l->slot;
            return tid_of_node(n->number) | n->next_local;
        }
    }
    return 0;
}

struct local *local_promise(struct node *n)
{
    struct local *l = new_local(n);
    if (l == NULL)
        return NULL;
    struct cluster_slot *s = slot_of(n, l);
    s->tid = s->who.tid = give_tid(n, l);
    s->state = CLUSTER_PROMISED;
    return l;
}

void local_forget(struct node *n, struct local *l)
{
    struct cluster_slot *s = slot_of(n, l);
    if (s->tid != 0)
        n->region.header->slot_of[tid_local(s->tid)] = 0;
    watch_close(n, &l->connection);
    direct_free(l);
    free(l->given);
    l->given = NULL;
    l->used = false;
    s->tid = 0;
    s->state = CLUSTER_ENDED;
}

/* ---- a process gets known ---------------------------------------------------------------------------------------- */

static void on_connection(struct node *n, struct watch *w, uint32_t events)
{
    struct local *l = (struct local *)(void *)((char *)w - offsetof(struct local, connection));
    (void)events;
    watch_close(n, w);
    if (!l->is_child)
        local_ended(n, l, 0);
}

static bool welcome(struct node *n, int fd, const struct local *l)
{
    struct cluster_welcome w = {CLUSTER_MAGIC, CLUSTER_VERSION, l != NULL ? l->slot : 0};
    return sockets_send(fd, &w, sizeof w, l != NULL ? n->region.memory : -1) &&
           (l == NULL || sockets_send(fd, "", 1, n->bell.fd));
}

/* The process that a slot has been promised to, or one that a user has started. */
static struct local *expected(struct node *n, const struct cluster_hello *h)
{
    struct local *l = h->tid != 0 ? local_of(n, h->tid) : NULL;
    if (l != NULL && l->connection.fd < 0 && slot_of(n, l)->state == CLUSTER_PROMISED)
        return l;
    return new_local(n);
}

static bool same_user(int fd, pid_t *pid)
{
    struct ucred who;
    socklen_t len = sizeof who;
    bool known = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0;
    *pid = known ? who.pid : 0;
    return known && who.uid == geteuid();
}

static void say_hello(struct node *n, int fd)
{
    struct cluster_hello h;
    pid_t pid;
    if (!same_user(fd, &pid) || !sockets_receive(fd, &h, sizeof h, NULL) || h.magic != CLUSTER_MAGIC) {
        close(fd);
        return;
    }
    struct local *l = h.version == CLUSTER_VERSION ? expected(n, &h) : NULL;
    bool known = welcome(n, fd, l);
    if (l == NULL) {
        close(fd);
        return;
    }
    l->joined_pid = pid;
    l->connection = (struct watch){.fd = fd, .ready = on_connection};
    watch_add(n, &l->connection, EPOLLRDHUP);
    if (slot_of(n, l)->pid == 0)
        slot_of(n, l)->pid = pid;
    if (!known)
        on_connection(n, &l->connection, 0);
}

/* A process that has connected and says nothing must not hold up the others: its hello is awaited in the loop. */
struct guest {
    struct watch w;
};

static void release_guest(struct watch *w)
{
    free(w);
}

static void on_guest(struct node *n, struct watch *w, uint32_t events)
{
    int fd = (events & EPOLLIN) != 0 ? fcntl(w->fd, F_DUPFD_CLOEXEC, 0) : -1;
    watch_close(n, w);
    if (fd >= 0)
        say_hello(n, fd);
}

static void on_listener(struct node *n, struct watch *w, uint32_t events)
{
    (void)events;
    int fd = accept4(w->fd, NULL, NULL, SOCK_CLOEXEC);
    struct guest *g = fd >= 0 ? calloc(1, sizeof *g) : NULL;
    if (g == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    g->w = (struct watch){.fd = fd, .ready = on_guest, .release = release_guest};
    watch_add(n, &g->w, EPOLLIN);
}

void local_listen(struct node *n)
{
    uint64_t random[2] = {0, 0};
    (void)!getrandom(random, sizeof random, 0);
    (void)snprintf(n->socket_name, sizeof n->socket_name, "pvmnode-%u-%016llx%016llx", (unsigned)geteuid(),
                   (unsigned long long)random[0], (unsigned long long)random[1]);
    n->listener = (struct watch){.fd = sockets_listen(n->socket_name), .ready = on_listener};
    if (n->listener.fd < 0)
        perror("pvmnode: no socket for the tasks of this node");
    else
        watch_add(n, &n->listener, EPOLLIN);
    (void)snprintf(n->region.header->name, sizeof n->region.header->name, "%s", n->socket_name);
}

/* ---- what it asks ------------------------------------------------------------------------------------------------ */

static void push_answer(struct node *n, uint32_t slot, uint64_t round, int result, const void *body, uint32_t len)
{
    uint64_t bytes = len > 0 ? cluster_body_new(&n->region, &n->arena, 0, len) : 0;
    uint64_t at = len == 0 || bytes != 0 ? cluster_note_new(&n->region, &n->arena, 0) : 0;
    if (at == 0)
        return;
    struct cluster_note *a = cluster_note(&n->region, at);
    if (len > 0)
        memcpy(n->region.base + bytes, body, len);
    a->kind = CLUSTER_ANSWER;
    a->round = round;
    a->result = result;
    a->len_bytes = len;
    a->body = bytes;
    cluster_give(&n->region, slot, at);
}

static void detach(struct node *n, struct local *l)
{
    struct cluster_slot *s = slot_of(n, l);
    if (s->tid == 0)
        return;
    int32_t tid = s->tid;
    n->region.header->slot_of[tid_local(tid)] = 0;
    s->tid = 0;
    direct_task_gone(n, tid);
    direct_free(l);
    for (int i = 0; i < l->ngiven; i++)
        if (l->given[i] > 0)
            route_tell_taken(n, tid, i, l->given[i], true);
    free(l->given);
    l->given = NULL;
    l->ngiven = 0;
}

static void leave(struct node *n, struct local *l, uint64_t round)
{
    struct cluster_slot *s = slot_of(n, l);
    int32_t tid = s->tid;
    detach(n, l);
    s->state = CLUSTER_LEFT;
    struct word w = {.kind = WORD_ENDED, .src_tid = tid};
    tell_host(n, &w, NULL);
    push_answer(n, l->slot, round, 0, NULL, 0);
}

void local_request(struct node *n, uint64_t note)
{
    const struct cluster_note *q = cluster_note(&n->region, note);
    struct local *l = &n->local[q->from_slot];
    struct cluster_slot *s = slot_of(n, l);
    if (q->request == CLUSTER_LEAVE) {
        leave(n, l, q->round);
    } else {
        if (q->request == CLUSTER_JOIN && s->tid == 0)
            s->tid = give_tid(n, l);
        struct word w = {.kind = WORD_REQUEST,
                         .src_tid = s->tid,
                         .dst_tid = s->who.tid, /* what it was before, if it joins again */
                         .request = q->request,
                         .round = q->round,
                         .len_bytes = q->len_bytes};
        tell_host(n, &w, n->region.base + q->body);
    }
    cluster_note_free(&n->region, note);
}

/* The task's identity, from the host's answer to its request to join. */
static void joined(struct node *n, struct local *l, const void *body, uint32_t len)
{
    struct wire_in in = {body, len, 0, 0};
    struct cluster_joined j = cluster_joined_get(&in);
    struct cluster_slot *s = slot_of(n, l);
    s->state = CLUSTER_JOINED;
    s->who = (struct mach_identity){.tid = s->tid,
                                    .parent_tid = j.parent_tid,
                                    .node = n->number,
                                    .node_tid = tid_of_node(n->number),
                                    .cells_x = j.nodes - 1,
                                    .cells_y = j.nodes > 1,
                                    .real_time = MACH_TIME_REAL,
                                    .marks = j.marks,
                                    .context = j.context,
                                    .output = j.output,
                                    .trace = j.trace};
    (void)snprintf(s->who.node_name, sizeof s->who.node_name, "%.*s", (int)sizeof s->who.node_name - 1, n->name);
    direct_joined(n, s->tid);
}

void local_answer(struct node *n, const struct word *w, const void *body)
{
    struct local *l = local_of(n, w->dst_tid);
    if (l == NULL)
        return;
    bool joins = w->request == CLUSTER_JOIN && w->result == 0;
    if (joins)
        joined(n, l, body, w->len_bytes);
    push_answer(n, l->slot, w->round, w->result, body, joins ? 0 : w->len_bytes);
}

uint64_t local_note(struct node *n, const struct word *w, const void *body)
{
    uint64_t bytes = w->len_bytes > 0 ? cluster_body_new(&n->region, &n->arena, 0, w->len_bytes) : 0;
    uint64_t at = w->len_bytes == 0 || bytes != 0 ? cluster_note_new(&n->region, &n->arena, 0) : 0;
    if (at == 0) {
        if (bytes != 0)
            arena_release(n->region.base, bytes);
        return 0;
    }
    if (w->len_bytes > 0 && body != NULL)
        memcpy(n->region.base + bytes, body, w->len_bytes);
    struct mach_frame f = {.src_tid = w->src_tid,
                           .dst_tid = w->dst_tid,
                           .tag = w->tag,
                           .context = w->context,
                           .encoding = w->encoding,
                           .wid = w->wid,
                           .len_bytes = w->len_bytes};
    cluster_note_frame(&n->region, at, &f, bytes);
    cluster_note(&n->region, at)->serial = w->serial;
    return at;
}

void local_deliver(struct node *n, const struct word *w, const void *body)
{
    const struct local *l = local_of(n, w->dst_tid);
    uint64_t at = l != NULL ? local_note(n, w, body) : 0;
    if (at != 0)
        cluster_give(&n->region, l->slot, at);
}

/* ---- its end ----------------------------------------------------------------------------------------------------- */

void local_events(struct node *n, int32_t tid, uint64_t records, uint32_t len_bytes)
{
    struct word w = {.kind = WORD_EVENTS, .src_tid = tid, .len_bytes = len_bytes};
    tell_host(n, &w, n->region.base + records);
}

/* Those that it has not handed over itself. */
static void take_events(struct node *n, struct cluster_slot *s, int32_t tid)
{
    if (s->events != 0 && s->nevents > 0)
        local_events(n, tid, s->events, s->nevents * (uint32_t)sizeof(struct cluster_event));
    s->events = 0;
    s->nevents = 0;
}

static bool is_held(const struct cluster_slot *s, uint64_t note)
{
    for (int i = 0; i < CLUSTER_HELD; i++)
        if (s->held[i] == note)
            return true;
    return false;
}

/* The task may have died between taking a message out of the chain and noting that it reads it. */
static void give_all_back(struct node *n, struct cluster_slot *s, uint32_t slot)
{
    for (uint64_t at = s->taken, next; at != 0; at = next) {
        next = cluster_note(&n->region, at)->next;
        if (!is_held(s, at))
            cluster_note_free(&n->region, at);
    }
    s->taken = 0;
    cluster_free_chain(&n->region, s->early);
    s->early = 0;
    for (int i = 0; i < CLUSTER_HELD; i++)
        if (s->held[i] != 0)
            cluster_note_free(&n->region, s->held[i]);
    memset(s->held, 0, sizeof s->held);
    cluster_free_chain(&n->region, cluster_take(&n->region, slot));
}

void local_retry_ends(struct node *n)
{
    n->any_over = false;
    for (uint32_t i = 1; i < CLUSTER_SLOTS; i++)
        if (n->local[i].used && n->local[i].is_over)
            local_ended(n, &n->local[i], n->local[i].status);
}

void local_ended(struct node *n, struct local *l, int status)
{
    struct cluster_slot *s = slot_of(n, l);
    if (l->told_end)
        return;
    l->is_over = !n->ending && direct_unsent(l);
    if (l->is_over) {
        l->status = status;
        n->any_over = true;
        return;
    }
    l->told_end = true;
    node_drain(n); /* what it sent goes out before the news of its end */
    output_end(n, l);
    int32_t tid = s->tid != 0 ? s->tid : s->who.tid;
    take_events(n, s, tid);
    detach(n, l);
    give_all_back(n, s, l->slot);
    watch_close(n, &l->connection);
    s->state = CLUSTER_ENDED;
    l->used = false;
    l->pid = 0;
    struct word w = {.kind = WORD_ENDED, .src_tid = tid, .request = 1, .result = status};
    if (tid != 0)
        tell_host(n, &w, NULL);
}

/* A program that was started by another, which has ended first, is watched by its connection. */
static bool goes_on(const struct local *l)
{
    return l->connection.fd >= 0 && l->joined_pid != l->pid && kill(l->joined_pid, 0) == 0;
}

void local_reap(struct node *n)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (n->host != NULL)
            host_reaped(n, pid, status);
        for (uint32_t i = 1; i < CLUSTER_SLOTS; i++) {
            struct local *l = &n->local[i];
            if (!l->used || l->pid != pid || !l->is_child)
                continue;
            l->is_child = false;
            if (!goes_on(l))
                local_ended(n, l, status);
        }
    }
}
