/* mutated.c - wrong words of nodes that have proved themselves, and wrong greetings of strangers, many of them, to node
 * 0 and to another one, all in this process. The node may drop who says so, and must then do what it is asked.
 *
 *     mutated WORDS GREETINGS [SEED]      (by hand, under the address sanitizer: a million of each)
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/node/launch.h"
#include "cluster/node/local.h"
#include "cluster/node/tls.h"

enum { TASKS = 3, LIARS = 2, MOST_BYTES = 1 << 16 };

/* ---- chance ------------------------------------------------------------------------------------------------------ */

static uint64_t state;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static int32_t some_int(void)
{
    static const int32_t wrong[] = {0, 1, 2, 3, 4, 7, 16, 40, 255, 1023, 1024, 65535, -1, -2, INT32_MAX, INT32_MIN};
    return below(4) > 0 ? wrong[below(sizeof wrong / sizeof *wrong)] : (int32_t)(1u << below(32));
}

static int32_t some_tid(int node)
{
    return below(32) > 0 ? tid_of_node(node) | (int32_t)below(TASKS + 2) : some_int();
}

static const char *some_str(void)
{
    static const char *const words[] = {"", "a", "node0", "liar1", "liar2", "-", "*", ".", "a/b", "x=y", "%s%n"};
    static char text[5000];
    unsigned i = below(64);
    memset(text, 'z', sizeof text - 1);
    return i == 63 ? text : words[i % (sizeof words / sizeof *words)];
}

