/* unsuitable.c - a program that cannot run in process, for a reason that is chosen when it is built; it says who it is
 * all the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef OWN_TIMER
#include <signal.h>
#include <sys/time.h>
#endif

#include "pvm3.h"

#ifdef OWN_THREAD_LOCAL
static __thread volatile int calls = 1, many[20000];
#else
static int calls = 1;
#endif

#ifdef OWN_NAME
/* Names a library's function: all of this process would take it. */
__attribute__((visibility("default"))) char *strerror(int number)
{
    (void)number;
    return (char *)(size_t) "own";
}
#endif

/* libc's own is used by no library: this one is the program's alone, wherever it runs. */
__attribute__((visibility("default"))) int getw(FILE *stream)
{
    return stream == stdin ? 2 : 1; /* libc declares that NULL is never given */
}

#ifdef OWN_OBJECT
/* Names a library's variable. */
__attribute__((visibility("default"))) int optind = 1;
#endif

#ifdef OWN_RESOLVER
static int one(void)
{
    return 1;
}

static int two(void)
{
    return 2;
}

__attribute__((used)) static int (*choose(void))(void) /* clang does not see it used */
{
    return getenv("NEVER_SET") != NULL ? two : one;
}

int chosen(void) __attribute__((ifunc("choose")));
#endif

#ifdef OWN_WEAK
extern int pthread_create(void) __attribute__((weak));
#endif

#ifdef OWN_TIMER
static volatile sig_atomic_t rung;

static void ring(int number)
{
    rung = number;
}

/* Computes until a timer of the processor time of the process has rung. Returns whether it has. */
static int compute_until_timer(int which, int number)
{
    const struct itimerval soon = {{0, 0}, {0, 1000}};
    volatile unsigned left = 2000000000; /* seconds, on any computer */
    signal(number, ring);
    for (setitimer(which, &soon, NULL); left > 0 && rung != number; left--)
        continue;
    return rung == number;
}
#endif

int main(void)
{
#ifdef OWN_THREAD_LOCAL
    calls += many[19999];
#endif
#ifdef OWN_FORK
    if (getenv("NEVER_SET") != NULL && fork() == 0)
        return 1;
#endif
#ifdef OWN_WEAK
    if (pthread_create == NULL)
        return 1;
#endif
#ifdef OWN_TIMER
    if (!compute_until_timer(ITIMER_VIRTUAL, SIGVTALRM) || !compute_until_timer(ITIMER_PROF, SIGPROF))
        return 1;
#endif
#ifdef OWN_RESOLVER
    if (getenv("NEVER_SET") != NULL)
        return chosen();
#endif
    calls += pvm_mytid() > 0;
    if (getw(stdin) != 2)
        return 1;
    printf("%d calls %s\n", calls, strerror(0) != NULL ? "well" : "");
    pvm_exit();
    return 0;
}
