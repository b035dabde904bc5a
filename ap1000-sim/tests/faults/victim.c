/* victim.c - four programs that look at the code of each call, for runs in which a resource of the computer runs out
 * (faults.sh). Each prints lines that depend on every byte it was sent; a call that fails ends its task with a line on
 * stderr and code 3.
 *
 *     victim ring      a token goes round, and grows
 *     victim farm      a master gives out work to slaves, which meet in a group and add up their results in it
 *     victim files     clients write and read the files of a server, which they find by a mailbox
 *     victim big       a message of 3 MB goes to a task and back, forwarded unread by a second one
 *     victim brief     tasks that end at once, while others are started
 *
 * With VICTIM_HANDLES in the environment each handles SIGUSR1, without SA_RESTART. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

enum { WORK = 1, RESULT, STOP, OPEN, WRITE, READ, ANSWER, TOKEN };

static int must(int code, const char *call)
{
    if (code >= 0)
        return code;
    fprintf(stderr, "victim: %s gave %d\n", call, code);
    exit(3);
}
#define MUST(CALL) must(CALL, #CALL)

static void *need(size_t bytes)
{
    void *p = malloc(bytes);
    if (p == NULL) {
        fprintf(stderr, "victim: no memory for %zu bytes\n", bytes);
        exit(3);
    }
    return p;
}

static void start(const char *self, const char *what, int n, int *tids)
{
    char role[16], *args[] = {role, NULL};
    snprintf(role, sizeof role, "%s", what);
    if (MUST(pvm_spawn((char *)(size_t)self, args, PvmTaskDefault, NULL, n, tids)) < n)
        MUST(tids[n - 1]);
}

static void send_ints(int to, int tag, const int *values, int n)
{
    MUST(pvm_initsend(PvmDataDefault));
    MUST(pvm_pkint((int *)(size_t)values, n, 1));
    MUST(pvm_send(to, tag));
}

static void receive_ints(int from, int tag, int *values, int n)
{
    MUST(pvm_recv(from, tag));
    MUST(pvm_upkint(values, n, 1));
}

static unsigned sum_of(const unsigned char *bytes, int n)
{
    unsigned sum = 1;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}

/* ---- ring -------------------------------------------------------------------------------------------------------- */

#define RING 3
#define LAPS 4
#define STEP_BYTES 5000 /* so that a message becomes longer than fits into a reply */

static void pass_token(int to, const unsigned char *bytes, int n)
{
    MUST(pvm_initsend(PvmDataRaw));
    MUST(pvm_pkint(&n, 1, 1));
    MUST(pvm_pkbyte((char *)(size_t)bytes, n, 1));
    MUST(pvm_send(to, TOKEN));
}

static int take_token(unsigned char *bytes)
{
    int n;
    MUST(pvm_recv(-1, TOKEN));
    MUST(pvm_upkint(&n, 1, 1));
    MUST(pvm_upkbyte((char *)bytes, n, 1));
    return n;
}

static void ring_member(void)
{
    int next;
    unsigned char *bytes = need((size_t)STEP_BYTES * RING * LAPS);
    receive_ints(pvm_parent(), WORK, &next, 1);
    for (int lap = 0; lap < LAPS; lap++) {
        int n = take_token(bytes);
        memset(bytes + n, n % 251, STEP_BYTES);
        pass_token(next, bytes, n + STEP_BYTES);
    }
}

static void ring(const char *self)
{
    int tids[RING], me = MUST(pvm_mytid());
    unsigned char *bytes = need((size_t)STEP_BYTES * RING * LAPS);
    start(self, "ring", RING, tids);
    for (int i = 0; i < RING; i++)
        send_ints(tids[i], WORK, i + 1 < RING ? &tids[i + 1] : &me, 1);
    for (int lap = 0, n = 0; lap < LAPS; lap++) {
        pass_token(tids[0], bytes, n);
        n = take_token(bytes);
        printf("lap %d: %d bytes, sum %u\n", lap, n, sum_of(bytes, n));
    }
}

/* ---- farm -------------------------------------------------------------------------------------------------------- */

#define SLAVES 3
#define JOBS 12
#define GROUP ((char *)"farm")

