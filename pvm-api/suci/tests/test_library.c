/* test_library.c - the library on UDP sockets of this computer: two ends in one process, datagrams lost on purpose,
 * bytes from others, wrong arguments, and a peer that is killed. */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library.h"
#include "wire.h"

#include "testing.h"

#define MS 1000000LL
static const struct suci_address here = {"127.0.0.1", 0};

struct pair {
    struct suci *a, *b; /* each is node 1 of the other */
};
static struct pair opened(const struct suci_options *options)
{
    struct pair p = {suci_open(&here, options), suci_open(&here, options)};
    assert_non_null(p.a);
    assert_non_null(p.b);
    assert_int_equal(suci_database_add(p.a, 1, "127.0.0.1", suci_own_port(p.b)), 0);
    assert_int_equal(suci_database_add(p.b, 1, "127.0.0.1", suci_own_port(p.a)), 0);
    return p;
}
static void closed(struct pair *p)
{
    suci_close(p->a, 0);
    suci_close(p->b, 0);
}

/* stderr of what follows goes to a file; said() gives it back, and what it says. */
static int stderr_was;
static FILE *lines;
static void listen_to_stderr(void)
{
    fflush(stderr);
    stderr_was = dup(2);
    lines = tmpfile();
    assert_non_null(lines);
    dup2(fileno(lines), 2);
}
static const char *said(void)
{
    static char text[2000];
    dup2(stderr_was, 2);
    close(stderr_was);
    rewind(lines);
    text[fread(text, 1, sizeof text - 1, lines)] = '\0';
    fclose(lines);
    return text;
}
#define says(LINE, CALL)                        \
    do {                                        \
        listen_to_stderr();                     \
        (void)(CALL);                           \
        assert_string_equal(said(), LINE "\n"); \
    } while (0)

/* Both ends at work until b has a message: its length. */
static long reads(struct pair *p, void *buf, long n)
{
    long got;
    int node = -1;
    while ((got = suci_read(p->b, &node, buf, n, 0)) == SUCI_NOTHING)
        suci_flush(p->a, 1, 0);
    assert_int_equal(node, 1);
    return got;
}
static void flushes(struct pair *p)
{
    char none;
    while (suci_flush(p->a, 1, 0) == SUCI_NOTHING)
        suci_read(p->b, NULL, &none, 1, 0);
}

TEST(test_messages)
{
    struct pair p = opened(NULL);
    char buf[100];
    assert_int_equal(suci_write(p.a, 1, "hello", 5), 5);
    assert_int_equal(suci_write(p.a, 1, NULL, 0), 0);
    assert_int_equal(suci_write(p.a, 1, "a longer message", 16), 16);
    assert_int_equal(reads(&p, buf, 100), 5);
    assert_memory_equal(buf, "hello", 5);
    assert_int_equal(reads(&p, buf, 100), 0);
    assert_int_equal(reads(&p, buf, 9), 9); /* in two pieces */
    assert_int_equal(suci_rest(p.b), 7);
    assert_int_equal(suci_read(p.b, NULL, buf + 9, 100, 0), 7);
    assert_memory_equal(buf, "a longer message", 16);
    assert_int_equal(suci_rest(p.b), 0);
    flushes(&p);
    assert_int_equal(suci_read(p.b, NULL, buf, 9, 0), SUCI_NOTHING);
    assert_int_equal(suci_read(p.b, NULL, buf, 9, 1), SUCI_NOTHING);
    /* The other process may wait for its turn. */
    assert_int_equal(p.a->nodes[1]->sender.limits.least_resend_ns, 200 * MS);
    closed(&p);
}

