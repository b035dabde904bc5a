/* alltoall.c - the paper's all-to-all broadcast measurement: all tasks send a message to all others with the broadcast
 * call at the same time, then receive one from every other task. The time runs from the first task's start until the
 * last message has been received.
 *
 * Before each round every task reports to the master, which then names a moment at which all begin, on a clock that all
 * share: the simulated one, or that of one computer. The program prints one tab-separated row for each size; it fits
 * and judges nothing. It is an ordinary PVM program, and runs on PVM 3.4.6 as well as on PVM/AP1000. */
#define MEASURING_PROGRAM "alltoall"
#include "measuring.h"
#include <string.h>
#include <unistd.h>

enum { TAG_PLAN = 1, TAG_READY, TAG_START, TAG_DATA };
enum { MAX_SIZES = 256, MAX_TASKS = 1025 }; /* 1024 cells and the host */

/* What all tasks are told. A task knows itself by its place in tids. */
struct plan {
    int ntasks, rounds, nsizes, skew_us;
    int one_sends;  /* 0: all tasks broadcast; 1: only the last one, which is the host if it takes part; 2: only the
                       first one, a cell */
    int same_order; /* 1: all send to the first task first; 0: each sends to its successor first, so that they do not
                       crowd */
    int size_bytes[MAX_SIZES];
    int tids[MAX_TASKS];
};

/* When a task began a round, and when it had received all messages [ns]. */
struct span {
    double begin_ns, end_ns;
};

/* How much later than agreed a task begins [ns]. It is the same in each run but different in each round, so that the
 * mean over rounds does not depend on which task is a nanosecond ahead. */
static int skew_ns(const struct plan *p, int me, int round)
{
    unsigned x = (unsigned)me * 2654435761u + (unsigned)round * 40503u + 12345u;

    x = (x ^ x >> 15) * 2246822519u;
    return p->skew_us > 0 ? (int)((x ^ x >> 13) % (unsigned)(p->skew_us * 1000)) : 0;
}

/* One round with messages of n bytes, which begins at `moment_ns`. */
static struct span exchange(const struct plan *p, int me, char *bytes, int n, double moment_ns)
{
    struct span s;
    int others[MAX_TASKS], first = p->same_order ? 0 : me + 1, sender = p->one_sends == 2 ? 0 : p->ntasks - 1;
    int awaited = p->one_sends ? me != sender : p->ntasks - 1;

    for (int i = 0; i < p->ntasks; i++)
        others[i] = p->tids[(first + i) % p->ntasks];

    sleep_until((long long)moment_ns);
    s.begin_ns = (double)now_ns();
    if (!p->one_sends || me == sender) {
        pvm_initsend(PvmDataDefault);
        pvm_pkbyte(bytes, n, 1);
        if (pvm_mcast(others, p->ntasks, TAG_DATA) < 0) /* it never sends to the caller */
            fail("pvm_mcast failed");
    }
    for (int i = 0; i < awaited; i++)
        if (pvm_recv(-1, TAG_DATA) < 0 || pvm_upkbyte(bytes, n, 1) < 0)
            fail("receive failed");
    s.end_ns = (double)now_ns();
    return s;
}

/* A task's side of all rounds; lead() is the master's side. The times of a round are sent with the next report. */
static void follow(const struct plan *p, int me, int master_tid)
{
    struct span s = {0, 0};
    double moment_ns;

    for (int i = 0; i < p->nsizes; i++) {
        char *bytes = calloc(1, (size_t)p->size_bytes[i] + 1);
        if (!bytes)
            fail("no memory");
        for (int r = 0; r < p->rounds; r++) {
            pvm_initsend(PvmDataDefault);
            pvm_pkdouble(&s.begin_ns, 2, 1);
            pvm_send(master_tid, TAG_READY);
            pvm_recv(master_tid, TAG_START);
            pvm_upkdouble(&moment_ns, 1, 1);
            s = exchange(p, me, bytes, p->size_bytes[i], moment_ns + skew_ns(p, me, r));
        }
        free(bytes);
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(&s.begin_ns, 2, 1);
    pvm_send(master_tid, TAG_READY);
}

/* Collects the reports of the spawned tasks. Returns the time of the round before [ns], over all tasks that took
 * part. */
static double collect(const int *spawned, int nspawn, const struct span *own)
{
    struct span all = {1e300, 0}, s;

    for (int i = 0; i < nspawn; i++) {
        pvm_recv(spawned[i], TAG_READY);
        pvm_upkdouble(&s.begin_ns, 2, 1);
        if (s.begin_ns < all.begin_ns)
            all.begin_ns = s.begin_ns;
        if (s.end_ns > all.end_ns)
            all.end_ns = s.end_ns;
    }
    if (own) {
        all.begin_ns = own->begin_ns < all.begin_ns ? own->begin_ns : all.begin_ns;
        all.end_ns = own->end_ns > all.end_ns ? own->end_ns : all.end_ns;
    }
    return all.end_ns - all.begin_ns;
}

/* The master's side. me: its own place in the plan, or -1 if it takes no part. told_before_ms: so long before the
 * moment they are told, which must be longer than telling all takes; 0: as is enough for the AP1000. */
static void lead(const struct plan *p, const int *spawned, int nspawn, int me, int told_before_ms)
{
    long long ms = 1000000, margin_ms = told_before_ms > 0 ? told_before_ms : 20 + 5 * p->ntasks;
    struct span own;

    collect(spawned, nspawn, NULL);
    puts("bytes\trounds\ttime_us\tleast_us\tmost_us");
    for (int i = 0; i < p->nsizes; i++) {
        int n = p->size_bytes[i];
        double sum_us = 0, least_us = 1e300, most_us = 0;
        char *bytes = calloc(1, (size_t)n + 1);
        if (!bytes)
            fail("no memory");
        for (int r = 0; r < p->rounds; r++) {
            double moment_ns = (double)((now_ns() / ms + margin_ms) * ms), time_us;
            pvm_initsend(PvmDataDefault);
            pvm_pkdouble(&moment_ns, 1, 1);
            pvm_mcast((int *)spawned, nspawn, TAG_START);
            if (me >= 0)
                own = exchange(p, me, bytes, n, moment_ns + skew_ns(p, me, r));
            time_us = collect(spawned, nspawn, me >= 0 ? &own : NULL) / 1e3;
            sum_us += time_us;
            least_us = time_us < least_us ? time_us : least_us;
            most_us = time_us > most_us ? time_us : most_us;
        }
        printf("%d\t%d\t%.4f\t%.4f\t%.4f\n", n, p->rounds, sum_us / p->rounds, least_us, most_us);
        free(bytes);
    }
}

/* where: NULL, or the name of a host on which all tasks run. */
static void master(char *program, struct plan *p, int with_host, char *where, int told_before_ms)
{
    int spawned[MAX_TASKS], nspawn = with_host ? p->ntasks - 1 : p->ntasks;

    if (pvm_spawn(program, NULL, where ? PvmTaskHost : PvmTaskDefault, where ? where : "", nspawn, spawned) != nspawn)
        fail("could not spawn all tasks");
    memcpy(p->tids, spawned, (size_t)nspawn * sizeof *spawned);
    if (with_host)
        p->tids[p->ntasks - 1] = pvm_mytid();
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&p->ntasks, 6, 1);
    pvm_pkint(p->size_bytes, p->nsizes, 1);
    pvm_pkint(p->tids, p->ntasks, 1);
    pvm_mcast(spawned, nspawn, TAG_PLAN);
    lead(p, spawned, nspawn, with_host ? p->ntasks - 1 : -1, told_before_ms);
}