static void mutate(unsigned char *bytes, size_t n)
{
    for (unsigned i = below(4); i > 0 && n > 0; i--)
        bytes[below((unsigned)n)] = (unsigned char)below(256);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static struct node *node, *nodes[2];
static struct {
    int number, fd;
} liars[LIARS];

/* The bodies of requests: an int, a string, a sink, a list of Integers, of Strings, a block. CONTROL_HALT is for any
 * task. */
static const struct {
    int request;
    const char *fields;
} requests[] = {{CONTROL_SPAWN, "sisiSkkisssS"},
                {CONTROL_KILL, "i"},
                {CONTROL_SENDSIG, "ii"},
                {CONTROL_PSTAT, "i"},
                {CONTROL_MSTAT, "s"},
                {CONTROL_TASKS, "i"},
                {CONTROL_CONFIG, ""},
                {CONTROL_TIDTOHOST, "i"},
                {CONTROL_SIBLINGS, ""},
                {CONTROL_NOTIFY, "iiiiI"},
                {CONTROL_DELHOSTS, "S"},
                {CONTROL_PUTINFO, "siib"},
                {CONTROL_RECVINFO, "sii"},
                {CONTROL_DELINFO, "sii"},
                {CONTROL_MBOXINFO, "s"},
                {CONTROL_OUTPUT, "k"},
                {CONTROL_ORPHANS, "sii"},
                {CONTROL_OUTSIDE, "i"},
                {CONTROL_TRACE, "k"},
                {CONTROL_REGISTER, "ii"},
                {CONTROL_PARAMETER, "s"},
                {CONTROL_INSERT, "siib"},
                {CONTROL_CONTEXT, "i"},
                {CLUSTER_JOIN, "is"},
                {CLUSTER_OTHERS, "i"},
                {CLUSTER_COVERS, "iiI"},
                {CLUSTER_MEET, "iiI"},
                {CLUSTER_LINES, "iiI"},
                {CONTROL_NOTASK, "isIiSsb"}};

static void put_field(struct wire_out *out, char field)
{
    int n = field == 'k' ? 3 : field == 'i' || field == 's' ? 1 : (int)below(4);
    if (field == 'S' || field == 'I' || field == 'b')
        wire_put_int(out, below(20) > 0 ? n : some_int());
    for (int i = 0; i < n; i++)
        if (field == 's' || field == 'S')
            wire_put_str(out, some_str());
        else if (field == 'b')
            wire_put(out, "", 1);
        else
            wire_put_int(out, below(2) > 0 ? some_tid((int)below(LIARS + 1)) : some_int());
}

static void put_body(struct wire_out *out, struct word *w)
{
    if (w->kind == WORD_REQUEST) {
        unsigned r = below(sizeof requests / sizeof *requests);
        w->request = requests[r].request;
        for (const char *f = requests[r].fields; *f != 0; f++)
            put_field(out, *f);
    } else if (w->kind == WORD_EXPECT || w->kind == WORD_EXPECTED) {
        wire_put(out, "0123456789abcdef0123456789abcdef", GATE_TOKEN_CHARS);
    } else if (w->kind == WORD_FRAME || w->kind == WORD_LINE || w->kind == WORD_STARTED || w->kind == WORD_EVENTS) {
        for (unsigned i = below(40); i > 0; i--)
            wire_put_int(out, some_tid((int)below(LIARS + 1)));
    }
}

/* Writes a word of that node, which is mostly one that it may say. Returns how many bytes. */
static size_t put_word(unsigned char *to, int from)
{
    struct wire_out out = {NULL, 0, 0, 0};
    static const enum word_kind kinds[] = {
        WORD_FRAME,   WORD_TAKEN,   WORD_SIGNAL,  WORD_MARK,    WORD_EXPECT, WORD_EXPECTED, /* to all */
        WORD_REQUEST, WORD_REQUEST, WORD_REQUEST, WORD_STARTED, WORD_ENDED,  WORD_EVENTS,
        WORD_LINE,    WORD_WHERE,   WORD_DRAINED, WORD_LOST,    WORD_BEAT};
    struct word w = {.kind = kinds[below(node->host != NULL ? sizeof kinds / sizeof *kinds : 6)],
                     .src_tid = some_tid(from),
                     .dst_tid = some_tid(below(2) > 0 ? node->number : (int)below(LIARS + 1)),
                     .tag = some_int(),
                     .context = some_int(),
                     .request = below(2) > 0 ? (int)below(LIARS + 2) : some_int(),
                     .result = some_int(),
                     .round = below(2) > 0 && node->host != NULL ? node->host->round - below(3) : below(1u << 20),
                     .serial = below(4) > 0 ? 0 : below(8),
                     .number = below(64) > 0 ? 0 : below(8)};
    if (below(64) == 0)
        w.kind = below(WORD_ASLEEP + 2);
    if (w.kind == WORD_TAKEN || w.kind == WORD_EXPECTED) {
        w.src_tid = some_tid(node->number);
        w.dst_tid = some_tid(from);
    }
    put_body(&out, &w);
    w.len_bytes = below(200) > 0 ? out.len : out.len + (uint32_t)some_int();
    if (below(8) == 0)
        mutate(out.bytes, out.len);
    if (below(32) == 0)
        mutate((unsigned char *)&w, sizeof w);
    memcpy(to, &w, sizeof w);
    if (out.len > 0)
        memcpy(to + sizeof w, out.bytes, out.len);
    free(out.bytes);
    return sizeof w + out.len;
}

/* ---- the node ---------------------------------------------------------------------------------------------------- */

/* One turn of its loop; its tasks read, and the other ends of its connections, too. */
static void turn(void)
{
    static unsigned char bytes[MOST_BYTES];
    struct epoll_event ready[16];
    bool more = node_drain_some(node);
    links_look(node);
    gate_look(node);
    if (node->starved)
        node->starved = links_retry(node);
    (void)(links_go_on(node) || more);
    if (node->host != NULL)
        host_goes_on(node);
    links_flush(node);
    int got = epoll_wait(node->epoll, ready, 16, 0);
    for (int i = 0; i < got; i++) {
        struct watch *w = ready[i].data.ptr;
        if (w->fd >= 0)
            w->ready(node, w, ready[i].events);
    }
    watches_release(node);
    for (uint32_t i = 1; i <= TASKS; i++)
        cluster_free_chain(&node->region, cluster_take(&node->region, i));
    for (int i = 0; i < LIARS; i++)
        while (read(liars[i].fd, bytes, sizeof bytes) > 0)
            ;
}

/* A node that has proved itself; on node 0 it is another one each time. */
static void arrive(int i)
{
    char name[NODE_NAME_BYTES];
    int ends[2];
    (void)snprintf(name, sizeof name, "liar%d", i + 1);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        abort();
    int number = node->host != NULL ? place_add(node->host, name) : 1 + 2 * i;
    if (number < 0)
        abort();
    if (node->host != NULL)
        (void)place_moves(node->host->places[number], PLACE_STARTS);
    struct link *l = node->link[number] != NULL ? node->link[number] : link_new(node, number);
    (void)link_moves(l, LINK_OPENS);
    link_open(node, l, ends[0]);
    if (node->host != NULL)
        place_arrived(node, l);
    liars[i].number = number;
    liars[i].fd = ends[1];
}

static bool is_dropped(int i)
{
    const struct link *l = node->link[liars[i].number];
    bool deleted = node->host != NULL && node->host->places[liars[i].number]->state != PLACE_HERE;
    return deleted || l == NULL || l->w.fd < 0 || l->in_body;
}

static void begin(int number)
{
    static char none[] = "false", *words[] = {none, NULL};
    struct settings s = {.rsh = none, .start_words = words, .up = true};
    node = nodes[number != 0] = calloc(1, sizeof *node);
    node->gate.fd = node->listener.fd = -1;
    node->hooks = &node_hooks;
    node->number = number;
    node->arena_mb = 64;
    (void)strcpy(node->name, number == 0 ? "node0" : "node2");
    (void)strcpy(node->address, "127.0.0.1");
    if (!node_open(node) || (number == 0 && !host_begin(node, &s)) || !gate_open(node, 0, 0))
        abort();
    gate_admit(node, "0123456789abcdef0123456789abcdef");
    if (number == 0)
        node->host->run_began = true;
    for (int i = 0; i < TASKS; i++)
        cluster_slot(&node->region, local_promise(node)->slot)->state = CLUSTER_JOINED;
}

static void hear_words(int number, unsigned long many)
{
    static unsigned char bytes[MOST_BYTES];
    begin(number);
    for (int i = 0; i < LIARS; i++)
        arrive(i);
    for (unsigned long done = 0; done < many;) {
        int i = (int)below(LIARS);
        size_t n = 0;
        for (unsigned k = below(16); k > 0 && n < MOST_BYTES / 2; k--, done++)
            n += put_word(bytes + n, liars[i].number);
        (void)!write(liars[i].fd, bytes, n);
        turn();
        for (i = 0; i < LIARS; i++)
            if (is_dropped(i)) {
                close(liars[i].fd);
                for (int k = 0; k < 3; k++)
                    turn();
                arrive(i);
            }
    }
}

/* ---- greetings --------------------------------------------------------------------------------------------------- */

static char identity[256];

static unsigned give_key(SSL *tls, const char *hint, char *own, unsigned room, unsigned char *key, unsigned key_room)
{
    (void)tls, (void)hint, (void)key_room;
    (void)snprintf(own, room, "%s", identity);
    memcpy(key, node->secret, SECRET_CHARS);
    return SECRET_CHARS;
}

/* Somebody who knows the secret says who it is, or nearly so. */
static SSL *caller(SSL_CTX *x)
{
    (void)snprintf(identity, sizeof identity, "%u %u %d %d %d %d %d", CLUSTER_VERSION, 4u, some_int(),
                   below(4) > 0 ? node->number : some_int(), some_int(), some_int(), (int)below(3));
    if (below(4) == 0)
        mutate((unsigned char *)identity, strlen(identity));
    SSL *tls = SSL_new(x);
    SSL_set_psk_client_callback(tls, give_key);
    SSL_set_connect_state(tls);
    return tls;
}

static int connect_to_gate(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)node->port)};
    struct linger none = {1, 0}; /* or this computer has no ports left */
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0)
        abort();
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    return fd;
}

