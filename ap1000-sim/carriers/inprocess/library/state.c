/* state.c - what libc remembers between two calls, for each task by itself: seeds of random numbers, and the rest of a
 * text that strtok divides. The numbers are those of a process: the same generators, begun in the same way. */
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* ---- random numbers ---------------------------------------------------------------------------------------------- */

static struct random_data *generator(void)
{
    struct inprocess_random *r = &inprocess_current->random;
    if (!r->begun) {
        r->begun = true;
        (void)initstate_r(1, r->state, sizeof r->state, &r->data);
    }
    return &r->data;
}

long task_random(void)
{
    int32_t x = 0;
    (void)random_r(generator(), &x);
    return x;
}

int task_rand(void)
{
    return (int)task_random();
}

void task_srand(unsigned seed)
{
    (void)srandom_r(seed, generator());
}

/* The state before it, as initstate(3) gives it: what lies before where the generator goes on. */
char *task_initstate(unsigned seed, char *state, size_t n)
{
    struct random_data *g = generator();
    char *before = (char *)(g->state - 1);
    return initstate_r(seed, state, n, g) == 0 ? before : NULL;
}

char *task_setstate(char *state)
{
    struct random_data *g = generator();
    char *before = (char *)(g->state - 1);
    return setstate_r(state, g) == 0 ? before : NULL;
}

static struct drand48_data *small(void)
{
    return &inprocess_current->random.small;
}

double task_drand48(void)
{
    double x = 0;
    (void)drand48_r(small(), &x);
    return x;
}

double task_erand48(unsigned short x[3])
{
    double v = 0;
    (void)erand48_r(x, small(), &v);
    return v;
}

long task_lrand48(void)
{
    long x = 0;
    (void)lrand48_r(small(), &x);
    return x;
}

long task_nrand48(unsigned short x[3])
{
    long v = 0;
    (void)nrand48_r(x, small(), &v);
    return v;
}

long task_mrand48(void)
{
    long x = 0;
    (void)mrand48_r(small(), &x);
    return x;
}

long task_jrand48(unsigned short x[3])
{
    long v = 0;
    (void)jrand48_r(x, small(), &v);
    return v;
}

void task_srand48(long seed)
{
    (void)srand48_r(seed, small());
}

unsigned short *task_seed48(unsigned short seed[3])
{
    (void)seed48_r(seed, small());
    return small()->__old_x;
}

void task_lcong48(unsigned short parameters[7])
{
    (void)lcong48_r(parameters, small());
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

char *task_strtok(char *text, const char *between)
{
    return strtok_r(text, between, &inprocess_current->random.strtok_rest);
}
