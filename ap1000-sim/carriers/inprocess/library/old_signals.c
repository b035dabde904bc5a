/* old_signals.c - signals as BSD and System V had them, by what signals.c does. A mask is of the first 31
 * signals: the next one is libc's. */
#include <errno.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

#define HELD ((void (*)(int))2) /* SIG_HOLD */

/* ---- System V ---------------------------------------------------------------------------------------------------- */

/* What programs in strict C get for signal: the handler is for one signal, and lets others of it in. */
void (*task_sysv_signal(int number, void (*handler)(int)))(int)
{
    struct sigaction a = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND | SA_NODEFER}, before;
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return task_sigaction(number, &a, &before) == 0 ? before.sa_handler : SIG_ERR;
}

/* Returns whether it was blocked before; -1 and errno: it is no signal. */
static int change_mask(int how, int number)
{
    sigset_t one, before;
    sigemptyset(&one);
    if (sigaddset(&one, number) != 0 || task_sigprocmask(how, &one, &before) != 0)
        return -1;
    return sigismember(&before, number);
}

void (*task_sigset(int number, void (*handler)(int)))(int)
{
    struct sigaction a, before;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    if (handler != HELD && task_sigaction(number, &a, &before) != 0)
        return SIG_ERR;
    int was_held = change_mask(handler == HELD ? SIG_BLOCK : SIG_UNBLOCK, number);
    if (was_held < 0 || (handler == HELD && was_held == 0 && task_sigaction(number, NULL, &before) != 0))
        return SIG_ERR;
    return was_held > 0 ? HELD : before.sa_handler;
}

int task_sighold(int number)
{
    return change_mask(SIG_BLOCK, number) < 0 ? -1 : 0;
}

int task_sigrelse(int number)
{
    return change_mask(SIG_UNBLOCK, number) < 0 ? -1 : 0;
}

int task_sigignore(int number)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = SIG_IGN;
    return task_sigaction(number, &a, NULL);
}

/* ---- BSD --------------------------------------------------------------------------------------------------------- */

static int set_mask(int how, unsigned mask)
{
    sigset_t set, before;
    unsigned was = 0;
    sigemptyset(&set);
    for (int n = 1; n < 32; n++)
        if ((mask >> (n - 1) & 1) != 0)
            sigaddset(&set, n);
    if (task_sigprocmask(how, &set, &before) != 0)
        return -1;
    for (int n = 1; n < 32; n++)
        was |= sigismember(&before, n) == 1 ? 1u << (n - 1) : 0;
    return (int)was;
}

int task_sigblock(int mask)
{
    return set_mask(SIG_BLOCK, (unsigned)mask);
}

int task_sigsetmask(int mask)
{
    return set_mask(SIG_SETMASK, (unsigned)mask);
}

int task_siggetmask(void)
{
    return task_sigblock(0);
}
