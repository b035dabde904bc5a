/* signals.c - what signal handlers may do here but not in PVM 3.4.6, and signals that come in real time while a task
 * waits.
 *
 * The last parts are in real time.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"
#include "tell.h"
#include "pvm3.h"
#include "pvmsim.h"

static jmp_buf out;
static volatile sig_atomic_t calls;

static void counts(int number)
{
    calls += number > 0;
}

static void answers(int number)
{
    (void)number;
    calls++;
    tell(pvm_parent(), 7, 1);
    tell(pvm_parent(), 8, hear(pvm_parent(), 9));
}

static void leaps(int number)
{
    siglongjmp(out, number);
}

static void tells_itself(int number)
{
    tell(pvm_mytid(), 3, number);
}

static void says_goodbye(int number)
{
    tell(pvm_parent(), 7, number == SIGTERM ? 5 : 6);
    pvm_exit();
    _exit(0);
}

/* 20 ms of real time, after which the task waits. */
static void really_sleep(void)
{
    struct timespec span = {0, 20000000};
    (void)syscall(SYS_nanosleep, &span, NULL);
}

/* Waits for an entry of a mailbox, while a signal comes in real time. Returns what is in it. */
static int held_in_mailbox(void)
{
    char name[] = "outside";
    int number = -1;
    signal(SIGUSR2, answers);
    pid_t pid = fork();
    if (pid == 0) {
        really_sleep();
        kill(getppid(), SIGUSR2);
        _exit(0);
    }
    EXPECT(pvm_recvinfo(name, 0, PvmMboxWaitForInfo) > 0, 1);
    (void)waitpid(pid, NULL, 0);
    EXPECT(pvm_upkint(&number, 1, 1), 0);
    return number;
}

/* ---- children: each sends 1 when it is ready --------------------------------------------------------------------- */

static void child(const char *role)
{
    volatile int times = 0;
    signal(SIGUSR1, strcmp(role, "leaps") == 0 ? leaps : answers);
    signal(SIGTERM, says_goodbye);
    if (strcmp(role, "leaps") == 0)
        (void)sigsetjmp(out, 1);
    if (strcmp(role, "polls") == 0)
        signal(SIGUSR1, counts);
    tell(pvm_parent(), 1, times);
    if (strcmp(role, "polls") == 0) {
        while (calls == 0)
            usleep(100);
        tell(pvm_parent(), 5, pvm_nrecv(pvm_parent(), 6) > 0);
    } else if (strcmp(role, "late") == 0) {
        char name[] = "late";
        sleep(4);
        pvm_putinfo(name, pvm_initsend(PvmDataDefault), 0);
        tell(pvm_mytid(), 2, 9);
    } else if (strcmp(role, "mailbox") == 0) {
        char name[] = "signals";
        pvm_recvinfo(name, 0, PvmMboxWaitForInfo);
    } else if (strcmp(role, "leaps") == 0 && times++ < 3) {
        pvm_recv(-1, 77);
    } else if (strcmp(role, "both") == 0) {
        signal(SIGUSR1, leaps);
        signal(SIGUSR2, counts);
        if (sigsetjmp(out, 1) == 0)
            pvmsim_charge(1000000000);
        (void)pvm_nrecv(-1, 77);
        tell(pvm_parent(), 5, calls);
    } else if (strcmp(role, "awaits") == 0) {
        sigset_t awaited;
        int number = 0;
        sigemptyset(&awaited);
        sigaddset(&awaited, SIGUSR2);
        sigprocmask(SIG_BLOCK, &awaited, NULL);
        tell(pvm_parent(), 5, 0);
        tell(pvm_parent(), 5, sigwait(&awaited, &number) == 0 ? number : -1);
    }
    int last = strcmp(role, "mailbox") == 0 ? 8 : strcmp(role, "held") == 0 ? held_in_mailbox() : hear(-1, 2);
    tell(pvm_parent(), 4, last + 10 * calls);
    pvm_exit();
}

static int begin(char *program, const char *role)
{
    char *args[2] = {(char *)(size_t)role, NULL};
    int tid = -1;
    pvm_spawn(program, args, PvmTaskDefault, NULL, 1, &tid);
    (void)hear(tid, 1);
    return tid;
}

/* A handler waits for a message of its own, inside a call that waits. */
static void nested(char *program)
{
    int tid = begin(program, "hears");
    for (int i = 0; i < 2; i++) {
        pvm_sendsig(tid, SIGUSR1);
        EXPECT(hear(tid, 7), 1);
        if (i == 1)
            tell(tid, 2, 8); /* for the interrupted wait, while the handler waits */
        tell(tid, 9, 11 + i);
        EXPECT(hear(tid, 8), 11 + i);
    }
    EXPECT(hear(tid, 4), 8 + 10 * 2); /* the interrupted wait gets its message */
    tid = begin(program, "hears");
    pvm_kill(tid);
    EXPECT(hear(tid, 7), 5);
}

