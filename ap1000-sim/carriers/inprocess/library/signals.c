/* signals.c - the actions of signals, for each task by itself. Signals of other tasks and the alarm are raised between
 * calls (libpvm3); those of the computer itself, a fault of the program, come through the simulator. */
#include <errno.h>
#include <signal.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

static bool is_signal(int number)
{
    return number >= 1 && number < NSIG;
}

static bool ignored_by_default(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT || number == SIGSTOP ||
           number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

bool inprocess_ends_by(const struct inprocess_task *t, int number)
{
    return is_signal(number) && t->handlers[number] == SIG_DFL && !ignored_by_default(number);
}

void (*inprocess_handler(const struct inprocess_task *t, int number))(int)
{
    bool own = is_signal(number) && t->handlers[number] != SIG_DFL && t->handlers[number] != SIG_IGN;
    return own ? t->handlers[number] : NULL;
}

bool inprocess_raise(int number)
{
    struct inprocess_task *t = inprocess_current;
    void (*handler)(int) = inprocess_handler(t, number);
    if (inprocess_ends_by(t, number))
        inprocess_die(number);
    if (handler != NULL)
        handler(number);
    return handler != NULL;
}

int task_raise(int number)
{
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    (void)inprocess_raise(number);
    return 0;
}

void (*task_signal(int number, void (*handler)(int)))(int)
{
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    void (*before)(int) = inprocess_current->handlers[number];
    inprocess_current->handlers[number] = handler;
    return before;
}
