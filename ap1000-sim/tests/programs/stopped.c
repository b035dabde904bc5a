/* stopped.c - a task that pvm_sendsig stops, by any signal that stops, and lets go on while it computes does what it
 * would have done, and nobody has to wait for it; one that is ended there is ended. */
#include <signal.h>
#include <unistd.h>

#include "expect.h"
#include "tell.h"

enum { READY = 1, DONE, GONE };

/* 10 us each on a cell: for 100 ms it can be told nothing. */
static void compute(void)
{
    for (int i = 0; i < 10000; i++)
        pvm_initsend(PvmDataDefault);
}

static void child(void)
{
    int master = pvm_parent();
    tell(master, READY, 0);
    compute();
    tell(master, DONE, 0);
    pvm_exit();
}

static void stop_and_go_on(int tid, int number, useconds_t between)
{
    EXPECT(pvm_sendsig(tid, number), 0);
    usleep(between);
    EXPECT(pvm_sendsig(tid, SIGCONT), 0);
}

/* A task is ended in the middle of computing, which it has done; what it would have sent behind that is not sent. */
static void end_in_the_middle(char *program)
{
    int tid;
    EXPECT(pvm_spawn(program, NULL, PvmTaskDefault, NULL, 1, &tid), 1);
    EXPECT(pvm_notify(PvmTaskExit, GONE, 1, &tid), 0);
    pvm_recv(tid, READY);
    EXPECT(pvm_kill(tid), 0);
    EXPECT(pvm_trecv(-1, GONE, &(struct timeval){10, 0}) > 0, 1);
    EXPECT(pvm_nrecv(tid, DONE), 0);
    EXPECT(pvm_pstat(tid), PvmNoTask);
}

int main(int argc, char **argv)
{
    static const int stops[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
    int tid;
    (void)argc;
    if (pvm_parent() > 0) {
        child();
        return 0;
    }
    EXPECT(pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid), 1);
    pvm_recv(tid, READY);
    stop_and_go_on(tid, SIGSTOP, 0);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        stop_and_go_on(tid, stops[i], 2000);
    EXPECT(pvm_nrecv(tid, DONE), 0); /* it still computes */
    EXPECT(pvm_trecv(tid, DONE, &(struct timeval){1, 0}) > 0, 1);
    if (expect_failures != 0)
        pvm_kill(tid); /* or the run would wait for it */
    end_in_the_middle(argv[0]);
    pvm_exit();
    return expect_failures != 0;
}
