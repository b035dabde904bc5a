/* beside.c - threads that look at clocks and sleep beside the one that makes the task's calls, wherever that one is: in
 * a receive, they disturb nothing; in pthread_join, simulated time passes for them, and is the task's afterwards; when
 * it has ended, a thread that sleeps takes its place. And one ends the process in the middle of the task's calls. */
#include <pthread.h>
#include <pvm3.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

enum { ROUNDS = 100 };

static int stop, failed;

static void wanted(int holds, const char *what, double value)
{
    if (holds)
        return;
    printf("%s: %g\n", what, value);
    failed = 1;
}

static double now(void)
{
    struct timeval tv;
    gettimeofday(&tv, NULL);
    return (double)tv.tv_sec + (double)tv.tv_usec * 1e-6;
}

static void *looks(void *unused)
{
    double last = 0;
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
        double t = now();
        wanted(t >= last, "the clock goes back", t - last);
        last = t;
        usleep(100);
        sched_yield();
    }
    return NULL;
}

static void exchange(int with, int first)
{
    for (int i = 0, got = -1; i < ROUNDS; i++) {
        if (!first)
            pvm_recv(with, 1);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&i, 1, 1);
        pvm_send(with, 1);
        if (first)
            pvm_recv(with, 1);
        pvm_upkint(&got, 1, 1);
        wanted(got == i, "a wrong round", got);
    }
}

static void *calls(void *unused)
{
    struct timeval wait = {0, 1000};
    (void)pvm_trecv(-1, 7, &wait);
    return NULL;
}

static void *sleeps(void *unused)
{
    double began = now();
    sleep(2);
    while (now() < began + 2.5)
        ;
    wanted(now() < began + 2.51, "slept and looked for", now() - began);
    return NULL;
}

static void *ends(void *unused)
{
    usleep(20000);
    exit(failed);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int parent = pvm_parent(), child = parent;
    prctl(PR_SET_NAME, "a) R (name"); /* such names stand in brackets in /proc */
    pthread_create(&thread, NULL, looks, NULL);
    if (parent == PvmNoParent && pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &child) != 1)
        return 1;
    exchange(child, parent == PvmNoParent);
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    if (parent == PvmNoParent) {
        double began = now();
        pthread_create(&thread, NULL, sleeps, NULL);
        pthread_join(thread, NULL);
        wanted(now() >= began + 2.5 && now() < began + 2.52, "which took", now() - began);
        pthread_create(&thread, NULL, calls, NULL);
        pthread_join(thread, NULL);
        began = now();
        sleep(2);
        wanted(now() >= began + 2 && now() < began + 2.01, "after the caller's end, slept", now() - began);
        pthread_create(&thread, NULL, ends, NULL);
    }
    for (;;)
        exchange(child, parent == PvmNoParent);
}
