/* local_known.c - how processes of this node get known: a socket, a hello, and the region as the answer. */
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/node/local.h"

static void on_connection(struct node *n, struct watch *w, uint32_t events)
{
    struct local *l = (struct local *)(void *)((char *)w - offsetof(struct local, connection));
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
    if (l != NULL && l->connection.fd < 0 && local_slot(n, l)->state == CLUSTER_PROMISED)
        return l;
    return local_new(n);
}

static bool same_user(int fd, pid_t *pid)
{
    struct ucred who;
    socklen_t len = sizeof who;
    bool known = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0;
    *pid = known ? who.pid : 0;
    return known && who.uid == geteuid();
}

static void say_hello(struct node *n, int fd, pid_t pid)
{
    struct cluster_hello h;
    if (!sockets_receive(fd, &h, sizeof h, NULL) || h.magic != CLUSTER_MAGIC) {
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
    if (local_slot(n, l)->pid == 0)
        local_slot(n, l)->pid = pid;
    if (!known)
        on_connection(n, &l->connection, 0);
}

/* A process that has connected and says nothing must not hold up the others: its hello is awaited in the loop. */
struct caller {
    struct watch w;
    pid_t pid;
};

static void on_caller(struct node *n, struct watch *w, uint32_t events)
{
    pid_t pid = ((struct caller *)(void *)w)->pid;
    int fd = watch_take(n, w);
    if ((events & EPOLLIN) != 0)
        say_hello(n, fd, pid);
    else
        close(fd);
}

/* Whoever else may connect, but is not heard. */
static void on_listener(struct node *n, struct watch *w, uint32_t events)
{
    pid_t pid;
    int fd = accept4(w->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    struct caller *c = fd >= 0 && same_user(fd, &pid) ? calloc(1, sizeof *c) : NULL;
    if (fd < 0)
        gate_pause(n, w);
    else if (c == NULL)
        close(fd);
    if (c == NULL)
        return;
    *c = (struct caller){{.fd = fd, .ready = on_caller, .release = watch_free}, pid};
    watch_add(n, &c->w, EPOLLIN);
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
    n->up = (struct watch){.fd = n->up_name[0] != 0 ? sockets_listen(n->up_name) : -1, .ready = on_listener};
    if (n->up.fd >= 0)
        watch_add(n, &n->up, EPOLLIN);
    (void)snprintf(n->region.header->name, sizeof n->region.header->name, "%s", n->socket_name);
}
