/* routes.c - three tasks on three nodes send numbers in messages of all lengths to each other, by one route and by the
 * other in turns, and end at once: each gets all in order, with what was in them, and the notice of an end behind them.
 * The master begins late to receive: a connection is full by then. */
#include "ints.h"

enum { NUMBER = 1, OTHERS, EXITED, GOOD };
enum { NUMBERS = 2000, MOST_BYTES = 60000, TURN = 37, LATE_US = 300000 };

static char bytes[MOST_BYTES], came[MOST_BYTES];

/* Mostly short, at times too long for a connection. */
static int length_of(int n)
{
    unsigned r = (unsigned)n * 2654435761u >> 8;
    return (int)(r % 16 == 0 ? r % MOST_BYTES : r % 3000);
}

static void send_numbers(const int *to, int n)
{
    for (int k = 1; k <= NUMBERS; k++) {
        int len = length_of(k);
        pvm_setopt(PvmRoute, k / TURN % 2 == 0 ? PvmRouteDirect : PvmDontRoute);
        memset(bytes, k, (size_t)len);
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&k, 1, 1);
        pvm_pkbyte(bytes, len, 1);
        for (int i = 0; i < n; i++)
            pvm_send(to[i], NUMBER);
    }
}

static int is_good(int k)
{
    int len = length_of(k);
    pvm_upkbyte(came, len, 1);
    for (int i = 0; i < len; i++)
        if (came[i] != (char)k)
            return 0;
    return 1;
}

/* Takes all that these tasks send, up to the notices of their ends if those are awaited. */
static int hear(const int *from, int n, int ends)
{
    int last[2] = {0, 0}, said[2] = {0, 0}, over = 0, good = 1, tag, source, k;
    while (over < n) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &source);
        pvm_upkint(&k, 1, 1);
        for (int i = 0; i < n; i++) {
            if (tag == NUMBER && source == from[i]) {
                good &= k == ++last[i] && is_good(k);
                over += !ends && k == NUMBERS;
            }
            if (tag == EXITED && k == from[i]) {
                good &= last[i] == NUMBERS && said[i];
                over++;
            }
            if (tag == GOOD && source == from[i])
                good &= said[i] = k && last[i] == NUMBERS;
        }
    }
    return good;
}

static void worker(void)
{
    int others[2];
    pvm_recv(pvm_parent(), OTHERS);
    pvm_upkint(others, 2, 1);
    send_numbers(others, 2);
    send_int(pvm_parent(), GOOD, hear(&others[1], 1, 0));
}

int main(void)
{
    int own = pvm_mytid();
    if (pvm_parent() > 0) {
        worker();
        pvm_exit();
        return 0;
    }
    int tids[] = {start("worker", "node1"), start("worker", "node2")};
    pvm_notify(PvmTaskExit, EXITED, 2, tids);
    for (int i = 0; i < 2; i++) {
        int others[2] = {own, tids[1 - i]};
        pvm_initsend(PvmDataDefault);
        pvm_pkint(others, 2, 1);
        pvm_send(tids[i], OTHERS);
    }
    usleep(LATE_US);
    printf("%s\n", hear(tids, 2, 1) ? "all in order, and then the ends" : "NOT all, or not in order");
    pvm_exit();
    return 0;
}