static void farm_slave(void)
{
    int job[2], tag, mine = 0;
    MUST(pvm_joingroup(GROUP));
    MUST(pvm_barrier(GROUP, SLAVES));
    int root = MUST(pvm_gettid(GROUP, 0)) == MUST(pvm_mytid());
    for (;;) {
        MUST(pvm_bufinfo(MUST(pvm_recv(pvm_parent(), -1)), NULL, &tag, NULL));
        if (tag == STOP)
            break;
        MUST(pvm_upkint(job, 1, 1));
        job[1] = job[0] * job[0];
        mine += job[1];
        send_ints(pvm_parent(), RESULT, job, 2);
    }
    MUST(pvm_reduce(PvmSum, &mine, 1, PVM_INT, 40, GROUP, 0));
    MUST(pvm_barrier(GROUP, SLAVES));
    if (root)
        send_ints(pvm_parent(), ANSWER, &mine, 1);
    MUST(pvm_lvgroup(GROUP));
}

static void farm(const char *self)
{
    int tids[SLAVES], job[2], from, sum = 0, next = 0;
    start(self, "farm", SLAVES, tids);
    for (; next < SLAVES; next++)
        send_ints(tids[next], WORK, &next, 1);
    for (int got = 0; got < JOBS; got++) {
        MUST(pvm_bufinfo(MUST(pvm_recv(-1, RESULT)), NULL, NULL, &from));
        MUST(pvm_upkint(job, 2, 1));
        sum += job[1];
        if (next < JOBS)
            send_ints(from, WORK, &next, 1);
        next++;
    }
    MUST(pvm_initsend(PvmDataDefault));
    MUST(pvm_mcast(tids, SLAVES, STOP));
    receive_ints(-1, ANSWER, job, 1);
    printf("results %d, their own sum %d\n", sum, job[0]);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

#define CLIENTS 3
#define BLOCK 20000
#define BLOCKS 3
#define SERVER ((char *)"victim files")

/* File i is that of client i: what is written is kept, and read again. */
static void serve(void)
{
    unsigned char *files = need((size_t)CLIENTS * BLOCKS * BLOCK);
    MUST(pvm_initsend(PvmDataDefault));
    MUST(pvm_putinfo(SERVER, pvm_getsbuf(), PvmMboxDefault));
    for (int open = CLIENTS; open > 0;) {
        int tag, from, at[2];
        MUST(pvm_bufinfo(MUST(pvm_recv(-1, -1)), NULL, &tag, &from));
        if (tag == STOP) {
            open--;
            continue;
        }
        MUST(pvm_upkint(at, 2, 1));
        char *block = (char *)files + ((size_t)at[0] * BLOCKS + (size_t)at[1]) * BLOCK;
        if (tag == WRITE) {
            MUST(pvm_upkbyte(block, BLOCK, 1));
            send_ints(from, ANSWER, at, 1);
        } else {
            MUST(pvm_initsend(PvmDataInPlace));
            MUST(pvm_pkbyte(block, BLOCK, 1));
            MUST(pvm_send(from, ANSWER));
        }
    }
}

static void use_files(void)
{
    int at[2], server;
    unsigned sum = 0;
    unsigned char *block = need(BLOCK);
    receive_ints(pvm_parent(), WORK, at, 1);
    int bufid = MUST(pvm_recvinfo(SERVER, 0, PvmMboxWaitForInfo));
    MUST(pvm_bufinfo(bufid, NULL, NULL, &server));
    for (at[1] = 0; at[1] < BLOCKS; at[1]++) {
        memset(block, at[0] * 16 + at[1], BLOCK);
        MUST(pvm_initsend(PvmDataDefault));
        MUST(pvm_pkint(at, 2, 1));
        MUST(pvm_pkbyte((char *)block, BLOCK, 1));
        MUST(pvm_send(server, WRITE));
        MUST(pvm_recv(server, ANSWER));
    }
    for (at[1] = 0; at[1] < BLOCKS; at[1]++) {
        send_ints(server, READ, at, 2);
        MUST(pvm_recv(server, ANSWER));
        MUST(pvm_upkbyte((char *)block, BLOCK, 1));
        sum = sum * 7 + sum_of(block, BLOCK);
    }
    MUST(pvm_initsend(PvmDataDefault));
    MUST(pvm_send(server, STOP));
    send_ints(pvm_parent(), RESULT, (int[]){at[0], (int)sum}, 2);
}

static void files(const char *self)
{
    int server, tids[CLIENTS], result[2], sums[CLIENTS] = {0};
    start(self, "serve", 1, &server);
    start(self, "files", CLIENTS, tids);
    for (int i = 0; i < CLIENTS; i++)
        send_ints(tids[i], WORK, &i, 1);
    for (int i = 0; i < CLIENTS; i++) {
        receive_ints(-1, RESULT, result, 2);
        sums[result[0] % CLIENTS] = result[1];
    }
    for (int i = 0; i < CLIENTS; i++)
        printf("file %d: sum %u\n", i, (unsigned)sums[i]);
}

/* ---- big --------------------------------------------------------------------------------------------------------- */

#define BIG 3000000

static void send_on(void)
{
    int to;
    receive_ints(pvm_parent(), WORK, &to, 1);
    int bufid = MUST(pvm_recv(pvm_parent(), TOKEN)), old = MUST(pvm_setsbuf(MUST(pvm_setrbuf(0))));
    MUST(pvm_send(to, TOKEN));
    MUST(pvm_setsbuf(old));
    MUST(pvm_freebuf(bufid));
}

static void turn_over(void)
{
    unsigned char *bytes = need(BIG);
    MUST(pvm_recv(-1, TOKEN));
    MUST(pvm_upkbyte((char *)bytes, BIG, 1));
    for (int i = 0; i < BIG; i++)
        bytes[i] ^= 0x55;
    MUST(pvm_initsend(PvmDataInPlace));
    MUST(pvm_pkbyte((char *)bytes, BIG, 1));
    MUST(pvm_send(pvm_parent(), TOKEN));
}

static void big(const char *self)
{
    int first, second;
    unsigned char *bytes = need(BIG);
    start(self, "on", 1, &first);
    start(self, "over", 1, &second);
    for (int i = 0; i < BIG; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 1000);
    send_ints(first, WORK, &second, 1);
    MUST(pvm_initsend(PvmDataDefault));
    MUST(pvm_pkbyte((char *)bytes, BIG, 1));
    MUST(pvm_send(first, TOKEN));
    MUST(pvm_recv(second, TOKEN));
    MUST(pvm_upkbyte((char *)bytes, BIG, 1));
    printf("%d bytes back, sum %u\n", BIG, sum_of(bytes, BIG));
}

/* ---- brief ------------------------------------------------------------------------------------------------------- */

#define BRIEF 40

static void brief(const char *self)
{
    int tid, ended = 0;
    for (int i = 0; i < BRIEF; i++) {
        start(self, "end", 1, &tid);
        MUST(pvm_notify(PvmTaskExit, RESULT, 1, &tid));
    }
    for (; ended < BRIEF; ended++)
        MUST(pvm_recv(-1, RESULT));
    printf("%d tasks have ended\n", ended);
}

static void end_at_once(void)
{
}

/* ---- which one --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*of_master)(const char *self);
    void (*of_slave)(void);
} roles[] = {{"ring", ring, ring_member}, {"farm", farm, farm_slave}, {"files", files, use_files},
             {"serve", NULL, serve},      {"big", big, NULL},         {"on", NULL, send_on},
             {"over", NULL, turn_over},   {"brief", brief, NULL},     {"end", NULL, end_at_once}};

static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

int main(int argc, char **argv)
{
    /* A handler that interrupts system calls, for storm.c. */
    struct sigaction action = {.sa_handler = handle};
    if (getenv("VICTIM_HANDLES") != NULL)
        sigaction(SIGUSR1, &action, NULL);
    MUST(pvm_mytid());
    int is_slave = pvm_parent() > 0;
    for (size_t i = 0; argc > 1 && i < sizeof roles / sizeof roles[0]; i++) {
        if (strcmp(roles[i].name, argv[1]) != 0)
            continue;
        if (is_slave)
            roles[i].of_slave();
        else
            roles[i].of_master(argv[0]);
    }
    MUST(pvm_exit());
    return fflush(stdout) == 0 ? 0 : 3;
}
