/* calls.c - every call of the native library, on the host and on an array of cells: calls NX NY.
 *
 * Both sides count what is wrong and print it on stderr. The host ends with exit code 1 if anything was. */
#include <ccell.c7.h>
#include <chost.c7.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 30, SECOND = 3 }; /* the numbers of both tasks on each cell: the same program */
enum { PLAIN = 1, BIG, EMPTY, WIDE, REPORT, PROBED, LATE };

static int wrong;

#define CHECK(CONDITION)                                                                       \
    do {                                                                                       \
        if (!(CONDITION)) {                                                                    \
            wrong++;                                                                           \
            fprintf(stderr, "cell %d: line %d: not so: %s\n", getcid(), __LINE__, #CONDITION); \
        }                                                                                      \
    } while (0)

static int ring(int step)
{
    return (getcid() + step + getncel()) % getncel();
}

static void check_place(int nx, int ny)
{
    CHECK(getncelx() == nx && getncely() == ny && getncel() == nx * ny);
    CHECK(gethcid() == getncel());
}

/* ---- on the cells ------------------------------------------------------------------------------------------------ */

static void check_messages(void)
{
    int me = getcid(), from = ring(-1), got = -1;
    static char big[30000], back[30000];
    memset(big, me, sizeof big);
    CHECK(readmsg(&got, sizeof got) == -1 || getmcid() == gethcid());
    CHECK(l_asend(ring(1), FIRST, EMPTY, NULL, 0) == 1);
    CHECK(l_asend(ring(1), FIRST, BIG, big, sizeof big) == 1);
    CHECK(l_asend(ring(1), FIRST, PLAIN, &me, sizeof me) == 1);
    int *p = l_arecv(ANY_CELL, ANY_TASK, PLAIN); /* the last one first */
    CHECK(*p == from && getmcid() == from);
    CHECK(readmsg(&got, sizeof got) == (int)sizeof got && got == from);
    char *b = l_arecv(from, FIRST, BIG);
    CHECK(b[0] == (char)from && b[sizeof big - 1] == (char)from);
    CHECK(readmsg(back, 10) == (int)sizeof big && back[9] == (char)from && back[10] == 0);
    CHECK(crecv() != NULL && readmsg(back, sizeof back) == 0 && getmcid() == from);
    CHECK(l_asend(getncel() + 1, FIRST, PLAIN, &me, sizeof me) == 0);
    CHECK(l_asend(-1, FIRST, PLAIN, &me, sizeof me) == 0);
    CHECK(l_asend(0, 99, PLAIN, &me, sizeof me) == 0);
    CHECK(l_asend(0, FIRST, -1, &me, sizeof me) == 0 && l_asend(0, FIRST, PLAIN, &me, -1) == 0);
    CHECK(cbroad(99, PLAIN, &me, sizeof me) == 0);
}

/* Each cell broadcasts to all others; only the first task gets the messages. */
static void check_cbroad(void)
{
    int me = getcid(), seen = 0;
    CHECK(cbroad(FIRST, WIDE, &me, sizeof me) == 1);
    for (int i = 1; i < getncel(); i++) {
        int *from = l_arecv(ANY_CELL, FIRST, WIDE);
        CHECK(*from == getmcid() && *from != me);
        seen += *from;
    }
    CHECK(seen == getncel() * (getncel() - 1) / 2 - me);
}

/* By steps, also round the edges and to itself; messages of l_asend do not count. */
static void check_steps(void)
{
    int me = getcid(), got = -1, nx = getncelx(), ny = getncely();
    int to = (getcidy() + ny - 1) % ny * nx + (getcidx() + 2) % nx;
    CHECK(l_asend(to, FIRST, PLAIN, &me, sizeof me) == 1);
    CHECK(xy_send(2, -1, WIDE, &me, sizeof me) == 1 && xy_send(0, FIRST, PLAIN, NULL, 0) == 1);
    CHECK(xy_send(0, 0, -1, NULL, 0) == 0);
    CHECK(xy_recvs(-2, 1, WIDE, &got, sizeof got) == (int)sizeof got);
    CHECK(got == (getcidy() + 1) % ny * nx + ((getcidx() - 2) % nx + nx) % nx && getmcid() == got);
    CHECK(xy_recvs(0, FIRST, PLAIN, &got, sizeof got) == 0);
    sync(0, 0);
    while (l_aqrecv(ANY_CELL, FIRST, PLAIN) == 0)
        ;
    CHECK(l_aqrecv(ANY_CELL, FIRST, WIDE) == 0 && l_aqrecv(gethcid(), FIRST, PLAIN) == 0);
    l_arecv(ANY_CELL, FIRST, PLAIN);
    CHECK(l_aqrecv(ANY_CELL, FIRST, PLAIN) == 0);
    sync(0, 0);
}

static void check_probe(void)
{
    int looks = 0;
    sync(0, 0);
    CHECK(cprobe() == 0);
    sync(0, 0);
    double before = dgettime();
    l_asend(ring(1), FIRST, PROBED, NULL, 0);
    while (cprobe() == 0)
        looks++;
    CHECK(cprobe() == 1);
    CHECK(dgettime() > before && looks < 1000);
    l_arecv(ring(-1), FIRST, PROBED);
    CHECK(cprobe() == 0);
}

/* Halves are exact in binary, so the sums must be exact, too. */
static void check_collectives(void)
{
    int n = getncel(), me = getcid(), i = 0, tag = 0;
    float f = 0;
    double d = 0;
    for (int root = 0; root < n; root++) {
        int block[100] = {0};
        for (int k = 0; k < 100; k++)
            block[k] = me == root ? root * 100 + k : -1;
        CHECK(xy_brd(root, block, sizeof block) == 0);
        CHECK(block[0] == root * 100 && block[99] == root * 100 + 99);
    }
    for (int x = 0; x < getncelx(); x++) {
        i = me;
        CHECK(x_brd(x, &i, sizeof i) == 0 && i == getcidy() * getncelx() + x);
    }
    for (int y = 0; y < getncely(); y++) {
        i = me;
        CHECK(y_brd(y, &i, sizeof i) == 0 && i == y * getncelx() + getcidx());
    }
    int kept = -1, *held;
    l_asend(ring(1), FIRST, PLAIN, &me, sizeof me);
    held = l_arecv(ANY_CELL, FIRST, PLAIN); /* it stays the current message */
    CHECK(xy_isum(1, &i) == 0 && *held == ring(-1) && getmcid() == ring(-1));
    CHECK(readmsg(&kept, sizeof kept) == (int)sizeof kept && kept == ring(-1));
    double before = dgettime(), computed;
    ap1000_compute(0.25);
    computed = dgettime() - before;
    CHECK(computed >= 0.25 && computed < 0.2501);
    CHECK(xy_isum(me + 1, &i) == 0 && i == n * (n + 1) / 2);
    CHECK(xy_fsum((float)me + 0.5f, &f) == 0 && f == (float)(n * n) / 2);
    CHECK(xy_dsum(me + 0.5, &d) == 0 && d == (double)(n * n) / 2);
    CHECK(xy_imax(-me, 10 + me, &i, &tag) == 0 && i == 0 && tag == 10);
    CHECK(xy_imax(7, me, &i, &tag) == 0 && i == 7 && tag == 0);
    CHECK(xy_fmax((float)me, me * 2, &f, &tag) == 0 && f == (float)(n - 1) && tag == (n - 1) * 2);
    CHECK(xy_dmax(me == n / 2 ? 1.5 : -1.5, me, &d, &tag) == 0 && d == 1.5 && tag == n / 2);
}

/* All tasks of the cells are in the barrier, also the second ones, which bring the bit 0x100. */
static void check_barriers(void)
{
    unsigned all = 0;
    for (int cid = 0; cid < getncel(); cid++)
        all |= 1u << cid % 8;
    CHECK(sync(0, 1u << getcid() % 8) == (all | 0x100));
    CHECK(sync(1, 0) == 0);
    pstat(1u << getcid() % 8);
    CHECK(gstat() == 1u << getcid() % 8);
    sync(0, 0);
    CHECK(cstat() == all);
    sync(0, 0);
    pstat(0);
    sync(0, 0);
    CHECK(cstat() == 0 && gstat() == 0);
    CHECK(sync(SYNC_HOST, 0) == 0x200);
}

static void first_task(void)
{
    check_messages();
    check_cbroad();
    check_steps();
    check_probe();
    check_collectives();
    check_barriers();
    int *late = l_arecv(gethcid(), FIRST, LATE); /* the host has one task, whatever its number */
    CHECK(*late == 42 && getmcid() == gethcid());
    int other = 0;
    l_arecv(getcid(), SECOND, PLAIN);
    CHECK(readmsg(&other, sizeof other) == (int)sizeof other && other == 1000 + getcid());
    l_asend(gethcid(), FIRST, REPORT, &wrong, sizeof wrong);
}

/* Takes part in as many barriers as the first task, and sends the first task of its cell a message. */
static void second_task(void)
{
    int word = 1000 + getcid();
    sync(0, 0);
    sync(0, 0);
    sync(0, 0);
    sync(0, 0);
    sync(0, 0x100);
    for (int i = 0; i < 4; i++)
        sync(0, 0);
    sync(SYNC_HOST, 0);
    CHECK(l_asend(getcid(), FIRST, PLAIN, &word, sizeof word) == 1);
    h_send(REPORT, &wrong, sizeof wrong);
}

int cell_main(void)
{
    int *start = h_recv(PLAIN), second = start[0];
    check_place(start[1], start[2]);
    CHECK(getcid() == getcidy() * getncelx() + getcidx());
    if (second)
        second_task();
    else
        first_task();
    cell_exit(0);
    return 0;
}

/* ---- on the host ------------------------------------------------------------------------------------------------- */

int host_main(int argc, char **argv)
{
    int nx = argc == 3 ? atoi(argv[1]) : 0, ny = argc == 3 ? atoi(argv[2]) : 0;
    CHECK(cconfxy(nx, ny) == 0);
    check_place(nx, ny);
    CHECK(getcid() == gethcid() && getcidx() == -1 && getcidy() == -1);
    CHECK(l_asend(0, FIRST, PLAIN, NULL, 0) == 0);
    CHECK(readmsg(NULL, 0) == -1 && getmcid() == -1);
    CHECK(ccreat(NULL, FIRST, NULL) == 0 &&
          ccreat(strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0], SECOND, NULL) == 0);
    double before = dgettime();
    for (int second = 0; second < 2; second++) {
        int start[] = {second, nx, ny};
        CHECK(cbroad(second ? SECOND : FIRST, PLAIN, start, sizeof start) == 1);
    }
    CHECK(initstat(1) == 0 && sync(SYNC_HOST, 0x200) == 0x200);
    CHECK(cstat() == 0);
    int late = 42, theirs = 0;
    for (int cid = 0; cid < getncel(); cid++)
        l_asend(cid, FIRST, LATE, &late, sizeof late);
    for (int i = 0; i < 2 * getncel(); i++) {
        l_arecv(ANY_CELL, i % 2 ? SECOND : FIRST, REPORT);
        readmsg(&theirs, sizeof theirs);
        wrong += theirs;
    }
    CHECK(waitstable() == 0);
    CHECK(dgettime() > before);
    printf("%d not as they should be\n", wrong);
    exit(wrong != 0);
}
