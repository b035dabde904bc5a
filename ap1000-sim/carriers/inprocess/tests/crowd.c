/* crowd.c - more tasks than threads (crowd.sh). `crowd endless`: two of three compute for ever from their last turn on,
 * which they have ahead of simulated time; the third, whose turn is earlier, answers. `crowd prints`: one prints
 * much in one turn, and the master tells whether the simulator has kept that. `crowd folder PROGRAM`: three are
 * started in another folder, and tell which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { TASKS = 3, ROUNDS = 20, MANY = 1000000, LINES = 300000, MOST_KB = 16384, TAG = 1 };

static void compute(void)
{
    volatile double x = 1;
    for (int i = 0; i < MANY / 4; i++)
        x = x * 1.5;
}

static void send(int tid, int number)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(tid, TAG);
}

static int receive(int tid)
{
    int number = -1;
    pvm_recv(tid, TAG);
    pvm_upkint(&number, 1, 1);
    return number;
}

/* The most that this process, the simulator, has had [KB]. */
static long peak(void)
{
    char line[256];
    long kb = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    if (f != NULL)
        fclose(f);
    return kb;
}

static void slave(const char *does)
{
    const int number = receive(pvm_parent());
    char folder[256] = "";
    compute();
    if (strcmp(does, "folder") == 0)
        printf("in %s\n", getcwd(folder, sizeof folder));
    for (int i = 0; strcmp(does, "prints") == 0 && number == 0 && i < LINES; i++)
        printf("%-100d\n", i);
    for (int round = 0; strcmp(does, "endless") == 0 && round < ROUNDS; round++) {
        send(pvm_parent(), number);
        receive(number == 0 ? -1 : pvm_parent());
        while (round == ROUNDS - 1 && number > 0)
            compute();
        compute();
    }
    send(pvm_parent(), number);
}

int main(int argc, char **argv)
{
    int tids[TASKS], n = 0;
    const long before = peak();
    if (pvm_parent() > 0) {
        slave(argv[1]);
        pvm_exit();
        return 0;
    }
    n = pvm_spawn(argc > 2 ? argv[2] : argv[0], argv + 1, PvmTaskDefault, NULL, TASKS, tids);
    for (int i = 0; i < n; i++)
        send(tids[i], i);
    for (int round = 0; strcmp(argv[1], "endless") == 0 && round < ROUNDS; round++) {
        for (int i = 0; i < n; i++)
            receive(tids[i]);
        for (int i = 0; i < n; i++)
            send(tids[i], round);
    }
    for (int i = 0; i < (strcmp(argv[1], "endless") == 0 ? 1 : n); i++)
        receive(tids[i]);
    if (strcmp(argv[1], "prints") == 0)
        printf("kept %s\n", peak() - before < MOST_KB ? "little" : "all");
    printf("over\n");
    return 0;
}