/* A thousand messages up to 40 kB, a tenth of the datagrams lost on the way there and back, with each flow control. */
TEST(test_loss)
{
    const struct suci_flow *flows[] = {&suci_reno, &suci_fixed_32, &suci_rate, &suci_stop_and_wait};
    for (int f = 0; f < 4; f++) {
        struct suci_options o = suci_options_default;
        o.flow = *flows[f];
        o.lose_ppm = 100000;
        o.lose_seed = (uint32_t)f;
        o.limits.give_up_ns = 0;
        o.limits.least_resend_ns = 2 * MS;
        struct pair p = opened(&o);
        static unsigned char out[40000], in[40000];
        struct suci_counts c;
        int count = f == 3 ? 20 : 250;
        for (int i = 0; i < count; i++) {
            long n = (i * 7919) % 40000;
            for (long k = 0; k < n; k++)
                out[k] = (unsigned char)(i + k / 3);
            assert_int_equal(suci_write(p.a, 1, out, n), n);
            assert_int_equal(reads(&p, in, sizeof in), n);
            assert_memory_equal(in, out, (size_t)n);
        }
        flushes(&p);
        assert_int_equal(suci_count(p.a, 1, &c), 0);
        assert_true(c.resent > 0);
        closed(&p);
    }
}

/* Who flushes acknowledges: two ends that wait for each other's confirmation do not wait for ack_delay_ns. */
TEST(test_flush_acknowledges)
{
    struct suci_options o = suci_options_default;
    o.flow = (struct suci_flow){.window = 8, .ack_every = 8, .ack_delay_ns = 20000 * MS};
    struct pair p = opened(&o);
    char buf[10];
    suci_write(p.a, 1, "there", 5);
    assert_int_equal(reads(&p, buf, 10), 5);
    suci_write(p.b, 1, "back", 4);
    assert_int_equal(suci_flush(p.b, 1, 0), SUCI_NOTHING);
    assert_int_equal(suci_flush(p.a, 1, 10000 * MS), 0);
    closed(&p);
}

/* A message longer than any buffer of the system. */
TEST(test_long)
{
    struct pair p = opened(NULL);
    long n = 20000000;
    unsigned char *out = malloc((size_t)n), *in = calloc(1, (size_t)n);
    for (long k = 0; k < n; k++)
        out[k] = (unsigned char)(k * 31 >> 7);
    assert_int_equal(suci_write(p.a, 1, out, n), n);
    assert_int_equal(reads(&p, in, n), n);
    assert_memory_equal(in, out, (size_t)n);
    free(out);
    free(in);
    closed(&p);
}

/* Who does not read gets no more than unread_bytes and a window; who writes is told that it is full. */
TEST(test_bounds)
{
    struct suci_options o = suci_options_default;
    o.unread_bytes = 10000;
    o.unconfirmed_bytes = 300000;
    o.limits.least_resend_ns = 2 * MS;
    struct pair p = opened(&o);
    static char block[1000], in[1000];
    int written = 0;
    long code;
    struct suci_counts c;
    /* b takes in, but nobody reads: reading a piece of one byte keeps the message. */
    while ((code = suci_write(p.a, 1, block, sizeof block)) == 1000) {
        written++;
        suci_ack(p.b, -1);
    }
    assert_int_equal(code, SUCI_FULL);
    while (suci_read(p.b, NULL, in, 1, 0) == SUCI_NOTHING)
        suci_flush(p.a, 1, 0);
    for (int i = 0; i < 1000; i++) {
        suci_flush(p.a, 1, 0);
        suci_flush(p.b, -1, 1000); /* nothing of its own to confirm */
        suci_ack(p.b, 1);
    }
    assert_int_equal(suci_count(p.b, 1, &c), 0);
    assert_true(c.taken <= 10 + SUCI_WINDOW_MAX);
    assert_int_equal(suci_read(p.b, NULL, in, sizeof in, 0), 999);
    for (int read = 1; read < written; read++)
        assert_int_equal(reads(&p, in, sizeof in), 1000);
    flushes(&p);
    closed(&p);
}

