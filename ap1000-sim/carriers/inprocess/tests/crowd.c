/* crowd.c - more tasks than threads (crowd.sh). `crowd endless`: two of three compute for ever from their last turn on,
 * which they have ahead of simulated time; the third, whose turn is earlier, answers. `crowd prints`: one prints
 * much in one turn, and the master tells whether the simulator has kept that. `crowd folder PROGRAM`: three are
 * started in another folder, and tell which. `crowd jumps`: three jump, in a short turn, to a place of a long one. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { TASKS = 3, ROUNDS = 20, SHORT_ROUNDS = 200, MANY = 1000000, LINES = 300000, MOST_KB = 24576, TAG = 1 };

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

/* What the system says of this process, the simulator, or of its first thread. */
static long status(const char *what, int base)
{
    char line[256];
    long value = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, what, strlen(what)) == 0)
            value = strtol(line + strlen(what), NULL, base);
    if (f != NULL)
        fclose(f);
    return value;
}

/* Which signals wait is the program's own; what the thread has blocked stays. */
static void jump(int number)
{
    static long before;
    static sigjmp_buf place;
    for (int i = 0; i < MANY / 5000; i++)
        compute();
    if (sigsetjmp(place, 1) != 0) {
        printf("signals: %s\n", status("SigBlk:", 16) == before ? "as before" : "others");
        return;
    }
    for (int round = 0; round < SHORT_ROUNDS; round++) {
        send(pvm_parent(), number);
        receive(pvm_parent());
    }
    before = status("SigBlk:", 16);
    siglongjmp(place, 1);
}

static void slave(const char *does)
{
    const int number = receive(pvm_parent());
    char folder[256] = "";
    compute();
    if (strcmp(does, "jumps") == 0)
        jump(number);
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
    const long before = status("VmHWM:", 10); /* the most memory that it has had [KB] */
    if (pvm_parent() > 0) {
        slave(argv[1]);
        pvm_exit();
        return 0;
    }
    n = pvm_spawn(argc > 2 ? argv[2] : argv[0], argv + 1, PvmTaskDefault, NULL, TASKS, tids);
    for (int i = 0; i < n; i++)
        send(tids[i], i);
    const int rounds = strcmp(argv[1], "endless") == 0 ? ROUNDS : strcmp(argv[1], "jumps") == 0 ? SHORT_ROUNDS : 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++)
            receive(tids[i]);
        for (int i = 0; i < n; i++)
            send(tids[i], round);
    }
    for (int i = 0; i < (strcmp(argv[1], "endless") == 0 ? 1 : n); i++)
        receive(tids[i]);
    if (strcmp(argv[1], "prints") == 0)
        printf("kept %s\n", status("VmHWM:", 10) - before < MOST_KB ? "little" : "all");
    printf("over\n");
    return 0;
}
