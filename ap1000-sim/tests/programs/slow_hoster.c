/* slow_hoster.c - a PVM program on 4 cells: a task gets a signal while it waits for a hoster that takes its time. The
 * hoster is asked once; it ends without an answer, and the call returns what that gives, not what the signal did.
 */
#include <signal.h>
#include <unistd.h>

#include "expect.h"
#include "pvm3.h"
#include "system_messages.h"

enum { READY = 1 };

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    signals++;
}

static void ready(void)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), READY);
}

static void hoster(void)
{
    pvm_setopt(PvmResvTids, 1);
    pvm_reg_hoster();
    ready();
    pvm_recv(-1, SM_STHOST);
    sleep(3);
    _exit(0);
}

static void sender(void)
{
    ready();
    sleep(1);
    pvm_sendsig(pvm_parent(), SIGUSR1);
}

static void start(char *self, char *role, char *where)
{
    char *argv[] = {role, NULL};
    int tid;
    EXPECT(pvm_spawn(self, argv, PvmTaskHost, where, 1, &tid), 1);
    pvm_recv(tid, READY);
}

int main(int argc, char **argv)
{
    int info = 7;
    char *cell3[] = {(char *)"cell3"};
    pvm_mytid();
    if (argc > 1) {
        argv[1][0] == 'h' ? hoster() : sender();
        pvm_exit();
        return 0;
    }
    signal(SIGUSR1, count);
    EXPECT(pvm_delhosts(cell3, 1, &info), 1);
    start(argv[0], (char *)"hoster", (char *)"ap1000");
    start(argv[0], (char *)"sender", (char *)"cell0");
    pvm_setopt(PvmAutoErr, 0);
    EXPECT(pvm_addhosts(cell3, 1, &info), PvmDSysErr);
    EXPECT(signals, 1);
    EXPECT(pvm_mstat(cell3[0]), PvmNoHost);
    EXPECT(pvm_addhosts(cell3, 1, &info), 1);
    pvm_exit();
    return expect_failures != 0;
}
