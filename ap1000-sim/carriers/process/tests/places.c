/* places.c - where tasks may run while they share the simulator's processor, and that they may run anywhere again when
 * a turn takes long (soon: no more than 100 s), and when they have left. The master plays ping-pong with its child,
 * which looks at its own affinity and at that of a process it has started meanwhile. The last line says what was
 * seen, 1 or 0 each, and how long a round trip took on the average [us]. */
#include <pvm3.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { TRIPS = 20000, LOOK_EACH = 50, MOST_MS = 100000 };

static int processors(pid_t pid)
{
    cpu_set_t set;
    return sched_getaffinity(pid, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

/* Real time that no machine knows of. */
static long long real_ms(void)
{
    struct timespec t;
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void pass(int other)
{
    pvm_initsend(PvmDataRaw);
    pvm_send(other, 1);
}

static int child(int parent)
{
    const int before = processors(0);
    bool shared = false;
    pid_t started = 0;
    const long long first = real_ms();
    for (int i = 0; i < TRIPS; i++) {
        pvm_recv(parent, 1);
        if (i % LOOK_EACH == 0 && !shared && processors(0) == 1) {
            shared = true;
            started = fork();
            if (started == 0) {
                pause();
                _exit(0);
            }
        }
        pass(parent);
    }
    const long long trip_us = (real_ms() - first) * 1000 / TRIPS;
    pvm_recv(parent, 1);
    bool released = false, child_released = false;
    for (long long began = real_ms(); !(released && child_released) && real_ms() - began < MOST_MS;) {
        released = processors(0) == before;
        child_released = started <= 0 || processors(started) == before;
    }
    for (int i = 0; i < 1000; i++) { /* share again */
        pass(parent);
        pvm_recv(parent, 1);
    }
    pvm_exit();
    const bool left = processors(0) == before;
    if (started > 0)
        kill(started, SIGKILL);
    printf("processors %d shared %d released %d child %d left %d trip %lld us\n", before, shared, released,
           child_released, left, trip_us);
    return 0;
}

int main(int argc, char **argv)
{
    int tid = pvm_parent();
    if (tid > 0)
        return child(tid);
    if (pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    for (int i = 0; i < TRIPS; i++) {
        pass(tid);
        pvm_recv(tid, 1);
    }
    pass(tid);
    for (int i = 0; i < 1000; i++) {
        pvm_recv(tid, 1);
        pass(tid);
    }
    pvm_exit();
    return 0;
}
