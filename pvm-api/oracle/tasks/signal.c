/* signal.c - signals that tasks send (pvm_sendsig), signals that a task raises itself, the alarm clock; handlers that
 * send, and handlers that leave the machine.
 *
 * Handlers that receive, or that leave a wait by longjmp, are in ../../ap1000-sim/tests/programs/signals.c, because
 * PVM's own receives give PvmNotImpl for ever after them. Of times, only the order is compared. */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "oracle.h"

static volatile sig_atomic_t calls;

/* The handlers. */
static void counts(int number)
{
    (void)number;
    calls++;
}

static void counts_and_tells(int number)
{
    calls++;
    tell(pvm_parent(), 7, number == SIGUSR1 ? 1 : 2);
}

static void leaves(int number)
{
    (void)number;
    pvm_exit();
    _exit(0);
}

static void on(int number, void (*handler)(int))
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    sigaction(number, &a, NULL);
}

/* ---- children: each sends 1 when it is ready -------------------------------------------------------------------- */

static void in_recv(void)
{
    void (*handler)(int) = strcmp(own_role(), "recv") == 0 ? counts : counts_and_tells;
    on(SIGUSR1, handler);
    on(SIGUSR2, handler);
    tell(pvm_parent(), 1, 0);
    int got = hear(-1, 2);
    say("in pvm_recv: got %d after %d signals", got, (int)calls);
}

static void in_trecv(void)
{
    struct timeval never = {100000, 0}, soon = {0, 300000};
    on(SIGUSR1, counts_and_tells);
    tell(pvm_parent(), 1, 0);
    SIGN(pvm_trecv(-1, 2, &never));
    SHOW(calls);
    CODE(pvm_trecv(-1, 2, &soon));
}

static void asleep(void)
{
    on(SIGUSR1, counts_and_tells);
    tell(pvm_parent(), 1, 0);
    say("left of a sleep: %s", sleep(100000) > 99000 ? "nearly all" : "little");
    tell(pvm_parent(), 1, 0);
    CODE(pause());
    SHOW(errno == EINTR);
    tell(pvm_parent(), 1, 0);
    CODE(usleep(100000000));
    SHOW(errno == EINTR, calls);
}

static void held_back(void)
{
    sigset_t set, none;
    sigemptyset(&set);
    sigemptyset(&none);
    sigaddset(&set, SIGUSR1);
    on(SIGUSR1, counts);
    sigprocmask(SIG_BLOCK, &set, NULL);
    tell(pvm_parent(), 1, 0);
    SHOW(hear(-1, 2), calls);
    CODE(sigsuspend(&none));
    SHOW(calls);
    tell(pvm_parent(), 1, 0);
    CODE(sigsuspend(&none));
    SHOW(calls);
    tell(pvm_parent(), 1, 0);
    SHOW(hear(-1, 2));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    SHOW(calls);
}

static void ignores(void)
{
    signal(SIGUSR1, SIG_IGN);
    tell(pvm_parent(), 1, 0);
    SHOW(sleep(1), hear(-1, 2));
}

static void forever(void)
{
    signal(SIGTERM, leaves);
    tell(pvm_parent(), 1, 0);
    for (;;)
        pvm_recv(-1, 99999);
}

/* ---- the parent -------------------------------------------------------------------------------------------------- */

static int ready(const char *role)
{
    int tid = start(role);
    say("-- %s", role);
    hear(tid, 1);
    usleep(200000); /* it waits by now */
    return tid;
}

static void send_signal(int tid, int number)
{
    if (pvm_sendsig(tid, number) != 0)
        say("not sent");
    usleep(200000); /* so that the next signal is a separate one */
}

