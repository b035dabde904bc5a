/* starts.c - a second program starts on the cells while the cells of the first broadcast to task 0 all the time: no
 * task 1 gets one of these messages, or the exit code is 1. */
#include <ccell.c7.h>
#include <chost.c7.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 4, START = 1, NOISE, HEARD };

/* Task 0: noise for as long as ccreat takes, then the host's word. */
static int makes_noise(void)
{
    for (int i = 0; i < 400; i++) {
        cbroad(0, NOISE, &i, sizeof i);
        ap1000_compute(1e-5);
        while (cprobe())
            crecv();
    }
    return 0;
}

static int listens(void)
{
    int heard = 0;
    ap1000_compute(0.001);
    for (; cprobe(); heard++)
        crecv();
    return heard;
}

int cell_main(void)
{
    const int *second = h_recv(START);
    int heard = *second ? listens() : makes_noise();
    h_send(HEARD, &heard, sizeof heard);
    return 0;
}

int host_main(int argc, char **argv)
{
    int all = 0;
    (void)argc;
    (void)argv;
    cconfxy(CELLS, 1);
    for (int second = 0; second < 2; second++) {
        ccreat(NULL, second, NULL);
        cbroad(second, START, &second, sizeof second);
    }
    for (int i = 0; i < 2 * CELLS; i++) {
        const int *heard = l_arecv(ANY_CELL, ANY_TASK, HEARD);
        all += *heard;
    }
    waitstable();
    printf("%d messages for others\n", all);
    exit(all != 0);
}
