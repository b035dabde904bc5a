/* pvm.c - the C side of PlainTask.java. usage: pvm doubled: answers one message; pvm master JRUN: spawns Java tasks
 * itself. */
#include <pvm3.h>
#include <stdio.h>
#include <string.h>

static int numbers[3];
static double reals[2];
static char text[64];

static void take(int from, int tag)
{
    pvm_recv(from, tag);
    pvm_upkint(numbers, 3, 1);
    pvm_upkdouble(reals, 2, 1);
    pvm_upkstr(text);
}

static void give(int to, int tag)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(numbers, 3, 1);
    pvm_pkdouble(reals, 2, 1);
    pvm_pkstr(text);
    pvm_send(to, tag);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "doubled") == 0) {
        take(pvm_parent(), 5);
        for (int i = 0; i < 3; i++)
            numbers[i] *= 2;
        strcat(text, ", and back");
        give(pvm_parent(), 6);
    } else if (argc > 2) {
        char option[] = "-task", class[] = "PlainTask", anywhere[] = "", *arguments[] = {option, class, NULL};
        int tids[2];
        printf("%d Java tasks\n", pvm_spawn(argv[2], arguments, PvmTaskDefault, anywhere, 2, tids));
        for (int i = 0; i < 2; i++) {
            numbers[0] = 10 * i, numbers[1] = 2, numbers[2] = 3, reals[0] = 0.5, reals[1] = 1.5;
            strcpy(text, "from C");
            give(tids[i], 5);
        }
        for (int i = 0; i < 2; i++) {
            take(tids[i], 6);
            printf("%d %d %d %g %g %s\n", numbers[0], numbers[1], numbers[2], reals[0], reals[1], text);
        }
    }
    pvm_exit();
    return 0;
}
