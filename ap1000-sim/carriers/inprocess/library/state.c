/* state.c - what libc remembers between two calls, for each task by itself: seeds of random numbers, and the rest of a
 * text that strtok divides. The numbers are those of a process: the same generators, begun in the same way. */
#include <errno.h>
#include <pthread.h>
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

long task_lrand48(void)
{
    long x = 0;
    (void)lrand48_r(small(), &x);
    return x;
}

void task_srand48(long seed)
{
    (void)srand48_r(seed, small());
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

char *task_strtok(char *text, const char *between)
{
    return strtok_r(text, between, &inprocess_current->random.strtok_rest);
}

/* ---- what a library keeps for its thread ------------------------------------------------------------------------- */

/* The loader (simulator/elf_thread_local.cpp) has put the distance from the thread's pointer where others have a
 * module's number. */
void *task_tls_get_addr(const size_t *where)
{
    return (char *)__builtin_thread_pointer() + (ptrdiff_t)(where[0] + where[1]);
}

/* Keys of libc are few, and each copy of a library wants some. No thread ends, so that `end` is never called. */
int task_key_create(unsigned *key, void (*end)(void *))
{
    struct inprocess_keys *k = &inprocess_current->keys;
    (void)end;
    for (unsigned i = 0; i < INPROCESS_KEYS; i++)
        if (!k->taken[i]) {
            k->taken[i] = true;
            *key = i;
            return 0;
        }
    return EAGAIN;
}

int task_key_delete(unsigned key)
{
    const int result = task_setspecific(key, NULL);
    if (result == 0)
        inprocess_current->keys.taken[key] = false;
    return result;
}

void *task_getspecific(unsigned key)
{
    return key < INPROCESS_KEYS ? inprocess_current->keys.values[key] : NULL;
}

int task_setspecific(unsigned key, const void *value)
{
    if (key >= INPROCESS_KEYS)
        return EINVAL;
    inprocess_current->keys.values[key] = (void *)(uintptr_t)value;
    return 0;
}

/* Who locks a mutex twice waits for ever, but for one that counts, or that tells of it. Meanwhile the run may end. */
int task_mutex_lock(void *mutex)
{
    const struct inprocess_task *t = inprocess_current;
    pthread_mutex_t *m = mutex;
    const int kind = m->__data.__kind & 3;
    int result = pthread_mutex_trylock(m);
    if (result == EBUSY && kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    while (result == EBUSY)
        t->simulator->await_outside(t->owner, NULL, 0);
    return result;
}

/* What the reader of programs has not seen coming. */
void task_is_no_process(void)
{
    inprocess_end_wrong(
        "ap1000: a library of this program wants what only a process has; run it with --tasks process\n");
}
