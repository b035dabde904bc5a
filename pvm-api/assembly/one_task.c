/* one_task.c - where the state of the task is kept if the process is one task, and the clock of the process before it
 * is a task (machine.h). A machine with several tasks in one process brings its own. */
#include <pthread.h>
#include <stdlib.h>

#include "early_node.h"
#include "machine.h"
#include "work.h"

static void *the_task;
static mach_ns the_early_clock_ns;
static struct mach_work the_work;

void **mach_task_slot(void)
{
    return &the_task;
}

mach_ns mach_early_now(void)
{
    return the_early_clock_ns;
}

void mach_early_idle(mach_ns span)
{
    the_early_clock_ns += span;
}

struct mach_work *mach_work(void)
{
    return &the_work;
}

static void in_forked_child(void)
{
    mach_work_forked(&the_work);
}

__attribute__((constructor)) static void at_process_start(void)
{
    (void)pthread_atfork(NULL, NULL, in_forked_child);
}

/* The machine writes it into the environment of every process that it starts. */
int mach_early_node(const char **name)
{
    return early_node_get(getenv("AP1000_NODE"), name);
}