/* Bytes that others send to the port, and packets that are damaged or of nobody in the database, change nothing. */
TEST(test_foreign)
{
    struct pair p = opened(NULL);
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)suci_own_port(p.b)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    unsigned char bytes[SUCI_HEADER_BYTES + 4] = "SUCI\1\1";
    char in[10];
    uint32_t seed = 1;
    for (int i = 0; i < 5000; i++) {
        struct suci_packet packet = {.sequence = (uint32_t)i, .total = 4, .length = 4};
        size_t n = sizeof bytes;
        if (i % 3 == 0) /* whole, but its sender is in no database */
            suci_wire_packet(bytes, UINT64_MAX - (uint64_t)i, &packet, bytes + SUCI_HEADER_BYTES);
        for (size_t k = 0; i % 3 > 0 && k < sizeof bytes; k++) {
            seed = seed * 1664525 + 1013904223;
            bytes[k] = i % 3 == 1 || k > 7 ? (unsigned char)(seed >> 24) : bytes[k];
            n = seed >> 8 & 31;
        }
        sendto(s, bytes, n, 0, (struct sockaddr *)&to, sizeof to);
        if (i % 100 == 0)
            assert_int_equal(suci_read(p.b, NULL, in, sizeof in, 0), SUCI_NOTHING);
    }
    suci_write(p.a, 1, "whole", 5);
    assert_int_equal(reads(&p, in, sizeof in), 5);
    assert_memory_equal(in, "whole", 5);
    close(s);
    closed(&p);
}

/* Fuzzed packets that come from the peer's own address: whole, of its connection or another, with numbers of chance. */
TEST(test_fuzzed)
{
    struct pair p = opened(NULL);
    char in[10];
    /* A third end that b takes for its node 2, and that speaks by hand. */
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}, to = own;
    socklen_t length = sizeof own;
    assert_int_equal(bind(s, (struct sockaddr *)&own, sizeof own), 0);
    getsockname(s, (struct sockaddr *)&own, &length);
    to.sin_port = htons((uint16_t)suci_own_port(p.b));
    assert_int_equal(suci_database_add(p.b, 2, "127.0.0.1", ntohs(own.sin_port)), 0);
    unsigned char bytes[SUCI_HEADER_BYTES + 64];
    uint32_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        uint32_t w[8];
        for (int k = 0; k < 8; k++)
            w[k] = (seed = seed * 1664525 + 1013904223) >> 8 & (k % 2 == 0 ? 0x3f : 0xffffffff);
        struct suci_packet packet = {.sequence = 5 + w[0],
                                     .message = 5 + w[2] / 8,
                                     .offset = i % 2 == 0 ? w[1] : w[2],
                                     .total = i % 3 == 0 ? w[3] : w[4],
                                     .length = (uint16_t)w[6],
                                     .again = w[5] & 1};
        struct suci_ack ack = {.next = i % 2 == 0 ? w[0] : w[1], .room = w[2], .mask = w[7]};
        if (i % 5 == 0)
            suci_wire_ack(bytes, 5, &ack);
        else
            suci_wire_packet(bytes, i % 7 == 0 ? 6 : 5, &packet, bytes + SUCI_HEADER_BYTES);
        sendto(s, bytes, SUCI_HEADER_BYTES + (i % 5 == 0 ? 0 : packet.length), 0, (struct sockaddr *)&to, sizeof to);
        if (i % 10 == 0)
            suci_read(p.b, NULL, in, sizeof in, 0);
    }
    while (suci_read(p.b, NULL, in, sizeof in, 0) != SUCI_NOTHING)
        ;
    for (uint32_t i = 7; i < 9; i++) { /* two halves, and both are the first */
        struct suci_packet packet = {.sequence = i, .message = 7, .total = 100, .length = 50};
        suci_wire_packet(bytes, 7, &packet, bytes + SUCI_HEADER_BYTES);
        sendto(s, bytes, SUCI_HEADER_BYTES + 50, 0, (struct sockaddr *)&to, sizeof to);
    }
    says("suci: a message of 100 bytes from node 2 has a hole", suci_read(p.b, NULL, in, sizeof in, 100 * MS));
    suci_write(p.a, 1, "whole", 5);
    int node = 0;
    while (node != 1)
        if (suci_read(p.b, &node, in, sizeof in, 0) == SUCI_NOTHING)
            suci_flush(p.a, 1, 0);
    assert_memory_equal(in, "whole", 5);
    close(s);
    closed(&p);
}

