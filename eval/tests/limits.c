/* limits.c - a PVM program under `--limits paper`: calls that the original could not do give errors, and the others
 * work. */
#include <stdio.h>

#include <pvm3.h>

static int failures;

#define EXPECT(GOT, WANTED) expect((GOT), (WANTED), #GOT, __LINE__)

static void expect(int got, int wanted, const char *what, int line)
{
    if (got == wanted)
        return;
    failures++;
    printf("line %d: %s is %d, not %d\n", line, what, got, wanted);
}

enum { FROM_CHILD = 1 };

static void lacked(int tid)
{
    char *names[] = {(char *)"cell1"};
    int info = 7, n = 0;
    EXPECT(pvm_addhosts(names, 1, &info), PvmNotImpl);
    EXPECT(pvm_config(&n, NULL, NULL), PvmNotImpl);
    EXPECT(pvm_delhosts(names, 1, &info), PvmNotImpl);
    EXPECT(pvm_kill(tid), PvmNotImpl);
    EXPECT(pvm_mstat(names[0]), PvmNotImpl);
    EXPECT(pvm_notify(PvmTaskExit, 9, 1, &tid), PvmNotImpl);
    EXPECT(pvm_pstat(tid), PvmNotImpl);
    EXPECT(pvm_sendsig(tid, 15), PvmNotImpl);
    EXPECT(pvm_tasks(0, &n, NULL), PvmNotImpl);
}

/* Tries to spawn, and sends the code. */
static int child(char *self)
{
    char *nothing[] = {(char *)"child", (char *)"nothing", NULL};
    int tid = 0, code = pvm_spawn(self, nothing, PvmTaskDefault, NULL, 1, &tid);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&code, 1, 1);
    pvm_send(pvm_parent(), FROM_CHILD);
    return pvm_exit();
}

int main(int argc, char **argv)
{
    char *role[] = {(char *)"child", NULL};
    int tids[3], code = 0;
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    if (argc > 2)
        return pvm_exit();
    if (argc > 1)
        return child(argv[0]);
    EXPECT(pvm_spawn((char *)"/no/such/program", NULL, PvmTaskDefault, NULL, 1, tids), 0); /* does not count */
    EXPECT(pvm_spawn(argv[0], role, PvmTaskDefault, NULL, 3, tids), 3);
    for (int i = 0; i < 3; i++) {
        EXPECT(pvm_recv(-1, FROM_CHILD) > 0, 1);
        EXPECT(pvm_upkint(&code, 1, 1), 0);
        EXPECT(code, PvmNotImpl);
    }
    EXPECT(pvm_spawn(argv[0], role, PvmTaskDefault, NULL, 1, tids), PvmAlready);
    lacked(0x40fff);
    EXPECT(pvm_joingroup((char *)"some"), 0); /* the original had groups: their server is started */
    EXPECT(pvm_barrier((char *)"some", 1), 0);
    EXPECT(pvm_gsize((char *)"some"), 1);
    pvm_exit();
    if (failures == 0)
        puts("as the original");
    return failures != 0;
}
