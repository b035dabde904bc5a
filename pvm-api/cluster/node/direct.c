/* direct.c - connections from task to task between nodes (PvmRouteDirect), which the daemons make and hand over. The
 * asker's daemon draws a word and tells it to the other one on their own connection; that one expects it at its gate,
 * so nobody else gets in. Both keep their end, too: the one, to know that all that its task has sent is over there
 * before it says that the task has ended; the other, to cut it off when the node of the sender is dead. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/node/local.h"

#define SOCKET_BYTES (1 << 20) /* that may wait in the system; it allows less, perhaps */

/* One that is being made, on either side. */
struct call {
    struct watch w; /* the asker's: the connection */
    int32_t src_tid, dst_tid;
    char token[GATE_TOKEN_CHARS + 1];
    bool asks, greeted, is_over; /* is_over: the task has been given the end, and has not said whether it has it */
    struct call *next;
};

/* An end that a task has got: our copy of its descriptor. */
struct direct_end {
    struct watch w;
    struct local *of;
    int32_t other_tid;
    bool goes_out;
    struct direct_end *next;
};

static struct call *call_new(struct node *n, int32_t src_tid, int32_t dst_tid, bool asks)
{
    struct call *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    *c = (struct call){.w = {.fd = -1}, .src_tid = src_tid, .dst_tid = dst_tid, .asks = asks, .next = n->calls};
    n->calls = c;
    return c;
}

/* Frees a call from one task to another. Its descriptor, if it has one, stays with the caller of this function. */
static void call_free(struct node *n, struct call *c)
{
    struct call **at = &n->calls;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    if (c->w.fd >= 0)
        watch_close(n, &c->w); /* frees it when nobody can call it any more */
    else
        free(c);
}

static struct call *call_find(struct node *n, const char *token, bool asks)
{
    struct call *c = n->calls;
    while (c != NULL && (c->asks != asks || strcmp(c->token, token) != 0))
        c = c->next;
    return c;
}

/* ---- handing over ------------------------------------------------------------------------------------------------ */

static void tell_task(struct node *n, const struct local *l, int32_t other_tid, enum cluster_way way)
{
    uint64_t at = cluster_note_new(&n->region, &n->arena, 0);
    if (at == 0)
        return;
    struct cluster_note *note = cluster_note(&n->region, at);
    note->kind = CLUSTER_CONNECTED;
    note->src_tid = other_tid;
    note->request = way;
    cluster_give(&n->region, l->slot, at);
}

