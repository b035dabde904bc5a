/* pairs.c - two tasks on two nodes send numbers to each other and to the master, who may find that a node is not there,
 * or not any more. What comes is in order and without a gap, up to the end or to the notice of it; and everybody ends.
 */
#include <stdio.h>
#include <stdlib.h>

#include "pvm3.h"

enum { NUMBER = 1, PARTNER, EXITED, DONE };
enum { NUMBERS = 30, PADDING = 3000, MOST_PADDING = 1 << 20 };

static char padding[MOST_PADDING];
static int padding_bytes = PADDING;

static void send_number(int to, int n)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    pvm_pkbyte(padding, n % 3 * (padding_bytes / 3), 1);
    pvm_send(to, NUMBER);
}

/* Takes the numbers of these tasks until each has sent all (the master: has said whether it found all in order), or has
 * ended. Returns whether all were in order. */
static int hear_all(const int *tids, int n, int is_master)
{
    int last[2] = {0, 0}, over[2] = {0, 0}, good = 1, tag, from, number;
    while ((n > 0 && !over[0]) || (n > 1 && !over[1])) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &from);
        pvm_upkint(&number, 1, 1);
        for (int i = 0; i < n; i++) {
            if (tag == EXITED && number == tids[i])
                over[i] = 1;
            if (tag == NUMBER && from == tids[i])
                good &= !over[i] && number == ++last[i];
            if (tag == DONE && from == tids[i])
                good &= number && last[i] == NUMBERS;
            if (from == tids[i] && (is_master ? tag == DONE : last[i] == NUMBERS))
                over[i] = 1;
        }
    }
    return good;
}

static void worker(void)
{
    int partner, good;
    pvm_recv(pvm_parent(), PARTNER);
    pvm_upkint(&partner, 1, 1);
    if (partner > 0)
        pvm_notify(PvmTaskExit, EXITED, 1, &partner);
    for (int i = 1; i <= NUMBERS; i++) {
        send_number(pvm_parent(), i);
        if (partner > 0)
            send_number(partner, i);
    }
    good = hear_all(&partner, partner > 0, 0);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&good, 1, 1);
    pvm_send(pvm_parent(), DONE);
}

static void master(char **argv)
{
    char where[2][8] = {"node1", "node2"};
    int tids[2], n = 0;
    pvm_setopt(PvmAutoErr, 0);
    for (int i = 0; i < 2; i++)
        n += pvm_spawn(argv[0], argv + 1, PvmTaskHost, where[i], 1, &tids[n]) == 1;
    pvm_notify(PvmTaskExit, EXITED, n, tids);
    for (int i = 0; i < n; i++) {
        int partner = n == 2 ? tids[1 - i] : 0;
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&partner, 1, 1);
        pvm_send(tids[i], PARTNER);
    }
    printf("%s\n", hear_all(tids, n, 1) ? "in order, and over" : "NOT in order");
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc > 1 && atoi(argv[1]) >= 0 && atoi(argv[1]) <= MOST_PADDING)
        padding_bytes = atoi(argv[1]);
    if (getenv("CLUSTER_DIRECT") != NULL)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    if (pvm_parent() > 0)
        worker();
    else
        master(argv);
    pvm_exit();
    return 0;
}
