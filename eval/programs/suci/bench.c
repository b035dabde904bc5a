/* bench.c - Suci's ping-pong, file transfer, and many senders into one port, over Suci or over PVM's messages (the
 * machine's TCP or daemons), as eval/measure/suci.sh wants them.
 * usage: ap1000 run -n 2 bench pingpong WAY REPETITIONS BYTES...   bytes, round trip
 *        ap1000 run -n 2 bench file WAY LEAD_US BYTES...   the receiver's clock starts LEAD_US before the sender
 *        ap1000 run -n N bench many WAY BYTES              all but the first send BYTES to the first
 * WAY: direct (PvmRouteDirect), warm (the same, its connection is there), java and java-warm (as TCP in Java: each end
 * copies once, and a connection takes java_connect_us more), pvm (the default route), or Suci's flow control: reno,
 * rate, or WINDOW[:RESEND_US[:ACK_EVERY[:ACK_DELAY_US]]]; 0: learnt. */
#include <pvm3.h>
#include <pvmsim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <suci.h>

enum { TAG = 1, MOST = 2000000 };
static struct suci *suci; /* NULL: PVM's messages */
static int *tids, ntasks, me;
static char bytes[MOST];
static double java_ns_per_byte, java_connect_us; /* of TCP in Java */

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static void sleep_until(double us)
{
    double left = us - now_us();
    struct timespec t = {(time_t)(left / 1e6), (long)(left - 1e6 * (double)(time_t)(left / 1e6)) * 1000};
    if (left > 0)
        nanosleep(&t, NULL);
}

static void java_spends(double ns)
{
    if (ns > 0)
        pvmsim_charge((int64_t)ns);
}

static void give(int node, long n)
{
    if (suci != NULL) {
        if (suci_write(suci, node, bytes, n) != n || suci_flush(suci, node, -1) != 0)
            exit(1);
        return;
    }
    java_spends(1000 * java_connect_us + java_ns_per_byte * (double)n);
    java_connect_us = 0;
    pvm_initsend(PvmDataInPlace);
    pvm_pkbyte(bytes, (int)n, 1);
    pvm_send(tids[node], TAG);
}

/* n bytes from anyone. */
static void take(long n)
{
    while (n > 0) {
        long size = 0;
        if (suci != NULL) {
            size = suci_read(suci, NULL, bytes, MOST, -1);
        } else {
            int tag, tid, length, buffer = pvm_recv(-1, TAG);
            pvm_bufinfo(buffer, &length, &tag, &tid);
            pvm_upkbyte(bytes, length, 1);
            java_spends(java_ns_per_byte * (size = length));
        }
        if (size < 0)
            exit(1);
        n -= size;
    }
}

static void open_way(const char *way)
{
    int window = 0, every = 1;
    long resend_us = 0, delay_us = 0;
    struct suci_options o = suci_options_default;
    int java = strncmp(way, "java", 4) == 0, is_warm = strstr(way, "warm") != NULL;
    if (java) {
        java_ns_per_byte = pvmsim_number("suci.arraycopy_ns_per_byte");
        java_connect_us = pvmsim_number("suci.java_connect_us");
    }
    if (java || is_warm || strcmp(way, "direct") == 0)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    if (java || is_warm || strcmp(way, "direct") == 0 || strcmp(way, "pvm") == 0)
        return;
    o.flow = strcmp(way, "rate") == 0 ? suci_rate : suci_reno;
    if (sscanf(way, "%d:%ld:%d:%ld", &window, &resend_us, &every, &delay_us) > 0)
        o.flow = (struct suci_flow){
            .window = window, .resend_after_ns = 1000 * resend_us, .ack_every = every, .ack_delay_ns = 1000 * delay_us};
    o.unconfirmed_bytes = o.unread_bytes = 1 << 30;
    if ((suci = suci_open(NULL, &o)) == NULL)
        exit(2);
    /* What the Java version spends on a packet, as suci.Suci does. */
    double objects = pvmsim_number("suci.objects_of_100_packets_count") / 100;
    double copies = pvmsim_number("suci.arraycopies_of_100_packets_count") / 100;
    suci_spends(suci, (int64_t)(1000 * objects * pvmsim_number("suci.object_us") + 0.5),
                copies * pvmsim_number("suci.arraycopy_ns_per_byte"));
    for (int i = 0; i < ntasks; i++)
        if (i != me)
            suci_database_task(suci, i, tids[i]);
}