static void set_options(int fd)
{
    int on = 1, bytes = SOCKET_BYTES;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

static void end_close(struct node *n, struct direct_end *e)
{
    struct direct_end **at = &e->of->ends;
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    watch_close(n, &e->w);
}

/* All that comes has come, and nothing goes any more. */
static void end_over(struct node *n, struct direct_end *e)
{
    if (e->goes_out)
        tell_task(n, e->of, e->other_tid, CLUSTER_WAY_OVER);
    end_close(n, e);
}

/* The other task has closed it. */
static void on_end(struct node *n, struct watch *w, uint32_t events)
{
    end_over(n, (struct direct_end *)(void *)w);
}

/* Takes the descriptor in every case. False: the task does not take it now. */
static bool hand_over(struct node *n, int32_t tid, int32_t other_tid, int fd, enum cluster_way way)
{
    struct local *l = local_of(n, tid);
    struct direct_end *e = l != NULL && l->connection.fd >= 0 ? calloc(1, sizeof *e) : NULL;
    set_options(fd);
    if (e == NULL || !sockets_send(l->connection.fd, &other_tid, sizeof other_tid, fd)) {
        free(e);
        close(fd);
        return false;
    }
    *e = (struct direct_end){
        {.fd = fd, .ready = on_end, .release = watch_free}, l, other_tid, way == CLUSTER_WAY_OUT, l->ends};
    l->ends = e;
    tell_task(n, l, other_tid, way);
    watch_add(n, &e->w, EPOLLRDHUP);
    return true;
}

/* ---- the asker's side -------------------------------------------------------------------------------------------- */

static void refuse(struct node *n, int32_t tid, int32_t other_tid)
{
    const struct local *l = local_of(n, tid);
    if (l != NULL)
        tell_task(n, l, other_tid, CLUSTER_WAY_NONE);
}

static void say(struct node *n, uint32_t kind, const struct call *c, int number, int result)
{
    struct word w = {
        .kind = kind, .len_bytes = GATE_TOKEN_CHARS, .src_tid = c->src_tid, .dst_tid = c->dst_tid, .result = result};
    link_send(n, number, &w, c->token);
}

void direct_want(struct node *n, int32_t src_tid, int32_t dst_tid)
{
    int number = tid_node_number(dst_tid);
    bool may = n->encrypts != ENCRYPT_ALL && link_to(n, number) != NULL;
    struct call *c = may ? call_new(n, src_tid, dst_tid, true) : NULL;
    if (c == NULL || !gate_draw(c->token)) {
        if (c != NULL)
            call_free(n, c);
        refuse(n, src_tid, dst_tid);
        return;
    }
    say(n, WORD_EXPECT, c, number, 0);
}

static void fail(struct node *n, struct call *c)
{
    refuse(n, c->src_tid, c->dst_tid);
    call_free(n, c);
}

static void on_connected(struct node *n, struct watch *w, uint32_t events)
{
    struct call *c = (struct call *)(void *)w;
    int error = 0;
    socklen_t len = sizeof error;
    if (c->greeted) {
        if ((events & (EPOLLHUP | EPOLLERR)) != 0)
            fail(n, c);
        return;
    }
    (void)getsockopt(w->fd, SOL_SOCKET, SO_ERROR, &error, &len);
    if (error != 0 || !gate_greet(w->fd, c->token)) {
        fail(n, c);
        return;
    }
    c->greeted = true;
    watch_change(n, w, 0); /* the other daemon says what has become of it */
}

static void connect_call(struct node *n, struct call *c)
{
    const struct link *l = n->link[tid_node_number(c->dst_tid)];
    struct sockaddr_in a = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (l != NULL)
        a.sin_port = htons((uint16_t)l->port);
    if (l == NULL || fd < 0 || inet_pton(AF_INET, l->address, &a.sin_addr) != 1 ||
        (connect(fd, (struct sockaddr *)&a, sizeof a) != 0 && errno != EINPROGRESS)) {
        if (fd >= 0)
            close(fd);
        fail(n, c);
        return;
    }
    c->w = (struct watch){.fd = fd, .ready = on_connected, .release = watch_free};
    watch_add(n, &c->w, EPOLLOUT);
}

/* The task's end is not ours to wait for: it writes when there is room, and reads when it wants to. */
static void finish(struct node *n, struct call *c)
{
    int fd = fcntl(c->w.fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0 || !hand_over(n, c->src_tid, c->dst_tid, fd, CLUSTER_WAY_OUT))
        refuse(n, c->src_tid, c->dst_tid);
    call_free(n, c);
}

static void answered(struct node *n, const char *token, int result)
{
    struct call *c = call_find(n, token, true);
    if (c == NULL)
        return;
    if (result == DIRECT_COME && c->w.fd < 0)
        connect_call(n, c);
    else if (result == DIRECT_DONE && c->greeted)
        finish(n, c);
    else
        fail(n, c);
}

/* ---- the other side ---------------------------------------------------------------------------------------------- */

static void expect(struct node *n, int from, const struct word *w, const char *token)
{
    const struct local *l = local_of(n, w->dst_tid);
    struct call *c = call_new(n, w->src_tid, w->dst_tid, false);
    if (c == NULL)
        return;
    memcpy(c->token, token, GATE_TOKEN_CHARS);
    if (l == NULL) {
        say(n, WORD_EXPECTED, c, from, DIRECT_NO);
        call_free(n, c);
    } else if (cluster_slot(&n->region, l->slot)->state == CLUSTER_JOINED) {
        direct_joined(n, w->dst_tid);
    }
}

/* Who has been started, and has not joined yet, is waited for. */
void direct_joined(struct node *n, int32_t tid)
{
    for (struct call *c = n->calls; c != NULL; c = c->next)
        if (!c->asks && !c->greeted && c->dst_tid == tid) {
            c->greeted = true;
            say(n, WORD_EXPECTED, c, tid_node_number(c->src_tid), DIRECT_COME);
        }
}

void direct_task_gone(struct node *n, int32_t tid)
{
    for (struct call *c = n->calls, *next; c != NULL; c = next) {
        next = c->next;
        if ((c->asks ? c->src_tid : c->dst_tid) != tid)
            continue;
        if (!c->asks)
            say(n, WORD_EXPECTED, c, tid_node_number(c->src_tid), DIRECT_NO);
        call_free(n, c);
    }
}

bool direct_serve(struct node *n, int from, const struct word *w, const void *body)
{
    char token[GATE_TOKEN_CHARS + 1] = "";
    memcpy(token, body, GATE_TOKEN_CHARS);
    if (w->kind == WORD_EXPECT)
        expect(n, from, w, token);
    else
        answered(n, token, w->result);
    return true;
}

void direct_came(struct node *n, int fd, const char *token)
{
    struct call *c = call_find(n, token, false);
    if (c == NULL || c->is_over) {
        close(fd);
        return;
    }
    c->is_over = true;
    if (!hand_over(n, c->dst_tid, c->src_tid, fd, CLUSTER_WAY_IN))
        direct_has(n, c->dst_tid, c->src_tid, false);
}

/* What the asker sends from now on comes there. (If not, its daemon closes the connection, and we hear of that.) */
void direct_has(struct node *n, int32_t tid, int32_t other_tid, bool has)
{
    struct call *c = n->calls;
    while (c != NULL && !(c->is_over && c->dst_tid == tid && c->src_tid == other_tid))
        c = c->next;
    if (c == NULL)
        return;
    say(n, WORD_EXPECTED, c, tid_node_number(other_tid), has ? DIRECT_DONE : DIRECT_NO);
    call_free(n, c);
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

bool direct_unsent(const struct local *l)
{
    for (const struct direct_end *e = l->ends; e != NULL; e = e->next) {
        int waiting = 0;
        if (e->goes_out && ioctl(e->w.fd, SIOCOUTQ, &waiting) == 0 && waiting > 0)
            return true;
    }
    return false;
}

void direct_free(struct node *n, struct local *l)
{
    while (l->ends != NULL)
        end_close(n, l->ends);
}

static void cut_off(struct node *n, const struct local *l, int number)
{
    for (struct direct_end *e = l->ends, *next; e != NULL; e = next) {
        next = e->next;
        if (tid_node_number(e->other_tid) != number)
            continue;
        (void)shutdown(e->w.fd, e->goes_out ? SHUT_RDWR : SHUT_RD);
        end_over(n, e);
    }
}

void direct_node_gone(struct node *n, int number)
{
    for (uint32_t i = 1; i < CLUSTER_SLOTS; i++)
        if (n->local[i].used)
            cut_off(n, &n->local[i], number);
    for (struct call *c = n->calls, *next; c != NULL; c = next) {
        next = c->next;
        if (tid_node_number(c->asks ? c->dst_tid : c->src_tid) != number)
            continue;
        if (c->asks)
            fail(n, c);
        else
            call_free(n, c);
    }
}
