/* onetoone.c - the paper's one-to-one measurement: two tasks send a message back and forth.
 *
 * Clocks are read before and after, and the total time is divided by the number of transfers. A transfer is what a
 * program pays for a message: initsend, pack and send at one end; recv and unpack at the other. One round before each
 * size is not measured. The program prints one tab-separated row for each size; it fits and judges nothing.
 *
 * It is an ordinary PVM program, and runs on PVM 3.4.6 as well as on PVM/AP1000. */
#define MEASURING_PROGRAM "onetoone"
#include "measuring.h"
#include <string.h>
#include <unistd.h>

enum { TAG_PLAN = 1, TAG_BALL, TAG_RESULT, TAG_STOP };
enum { MAX_SIZES = 256, MAX_TASKS = 1024 };

/* What a task has to do. The master sends one to each task. */
struct plan {
    int partner_tid; /* 0: be idle, as the other cells are in the paper's set-up */
    int serves;      /* 1: read the clocks; 0: return the message */
    int rounds;      /* back and forth, for each size */
    int nsizes;
    int size_bytes[MAX_SIZES];
};

static void throw_ball(int tid, char *bytes, int n)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkbyte(bytes, n, 1);
    if (pvm_send(tid, TAG_BALL) < 0)
        fail("send failed");
}

static void catch_ball(int tid, char *bytes, int n)
{
    if (pvm_recv(tid, TAG_BALL) < 0 || pvm_upkbyte(bytes, n, 1) < 0)
        fail("recv failed");
}

/* Plays all sizes with the partner. At the task that serves, time_us[i] becomes the mean time of one transfer of size
 * i. */
static void play(const struct plan *p, double *time_us)
{
    for (int s = 0; s < p->nsizes; s++) {
        int n = p->size_bytes[s];
        char *bytes = calloc(1, (size_t)n + 1);
        double start = 0;

        if (!bytes)
            fail("no memory");
        for (int round = -1; round < p->rounds; round++) {
            if (round == 0)
                start = now_us();
            if (p->serves) {
                throw_ball(p->partner_tid, bytes, n);
                catch_ball(p->partner_tid, bytes, n);
            } else {
                catch_ball(p->partner_tid, bytes, n);
                throw_ball(p->partner_tid, bytes, n);
            }
        }
        if (time_us)
            time_us[s] = (now_us() - start) / (2.0 * p->rounds);
        free(bytes);
    }
}

static void send_plan(int tid, const struct plan *p, int partner_tid, int serves)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&partner_tid, 1, 1);
    pvm_pkint(&serves, 1, 1);
    pvm_pkint((int *)&p->rounds, 1, 1);
    pvm_pkint((int *)&p->nsizes, 1, 1);
    pvm_pkint((int *)p->size_bytes, p->nsizes, 1);
    if (pvm_send(tid, TAG_PLAN) < 0)
        fail("send failed");
}

/* A spawned task: gets its plan, plays or is idle, and waits until the master lets it go. */
static void player(int master_tid)
{
    struct plan p;
    double time_us[MAX_SIZES];

    pvm_recv(master_tid, TAG_PLAN);
    pvm_upkint(&p.partner_tid, 1, 1);
    pvm_upkint(&p.serves, 1, 1);
    pvm_upkint(&p.rounds, 1, 1);
    pvm_upkint(&p.nsizes, 1, 1);
    if (p.nsizes < 1 || p.nsizes > MAX_SIZES)
        fail("a plan that cannot be");
    pvm_upkint(p.size_bytes, p.nsizes, 1);

    if (p.partner_tid)
        play(&p, p.serves ? time_us : NULL);
    if (p.serves) {
        pvm_initsend(PvmDataDefault);
        pvm_pkdouble(time_us, p.nsizes, 1);
        pvm_send(master_tid, TAG_RESULT);
    }
    pvm_recv(master_tid, TAG_STOP);
}

/* ntasks counts the tasks of the measurement: in host-cell the host is one of them, in cell-cell it is not. */
static void master(char *program, int with_host, int ntasks, const struct plan *p)
{
    int tids[MAX_TASKS], nspawn = with_host ? ntasks - 1 : ntasks;
    double time_us[MAX_SIZES];

    if (pvm_spawn(program, NULL, PvmTaskDefault, "", nspawn, tids) != nspawn)
        fail("could not spawn all tasks");
    /* The idle tasks get theirs first, so that no plan is on its way when the clocks are read. */
    for (int i = nspawn - 1; i >= 2; i--)
        send_plan(tids[i], p, 0, 0);
    if (with_host) {
        struct plan mine = *p;
        if (nspawn > 1)
            send_plan(tids[1], p, 0, 0);
        send_plan(tids[0], p, pvm_mytid(), 0);
        mine.partner_tid = tids[0];
        mine.serves = 1;
        play(&mine, time_us);
    } else {
        send_plan(tids[1], p, tids[0], 0);
        send_plan(tids[0], p, tids[1], 1);
        pvm_recv(tids[0], TAG_RESULT);
        pvm_upkdouble(time_us, p->nsizes, 1);
    }
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, nspawn, TAG_STOP);

    puts("bytes\ttransfers\ttime_us");
    for (int s = 0; s < p->nsizes; s++)
        printf("%d\t%d\t%.4f\n", p->size_bytes[s], 2 * p->rounds, time_us[s]);
}

static int usage(void)
{
    fputs("usage: onetoone host-cell|cell-cell [-d] [-n TASKS] [-r ROUNDS] [BYTES...]\n"
          "  -d  by direct links between tasks (PvmRouteDirect)\n"
          "  -n  tasks placed, the two that play among them (default 4)\n"
          "  -r  rounds to and fro per size (default 20)\n"
          "  BYTES  message sizes (default 0 to 4000 in steps of 250)\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct plan p = {.rounds = 20};
    int ntasks = 4, with_host, opt, parent_tid;

    /* A spawned task has no arguments. The master always has some, and need not enroll to find them wrong. */
    if (argc == 1 && (parent_tid = pvm_parent()) > 0) {
        player(parent_tid);
        pvm_exit();
        return 0;
    }
    if (argc < 2 || (strcmp(argv[1], "host-cell") != 0 && strcmp(argv[1], "cell-cell") != 0))
        return usage();
    with_host = strcmp(argv[1], "host-cell") == 0;
    optind = 2;
    while ((opt = getopt(argc, argv, "dn:r:")) != -1) {
        if (opt == 'd' && pvm_setopt(PvmRoute, PvmRouteDirect) >= 0)
            continue;
        if (opt == 'n' && (ntasks = number(optarg, 2, MAX_TASKS)) > 0)
            continue;
        if (opt == 'r' && (p.rounds = number(optarg, 1, 1000000)) > 0)
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
        for (int n = 0; n <= 4000; n += 250)
            p.size_bytes[p.nsizes++] = n;
    master(argv[0], with_host, ntasks, &p);
    pvm_exit();
    return 0;
}
