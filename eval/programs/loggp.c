/* loggp.c - LogGP parameters of one-to-one messages, measured between two tasks, a and b, as published:
 *   send and receive overhead, gap, round trip  T. Kielmann, H. Bal, K. Verstoep: Fast measurement of LogP parameters
 *                                               for message passing platforms, IPDPS 2000 workshops
 *   gap per byte from the gap of long messages  A. Alexandrov, M. Ionescu, K. Schauser, C. Scheiman: LogGP, SPAA 1995
 *
 * send     time of one send while nothing is on its way
 * receive  time of a receive of a message that has been there for long
 * trip     to and fro, one message each way
 * gap      time per message of a stream: of 2 m messages and an answer, less of m messages and an answer, over m
 * In host-cell a is the host and b a cell. It prints one tab-separated row a size and fits nothing.
 *
 * An ordinary PVM program: it runs on PVM 3.4.6 as well as on PVM/AP1000. */
#define MEASURING_PROGRAM "loggp"
#include "measuring.h"
#include <string.h>
#include <unistd.h>

enum { TAG_PLAN = 1, TAG_DATA, TAG_TURN, TAG_RESULT };
enum { MAX_SIZES = 256 };

struct plan {
    int stream, nsizes; /* stream: how many messages a stream has; nsizes: how many sizes */
    int size_bytes[MAX_SIZES];
};

/* What one task has measured for one size [us]; 0 where the other task measures. */
struct costs {
    double send_us, receive_us, trip_us, gap_us;
};

/* Time since `start_us`, without the reading of the clock itself [us]. */
static double since(double start_us)
{
    double end_us = now_us();
    return end_us - start_us - (now_us() - end_us);
}

static void put(int tid, int tag, char *bytes, int n)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkbyte(bytes, n, 1);
    if (pvm_send(tid, tag) < 0)
        fail("send failed");
}

static void get(int tid, int tag, char *bytes, int n)
{
    if (pvm_recv(tid, tag) < 0 || pvm_upkbyte(bytes, n, 1) < 0)
        fail("receive failed");
}

/* Waits long enough for a message of n bytes to arrive on any path. */
static void settle(int n)
{
    long span_ns = 10000000 + n * 10000L;
    struct timespec t = {span_ns / 1000000000, span_ns % 1000000000};

    nanosleep(&t, NULL);
}

/* Measures send and receive of one message from the sender to the other task; both tasks call it. */
static void one_message(int sends, int tid, char *bytes, int n, struct costs *c)
{
    double start;

    settle(n);
    if (sends) {
        start = now_us();
        put(tid, TAG_DATA, bytes, n);
        c->send_us = since(start);
        get(tid, TAG_TURN, bytes, 0);
    } else {
        settle(n);
        settle(n);
        start = now_us();
        get(tid, TAG_DATA, bytes, n);
        c->receive_us = since(start);
        put(tid, TAG_TURN, bytes, 0);
    }
}

/* Time of a stream of messages and an answer [us], at the sender. */
static double stream(int sends, int tid, char *bytes, int n, int messages)
{
    double start = now_us();

    for (int i = 0; i < messages; i++) {
        if (sends)
            put(tid, TAG_DATA, bytes, n);
        else
            get(tid, TAG_DATA, bytes, n);
    }
    if (sends)
        get(tid, TAG_TURN, bytes, 0);
    else
        put(tid, TAG_TURN, bytes, 0);
    return since(start);
}

static double trip(int first, int tid, char *bytes, int n)
{
    double start = now_us();

    if (first)
        put(tid, TAG_DATA, bytes, n);
    get(tid, TAG_DATA, bytes, n);
    if (!first)
        put(tid, TAG_DATA, bytes, n);
    return since(start);
}

/* Measures all of one size. a and b call it at the same time, a with first = 1. */
static struct costs measure(int first, int tid, int n, int messages)
{
    struct costs c = {0, 0, 0, 0};
    char *bytes = calloc(1, (size_t)n + 1);

    if (!bytes)
        fail("no memory");
    one_message(first, tid, bytes, n, &c);
    one_message(!first, tid, bytes, n, &c);
    settle(n);
    trip(first, tid, bytes, n); /* the first one is not measured; after it, both are in step */
    c.trip_us = trip(first, tid, bytes, n);
    for (int turn = 1; turn >= 0; turn--) {
        const int sends = first == turn;
        const double shorter = stream(sends, tid, bytes, n, messages);
        const double longer = stream(sends, tid, bytes, n, 2 * messages);
        if (sends)
            c.gap_us = (longer - shorter) / messages;
    }
    free(bytes);
    return c;
}

