/* gate.c - how two daemons connect, and who is let in: who knows the secret of this machine (tls.c). Whoever does not
 * know it learns nothing, costs little, and holds up nobody: few of them are heard at a time, and not for long. A
 * connection of two tasks (direct.c) begins with a word that is expected instead. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/node/tls.h"

#define PATIENCE_NS INT64_C(10000000000)
#define HURRY_NS INT64_C(200000000)  /* for each, if there may be others who wait */
#define CALL_NS INT64_C(60000000000) /* for one that we have called: others may be before us there */
#define GUESTS 16
#define TRIES 10 /* to call one that has cut us off: it has had no time for us */

#define TLS_HANDSHAKE 0x16 /* the first byte of a connection by TLS */
#define TOKEN_MARK 'T'     /* that of a word that is expected */
#define KNOCK_BYTES (1 + GATE_TOKEN_CHARS)

enum guest_state {
    GUEST_CONNECTS, /* the system connects us to it */
    GUEST_KNOCKS,   /* its first byte, or its word, comes */
    GUEST_SHAKES    /* by TLS */
};

/* Somebody who has not proved anything. */
struct guest {
    struct watch w;
    enum guest_state state;
    bool is_called; /* we have connected to it, as that node */
    bool is_cut;    /* and it has closed it */
    int tries;      /* before this one */
    struct tls_card card;
    struct ssl_st *tls;
    char address[64];
    int port;
    mach_ns since;
    struct guest *next;
};

static void release_guest(struct watch *w)
{
    tls_free(((struct guest *)(void *)w)->tls);
    free(w);
}

/* ---- how many there are ------------------------------------------------------------------------------------------ */

static void pause_gate(struct node *n, bool pauses)
{
    watch_change(n, &n->gate, pauses ? 0 : EPOLLIN);
}

static void guest_add(struct node *n, struct guest *g, int fd, uint32_t events)
{
    g->w = (struct watch){.fd = fd, .ready = g->w.ready, .release = release_guest};
    g->since = cluster_monotonic();
    g->next = n->guests;
    n->guests = g;
    if (!g->is_called && ++n->nguests >= GUESTS)
        pause_gate(n, true);
    if (n->look_at_guests_ns > g->since + HURRY_NS)
        n->look_at_guests_ns = g->since + HURRY_NS;
    watch_add(n, &g->w, events);
}

/* Returns its descriptor. */
static int guest_take(struct node *n, struct guest *g)
{
    struct guest **at = &n->guests;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    if (!g->is_called && n->nguests-- == GUESTS)
        pause_gate(n, !n->is_member);
    return watch_take(n, &g->w);
}

static bool call_node(struct node *n, int number, const char *address, int port, int tries);

static void guest_end(struct node *n, struct guest *g)
{
    int number = g->is_called ? g->card.to : -1;
    close(guest_take(n, g));
    if (number < 0 || (g->is_cut && g->tries < TRIES && call_node(n, number, g->address, g->port, g->tries + 1)))
        return;
    if (number == 0)
        fprintf(stderr, "pvmnode: %s cannot connect to node 0 at %s port %d, or does not share its secret or version\n",
                n->name, g->address, g->port);
    n->hooks->link_lost(n, number);
}

void gate_look(struct node *n)
{
    mach_ns now = cluster_monotonic();
    if (now < n->look_at_guests_ns)
        return;
    for (struct guest *g = n->guests, *next; g != NULL; g = next) {
        mach_ns patience = g->is_called ? CALL_NS : n->nguests >= GUESTS ? HURRY_NS : PATIENCE_NS;
        next = g->next;
        if (now > g->since + patience)
            guest_end(n, g);
    }
    pause_gate(n, n->nguests >= GUESTS || !n->is_member);
    watch_change(n, &n->listener, EPOLLIN);
    watch_change(n, &n->up, EPOLLIN);
    n->look_at_guests_ns = n->guests != NULL ? now + HURRY_NS : MACH_FOREVER;
}

