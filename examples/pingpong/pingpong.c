/*
 * pingpong: half the time of a round trip, for messages of 0 to some thousand bytes, on two paths:
 * from the host to a cell, and from one cell to another. A straight line through the points gives
 * latency and bandwidth.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <pvm3.h>

enum { SIZES = 9, MAX_BYTES = 1 << 20 };
enum { PING = 1, MEASURE = 2, TIMES = 3, STOP = 4 }; /* message tags */
enum { ANY = -1 };

static char data[MAX_BYTES];

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + now.tv_usec * 1e-6;
}

static void send_bytes(int to, int bytes)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(data, bytes, 1);
    pvm_send(to, PING);
}

static void round_trip(int partner, int bytes)
{
    send_bytes(partner, bytes);
    pvm_recv(partner, PING);
    pvm_upkbyte(data, bytes, 1);
}

/* Microseconds one way for each size. One round is not timed, so that the partner is up and waiting. */
static void measure(int partner, const int *bytes, int rounds, double *times_us)
{
    int i, round;
    for (i = 0; i < SIZES; i++) {
        double start;
        round_trip(partner, bytes[i]);
        start = seconds();
        for (round = 0; round < rounds; round++)
            round_trip(partner, bytes[i]);
        times_us[i] = (seconds() - start) / rounds / 2 * 1e6;
    }
}

/* Sends back what it gets. When told to, measures the path to its sibling. */
static void child(const int *bytes, int rounds)
{
    int length, tag, sender, *tid;
    double times_us[SIZES];
    pvm_siblings(&tid);
    for (;;) {
        pvm_bufinfo(pvm_recv(ANY, ANY), &length, &tag, &sender);
        if (tag == STOP)
            return;
        if (tag == MEASURE) {
            measure(tid[1], bytes, rounds, times_us);
            pvm_psend(sender, TIMES, times_us, SIZES, PVM_DOUBLE);
        } else {
            pvm_upkbyte(data, length, 1); /* raw data: as many bytes as were packed */
            send_bytes(sender, length);
        }
    }
}

/* Least squares: time = latency + bytes / bandwidth. Bytes per microsecond are MB/s. */
static void print_line(const char *path, const int *bytes, const double *times_us)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, slope;
    int i;
    for (i = 0; i < SIZES; i++) {
        mean_x += (double)bytes[i] / SIZES;
        mean_y += times_us[i] / SIZES;
    }
    for (i = 0; i < SIZES; i++) {
        xx += (bytes[i] - mean_x) * (bytes[i] - mean_x);
        xy += (bytes[i] - mean_x) * (times_us[i] - mean_y);
    }
    slope = xy / xx;
    printf("%s: latency %.1f us, bandwidth %.2f MB/s\n", path, mean_y - slope * mean_x, 1 / slope);
}

static int master(char **argv, const int *bytes, int rounds)
{
    int tids[2], i;
    double host_cell[SIZES], cell_cell[SIZES];
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 2, tids) < 2) {
        fprintf(stderr, "pingpong: could not start 2 tasks: PVM error %d\n", tids[1]);
        return 1;
    }
    measure(tids[0], bytes, rounds, host_cell);
    pvm_initsend(PvmDataDefault);
    pvm_send(tids[0], MEASURE);
    pvm_precv(tids[0], TIMES, cell_cell, SIZES, PVM_DOUBLE, NULL, NULL, NULL);
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, 2, STOP);

    printf("%8s %14s %14s\n", "bytes", "host-cell (us)", "cell-cell (us)");
    for (i = 0; i < SIZES; i++)
        printf("%8d %14.2f %14.2f\n", bytes[i], host_cell[i], cell_cell[i]);
    print_line("host-cell", bytes, host_cell);
    print_line("cell-cell", bytes, cell_cell);
    return 0;
}

int main(int argc, char **argv)
{
    int largest = argc > 1 ? atoi(argv[1]) : 4000;
    int rounds = argc > 2 ? atoi(argv[2]) : 100;
    int bytes[SIZES], i, status = 0;
    if (largest < SIZES - 1 || largest > MAX_BYTES || rounds < 1) {
        fprintf(stderr, "usage: pingpong [largest message, %d to %d bytes] [rounds, 1 or more]\n", SIZES - 1,
                MAX_BYTES);
        return 2;
    }
    for (i = 0; i < SIZES; i++)
        bytes[i] = (int)((double)largest * i / (SIZES - 1));
    pvm_setopt(PvmAutoErr, 2); /* an error in any PVM call prints its reason and ends the task */
    if (pvm_parent() == PvmNoParent)
        status = master(argv, bytes, rounds);
    else
        child(bytes, rounds);
    pvm_exit();
    return status;
}
