/* primitives.c - what one call of the native library costs on the model: the time from the moment at which all cells
 * begin until the last cell that takes part goes on (all cells have the same clock); and the bandwidth of a stream. One
 * call before each size is not measured.
 *
 * usage: primitives CALL NX NY BYTES...
 * CALL: l_asend (to the neighbour), stream (20 of them one after the other, the time of one), h_send (cell 0 to the
 * host), cbroad, x_brd, y_brd, xy_brd, xy_dsum (BYTES is 8), sync (BYTES is 0). */
#include <chost.c7.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN = 1, DATA, RESULT };
enum { MAX_SIZES = 64, STREAM = 20 };

struct plan {
    char call[16];
    int nsizes, size_bytes[MAX_SIZES];
};

static char *bytes;

static void send_to_neighbour(int n, int messages)
{
    for (int i = 0; i < messages && getcid() == 0; i++)
        l_asend(getncel() > 1 ? 1 : 0, 0, DATA, bytes, n);
    for (int i = 0; i < messages && getcid() == (getncel() > 1 ? 1 : 0); i++)
        l_arecv(0, 0, DATA);
}

static void call_l_asend(int n)
{
    send_to_neighbour(n, 1);
}

static void call_stream(int n)
{
    send_to_neighbour(n, STREAM);
}

static void call_cbroad(int n)
{
    if (getcid() == 0)
        cbroad(0, DATA, bytes, n);
    else
        l_arecv(0, 0, DATA);
}

static void call_h_send(int n)
{
    if (getcid() == 0)
        h_send(DATA, bytes, n);
}

static void call_x_brd(int n)
{
    if (getcidy() == 0)
        x_brd(0, bytes, n);
}

static void call_y_brd(int n)
{
    if (getcidx() == 0)
        y_brd(0, bytes, n);
}

static void call_xy_brd(int n)
{
    xy_brd(0, bytes, n);
}

static void call_xy_dsum(int n)
{
    double sum;
    (void)n;
    xy_dsum(getcid(), &sum);
}

static void call_sync(int n)
{
    (void)n;
    sync(0, 0);
}

static const struct {
    const char *name;
    void (*make)(int n);
    int messages; /* how many messages one of its calls sends */
} calls[] = {{"l_asend", call_l_asend, 1}, {"stream", call_stream, STREAM}, {"h_send", call_h_send, 1},
             {"cbroad", call_cbroad, 1},   {"x_brd", call_x_brd, 1},        {"y_brd", call_y_brd, 1},
             {"xy_brd", call_xy_brd, 1},   {"xy_dsum", call_xy_dsum, 1},    {"sync", call_sync, 1}};

static int find(const char *name)
{
    for (int i = 0; i < (int)(sizeof calls / sizeof *calls); i++)
        if (strcmp(calls[i].name, name) == 0)
            return i;
    return -1;
}

/* Notes the entry and the end of each measured call [s]. */
int cell_main(void)
{
    struct plan p;
    double times[2 * MAX_SIZES];
    h_recv(PLAN);
    readmsg(&p, sizeof p);
    for (int s = 0; s < p.nsizes; s++) {
        bytes = calloc(1, (size_t)p.size_bytes[s] + 1);
        for (int round = 0; round < 2; round++) {
            sync(SYNC_HOST, 0);
            times[2 * s] = dgettime();
            calls[find(p.call)].make(p.size_bytes[s]);
            times[2 * s + 1] = dgettime();
        }
        free(bytes);
    }
    sync(SYNC_HOST, 0);
    h_send(RESULT, times, 2 * p.nsizes * (int)sizeof *times);
    return 0;
}

/* The host takes no part; for h_send it receives the messages. */
static void attend(const struct plan *p, double *end)
{
    for (int s = 0; s < p->nsizes; s++)
        for (int round = 0; round < 2; round++) {
            sync(SYNC_HOST, 0);
            if (strcmp(p->call, "h_send") == 0) {
                l_arecv(0, 0, DATA);
                end[s] = dgettime();
            }
        }
    sync(SYNC_HOST, 0);
}

int host_main(int argc, char **argv)
{
    struct plan p = {0};
    double start[MAX_SIZES], end[MAX_SIZES] = {0};
    if (argc < 5 || argc - 4 > MAX_SIZES || find(argv[1]) < 0) {
        fputs("usage: primitives l_asend|stream|h_send|cbroad|x_brd|y_brd|xy_brd|xy_dsum|sync NX NY BYTES...\n",
              stderr);
        exit(2);
    }
    snprintf(p.call, sizeof p.call, "%s", argv[1]);
    for (int i = 4; i < argc; i++)
        p.size_bytes[p.nsizes++] = atoi(argv[i]);
    cconfxy(atoi(argv[2]), atoi(argv[3]));
    ccreat(NULL, 0, NULL);
    cbroad(0, PLAN, &p, sizeof p);
    attend(&p, end);
    for (int cid = 0; cid < getncel(); cid++) {
        const double *times = l_arecv(cid, 0, RESULT);
        for (int s = 0; s < p.nsizes; s++) {
            start[s] = cid == 0 || times[2 * s] < start[s] ? times[2 * s] : start[s];
            end[s] = times[2 * s + 1] > end[s] ? times[2 * s + 1] : end[s];
        }
    }
    waitstable();
    puts("bytes\tcells\ttime_us");
    for (int s = 0; s < p.nsizes; s++)
        printf("%d\t%d\t%.4f\n", p.size_bytes[s], getncel(), (end[s] - start[s]) * 1e6 / calls[find(p.call)].messages);
    return 0;
}