static void in_receives(void)
{
    int tid = ready("recv");
    send_signal(tid, SIGUSR1);
    send_signal(tid, SIGUSR1);
    send_signal(tid, SIGUSR2);
    tell(tid, 2, 5);
    take_lines(tid);

    tid = ready("tells");
    send_signal(tid, SIGUSR1);
    send_signal(tid, SIGUSR2);
    tell(tid, 2, 6); /* PVM holds back what a handler sends until the interrupted wait goes on */
    SHOW(hear(tid, 7), hear(tid, 7));
    take_lines(tid);

    tid = ready("trecv");
    send_signal(tid, SIGUSR1);
    tell(tid, 2, 6);
    SHOW(hear(tid, 7));
    take_lines(tid);
}

static void elsewhere(void)
{
    int tid = ready("asleep");
    for (int i = 1; i <= 3; i++) {
        send_signal(tid, SIGUSR1);
        SHOW(hear(tid, 7));
        if (i < 3)
            hear(tid, 1);
        usleep(200000);
    }
    take_lines(tid);

    tid = ready("held back");
    send_signal(tid, SIGUSR1);
    tell(tid, 2, 1);
    hear(tid, 1);
    usleep(200000);
    send_signal(tid, SIGUSR1);
    hear(tid, 1);
    send_signal(tid, SIGUSR1);
    tell(tid, 2, 1);
    take_lines(tid);

    tid = ready("ignores");
    send_signal(tid, SIGUSR1);
    tell(tid, 2, 3);
    take_lines(tid);
}

static void ends(void)
{
    int tid = ready("leaves");
    pvm_notify(PvmTaskExit, 50, 1, &tid);
    CODE(pvm_kill(tid));
    SHOW(hear(-1, 50) == tid);
    CODE(pvm_pstat(tid));
}

/* ---- a task and its own signals ---------------------------------------------------------------------------------- */

static void by_itself(void)
{
    say("-- by itself");
    on(SIGUSR1, counts);
    calls = 0;
    CODE(raise(SIGUSR1), kill(getpid(), SIGUSR1), pvm_sendsig(pvm_mytid(), SIGUSR1));
    settle();
    SHOW(calls);
    on(SIGCHLD, counts);
    calls = 0;
    if (fork() == 0)
        _exit(3);
    int status = 0;
    while (wait(&status) < 0 && errno == EINTR)
        ;
    SHOW(WEXITSTATUS(status), calls);
    signal(SIGCHLD, SIG_DFL);
}

static void alarms(void)
{
    struct itimerval every = {{0, 100000}, {0, 200000}}, none = {{0, 0}, {0, 0}}, was;
    struct timeval longer = {60, 0};
    say("-- alarms");
    calls = 0;
    on(SIGALRM, counts);
    CODE(alarm(10), alarm(1), pvm_trecv(-1, 123, &(struct timeval){2, 0}));
    SHOW(calls);
    CODE(alarm(0));
    alarm(1);
    CODE(pause());
    alarm(1);
    SHOW(sleep(30) >= 28, calls);
    CODE(setitimer(ITIMER_REAL, &every, NULL));
    for (int i = 0; i < 5; i++)
        pause();
    CODE(getitimer(ITIMER_REAL, &was));
    SHOW(was.it_interval.tv_usec,
         was.it_value.tv_sec == 0 && was.it_value.tv_usec > 0 && was.it_value.tv_usec <= 200000);
    CODE(setitimer(ITIMER_REAL, &none, &was));
    SHOW(calls);
    CODE((int)ualarm(300000, 0), select(0, NULL, NULL, NULL, &longer));
    SHOW(errno == EINTR, calls);
    tell(pvm_mytid(), 5, 4);
    alarm(60);
    SHOW(hear(-1, 5), alarm(0) >= 59);
}

ROLES({"recv", in_recv, REPORTS}, {"tells", in_recv, REPORTS}, {"trecv", in_trecv, REPORTS},
      {"asleep", asleep, REPORTS}, {"held back", held_back, REPORTS}, {"ignores", ignores, REPORTS},
      {"leaves", forever, WORKS});
PARTS(in_receives, elsewhere, ends, by_itself, alarms);
