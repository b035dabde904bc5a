/* causes.c - runs whose cause is known by construction, for the verdict of a report. Computing is charged by
 * sleeping, as the README says.
 *
 *   causes master        4 children ask for work 20 times; the master takes 5 ms for each answer, they 0.1 ms
 *   causes server        the same, but the master is a child of a master that only waits
 *   causes late          one child computes 500 ms before it sends, the other waits for it
 *   causes unbalanced    4 children compute 100 ms each, the third 300 ms; then all report
 *   causes balanced      4 children compute 100 ms each
 *   causes link          8 cells in a row send 20 messages of 100 kB each to the 8 cells behind them, over one link
 *   causes host          4 children exchange messages with the host
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "pvm3.h"

enum { TAG_ASK = 1, TAG_WORK, TAG_DONE, LAPS = 20, MOST = 16 };

static void compute_ms(double ms)
{
    struct timespec t = {0, (long)(ms * 1e6)};
    (void)nanosleep(&t, NULL);
}

static void send_word(int tid, int tag)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, tag);
}

static void answer(int asked)
{
    for (int i = 0; i < asked; i++) {
        int tid;
        pvm_bufinfo(pvm_recv(-1, TAG_ASK), NULL, NULL, &tid);
        compute_ms(5);
        send_word(tid, TAG_WORK);
    }
}

static void ask(int whom)
{
    for (int i = 0; i < LAPS; i++) {
        send_word(whom, TAG_ASK);
        pvm_recv(whom, TAG_WORK);
        compute_ms(0.1);
    }
}

/* Over the one link between both halves of a row of cells. */
static void crowd(int me, int n, const int *tids)
{
    static char bytes[100000];
    for (int i = 0; i < LAPS; i++) {
        if (me >= n / 2) {
            pvm_recv(tids[me - n / 2], TAG_WORK);
            continue;
        }
        pvm_initsend(PvmDataDefault);
        pvm_pkbyte(bytes, (int)sizeof bytes, 1);
        pvm_send(tids[me + n / 2], TAG_WORK);
    }
}

static void child(const char *mode, int me, int n, const int *tids)
{
    if (strcmp(mode, "master") == 0)
        ask(pvm_parent());
    else if (strcmp(mode, "server") == 0)
        me == 0 ? answer(LAPS * (n - 1)) : ask(tids[0]);
    else if (strcmp(mode, "late") == 0 && me == 1)
        pvm_recv(tids[0], TAG_WORK);
    else if (strcmp(mode, "late") == 0) {
        compute_ms(500);
        send_word(tids[1], TAG_WORK);
    } else if (strcmp(mode, "unbalanced") == 0)
        compute_ms(me == 2 ? 300 : 100);
    else if (strcmp(mode, "balanced") == 0)
        compute_ms(100);
    else if (strcmp(mode, "link") == 0)
        crowd(me, n, tids);
    else
        for (int i = 0; i < LAPS; i++) {
            send_word(pvm_parent(), TAG_ASK);
            pvm_recv(pvm_parent(), TAG_WORK);
        }
    send_word(pvm_parent(), TAG_DONE);
}

int main(int argc, char **argv)
{
    char *mode = argc > 1 ? argv[1] : (char *)(size_t) "";
    int tids[MOST], n, *all = tids;
    if (pvm_parent() > 0) {
        n = pvm_siblings(&all);
        int me = 0;
        while (me < n && all[me] != pvm_mytid())
            me++;
        child(mode, me, n, all);
    } else {
        char *words[] = {mode, NULL};
        n = strcmp(mode, "link") == 0 ? MOST : strcmp(mode, "late") == 0 ? 2 : 4;
        if (pvm_spawn(argv[0], words, PvmTaskDefault, (char *)(size_t) "", n, tids) != n)
            return 1;
        if (strcmp(mode, "master") == 0)
            answer(n * LAPS);
        for (int i = 0; i < n * LAPS && strcmp(mode, "host") == 0; i++) {
            int tid;
            pvm_bufinfo(pvm_recv(-1, TAG_ASK), NULL, NULL, &tid);
            send_word(tid, TAG_WORK);
        }
        for (int i = 0; i < n; i++)
            pvm_recv(-1, TAG_DONE);
    }
    pvm_exit();
    return 0;
}
