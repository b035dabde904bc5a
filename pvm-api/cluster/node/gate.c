/* gate.c - how two daemons connect, and who is let in: each proves that it knows the secret of this machine, which is
 * never sent (proof.c). Whoever connects and does not know it learns nothing, and holds up nobody.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/proof.h"

#define PATIENCE_S 10

/* ---- the one that connects --------------------------------------------------------------------------------------- */

/* A connection goes on being made after connect(2) has been interrupted. Where a socket has time limits, a process that
 * is stopped and goes on is interrupted, too.
 */
static bool comes_about(int fd)
{
    struct pollfd p = {fd, POLLOUT, 0};
    int n, error = 0;
    socklen_t len = sizeof error;
    do
        n = poll(&p, 1, PATIENCE_S * 1000);
    while (n < 0 && errno == EINTR);
    return n == 1 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len) == 0 && error == 0;
}

static int connect_to(const char *address, int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval patience = {PATIENCE_S, 0};
    if (inet_pton(AF_INET, address, &a.sin_addr) != 1)
        return -1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(fd, (struct sockaddr *)&a, sizeof a) != 0 && (errno != EINTR || !comes_about(fd))) {
        close(fd);
        return -1;
    }
    return fd;
}

static bool receive(int fd, struct greeting *g)
{
    size_t have = 0;
    while (have < sizeof *g) {
        ssize_t got = recv(fd, (char *)g + have, sizeof *g - have, 0);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        have += got > 0 ? (size_t)got : 0;
    }
    return proof_is_greeting(g);
}

static bool shake_hands(const struct node *n, int fd)
{
    struct greeting mine = proof_greeting(n), theirs;
    char proof[sizeof mine.proof];
    return gate_draw(mine.nonce) && sockets_send_all(fd, &mine, sizeof mine) && receive(fd, &theirs) &&
           proof_make(n, 'B', &theirs, &mine, proof) && proof_same(proof, theirs.proof) &&
           proof_make(n, 'A', &mine, &theirs, mine.proof) && sockets_send_all(fd, &mine, sizeof mine);
}

struct link *gate_connect(struct node *n, int number, const char *address, int port)
{
    int fd = number >= 0 && number < NODES_MOST && n->link[number] == NULL ? connect_to(address, port) : -1;
    if (fd < 0 || !shake_hands(n, fd)) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    struct link *l = link_new(n, fd, number);
    if (l == NULL) {
        close(fd);
        return NULL;
    }
    (void)snprintf(l->address, sizeof l->address, "%s", address);
    l->port = port;
    return l;
}

/* ---- the one that is connected to -------------------------------------------------------------------------------- */

/* Somebody who has not proved anything. */
struct guest {
    struct watch w;
    struct greeting mine, theirs;
    size_t have;
    bool answered;
    char address[64];
};

static void release_guest(struct watch *w)
{
    free(w);
}

static void let_in(struct node *n, struct guest *g)
{
    int number = g->theirs.number;
    if (n->host == NULL && number > 0 && number < NODES_MOST && n->link[number] != NULL) {
        carry_forget(n, number);
        n->hooks->link_lost(n, number); /* a new daemon there: the one before is gone */
    }
    bool wanted = number > 0 && number < NODES_MOST && number != n->number && n->link[number] == NULL;
    int fd = wanted ? fcntl(g->w.fd, F_DUPFD_CLOEXEC, 3) : -1;
    struct link *l = fd >= 0 ? link_new(n, fd, number) : NULL;
    if (l == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    (void)snprintf(l->address, sizeof l->address, "%s", g->address);
    l->port = g->theirs.port;
    if (n->host != NULL)
        n->hooks->node_arrived(n, l);
}

/* Returns false if it is to go. */
static bool hear(struct node *n, struct guest *g)
{
    char proof[sizeof g->mine.proof];
    if (!proof_is_greeting(&g->theirs))
        return false;
    if (g->theirs.magic == TOKEN_MAGIC) {
        int fd = g->answered ? -1 : fcntl(g->w.fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        g->theirs.nonce[NONCE_CHARS] = 0;
        if (fd >= 0)
            direct_came(n, fd, g->theirs.nonce);
        return false;
    }
    if (!g->answered) {
        g->answered = true;
        g->mine = proof_greeting(n);
        g->have = 0;
        return gate_draw(g->mine.nonce) && proof_make(n, 'B', &g->mine, &g->theirs, g->mine.proof) &&
               sockets_send_all(g->w.fd, &g->mine, sizeof g->mine);
    }
    if (proof_make(n, 'A', &g->theirs, &g->mine, proof) && proof_same(proof, g->theirs.proof))
        let_in(n, g);
    return false;
}

static void on_guest(struct node *n, struct watch *w, uint32_t events)
{
    struct guest *g = (struct guest *)(void *)w;
    (void)events;
    ssize_t got = read(w->fd, (char *)&g->theirs + g->have, sizeof g->theirs - g->have);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got > 0)
        g->have += (size_t)got;
    if (got <= 0 || (g->have == sizeof g->theirs && !hear(n, g)))
        watch_close(n, w);
}

static void on_gate(struct node *n, struct watch *w, uint32_t events)
{
    struct sockaddr_in from;
    socklen_t len = sizeof from;
    (void)events;
    int fd = accept4(w->fd, (struct sockaddr *)&from, &len, SOCK_CLOEXEC | SOCK_NONBLOCK);
    struct guest *g = fd >= 0 ? calloc(1, sizeof *g) : NULL;
    if (g == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    (void)inet_ntop(AF_INET, &from.sin_addr, g->address, sizeof g->address);
    g->w = (struct watch){.fd = fd, .ready = on_guest, .release = release_guest};
    watch_add(n, &g->w, EPOLLIN);
}

static bool bind_to(int fd, const char *address, int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    return inet_pton(AF_INET, address, &a.sin_addr) == 1 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0;
}

bool gate_open(struct node *n, int first_port, int last_port)
{
    struct sockaddr_in own;
    socklen_t len = sizeof own;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), port = first_port, on = 1;
    if (fd < 0)
        return false;
    if (first_port != 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    while (!bind_to(fd, n->address, port) && port < last_port)
        port++;
    if (listen(fd, SOMAXCONN) != 0 || getsockname(fd, (struct sockaddr *)&own, &len) != 0 || own.sin_port == 0) {
        close(fd);
        return false;
    }
    n->port = ntohs(own.sin_port);
    n->gate = (struct watch){.fd = fd, .ready = on_gate};
    watch_add(n, &n->gate, EPOLLIN);
    return true;
}

/* The gate is on the address from which node 0 is reached, and on no other. */
bool gate_home(struct node *n, const char *address, int port, const int *ports)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(9)}, here;
    socklen_t len = sizeof here;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool known = fd >= 0 && inet_pton(AF_INET, address, &there.sin_addr) == 1 &&
                 connect(fd, (struct sockaddr *)&there, sizeof there) == 0 &&
                 getsockname(fd, (struct sockaddr *)&here, &len) == 0 &&
                 inet_ntop(AF_INET, &here.sin_addr, n->address, sizeof n->address) != NULL;
    if (fd >= 0)
        close(fd);
    return known && gate_open(n, ports[0], ports[1]) && gate_connect(n, 0, address, port) != NULL;
}