static void leaping(char *program)
{
    int tid = begin(program, "leaps");
    for (int i = 0; i < 3; i++) {
        pvm_sendsig(tid, SIGUSR1);
        EXPECT(hear(tid, 1), i + 1);
    }
    tell(tid, 2, 6);
    EXPECT(hear(tid, 4), 6);
}

/* It waits for one of another task's with sigwait. */
static void awaited(char *program)
{
    int tid = begin(program, "awaits");
    EXPECT(hear(tid, 5), 0);
    sleep(1);
    pvm_sendsig(tid, SIGUSR2);
    EXPECT(hear(tid, 5), SIGUSR2);
    tell(tid, 2, 6);
    EXPECT(hear(tid, 4), 6);
}

/* Two come at once; the jump out of the first one's handler loses none. */
static void both_at_once(char *program)
{
    int tid = begin(program, "both");
    pvm_sendsig(tid, SIGUSR1);
    pvm_sendsig(tid, SIGUSR2);
    EXPECT(hear(tid, 5), 1);
    tell(tid, 2, 6);
    EXPECT(hear(tid, 4), 16);
}

/* The request to the host's control program is held; a handler runs, and the request goes on. */
static void in_mailbox(char *program)
{
    int tid = begin(program, "mailbox");
    char name[] = "signals";
    pvm_sendsig(tid, SIGUSR1);
    EXPECT(hear(tid, 7), 1);
    tell(tid, 9, 13);
    EXPECT(hear(tid, 8), 13);
    pvm_initsend(PvmDataDefault);
    pvm_putinfo(name, pvm_getsbuf(), PvmMboxDefault);
    EXPECT(hear(tid, 4), 8 + 10);
}

/* The same with a signal in real time: the entry comes while its handler waits for a message. */
static void in_mailbox_from_outside(char *program)
{
    int tid = begin(program, "held"), number = 77;
    char name[] = "outside";
    EXPECT(hear(tid, 7), 1);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_putinfo(name, pvm_getsbuf(), PvmMboxDefault);
    tell(tid, 9, 14);
    EXPECT(hear(tid, 8), 14);
    EXPECT(hear(tid, 4), 77 + 10);
}

/* A signal arrives after what its sender has sent before, however long that takes. */
static void behind_a_message(char *program)
{
    static char long_one[300000];
    for (int i = 0; i < 2; i++) {
        int tid = begin(program, "polls");
        pvm_psend(tid, 6, long_one, i == 0 ? 1 : (int)sizeof long_one, PVM_BYTE);
        pvm_sendsig(tid, SIGUSR1);
        EXPECT(hear(tid, 5), 1);
        tell(tid, 2, 0);
        EXPECT(hear(tid, 4), 10);
    }
}

static long ms_since(const struct timeval *began)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (now.tv_sec - began->tv_sec) * 1000 + (now.tv_usec - began->tv_usec) / 1000;
}

/* As in old programs: an alarm ends the wait by longjmp. */
static void in_time(void)
{
    struct timeval began;
    gettimeofday(&began, NULL);
    signal(SIGALRM, leaps);
    for (volatile int i = 0; i < 3; i++)
        if (sigsetjmp(out, 1) == 0) {
            alarm(2);
            pvm_recv(-1, 77);
        }
    EXPECT(ms_since(&began), 6000); /* three times 2 s */
}

/* An alarm that is set, and looked at while the program computes, before it is a task. */
static void before_it_joins(void)
{
    volatile double sum = 0;
    alarm(60);
    for (int i = 1; i < 10000000; i++)
        sum = sum + 1.0 / i;
    EXPECT(pvm_mytid() > 0, 1);
    alarm(0);
}

/* Loops and waits that only an alarm ends: computing, for two of its rings; a read of a pipe that stays empty; a
 * mailbox into which something comes late. */
