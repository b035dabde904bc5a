/* pingpong.c - Suci's ping-pong (Figures 6 and 8 of its paper): a packet there and back, each end resending until the
 * other has confirmed, for several sizes. On a simulated machine, on PVM 3.4.6, and without a PVM:
 *     pingpong [LONGEST [REPETITIONS]]                                 PVM: spawns the other end
 *     pingpong server PORT PEER_PORT ...   pingpong client PORT PEER_PORT ...     two shells of one computer
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include <pvm3.h>
#include <suci.h>

static char send_buf[1 << 20], read_buf[1 << 20];

static double now_ms(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return 1e3 * t.tv_sec + 1e-3 * t.tv_usec;
}

static void stop(const char *what)
{
    fprintf(stderr, "pingpong: %s\n", what);
    exit(1);
}

/* Until all of it has come; Suci acknowledges inside. */
static void take(struct suci *s, long full)
{
    long size, received = 0;
    while ((size = suci_read(s, NULL, read_buf, sizeof read_buf, -1)) > 0) {
        received += size;
        if (received >= full)
            break;
    }
    if (size < 0)
        stop("the other end is gone");
}

static void give(struct suci *s, long size)
{
    if (suci_write(s, 0, send_buf, size) != size || suci_flush(s, 0, -1) != 0)
        stop("the other end is gone");
}

static void client(struct suci *s, long longest, int repetitions)
{
    struct suci_counts counts;
    printf("    bytes  round trip (ms)   bytes/s\n");
    for (long size = 100; size <= longest; size *= 10) {
        double start = now_ms();
        for (int i = 0; i < repetitions; i++) {
            give(s, size);
            take(s, size);
        }
        double ms = (now_ms() - start) / repetitions;
        printf("%9ld  %15.3f %9.0f\n", size, ms, 2e3 * size / ms);
    }
    suci_count(s, 0, &counts);
    printf("%llu packets, %llu sent again\n", (unsigned long long)counts.packets, (unsigned long long)counts.resent);
}

static void server(struct suci *s, long longest, int repetitions)
{
    for (long size = 100; size <= longest; size *= 10)
        for (int i = 0; i < repetitions; i++) {
            take(s, size);
            give(s, size);
        }
}

/* Without a PVM: two ports of this computer. */
static struct suci *by_hand(char **argv)
{
    struct suci_address own = {"127.0.0.1", atoi(argv[2])};
    struct suci *s = suci_open(&own, NULL);
    if (s == NULL || suci_database_add(s, 0, "127.0.0.1", atoi(argv[3])) != 0)
        exit(2);
    return s;
}

static struct suci *by_pvm(char **argv, int *is_server)
{
    int other = pvm_parent();
    *is_server = other != PvmNoParent;
    if (!*is_server && pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &other) != 1)
        stop("the other end could not be started");
    struct suci *s = suci_open(NULL, NULL);
    if (s == NULL || suci_database_task(s, 0, other) != 0)
        exit(2);
    return s;
}

int main(int argc, char **argv)
{
    int is_server = argc > 3 && strcmp(argv[1], "server") == 0;
    int hand = is_server || (argc > 3 && strcmp(argv[1], "client") == 0), sizes = hand ? 4 : 1;
    long longest = argc > sizes ? atol(argv[sizes]) : 100000;
    int repetitions = argc > sizes + 1 ? atoi(argv[sizes + 1]) : 100;
    if (longest < 100 || longest > (long)sizeof send_buf || repetitions < 1) {
        fprintf(stderr, "usage: %s [server|client PORT PEER_PORT] [LONGEST, 100 to %zu [REPETITIONS]]\n", argv[0],
                sizeof send_buf);
        return 2;
    }
    struct suci *s = hand ? by_hand(argv) : by_pvm(argv, &is_server);
    if (is_server)
        server(s, longest, repetitions);
    else
        client(s, longest, repetitions);
    suci_close(s, is_server ? 0 : 100000000); /* the server's last confirmation may be lost: answer it once more */
    if (!hand)
        pvm_exit();
    return 0;
}