static void hear_greetings(unsigned long many)
{
    unsigned char bytes[4096];
    SSL_CTX *x = SSL_CTX_new(TLS_method());
    (void)SSL_CTX_set_ciphersuites(x, "TLS_AES_128_GCM_SHA256");
    for (unsigned long done = 0; done < many; done++) {
        int fd = connect_to_gate();
        SSL *tls = caller(x);
        if (below(8) == 0) { /* all of it */
            SSL_set_fd(tls, fd);
            for (int i = 0; i < 4 && SSL_do_handshake(tls) != 1; i++)
                turn();
        } else {
            SSL_set_bio(tls, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
            (void)SSL_do_handshake(tls);
            int n = BIO_read(SSL_get_wbio(tls), bytes, sizeof bytes);
            if (below(8) == 0)
                bytes[0] = 'T';
            mutate(bytes + below(2) * 5, (size_t)(below(2) > 0 ? n - 5 : 60));
            (void)!write(fd, bytes, (size_t)(below(4) > 0 ? n : (int)below((unsigned)n)));
        }
        for (unsigned i = below(3); i > 0; i--)
            turn();
        SSL_free(tls);
        close(fd);
        turn();
    }
    SSL_CTX_free(x);
}

/* ---- afterwards -------------------------------------------------------------------------------------------------- */

/* A node that comes now is asked nothing wrong, and gets its answer. */
static bool answers(void)
{
    struct word ask = {.kind = WORD_REQUEST, .request = CONTROL_CONFIG, .round = 77}, w;
    bool got = false;
    close(liars[0].fd);
    for (int i = 0; i < 3; i++)
        turn();
    arrive(0);
    ask.src_tid = tid_of_node(liars[0].number) | 1;
    (void)!write(liars[0].fd, &ask, sizeof ask);
    int fd = liars[0].fd;
    liars[0].fd = -1; /* we read ourselves */
    for (int i = 0; i < 3; i++)
        turn();
    while (!got && read(fd, &w, sizeof w) == (ssize_t)sizeof w) {
        unsigned char body[MOST_BYTES];
        got = w.kind == WORD_ANSWER && w.round == 77 && w.result > 0;
        (void)!read(fd, body, w.len_bytes < sizeof body ? w.len_bytes : sizeof body);
    }
    return got;
}

/* Who has been told to end and does not, as it is stopped, can be deleted. */
static bool is_deleted(int number, int by)
{
    place_lost(node->host, number, by);
    place_delete(node->host, number);
    return node->host->places[number]->state == PLACE_GONE;
}

/* A connection without room whose other end is gone wakes the node once, and not all the time. */
static bool wakes_once(struct link *l)
{
    struct epoll_event ready[16];
    int wakes = 0;
    l->starved = true;
    link_listen(node, l);
    (void)shutdown(l->w.fd, SHUT_RDWR);
    for (int i = 0; i < 3; i++)
        for (int k = epoll_wait(node->epoll, ready, 16, 0); k > 0; k--)
            wakes += ready[k - 1].data.ptr == &l->w;
    return wakes == 1;
}

int main(int argc, char **argv)
{
    unsigned long words = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000,
                  greetings = argc > 2 ? strtoul(argv[2], NULL, 10) : 500;
    state = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    if (argc <= 3 && freopen("/dev/null", "w", stderr) == NULL) /* it says whom it drops */
        return 2;
    hear_words(2, words / 2);
    hear_words(0, words / 2);
    hear_greetings(greetings);
    bool good = answers() && is_deleted(liars[1].number, liars[0].number) && wakes_once(node->link[liars[0].number]);
    printf("%lu words, %lu greetings; node 0 answers then: %s\n", words, greetings, good ? "yes" : "no");
    return good ? 0 : 1;
}