TEST(test_bad_arguments)
{
    struct pair p = opened(NULL);
    struct suci_options o = suci_options_default;
    struct suci_flow flow = suci_fixed_32;
    char in[10];
    o.limits.payload_bytes = 65472;
    says("suci: suci_open: payload_bytes is 65472, not 1 to 65471: a datagram has 65507 bytes at most",
         suci_open(&here, &o));
    o = suci_options_default;
    o.flow = suci_reno;
    o.flow.window = -1;
    says("suci: suci_open: window is -1, not 1 to 64", suci_open(&here, &o));
    o = suci_options_default;
    o.lose_ppm = 1000001;
    says("suci: suci_open: lose_ppm is 1000001, not 0 to 1000000", suci_open(&here, &o));
    struct suci_address bad = {"127.0.0.300", 0};
    says("suci: '127.0.0.300' is no IP address such as 10.0.0.2", suci_open(&bad, NULL));
    flow.window = -4;
    says("suci: suci_set_flow: window is -4, not 1 to 64", suci_set_flow(p.a, 1, &flow));
    flow = suci_fixed_32;
    flow.gap_ns = -1;
    says("suci: suci_set_flow: gap_ns is -1, not 0 or more", suci_set_flow(p.a, -1, &flow));
    says("suci: suci_set_flow: node 9 is not in the database of addresses", suci_set_flow(p.a, 9, &suci_reno));
    says("suci: suci_write: node 9 is not in the database of addresses", suci_write(p.a, 9, "x", 1));
    says("suci: suci_write: a message of -1 bytes; it must have 0 to 2147483647", suci_write(p.a, 1, "x", -1));
    says("suci: suci_write: a message of 3000000000 bytes; it must have 0 to 2147483647",
         suci_write(p.a, 1, "x", 3000000000));
    says("suci: suci_read: 0 bytes, 0 ns; it wants 1 or more, and a time of -1 (for ever), 0 or more",
         suci_read(p.a, NULL, in, 0, 0));
    says("suci: suci_flush: -2 ns; it wants -1 (for ever), 0 or more", suci_flush(p.a, 1, -2));
    says("suci: suci_database_add: node 65536 is not 0 to 65535", suci_database_add(p.a, 65536, "127.0.0.1", 1));
    says("suci: port 70000 is not 1 to 65535", suci_database_add(p.a, 2, "127.0.0.1", 70000));
    says("suci: '' is no IP address such as 10.0.0.2", suci_database_add(p.a, 2, NULL, 1));
    says("suci: suci_database_task: 0 is no tid", suci_database_task(p.a, 2, 0));
    suci_write(p.a, 1, "x", 1);
    assert_int_equal(reads(&p, in, 10), 1);
    closed(&p);
}

/* A peer that is killed: one line, and an error from all that follows; entered anew, it may live again. */
TEST(test_killed)
{
    struct suci_options o = suci_options_default;
    int pipes[2], theirs;
    static char block[100000];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        struct suci *b = suci_open(&here, NULL);
        int port = suci_own_port(b);
        if (write(pipes[1], &port, sizeof port) != sizeof port)
            _exit(1);
        suci_read(b, NULL, block, sizeof block, -1);
        _exit(1);
    }
    o.limits.give_up_ns = 500 * MS;
    struct suci *a = suci_open(&here, &o);
    assert_int_equal(read(pipes[0], &theirs, sizeof theirs), sizeof theirs);
    suci_database_add(a, 1, "127.0.0.1", theirs);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    char line[200];
    snprintf(line, sizeof line,
             "suci: node 1 (127.0.0.1 port %d) has been silent for 0.5 s: what was written to it is not confirmed\n",
             theirs);
    listen_to_stderr();
    assert_int_equal(suci_write(a, 1, block, sizeof block), sizeof block);
    int code = suci_flush(a, 1, -1), again = suci_flush(a, 1, -1);
    long more = suci_write(a, 1, "x", 1);
    assert_string_equal(said(), line);
    assert_int_equal(code, SUCI_SILENT);
    assert_int_equal(again, SUCI_SILENT);
    assert_int_equal(more, SUCI_SILENT);
    /* Another program at another port, under the same number. */
    struct suci *b = suci_open(&here, NULL);
    suci_database_add(a, 1, "127.0.0.1", suci_own_port(b));
    suci_database_add(b, 1, "127.0.0.1", suci_own_port(a));
    struct pair p = {a, b};
    assert_int_equal(suci_write(a, 1, "x", 1), 1);
    assert_int_equal(reads(&p, block, 10), 1);
    close(pipes[0]);
    close(pipes[1]);
    closed(&p);
}

