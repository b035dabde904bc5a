/* pair.c - a message there and back between two tasks: half of that time, in us. An ordinary PVM program, for real
 * clusters and for PVM 3.4.6; pair_mpi.c does the same in MPI.
 *
 * pair near|far SIZE ROUNDS [bare] [direct]: the second task is on the first one's node, or on another one. bare: the
 * message is packed once, and not unpacked. direct: PvmRouteDirect. It prints the best tenth of its rounds and their
 * median.
 *
 * pair spawn N: so many tasks are started on all nodes, and have answered. It prints that time in s. */
#define MEASURING_PROGRAM "pair"
#include "measuring.h"
#include <string.h>
#include <unistd.h>

enum { TAG_PLAN = 1, TAG_DATA, TAG_HERE };
enum { MAX_SIZE = 1 << 26, MAX_ROUNDS = 10000000, MAX_TASKS = 100000 };

struct plan {
    int size, rounds, bare, direct;
};

static char *bytes;

static void pack(const struct plan *p)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(bytes, p->size, 1);
}

static void send_to(const struct plan *p, int tid)
{
    if (!p->bare)
        pack(p);
    if (pvm_send(tid, TAG_DATA) < 0)
        fail("a message was not sent");
}

static void receive_from(const struct plan *p, int tid)
{
    if (pvm_recv(tid, TAG_DATA) < 0)
        fail("no message came");
    if (!p->bare)
        pvm_upkbyte(bytes, p->size, 1);
}

static void begin(const struct plan *p)
{
    bytes = calloc(1, (size_t)p->size + 1);
    if (bytes == NULL)
        fail("no memory");
    if (p->direct)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    pack(p);
}

static void answer(int parent)
{
    struct plan p;
    if (pvm_recv(parent, TAG_PLAN) < 0)
        fail("no plan came");
    pvm_upkint((int *)&p, (int)(sizeof p / sizeof(int)), 1);
    if (p.size < 0) { /* of a spawn */
        pvm_initsend(PvmDataDefault);
        pvm_send(parent, TAG_HERE);
        return;
    }
    begin(&p);
    for (int r = 0; r < p.rounds; r++) {
        receive_from(&p, parent);
        send_to(&p, parent);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The name of this host, or of another one. */
static char *host_for(int far)
{
    struct pvmhostinfo *hosts;
    int n = 0, own = pvm_tidtohost(pvm_mytid());
    pvm_config(&n, NULL, &hosts);
    for (int i = 0; i < n; i++)
        if ((hosts[i].hi_tid != own) == far)
            return hosts[i].hi_name;
    fail("there is no other host");
    return NULL;
}

static void send_plan(struct plan p, int *tids, int n)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint((int *)&p, (int)(sizeof p / sizeof(int)), 1);
    pvm_mcast(tids, n, TAG_PLAN);
}

static void measure(char *program, struct plan p, int far)
{
    double *times = calloc((size_t)p.rounds, sizeof *times);
    int tid;
    if (times == NULL || pvm_spawn(program, NULL, PvmTaskHost, host_for(far), 1, &tid) != 1)
        fail("the second task cannot be started");
    send_plan(p, &tid, 1);
    begin(&p);
    for (int r = 0; r < p.rounds; r++) {
        double start = now_us();
        send_to(&p, tid);
        receive_from(&p, tid);
        times[r] = (now_us() - start) / 2;
    }
    qsort(times, (size_t)p.rounds, sizeof *times, compare);
    printf("%.3f %.3f\n", times[p.rounds / 20], times[p.rounds / 2]);
    free(times);
}

static void spawn_all(char *program, int n)
{
    int *tids = calloc((size_t)n, sizeof *tids);
    double start = now_us();
    if (tids == NULL || pvm_spawn(program, NULL, PvmTaskDefault, "", n, tids) != n)
        fail("not all tasks can be started");
    send_plan((struct plan){-1, 0, 0, 0}, tids, n);
    for (int i = 0; i < n; i++)
        pvm_recv(-1, TAG_HERE);
    printf("%.3f\n", (now_us() - start) / 1e6);
    free(tids);
}

int main(int argc, char **argv)
{
    int parent;
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    if (pvm_mytid() < 0)
        return 1;
    parent = pvm_parent();
    if (parent > 0)
        answer(parent);
    else if (argc == 3 && strcmp(argv[1], "spawn") == 0)
        spawn_all(program, number(argv[2], 1, MAX_TASKS));
    else if (argc >= 4) {
        struct plan p = {number(argv[2], 0, MAX_SIZE), number(argv[3], 1, MAX_ROUNDS), 0, 0};
        if (p.size < 0 || p.rounds < 0)
            fail("SIZE from 0 to 67108864 and ROUNDS from 1 to 10000000 are wanted");
        for (int i = 4; i < argc; i++) {
            p.bare |= strcmp(argv[i], "bare") == 0;
            p.direct |= strcmp(argv[i], "direct") == 0;
        }
        measure(program, p, strcmp(argv[1], "far") == 0);
    } else
        fail("usage: pair near|far SIZE ROUNDS [bare] [direct], or pair spawn N");
    pvm_exit();
    return 0;
}