/* A message to meet by; meanwhile Suci answers what is resent, which it does inside its own calls alone. */
static void receive_meeting(int tid)
{
    while (suci != NULL && pvm_nrecv(tid, TAG + 1) == 0)
        suci_read(suci, NULL, bytes, MOST, 1000000);
    if (suci == NULL)
        pvm_recv(tid, TAG + 1);
}

/* All tasks meet; a time that is the same for all, soon after. By daemons: the measured way has seen nothing. */
static double meet(void)
{
    double at = 0;
    int route = pvm_setopt(PvmRoute, PvmDontRoute);
    for (int i = 1; me == 0 && i < ntasks; i++)
        receive_meeting(-1);
    at = now_us() + 100000;
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(&at, 1, 1);
    for (int i = 1; i < ntasks; i++)
        if (me == 0)
            pvm_send(tids[i], TAG + 1);
    if (me != 0) {
        pvm_send(tids[0], TAG + 1);
        receive_meeting(tids[0]);
        pvm_upkdouble(&at, 1, 1);
    }
    pvm_setopt(PvmRoute, route);
    return at;
}

static void pingpong(int repetitions, long n)
{
    sleep_until(meet());
    double start = now_us();
    for (int i = 0; i < repetitions; i++) {
        if (me == 0)
            give(1, n);
        take(n);
        if (me == 1)
            give(0, n);
    }
    if (me == 0)
        printf("%ld\t%.3f\n", n, (now_us() - start) / repetitions);
}

static void file(double lead_us, long n)
{
    double at = meet();
    sleep_until(me == 0 ? at : at + lead_us);
    double start = now_us();
    if (me == 0)
        take(n);
    else
        give(0, n);
    if (me == 0)
        printf("%ld\t%.3f\n", n, now_us() - start);
}

static void many(long n)
{
    struct suci_counts c = {0};
    uint64_t packets = 0, resent = 0;
    sleep_until(meet());
    double start = now_us();
    if (me == 0)
        take(n * (ntasks - 1));
    else
        give(0, n);
    double took = now_us() - start;
    for (int i = 1; i < ntasks && suci != NULL; i++) {
        suci_count(suci, me == 0 ? i : 0, &c);
        packets += c.taken;
        resent += c.repeated;
    }
    if (me == 0)
        printf("%d\t%ld\t%.3f\t%.0f\t%llu\t%llu\n", ntasks - 1, n, took, 1e6 * (double)n * (ntasks - 1) / took,
               (unsigned long long)packets, (unsigned long long)resent);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    pvm_setopt(PvmAutoErr, 2);
    int mine = pvm_mytid();
    ntasks = pvm_siblings(&tids);
    while (tids[me] != mine)
        me++;
    open_way(argv[2]);
    if (strstr(argv[2], "warm") != NULL) {
        give(1 - me, 1);
        take(1);
    }
    if (me == 0)
        printf(strcmp(argv[1], "many") == 0 ? "senders\tbytes\ttime_us\tbyte_per_s\tpackets\trepeated\n"
                                            : "bytes\ttime_us\n");
    if (strcmp(argv[1], "many") == 0)
        many(atol(argv[3]));
    for (int i = 4; i < argc; i++)
        if (strcmp(argv[1], "file") == 0)
            file(atof(argv[3]), atol(argv[i]));
        else
            pingpong(atoi(argv[3]), atol(argv[i]));
    suci_close(suci, 5000000000); /* others may not know yet that all has come */
    pvm_exit();
    return 0;
}
