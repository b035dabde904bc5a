/* datagrams.c [COUNT BYTES GAP_US SLEEP_US] - a program for datagrams.sh: numbered datagrams of BYTES from the first
 * node to the second, one each GAP_US; the receiver first sleeps for SLEEP_US. Each tenth is an ordinary message. Says
 * what arrived; without arguments, what pvm_setopt and sends answer; with one, which of a datagram and an ordinary
 * message of the same tag behind it comes to one who waits for the first of them. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <pvm3.h>
#include <pvmsim.h>

enum { BEGIN = 1, NUMBER, ORDINARY, RESULT };
enum { BEYOND = 65492, EVERY = 10 };
static char room[BEYOND];

struct result {
    int datagrams, ordinary, disorder;
};

/* Until nothing has come for two seconds. An ordinary message is waited for, by name, whenever one is due. */
static struct result receive_all(int from, int count)
{
    struct result r = {0, 0, 0};
    int last = -1, number;
    for (int due = 0; due < count; due += EVERY) {
        pvm_recv(from, ORDINARY);
        pvm_upkint(&number, 1, 1);
        r.ordinary++;
        r.disorder += number != due;
    }
    for (struct timeval patience = {2, 0}; pvm_trecv(from, NUMBER, &patience) > 0; last = number) {
        pvm_upkint(&number, 1, 1);
        r.datagrams++;
        r.disorder += number <= last;
    }
    return r;
}

/* Turns that are long in real time, as those of programs that compute: only then does it pay to run ahead. */
static void take_real_time(void)
{
    const struct timespec two_ms = {0, 2000000};
    syscall(SYS_nanosleep, &two_ms, NULL); /* nanosleep itself would let simulated time pass */
}

static int next_number(int from, int tag)
{
    int number = -1;
    take_real_time();
    pvm_recv(from, tag);
    pvm_upkint(&number, 1, 1);
    return number;
}

static void send_number(int to, int tag, int number)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(to, tag);
}

enum { ROUNDS = 30, FIRST_OF_TWO = -1, A_DATAGRAM = 1000, BEHIND_IT };

/* The receiver waits before the sender's time has come to the datagram. */
static void receive_first(int from)
{
    for (int i = 0; i < ROUNDS; i++)
        send_number(from, NUMBER, next_number(from, NUMBER));
    const int number = next_number(from, NUMBER);
    send_number(from, RESULT, number);
}

static void send_two(int to)
{
    for (int i = 0; i < ROUNDS; i++) {
        send_number(to, NUMBER, i);
        next_number(to, NUMBER);
    }
    for (int i = 0; i < 1000; i++)
        pvm_initsend(PvmDataDefault); /* which takes its time */
    take_real_time();
    pvm_setopt(PvmRoute, PvmRouteDatagram);
    pvm_initsend(PvmDataDefault);
    int one = A_DATAGRAM;
    pvm_pkint(&one, 1, 1);
    pvm_pkbyte(room, 1000, 1);
    pvm_send(to, NUMBER);
    pvm_setopt(PvmRoute, PvmAllowDirect);
    send_number(to, NUMBER, BEHIND_IT);
    const int first = next_number(to, RESULT);
    printf("%s\n", first == A_DATAGRAM ? "the datagram" : first == BEHIND_IT ? "what is behind it" : "something else");
}

static void be_receiver(int master)
{
    int begin[2];
    pvm_recv(master, BEGIN);
    pvm_upkint(begin, 2, 1);
    if (begin[0] == FIRST_OF_TWO) {
        receive_first(master);
        return;
    }
    if (begin[1] > 0)
        usleep((useconds_t)begin[1]);
    struct result r = receive_all(master, begin[0]);
    int words[3] = {r.datagrams, r.ordinary, r.disorder};
    pvm_psend(master, RESULT, (char *)words, 3, PVM_INT);
}

static void answers(int self)
{
    pvm_setopt(PvmAutoErr, 0);
    int old = pvm_setopt(PvmRoute, PvmRouteDatagram);
    printf("pvm_setopt %d, then %d\n", old, pvm_getopt(PvmRoute));
    printf("the longest %d\n", pvm_psend(self, NUMBER, room, BEYOND - 1, PVM_BYTE));
    printf("a byte more %d\n", pvm_psend(self, NUMBER, room, BEYOND, PVM_BYTE));
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(room, BEYOND, 1);
    int sent = pvm_send(self, NUMBER), cast = pvm_mcast(&self, 1, NUMBER);
    printf("packed %d, to many %d\n", sent, cast);
    usleep(100000);
    int n = 0;
    while (pvm_nrecv(self, NUMBER) > 0)
        n++;
    printf("from myself %d\n", n);
    pvm_setopt(PvmRoute, PvmAllowDirect);
    pvm_setopt(PvmAutoErr, 1);
}

static void send_all(int to, int count, int bytes, int gap_us)
{
    for (int i = 0; i < count; i++) {
        const int ordinary = i % EVERY == 0;
        pvm_setopt(PvmRoute, ordinary ? PvmAllowDirect : PvmRouteDatagram);
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&i, 1, 1);
        pvm_pkbyte(room, bytes, 1);
        pvm_send(to, ordinary ? ORDINARY : NUMBER);
        if (gap_us > 0)
            usleep((useconds_t)gap_us);
    }
    pvm_setopt(PvmRoute, PvmAllowDirect);
}

static int spawn_there(const char *program)
{
    struct pvmhostinfo *hosts;
    int n, tid, nhosts, narch;
    pvm_config(&nhosts, &narch, &hosts);
    n = pvm_spawn((char *)program, NULL, PvmTaskHost, hosts[1].hi_name, 1, &tid);
    if (n == 1)
        return tid;
    fprintf(stderr, "no task on %s: %d\n", hosts[1].hi_name, tid);
    pvm_exit();
    exit(1);
}

int main(int argc, char **argv)
{
    const int self = pvm_mytid(), master = pvm_parent();
    if (master > 0) {
        be_receiver(master);
    } else if (argc == 2) {
        int begin[2] = {FIRST_OF_TWO, 0}, to = spawn_there(argv[0]);
        pvm_psend(to, BEGIN, (char *)begin, 2, PVM_INT);
        send_two(to);
    } else if (argc != 5) {
        answers(self);
    } else {
        int begin[2] = {atoi(argv[1]), atoi(argv[4])}, words[3], to = spawn_there(argv[0]);
        pvm_psend(to, BEGIN, (char *)begin, 2, PVM_INT);
        send_all(to, begin[0], atoi(argv[2]), atoi(argv[3]));
        pvm_precv(to, RESULT, (char *)words, 3, PVM_INT, NULL, NULL, NULL);
        printf("%d of %d datagrams, %d of %d others, %d not in order\n", words[0],
               begin[0] - (begin[0] + EVERY - 1) / EVERY, words[1], (begin[0] + EVERY - 1) / EVERY, words[2]);
    }
    pvm_exit();
    return 0;
}
