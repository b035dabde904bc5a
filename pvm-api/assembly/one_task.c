/* one_task.c - where the state of the task is kept if the process is one task, and the clock of the process before it
 * is a task (machine.h). A machine with several tasks in one process brings its own. */
#include <stdlib.h>

#include "early_node.h"
#include "machine.h"

static void *the_task;
static mach_ns the_early_clock_ns;

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

/* The machine writes it into the environment of every process that it starts. */
int mach_early_node(const char **name)
{
    return early_node_get(getenv("AP1000_NODE"), name);
}
