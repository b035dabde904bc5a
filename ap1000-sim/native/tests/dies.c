/* dies.c - a task that dies in the barrier of all cells: those that are left wait for each other, and no longer for it,
 * and its word does not count.
 *
 * Cell 0 enters the barrier. After a second cell 1 ends cell 0's process, waits until the machine has noticed, and
 * enters. Cell 2 comes after five seconds, and only then may both go on. The host prints what they tell. */
#include <ccell.c7.h>
#include <chost.c7.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELLS = 3, PID = 1, REPORT };

struct report {
    int cid;
    unsigned word;
    double at_s;
};

static void end_cell_0(void)
{
    int pid;
    l_arecv(0, 0, PID);
    readmsg(&pid, sizeof pid);
    ap1000_compute(1);
    kill(pid, SIGKILL);
    while (kill(pid, 0) == 0) { /* until the machine has noticed it, which it can while this task asks for something */
        (void)cprobe();
        usleep(1000);
    }
}

int cell_main(void)
{
    struct report r = {.cid = getcid()};
    int pid = getpid();
    if (r.cid == 0)
        l_asend(1, 0, PID, &pid, sizeof pid);
    if (r.cid == 1)
        end_cell_0();
    if (r.cid == 2)
        ap1000_compute(5);
    r.word = sync(0, 1u << r.cid);
    r.at_s = dgettime();
    h_send(REPORT, &r, sizeof r);
    cell_exit(0);
    return 0;
}

/* It returns nothing, as in old programs. */
#pragma GCC diagnostic ignored "-Wreturn-type"
int host_main(int argc, char **argv)
{
    char *program = strrchr(argv[0], '/') != NULL ? strrchr(argv[0], '/') + 1 : argv[0];
    struct report r;
    (void)argc;
    if (cconfxy(CELLS, 1) != 0 || ccreat(program, 0, NULL) != 0)
        exit(1);
    for (int i = 1; i < CELLS; i++) {
        l_arecv(ANY_CELL, 0, REPORT);
        readmsg(&r, sizeof r);
        printf("cell %d left the barrier with word %u %s\n", r.cid, r.word,
               r.at_s < 5 ? "before cell 2 came" : "in time");
    }
}
