/* serve.c - what the words of other daemons make this one do, and what it does when one is gone. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/local.h"
#include "cluster/node/tls.h"

/* ---- node 0 asks ------------------------------------------------------------------------------------------------- */

static bool start(struct node *n, int from, const struct word *w, const void *body)
{
    struct wire_in in = {body, w->len_bytes, 0, 0};
    struct cluster_start s = cluster_start_get(&in);
    struct wire_out out = {NULL, 0, 0, 0};
    if (in.bad || s.count > CLUSTER_SLOTS)
        return false;
    for (int i = 0; i < s.count; i++)
        wire_put_int(&out, start_task(n, &s, false));
    struct word answer = {.kind = WORD_STARTED, .round = w->round, .len_bytes = out.len};
    tell_host(n, &answer, out.bytes);
    free(out.bytes);
    return true;
}

/* A signal behind the messages of a task comes by way of that task's node. */
static bool give_signal(struct node *n, int from, const struct word *w, const void *body)
{
    if (w->src_tid != 0 && tid_node_number(w->src_tid) == n->number)
        node_drain(n);
    int there = tid_node_number(w->dst_tid);
    if (there != n->number) {
        route_behind(n, there, w);
        return true;
    }
    const struct local *l = local_of(n, w->dst_tid);
    pid_t pid = l != NULL ? cluster_slot(&n->region, l->slot)->pid : 0;
    if (pid > 0)
        (void)kill(l->connection.fd >= 0 ? l->joined_pid : pid, w->request);
    return true;
}

static bool flush(struct node *n, int from, const struct word *w, const void *body)
{
    struct word mark = {.kind = WORD_MARK, .round = w->round};
    node_drain(n);
    if (tid_node_number(w->dst_tid) == n->number)
        (void)node_serve(n, n->number, &mark, NULL);
    else
        route_mark(n, w->dst_tid, w->round);
    return true;
}

static bool marked(struct node *n, int from, const struct word *w, const void *body)
{
    struct word answer = {.kind = WORD_STARTED, .round = w->round};
    tell_host(n, &answer, NULL);
    return true;
}

static mach_ns whole(int32_t high, int32_t low)
{
    return (mach_ns)((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}

/* Daemons on one computer have one clock. That of another computer is late by what the word took. */
static void set_clock_by(struct node *n, const struct cluster_clock *p)
{
    char boot[64];
    gate_boot_id(boot, sizeof boot);
    bool one_computer = boot[0] != 0 && strcmp(boot, p->boot) == 0;
    n->region.header->zero_ns =
        one_computer ? whole(p->zero_high, p->zero_low) : cluster_monotonic() - whole(p->now_high, p->now_low);
}

/* Nodes that an engine connects wake each other by links, and hear by them who is dead: each connects to those before
 * it. */
static bool welcome(struct node *n, int from, const struct word *w, const void *body)
{
    struct wire_in in = {body, w->len_bytes, 0, 0};
    struct cluster_clock clock = cluster_clock_get(&in);
    if (in.bad || strlen(clock.secret) != SECRET_CHARS)
        return false;
    gate_admit(n, clock.secret);
    n->patience_s = clock.patience_s;
    n->look_at_links_ns = 0;
    set_clock_by(n, &clock);
    for (int i = 1; i < n->number && carry_reaches(n, i); i++)
        (void)link_to(n, i);
    return true;
}

static bool meet(struct node *n, int from, const struct word *w, const void *body)
{
    struct wire_in in = {body, w->len_bytes, 0, 0};
    struct cluster_peer p = cluster_peer_get(&in);
    if (in.bad || p.number <= 0 || p.number >= NODES_MOST || p.number == n->number)
        return false;
    struct link *l = n->link[p.number];
    if (p.port == 0 && l != NULL && l->state == LINK_WANTED) {
        link_close(n, l);
        direct_node_gone(n, p.number);
    }
    if (p.port == 0 || n->ending)
        return true;
    if (l == NULL)
        l = link_new(n, p.number);
    if (l != NULL && link_moves(l, LINK_CALLS))
        gate_call(n, p.number, p.address, p.port);
    return true;
}

/* The messages of a dead node that are on their way here are given on first. What the system of a dead node has not
 * sent is lost with it; what it has sent is there, and then the connection's end. */
static bool drain_dead(struct node *n, int from, const struct word *w, const void *body)
{
    struct link *l = w->request >= 0 && w->request < NODES_MOST ? n->link[w->request] : NULL;
    struct word answer = {.kind = WORD_DRAINED, .request = w->request};
    int waiting = 0;
    if (l == NULL)
        carry_forget(n, w->request);
    if (l == NULL || !link_moves(l, LINK_IS_DEAD)) {
        if (l != NULL)
            link_close(n, l);
        direct_node_gone(n, w->request);
        tell_host(n, &answer, NULL);
    } else if (l->state == LINK_DOOMED && !l->starved && !seal_pends(l) &&
               (ioctl(l->w.fd, FIONREAD, &waiting) != 0 || waiting == 0)) {
        node_lost(n, l->number); /* it answers; in the other cases it is called later */
    } else {
        l->heard = true; /* links_look waits from now on */
    }
    return true;
}

static bool taken(struct node *n, int from, const struct word *w, const void *body)
{
    if (n->link[from] != NULL)
        route_taken(n, n->link[from], w);
    return true;
}

static bool halt(struct node *n, int from, const struct word *w, const void *body)
{
    n->ends_in_order = w->request == HALT_ORDER;
    if (w->request == HALT_STAY)
        node_stay(n);
    else
        node_end(n, 0);
    return true;
}

/* What any daemon hears; all other words are for node 0 (host.c). */
static bool (*const handlers[])(struct node *n, int from, const struct word *w, const void *body) = {
    [WORD_TAKEN] = taken,        [WORD_ANSWER] = local_answer, [WORD_START] = start,
    [WORD_SIGNAL] = give_signal, [WORD_FLUSH] = flush,         [WORD_MARK] = marked,
    [WORD_WELCOME] = welcome,    [WORD_MEET] = meet,           [WORD_DEAD] = drain_dead,
    [WORD_HALT] = halt,          [WORD_EXPECT] = direct_serve, [WORD_EXPECTED] = direct_serve,
    [WORD_WAKE] = carry_heard,   [WORD_ASLEEP] = carry_heard};

bool node_serve(struct node *n, int from, const struct word *w, const void *body)
{
    if (w->kind < sizeof handlers / sizeof *handlers && handlers[w->kind] != NULL)
        return handlers[w->kind](n, from, w, body);
    return n->host != NULL && n->hooks->host_word(n, from, w, body);
}

/* Node 0 decides who is dead. Without it there is no machine. */
void node_lost(struct node *n, int number)
{
    struct link *l = n->link[number];
    if (l == NULL)
        return;
    if (!n->ending && carry_drains(n, number)) {
        link_deaf(n, l);
        return;
    }
    bool doomed = l->state == LINK_DOOMED || l->state == LINK_DOOMED_CALL;
    link_close(n, l);
    direct_node_gone(n, number);
    if (n->host != NULL) {
        n->hooks->node_gone(n, number);
    } else if (number == 0) {
        node_end(n, 1);
    } else {
        struct word w = {.kind = doomed ? WORD_DRAINED : WORD_LOST, .request = number};
        tell_host(n, &w, NULL);
    }
}