static void until_it_rings(char *program)
{
    struct sigaction rings = {.sa_handler = counts};
    struct itimerval often = {{1, 0}, {1, 0}}, never = {{0, 0}, {0, 0}};
    struct timeval began;
    int ends[2];
    char c, late[] = "late";
    sigaction(SIGALRM, &rings, NULL);
    calls = 0;
    gettimeofday(&began, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    while (calls < 2)
        ;
    setitimer(ITIMER_REAL, &never, NULL);
    EXPECT(ms_since(&began), 2000);
    EXPECT(pipe(ends), 0);
    gettimeofday(&began, NULL);
    alarm(1);
    EXPECT(read(ends[0], &c, 1), -1);
    EXPECT(errno, EINTR);
    EXPECT(ms_since(&began), 1000);
    int tid = begin(program, "late");
    calls = 0;
    gettimeofday(&began, NULL);
    signal(SIGALRM, leaps);
    alarm(1);
    if (sigsetjmp(out, 1) == 0)
        EXPECT(pvm_recvinfo(late, 0, PvmMboxWaitForInfo), 0); /* not before 4 s */
    EXPECT(ms_since(&began), 1000);
    EXPECT(hear(tid, 4), 9);
}

/* An alarm that has not rung cuts no wait short: meanwhile the clock goes on, though slowly. */
static void before_it_rings(void)
{
    struct sigaction rings = {.sa_handler = counts};
    int ends[2];
    char c;
    sigaction(SIGALRM, &rings, NULL);
    calls = 0;
    EXPECT(pipe(ends), 0);
    alarm(1);
    pid_t pid = fork();
    for (int i = 0; i < 75; i++)
        if (pid == 0) {
            really_sleep();
            (void)!write(ends[1], "x", 1);
        } else {
            usleep(2000);
            EXPECT(read(ends[0], &c, 1), 1);
        }
    if (pid == 0)
        _exit(0);
    (void)waitpid(pid, NULL, 0);
    EXPECT(alarm(0), 1);
    EXPECT(calls, 0);
}

/* The alarm is waited for as a signal among all. */
static void as_a_signal(void)
{
    sigset_t all, before;
    siginfo_t came;
    int number = 0;
    sigfillset(&all);
    for (int i = 0; i < 2; i++) {
        sigprocmask(SIG_SETMASK, &all, &before);
        alarm(1);
        EXPECT(i == 0 ? sigwait(&all, &number) : sigwaitinfo(&all, &came) == SIGALRM, i);
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    EXPECT(number, SIGALRM);
    sigdelset(&all, SIGALRM);
    sigprocmask(SIG_SETMASK, &all, &before);
    alarm(1);
    EXPECT(sigtimedwait(&all, &came, &(struct timespec){1, 100000000}), -1);
    EXPECT(errno, EAGAIN);
    alarm(0);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* A handler has left a wait by a jump; a look at a clock is then the first call. */
static void after_a_jump(void)
{
    calls = 0;
    if (sigsetjmp(out, 1) == 0) {
        signal(SIGUSR2, leaps);
        if (fork() == 0) {
            really_sleep();
            kill(getppid(), SIGUSR2);
            _exit(0);
        }
        pvm_recv(-1, 77);
    }
    (void)wait(NULL);
    (void)time(NULL);
    signal(SIGALRM, counts);
    alarm(1);
    while (calls == 0)
        ;
}

/* A child of the process sends signals, and dies, in real time, while the task waits in simulated time. */
static void from_outside(void)
{
    int deaths = 0;
    signal(SIGUSR2, tells_itself);
    signal(SIGCHLD, tells_itself);
    pid_t pid = fork();
    if (pid == 0) {
        really_sleep();
        kill(getppid(), SIGUSR2);
        _exit(0); /* at once, so that one handler probably interrupts the other */
    }
    for (int i = 0; i < 2; i++)
        deaths += hear(-1, 3) == SIGCHLD;
    (void)waitpid(pid, NULL, 0);
    EXPECT(deaths, 1); /* each once */
    if (sigsetjmp(out, 1) == 0) {
        signal(SIGUSR2, leaps);
        signal(SIGCHLD, SIG_DFL);
        if ((pid = fork()) == 0) {
            really_sleep();
            kill(getppid(), SIGUSR2);
            _exit(0);
        }
        pvm_recv(-1, 77);
    }
    (void)waitpid(pid, NULL, 0);
    tell(pvm_mytid(), 6, 9);
    EXPECT(hear(-1, 6), 9);
}

/* A child of the process is no task, and goes on at the task's time. */
static void time_of_children(void)
{
    struct timeval began, now;
    int status = 0;
    sleep(5);
    gettimeofday(&began, NULL);
    pid_t pid = fork();
    if (pid == 0) {
        gettimeofday(&now, NULL);
        _exit(now.tv_sec >= began.tv_sec && now.tv_sec - began.tv_sec < 2 ? 3 : 4);
    }
    (void)waitpid(pid, &status, 0);
    EXPECT(WEXITSTATUS(status), 3);
}

int main(int argc, char **argv)
{
    if (argc == 1)
        before_it_joins();
    if (pvm_parent() > 0) {
        child(argc > 1 ? argv[1] : "");
        return 0;
    }
    nested(argv[0]);
    leaping(argv[0]);
    both_at_once(argv[0]);
    awaited(argv[0]);
    in_mailbox(argv[0]);
    in_mailbox_from_outside(argv[0]);
    behind_a_message(argv[0]);
    in_time();
    until_it_rings(argv[0]);
    before_it_rings();
    as_a_signal();
    after_a_jump();
    from_outside();
    time_of_children();
    pvm_exit();
    return expect_failures != 0;
}
