/* measuring.h - what the measuring programs share: a clock and a sleep, reading numbers of the command line, and giving
 * up after an error.
 *
 * They are ordinary PVM programs: all of this works on PVM 3.4.6, too. The clock is the simulated one, or that of one
 * computer. */
#ifndef MEASURING_H
#define MEASURING_H

#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Prints what went wrong, with the program's name, and ends the task. */
static inline void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", MEASURING_PROGRAM, what);
    pvm_exit();
    exit(1);
}

static inline long long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline double now_us(void)
{
    return (double)now_ns() / 1e3;
}

/* Sleeps until a moment that all tasks have agreed on. A task that is told of it too late is an error of the program on
 * a machine of its own; on a computer that is busy with other things as well ($MEASURING_LATE), it begins at once, and
 * what is measured takes longer. */
static inline void sleep_until(long long moment_ns)
{
    long long span_ns = moment_ns - now_ns();
    struct timespec t = {(time_t)(span_ns / 1000000000), (long)(span_ns % 1000000000)};

    if (span_ns < 0 && getenv("MEASURING_LATE") != NULL)
        return;
    if (span_ns < 0)
        fail("the agreed moment has passed: a task was told too late");
    nanosleep(&t, NULL);
}

/* Returns a whole number from min to max, or -1. */
static inline int number(const char *text, int min, int max)
{
    char *end;
    long n = strtol(text, &end, 10);
    return *text && !*end && n >= min && n <= max ? (int)n : -1;
}

#endif