/* A spawned task. */
static void member(int master_tid)
{
    struct plan p;
    int me = 0;

    pvm_recv(master_tid, TAG_PLAN);
    pvm_upkint(&p.ntasks, 6, 1);
    if (p.ntasks < 2 || p.ntasks > MAX_TASKS || p.nsizes < 1 || p.nsizes > MAX_SIZES)
        fail("a plan that cannot be");
    pvm_upkint(p.size_bytes, p.nsizes, 1);
    pvm_upkint(p.tids, p.ntasks, 1);
    while (p.tids[me] != pvm_mytid())
        me++;
    follow(&p, me, master_tid);
}

static int usage(void)
{
    fputs("usage: alltoall host-cell|cell-cell|one-host [-1 | -c] [-s] [-k US] [-m MS] [-n TASKS] [-r ROUNDS] "
          "[BYTES...]\n"
          "  host-cell, cell-cell  the host is one of the tasks, or none of them; one-host: all beside the host's\n"
          "  -1  only one task broadcasts, the host if it takes part\n"
          "  -c  only one task broadcasts, a cell\n"
          "  -s  all send in the same order; else each to its successor first\n"
          "  -k  tasks begin up to so many microseconds late, in another way each round (default 0)\n"
          "  -m  tasks are told so many milliseconds before they are to begin (default 20 + 5 a task): more for slow "
          "networks\n"
          "  -n  tasks that take part, 2 to 1025 (default 4)\n"
          "  -r  rounds per size, the mean of which is printed (default 1)\n"
          "  BYTES  message sizes (default 0 to 4000 in steps of 500)\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct plan p = {.ntasks = 4, .rounds = 1};
    int opt, parent_tid, told_before_ms = 0;
    const char *path = argc > 1 ? argv[1] : "";

    /* A spawned task has no arguments. The master always has some, and need not enroll to find them wrong. */
    if (argc == 1 && (parent_tid = pvm_parent()) > 0) {
        member(parent_tid);
        pvm_exit();
        return 0;
    }
    if (strcmp(path, "host-cell") != 0 && strcmp(path, "cell-cell") != 0 && strcmp(path, "one-host") != 0)
        return usage();
    optind = 2;
    while ((opt = getopt(argc, argv, "1csk:m:n:r:")) != -1) {
        if (opt == '1' && (p.one_sends = 1))
            continue;
        if (opt == 'c' && (p.one_sends = 2))
            continue;
        if (opt == 's' && (p.same_order = 1))
            continue;
        if (opt == 'k' && (p.skew_us = number(optarg, 0, 100000)) >= 0)
            continue;
        if (opt == 'm' && (told_before_ms = number(optarg, 1, 1000000)) > 0)
            continue;
        if (opt == 'n' && (p.ntasks = number(optarg, 2, MAX_TASKS)) > 0)
            continue;
        if (opt == 'r' && (p.rounds = number(optarg, 1, 1000)) > 0)
            continue;
        return usage();
    }
    for (; optind < argc; optind++) {
        int n = number(argv[optind], 0, 64 << 20);
        if (n < 0 || p.nsizes == MAX_SIZES)
            return usage();
        p.size_bytes[p.nsizes++] = n;
    }
    if (p.nsizes == 0)
        for (int n = 0; n <= 4000; n += 500)
            p.size_bytes[p.nsizes++] = n;
    master(argv[0], &p, strcmp(path, "cell-cell") != 0, strcmp(path, "one-host") == 0 ? "." : NULL, told_before_ms);
    pvm_exit();
    return 0;
}