void gate_pause(struct node *n, struct watch *w)
{
    if (errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM)
        return;
    watch_change(n, w, 0);
    n->look_at_guests_ns = cluster_monotonic() + HURRY_NS;
}

/* ---- what they say ----------------------------------------------------------------------------------------------- */

/* It has proved that it is one of us. Returns false if it is to go. */
static bool let_in(struct node *n, struct guest *g)
{
    int number = g->is_called ? g->card.to : g->card.from;
    struct link *l = number >= 0 && number < NODES_MOST && number != n->number ? n->link[number] : NULL;
    bool is_new = l == NULL && !g->is_called && number > n->number && number < NODES_MOST;
    struct seal *seal =
        n->encrypts != ENCRYPT_NOTHING ? seal_new(g->tls, g->is_called, n->encrypts == ENCRYPT_ALL) : NULL;
    if (seal == NULL && n->encrypts != ENCRYPT_NOTHING)
        return false;
    if (is_new)
        l = link_new(n, number);
    if (l == NULL || (n->host != NULL && !is_new) || !link_moves(l, LINK_OPENS)) {
        seal_free(seal);
        close(guest_take(n, g));
        return true;
    }
    (void)snprintf(l->address, sizeof l->address, "%s", g->address);
    l->port = g->is_called ? g->port : g->card.port;
    l->processors = g->card.processors;
    l->seal = seal;
    link_open(n, l, guest_take(n, g));
    if (n->host != NULL)
        n->hooks->node_arrived(n, l);
    return true;
}

/* The same. */
static bool shake(struct node *n, struct guest *g)
{
    int events = tls_shake(g->tls);
    g->is_cut = events == TLS_CUT;
    if (events > 0)
        watch_change(n, &g->w, (uint32_t)events);
    return events != 0 ? events > 0 : let_in(n, g);
}

static bool begin_tls(struct node *n, struct guest *g)
{
    g->state = GUEST_SHAKES;
    g->card.node = n;
    g->tls = tls_new(&g->card, g->w.fd, g->is_called);
    return g->tls != NULL && shake(n, g);
}

static bool hear(struct node *n, struct guest *g)
{
    char bytes[KNOCK_BYTES], token[GATE_TOKEN_CHARS + 1] = "";
    ssize_t got = recv(g->w.fd, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    if (got > 0 && bytes[0] == TLS_HANDSHAKE)
        return begin_tls(n, g);
    if (got < KNOCK_BYTES || bytes[0] != TOKEN_MARK) /* a word comes in one piece, or is not one of ours */
        return false;
    (void)recv(g->w.fd, bytes, sizeof bytes, MSG_DONTWAIT);
    memcpy(token, bytes + 1, GATE_TOKEN_CHARS);
    direct_came(n, sockets_above_standard(guest_take(n, g)), token);
    return true;
}

bool gate_greet(int fd, const char *token)
{
    char bytes[KNOCK_BYTES] = {TOKEN_MARK};
    memcpy(bytes + 1, token, GATE_TOKEN_CHARS);
    return sockets_send_all(fd, bytes, sizeof bytes);
}

int gate_processors(void)
{
    cpu_set_t ours;
    return sched_getaffinity(0, sizeof ours, &ours) == 0 ? CPU_COUNT(&ours) : 1;
}

/* The system has connected us to a node, or not. */
static bool call(struct node *n, struct guest *g)
{
    int error = 0;
    socklen_t len = sizeof error;
    g->card.from = n->number;
    g->card.port = n->port;
    g->card.processors = gate_processors();
    return getsockopt(g->w.fd, SOL_SOCKET, SO_ERROR, &error, &len) == 0 && error == 0 && begin_tls(n, g);
}

static void on_guest(struct node *n, struct watch *w, uint32_t events)
{
    struct guest *g = (struct guest *)(void *)w;
    if (!(g->state == GUEST_CONNECTS ? call(n, g) : g->state == GUEST_KNOCKS ? hear(n, g) : shake(n, g)))
        guest_end(n, g);
}

/* ---- who connects ------------------------------------------------------------------------------------------------ */

static struct guest *guest_new(const struct sockaddr_in *a, enum guest_state state)
{
    struct guest *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    (void)inet_ntop(AF_INET, &a->sin_addr, g->address, sizeof g->address);
    g->w.ready = on_guest;
    g->state = state;
    return g;
}

static bool call_node(struct node *n, int number, const char *address, int port, int tries)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int fd = inet_pton(AF_INET, address, &a.sin_addr) == 1
                 ? socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
                 : -1;
    struct guest *g = fd >= 0 ? guest_new(&a, GUEST_CONNECTS) : NULL;
    if (g == NULL || (connect(fd, (struct sockaddr *)&a, sizeof a) != 0 && errno != EINPROGRESS)) {
        if (fd >= 0)
            close(fd);
        free(g);
        return false;
    }
    g->is_called = true;
    g->card.to = number;
    g->port = port;
    g->tries = tries;
    guest_add(n, g, fd, EPOLLOUT);
    return true;
}