/* A spawned task. It is told its partner, and whether it is a. */
static void player(int master_tid)
{
    struct plan p;
    struct costs c;
    int who[2];

    pvm_recv(master_tid, TAG_PLAN);
    pvm_upkint(who, 2, 1);
    pvm_upkint(&p.stream, 2, 1);
    if (p.nsizes < 1 || p.nsizes > MAX_SIZES)
        fail("a plan that cannot be");
    pvm_upkint(p.size_bytes, p.nsizes, 1);
    for (int i = 0; i < p.nsizes; i++) {
        c = measure(who[1], who[0], p.size_bytes[i], p.stream);
        pvm_initsend(PvmDataDefault);
        pvm_pkdouble(&c.send_us, 4, 1);
        pvm_send(master_tid, TAG_RESULT);
        pvm_recv(master_tid, TAG_RESULT); /* so that the report is not on its way while the next size is measured */
    }
}

static void send_plan(int tid, const struct plan *p, int partner_tid, int first)
{
    int who[2] = {partner_tid, first};

    pvm_initsend(PvmDataDefault);
    pvm_pkint(who, 2, 1);
    pvm_pkint((int *)&p->stream, 2, 1);
    pvm_pkint((int *)p->size_bytes, p->nsizes, 1);
    pvm_send(tid, TAG_PLAN);
}

static struct costs take_report(int tid)
{
    struct costs c;

    pvm_recv(tid, TAG_RESULT);
    pvm_upkdouble(&c.send_us, 4, 1);
    return c;
}

static void master(char *program, const struct plan *p, int with_host)
{
    int tids[2], nspawn = with_host ? 1 : 2;
    struct costs a, b;

    if (pvm_spawn(program, NULL, PvmTaskDefault, "", nspawn, tids) != nspawn)
        fail("could not spawn all tasks");
    if (!with_host)
        send_plan(tids[1], p, tids[0], 1);
    send_plan(tids[0], p, with_host ? pvm_mytid() : tids[1], 0);
    puts("bytes\ta_send_us\ta_receive_us\tb_send_us\tb_receive_us\ttrip_us\tgap_ab_us\tgap_ba_us");
    for (int i = 0; i < p->nsizes; i++) {
        a = with_host ? measure(1, tids[0], p->size_bytes[i], p->stream) : take_report(tids[1]);
        b = take_report(tids[0]);
        printf("%d\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\n", p->size_bytes[i], a.send_us, a.receive_us, b.send_us,
               b.receive_us, a.trip_us, a.gap_us, b.gap_us);
        pvm_initsend(PvmDataDefault);
        pvm_mcast(tids, nspawn, TAG_RESULT);
    }
}

static int usage(void)
{
    fputs("usage: loggp host-cell|cell-cell [-m MESSAGES] [BYTES...]\n"
          "  -m  messages in a stream (default 32)\n"
          "  BYTES  message sizes (default 0 1000 2000 4000 8000 16000 32000)\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct plan p = {.stream = 32};
    int opt, parent_tid;

    /* A spawned task has no arguments. The master always has some, and need not enroll to find them wrong. */
    if (argc == 1 && (parent_tid = pvm_parent()) > 0) {
        player(parent_tid);
        pvm_exit();
        return 0;
    }
    if (argc < 2 || (strcmp(argv[1], "host-cell") != 0 && strcmp(argv[1], "cell-cell") != 0))
        return usage();
    optind = 2;
    while ((opt = getopt(argc, argv, "m:")) != -1)
        if (opt != 'm' || (p.stream = number(optarg, 1, 10000)) < 0)
            return usage();
    for (; optind < argc; optind++) {
        int n = number(argv[optind], 0, 64 << 20);
        if (n < 0 || p.nsizes == MAX_SIZES)
            return usage();
        p.size_bytes[p.nsizes++] = n;
    }
    if (p.nsizes == 0)
        for (int n = 500; n <= 32000; n *= 2)
            p.size_bytes[p.nsizes++] = n == 500 ? 0 : n;
    master(argv[0], &p, strcmp(argv[1], "host-cell") == 0);
    pvm_exit();
    return 0;
}