/* The other one falls silent in the middle of a message: the reader does not wait for ever. */
TEST(test_half_a_message)
{
    struct suci_options o = suci_options_default;
    static char block[1000000];
    o.limits.give_up_ns = 300 * MS;
    struct pair p = opened(&o);
    suci_set_flow(p.a, 1, &suci_fixed_32);
    suci_write(p.a, 1, block, sizeof block); /* its first 32 packets go at once, no call follows */
    listen_to_stderr();
    long code = suci_read(p.b, NULL, block, sizeof block, -1);
    const char *text = said();
    assert_int_equal(code, SUCI_SILENT);
    assert_non_null(strstr(text, "has been silent for 0.3 s: a message from it has come in part\n"));
    closed(&p);
}

/* An end that has begun anew at the same address is a new connection; packets of the old one no longer count. */
TEST(test_begun_anew)
{
    struct pair p = opened(NULL);
    char in[10];
    suci_write(p.a, 1, "old", 3);
    assert_int_equal(reads(&p, in, 10), 3);
    struct suci_address same = {"127.0.0.1", suci_own_port(p.a)};
    suci_close(p.a, 0);
    usleep(2000); /* connections are numbered by milliseconds */
    p.a = suci_open(&same, NULL);
    assert_non_null(p.a);
    suci_database_add(p.a, 1, "127.0.0.1", suci_own_port(p.b));
    suci_write(p.a, 1, "new", 3);
    assert_int_equal(reads(&p, in, 10), 3);
    assert_memory_equal(in, "new", 3);
    closed(&p);
}

/* A node that is entered again: a new connection there, and what comes from it goes on. */
TEST(test_entered_again)
{
    struct pair p = opened(NULL), back = {p.b, p.a};
    char in[10];
    for (int times = 0; times < 3; times++) {
        for (int i = 0; i < 5; i++) {
            assert_int_equal(suci_write(p.a, 1, &i, sizeof i), sizeof i);
            assert_int_equal(suci_write(p.b, 1, &i, sizeof i), sizeof i);
            assert_int_equal(reads(&p, in, 10), sizeof i);
            assert_memory_equal(in, &i, sizeof i);
            assert_int_equal(reads(&back, in, 10), sizeof i);
            assert_memory_equal(in, &i, sizeof i);
        }
        flushes(&p);
        assert_int_equal(suci_database_add(p.a, 1, "127.0.0.1", suci_own_port(p.b)), 0);
    }
    listen_to_stderr();
    int code = suci_database_add(p.a, 2, "127.0.0.1", suci_own_port(p.b));
    assert_string_equal(said(), "suci: node 2 has the address of node 1\n");
    assert_int_equal(code, SUCI_BAD);
    closed(&p);
}

/* Messages without bytes count, too. */
TEST(test_empty)
{
    struct suci_options o = suci_options_default;
    o.unconfirmed_bytes = 10000;
    struct pair p = opened(&o);
    int written = 0;
    while (written < 10000 && suci_write(p.a, 1, NULL, 0) == 0)
        written++;
    assert_in_range(written, 1, 1000);
    closed(&p);
}

/* One of two is dead: the other one gets all, and each call says so once it knows. */
TEST(test_one_is_dead)
{
    struct suci_options o = suci_options_default;
    static char block[100000];
    o.limits.give_up_ns = 200 * MS;
    struct pair p = opened(&o);
    struct suci *dead = suci_open(&here, NULL);
    suci_database_add(p.a, 2, "127.0.0.1", suci_own_port(dead));
    p.a->nodes[1]->sender.limits.give_up_ns = 0; /* this one lives, however slow this computer is */
    assert_int_equal(suci_write(p.a, 2, "x", 1), 1);
    usleep(250000);
    listen_to_stderr();
    long second = suci_write(p.a, 2, "y", 1);
    long took = suci_write(p.a, 1, block, sizeof block);
    int code, got = 0;
    while ((code = suci_flush(p.a, -1, 0)) == SUCI_NOTHING)
        got += suci_read(p.b, NULL, block, sizeof block, 0) == (long)sizeof block;
    assert_non_null(strstr(said(), "node 2"));
    assert_int_equal(second, SUCI_SILENT);
    assert_int_equal(took, sizeof block);
    assert_int_equal(code, SUCI_SILENT);
    while (got == 0)
        got += suci_read(p.b, NULL, block, sizeof block, 0) == (long)sizeof block;
    assert_int_equal(suci_flush(p.a, 1, 0), 0);
    suci_close(dead, 0);
    closed(&p);
}