void gate_call(struct node *n, int number, const char *address, int port)
{
    if (!call_node(n, number, address, port, 0))
        n->hooks->link_lost(n, number);
}

static void on_gate(struct node *n, struct watch *w, uint32_t events)
{
    struct sockaddr_in from;
    socklen_t len = sizeof from;
    int fd = accept4(w->fd, (struct sockaddr *)&from, &len, SOCK_CLOEXEC | SOCK_NONBLOCK);
    struct guest *g = fd >= 0 ? guest_new(&from, GUEST_KNOCKS) : NULL;
    if (g != NULL)
        guest_add(n, g, fd, EPOLLIN);
    else if (fd >= 0)
        close(fd);
    else
        gate_pause(n, w);
}

static bool bind_to(int fd, const char *address, int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    return inet_pton(AF_INET, address, &a.sin_addr) == 1 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0;
}

void gate_admit(struct node *n, const char *secret)
{
    memcpy(n->secret, secret, SECRET_CHARS);
    n->is_member = true;
    if (n->gate.fd >= 0)
        pause_gate(n, false);
}

bool gate_open(struct node *n, int first_port, int last_port)
{
    struct sockaddr_in own;
    socklen_t len = sizeof own;
    int fd = tls_open(n) ? socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1, port = first_port,
        on = 1;
    if (fd < 0)
        return false;
    if (first_port != 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool bound; /* else listen(2) would take any port, at any address */
    while (!(bound = bind_to(fd, n->address, port)) && port < last_port)
        port++;
    if (!bound || listen(fd, SOMAXCONN) != 0 || getsockname(fd, (struct sockaddr *)&own, &len) != 0) {
        close(fd);
        return false;
    }
    n->port = ntohs(own.sin_port);
    n->gate = (struct watch){.fd = fd, .ready = on_gate};
    watch_add(n, &n->gate, n->is_member ? EPOLLIN : 0);
    return true;
}

bool gate_own_address(struct in_addr there, char *own, size_t room)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = there}, here;
    socklen_t len = sizeof here;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool known = fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0 &&
                 getsockname(fd, (struct sockaddr *)&here, &len) == 0 &&
                 inet_ntop(AF_INET, &here.sin_addr, own, (socklen_t)room) != NULL;
    if (fd >= 0)
        close(fd);
    return known;
}

/* The gate is on the address from which node 0 is reached, and on no other. */
bool gate_home(struct node *n, const char *address, int port, const int *ports)
{
    struct in_addr there;
    bool known = inet_pton(AF_INET, address, &there) == 1 && gate_own_address(there, n->address, sizeof n->address);
    struct link *l = known && gate_open(n, ports[0], ports[1]) ? link_new(n, 0) : NULL;
    if (l == NULL || !link_moves(l, LINK_CALLS)) {
        fprintf(stderr,
                known ? "pvmnode: %s cannot listen at %s, on no port of --ports\n"
                      : "pvmnode: %s has no way to node 0 at %s\n",
                n->name, known ? n->address : address);
        return false;
    }
    gate_call(n, 0, address, port);
    return true;
}
