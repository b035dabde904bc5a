/* process.c - process.h for a task in process: what libpvm3 asks of the process that a task lives in. */
#include "process.h"

#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/task.h"
#include "carriers/inprocess/library/answers.h"
#include "early_node.h"

int *process_errno(void)
{
    return inprocess_current->variable[VARIABLE_PVM_ERRNO];
}

int *process_context(void)
{
    return inprocess_current->variable[VARIABLE_PVMMYCTX];
}

int process_id(void)
{
    return inprocess_current->number;
}

void process_exit(int code)
{
    task_exit(code);
}

void process_abort(void)
{
    task_abort();
}

bool process_raise(int number)
{
    return inprocess_raise(number);
}

/* A program that sets an alarm is a process (names.c). */
void process_ring_after(int *timer, enum process_ring which, int64_t ns, bool cuts)
{
    (void)timer;
    (void)which;
    (void)ns;
    (void)cuts;
}

int process_ring_signal(void)
{
    return 0;
}

FILE *process_stdout(void)
{
    return inprocess_stream(VARIABLE_STDOUT);
}

FILE *process_stderr(void)
{
    return inprocess_stream(VARIABLE_STDERR);
}

char *process_variable(const char *name)
{
    return task_getenv(name);
}

int process_set_variable(const char *name, const char *value)
{
    return task_setenv(name, value, 1);
}

int process_put_variable(char *pair)
{
    return task_putenv(pair);
}

int mach_early_node(const char **name)
{
    return early_node_get(task_getenv("AP1000_NODE"), name);
}

void process_folder(char *path, size_t room)
{
    if (getcwd(path, room) == NULL)
        path[0] = 0;
}

void process_program_folder(char *path, size_t room)
{
    const char *slash = strrchr(inprocess_current->path, '/');
    size_t n = slash != NULL ? (size_t)(slash - inprocess_current->path) + (slash == inprocess_current->path) : 0;
    if (n >= room)
        n = 0;
    memcpy(path, inprocess_current->path, n);
    path[n] = 0;
}
