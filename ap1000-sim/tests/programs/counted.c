/* counted.c - a program with counters as the compiler puts them in, which counts by hand: each of its words does what
 * takes counted time, and prints the times that it sees. Run by counted.sh. With WHOLE it also does what only processes
 * can, alarms, children and threads, and each thread has counters of its own.
 */
#include <pvm3.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counted.h"

#ifdef WHOLE
static __thread int64_t work[PVMSIM_WORK_CLASSES];
#else
static int64_t work[PVMSIM_WORK_CLASSES];
#endif

static int64_t *counters(void)
{
    return work;
}

__attribute__((constructor)) static void tell(void)
{
    const char *version = getenv("COUNTED_VERSION");
    if (getenv("COUNTED_NOT") == NULL)
        pvmsim_counted(version != NULL ? atoi(version) : PVMSIM_COUNTED_VERSION, counters);
}

/* So many instructions of a cycle: 40 ns each on a cell. */
static void compute(int64_t instructions)
{
    work[PVMSIM_WORK_INT] += instructions;
}

#define INSTRUCTIONS_A_MS 25000

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- what it can be asked for ------------------------------------------------------------------------------------ */

static void clocks(void)
{
    struct tms before, after;
    times(&before);
    clock_t c = clock();
    double t = now_ms();
    compute(1000 * INSTRUCTIONS_A_MS);
    work[PVMSIM_WORK_DADD] += 1000;
    printf("clock() %.0f ms, ", (double)(clock() - c) * 1e3 / CLOCKS_PER_SEC);
    printf("wall %.2f ms, ", now_ms() - t);
    times(&after);
    printf("times() %ld ticks\n", (long)(after.tms_utime - before.tms_utime));
}

/* Polls with work between them, until three seconds have passed. */
static void polls(void)
{
    double t = now_ms();
    int n = 0;
    while (now_ms() - t < 3000) {
        pvm_nrecv(-1, 1);
        compute(100 * INSTRUCTIONS_A_MS);
        n++;
    }
    printf("%d polls\n", n);
}

/* A farm: each task computes for as long as its piece says. */
static void farm(int n)
{
    int tids[16], piece, from;
    double t = now_ms();
    pvm_spawn((char *)"counted", (char *[]){(char *)"worker", NULL}, PvmTaskDefault, (char *)"", n, tids);
    for (int i = 0; i < 4 * n; i++) {
        pvm_initsend(PvmDataDefault);
        piece = i + 1;
        pvm_pkint(&piece, 1, 1);
        pvm_send(tids[i % n], 1);
    }
    for (int i = 0; i < 4 * n; i++) {
        int bytes, tag;
        pvm_bufinfo(pvm_recv(-1, 2), &bytes, &tag, &from);
        pvm_upkint(&piece, 1, 1);
        printf("%d from %x at %.6f\n", piece, (unsigned)from, now_ms() - t);
    }
    for (int i = 0; i < n; i++) {
        piece = 0;
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&piece, 1, 1);
        pvm_send(tids[i], 1);
    }
}

static void worker(void)
{
    int piece;
    for (;;) {
        pvm_recv(pvm_parent(), 1);
        pvm_upkint(&piece, 1, 1);
        if (piece == 0)
            return;
        work[PVMSIM_WORK_DMUL] += 1000 * piece;
        work[PVMSIM_WORK_LOAD8] += 1001 * piece;
        work[PVMSIM_WORK_BRANCH] += 7;
        for (volatile int i = 0; i < 100000 * (piece % 3); i++)
            ; /* real time does not count */
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&piece, 1, 1);
        pvm_send(pvm_parent(), 2);
    }
}

/* ---- what only a process can ---------------------------------------------------------------------------------- */

#ifdef WHOLE
static volatile sig_atomic_t rung;
static double rang_at[16];

static void ring(int number)
{
    (void)number;
    rang_at[rung++] = now_ms();
}

static void set_alarm(int first_ms, int every_ms)
{
    struct itimerval wanted = {{0, every_ms * 1000}, {0, first_ms * 1000}};
    signal(SIGALRM, ring);
    setitimer(ITIMER_REAL, &wanted, NULL);
}

static void alarms(void)
{
    double t = now_ms();
    set_alarm(100, 0);
    compute(1000 * INSTRUCTIONS_A_MS);
    pvm_mytid();
    printf("alarm at %.1f of %.1f ms\n", rang_at[0] - t, now_ms() - t);
    rung = 0;
    t = now_ms();
    set_alarm(100, 50);
    compute(250 * INSTRUCTIONS_A_MS);
    sleep(0);
    for (int i = 0; i < rung; i++)
        printf("%s%.1f", i == 0 ? "every 50 ms: " : " ", rang_at[i] - t);
    set_alarm(0, 0);
    printf(" of %.1f ms\n", now_ms() - t);
}

static jmp_buf back;
static void jump(int number)
{
    (void)number;
    longjmp(back, 1);
}

/* The computing after the alarm is none that the machine would have seen. */
static void jumps(void)
{
    double t = now_ms();
    struct itimerval wanted = {{0, 0}, {0, 100000}};
    signal(SIGALRM, jump);
    setitimer(ITIMER_REAL, &wanted, NULL);
    if (setjmp(back) == 0) {
        compute(1000 * INSTRUCTIONS_A_MS);
        pvm_mytid();
    }
    printf("out of the alarm at %.1f ms\n", now_ms() - t);
}

static void forks(void)
{
    compute(100 * INSTRUCTIONS_A_MS);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int tid = pvm_mytid();
        clock_t c = clock();
        compute(10 * INSTRUCTIONS_A_MS);
        printf("child: %s, clock() %.0f and %.0f ms more\n", tid > 0 ? "a task" : "none",
               (double)c * 1e3 / CLOCKS_PER_SEC, (double)(clock() - c) * 1e3 / CLOCKS_PER_SEC);
        pvm_exit();
        exit(0);
    }
    waitpid(child, NULL, 0);
}

static void *in_thread(void *arg)
{
    compute(*(int *)arg * (int64_t)INSTRUCTIONS_A_MS);
    return NULL;
}

static void threads(void)
{
    pthread_t t[4];
    int ms[4] = {10, 20, 30, 40};
    double began = now_ms();
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, in_thread, &ms[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    compute(5 * INSTRUCTIONS_A_MS);
    printf("threads: %.0f ms\n", now_ms() - began);
}
#endif

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    static const struct {
        const char *word;
        void (*does)(void);
    } words[] = {
        {"clocks", clocks}, {"polls", polls}, {"worker", worker},
#ifdef WHOLE
        {"alarms", alarms}, {"jumps", jumps}, {"threads", threads}, {"forks", forks},
#endif
    };
    if (strcmp(word, "before") == 0)
        compute(500 * INSTRUCTIONS_A_MS);
    if (pvm_mytid() < 0)
        return 1;
    if (strcmp(word, "before") == 0)
        printf("at the first call %.1f ms, of them clock() %.0f\n", now_ms(), (double)clock() * 1e3 / CLOCKS_PER_SEC);
    if (strcmp(word, "farm") == 0)
        farm(atoi(argv[2]));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, word) == 0)
            words[i].does();
    pvm_exit();
    return 0;
}