/* A silence that begins in another call, which does not wait for that node, is told by the next read; and by the one
 * after a write that is refused, which would wait for its answer. */
TEST(test_told_by_read)
{
    struct suci_options o = suci_options_default;
    char in[10];
    o.limits.give_up_ns = 100 * MS;
    struct pair p = opened(&o);
    suci_write(p.a, 1, "x", 1);
    usleep(150000);
    listen_to_stderr();
    suci_ack(p.a, -1);
    long code = suci_read(p.a, NULL, in, 10, -1);
    said();
    assert_int_equal(code, SUCI_SILENT);
    assert_int_equal(suci_read(p.a, NULL, in, 10, 0), SUCI_NOTHING);
    for (int times = 0; times < 2; times++) {
        assert_int_equal(suci_write(p.a, 1, "y", 1), SUCI_SILENT);
        assert_int_equal(suci_read(p.a, NULL, in, 10, 0), SUCI_SILENT);
        assert_int_equal(suci_read(p.a, NULL, in, 10, 0), SUCI_NOTHING);
    }
    closed(&p);
}

/* A reader that has messages in hand, and works between its reads, still looks at what has come. */
TEST(test_looks_as_it_reads)
{
    struct suci_options o = suci_options_default;
    char in[10];
    o.flow = suci_fixed_32;
    o.limits.give_up_ns = 100 * MS;
    struct pair p = opened(&o);
    p.a->nodes[1]->sender.limits.give_up_ns = 0;
    for (int i = 0; i < 20; i++)
        suci_write(p.a, 1, "x", 1);
    assert_int_equal(reads(&p, in, 10), 1);
    suci_read(p.b, NULL, in, 10, 0); /* what is to come lies in b's hand */
    suci_write(p.b, 1, "y", 1);
    assert_int_equal(suci_read(p.a, NULL, in, 10, -1), 1);
    suci_ack(p.a, -1);
    usleep(150000);
    listen_to_stderr();
    long code = suci_read(p.b, NULL, in, 10, 0);
    suci_read(p.b, NULL, in, 10, 0);
    assert_string_equal(said(), "");
    assert_int_equal(code, 1);
    assert_int_equal(suci_flush(p.b, 1, 0), 0);
    closed(&p);
}

/* Many are entered, and few are heard of: only those are looked at. */
TEST(test_idle_nodes)
{
    struct pair p = opened(NULL);
    char ip[32], in[10];
    for (int i = 0; i < 10000; i++) {
        snprintf(ip, sizeof ip, "10.0.%d.%d", i >> 8, i & 255);
        assert_int_equal(suci_database_add(p.a, 2 + i, ip, 4000), 0);
    }
    assert_null(p.a->busy);
    suci_write(p.a, 1, "x", 1);
    assert_ptr_equal(p.a->busy, p.a->nodes[1]);
    assert_null(p.a->busy->next_busy);
    assert_int_equal(reads(&p, in, 10), 1);
    flushes(&p);
    assert_null(p.a->busy);
    const suci_place before = p.a->nodes[777]->place;
    assert_ptr_equal(suci_node_at(p.a, before), p.a->nodes[777]);
    assert_int_equal(suci_database_add(p.a, 777, "10.9.9.9", 4000), 0);
    assert_null(suci_node_at(p.a, before));
    assert_ptr_equal(suci_node_at(p.a, p.a->nodes[777]->place), p.a->nodes[777]);
    closed(&p);
}

TEST_MAIN
