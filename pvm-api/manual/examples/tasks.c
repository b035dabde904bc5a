/* tasks.c - examples of the pages that deal with tasks, hosts and options. */
#include "examples.h"

static void example_pvm_mytid(void)
{
    int me = pvm_mytid();
    if (me < 0)
        exit(1); /* there is no PVM */
    printf("this is t%x\n", (unsigned)me);
}

static void example_pvm_parent(void)
{
    if (pvm_parent() == PvmNoParent)
        printf("started from the shell: the master\n");
}

static void example_pvm_version(void)
{
    printf("PVM %s\n", pvm_version());
}

static void example_pvm_setopt(void)
{
    int before = pvm_setopt(PvmAutoErr, 0); /* nothing is printed: a tid that is none is expected here */
    if (pvm_pstat(0x7ffff) != PvmOk)
        printf("no such task\n");
    pvm_setopt(PvmAutoErr, before);
}

static void example_pvm_perror(void)
{
    if (pvm_initsend(77) < 0)
        pvm_perror("the encoding of the next message");
}

static void example_pvm_archcode(void)
{
    if (pvm_archcode("SUN4") != pvm_archcode("LINUX64"))
        printf("data between the two are converted\n");
}

static void example_pvm_export(void)
{
    setenv("DATA", "/tmp/data", 1);
    pvm_export("DATA"); /* tasks that are spawned from now on have it */
}

static void example_pvm_config(void)
{
    struct pvmhostinfo *host;
    int nhost, narch, i;
    pvm_config(&nhost, &narch, &host);
    for (i = 0; i < nhost; i++)
        printf("%s: t%x, %s\n", host[i].hi_name, (unsigned)host[i].hi_tid, host[i].hi_arch);
}

static void example_pvm_addhosts(void)
{
    char *hosts[] = {"cell3"};
    int code;
    if (pvm_delhosts(hosts, 1, &code) < 1)
        printf("cell3 stays: error %d\n", code);
    if (pvm_addhosts(hosts, 1, &code) == 1)
        printf("cell3 is there again\n");
}

static void example_pvm_mstat(void)
{
    if (pvm_mstat("cell3") == PvmOk)
        printf("cell3 is up\n");
}

static void example_pvm_start_pvmd(void)
{
    char *options[] = {"-s"};
    if (pvm_start_pvmd(1, options, 1) == PvmDupHost)
        printf("a machine is up already\n");
}

static void example_pvm_catchout(void)
{
    pvm_catchout(stdout); /* what children print comes here, each line with the tid in front */
}

static void example_pvm_spawn(int *tids)
{
    int i, n = pvm_spawn("worker", NULL, PvmTaskDefault, NULL, 3, tids);
    for (i = n; i < 3; i++)
        fprintf(stderr, "worker %d: error %d\n", i, tids[i]); /* PvmNoFile, for one */
}

static void example_pvm_notify(int *tids)
{
    pvm_notify(PvmTaskExit, GONE, 3, tids);
    /* later: pvm_recv(-1, GONE) and pvm_upkint(&tid, 1, 1) tell which of them has ended */
}

static void example_pvm_pstat(const int *tids)
{
    if (pvm_pstat(tids[0]) == PvmOk)
        printf("t%x runs\n", (unsigned)tids[0]);
}

static void example_pvm_tasks(void)
{
    struct pvmtaskinfo *task;
    int n, i;
    pvm_tasks(0, &n, &task); /* 0: of all hosts */
    for (i = 0; i < n; i++)
        printf("t%x on host t%x: %s\n", (unsigned)task[i].ti_tid, (unsigned)task[i].ti_host, task[i].ti_a_out);
}

static void example_pvm_tidtohost(const int *tids)
{
    if (pvm_tidtohost(tids[0]) != pvm_tidtohost(tids[1]))
        printf("two of them are on different hosts\n");
}

static void example_pvm_hostsync(const int *tids)
{
    struct timeval clock, behind;
    if (pvm_hostsync(pvm_tidtohost(tids[0]), &clock, &behind) == PvmOk)
        printf("its clock differs by %ld us\n", (long)behind.tv_sec * 1000000 + (long)behind.tv_usec);
}

static void example_pvm_sendsig(const int *tids)
{
    pvm_sendsig(tids[1], SIGUSR1); /* its handler runs at this simulated time */
}

static void example_pvm_kill(const int *tids)
{
    if (pvm_kill(tids[1]) < 0)
        pvm_perror("pvm_kill");
}

static void example_pvm_tickle(void)
{
    int memory = 0, n;
    if (pvm_tickle(1, &memory, &n, NULL) == PvmOk && n == 0)
        printf("no daemon answers\n");
}

static void example_pvm_reg_hoster(void)
{
    struct pvmhostinfo *host;
    if (pvm_reg_rm(&host) == PvmOk) /* from now on requests of tasks come here, as messages of the tags SM_... */
        printf("I am the resource manager\n");
}

static void example_pvm_halt(void)
{
    fflush(stdout);
    pvm_halt(); /* ends all tasks, this one, too */
}

static void example_pvm_exit(void)
{
    pvm_exit(); /* this process goes on, and is no task any more */
}

void tasks_begin(int *tids)
{
    example_pvm_mytid();
    example_pvm_parent();
    example_pvm_version();
    example_pvm_setopt();
    example_pvm_perror();
    example_pvm_archcode();
    example_pvm_export();
    example_pvm_config();
    example_pvm_addhosts();
    example_pvm_mstat();
    example_pvm_start_pvmd();
    example_pvm_tickle();
    example_pvm_catchout();
    example_pvm_spawn(tids);
    example_pvm_notify(tids);
    example_pvm_pstat(tids);
    example_pvm_tasks();
    example_pvm_tidtohost(tids);
    example_pvm_hostsync(tids);
}

void tasks_end(const int *tids)
{
    example_pvm_sendsig(tids);
    example_pvm_kill(tids);
    pvm_kill(tids[0]);
    pvm_kill(tids[2]);
    example_pvm_exit();
    example_pvm_reg_hoster();
    example_pvm_halt();
}
