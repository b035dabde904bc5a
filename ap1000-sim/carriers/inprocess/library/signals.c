/* signals.c - the actions of signals and which of them wait, for each task by itself. Signals of other tasks and the
 * alarm are raised between calls (libpvm3), those of the program by raise; those of the computer itself, a fault of the
 * program, come through the simulator. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

#define BIT(NUMBER) (UINT64_C(1) << ((NUMBER)-1))
#define NEVER_BLOCKED (BIT(SIGKILL) | BIT(SIGSTOP))
#define OF_FAULTS (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGTRAP) | BIT(SIGFPE) | BIT(SIGSYS))

static bool is_signal(int number)
{
    return number >= 1 && number < NSIG;
}

/* May a program have an action for the signal? It may have none for libc's own two, 32 and 33. */
static bool may_have_action(int number)
{
    return is_signal(number) && number != SIGKILL && number != SIGSTOP && number != 32 && number != 33;
}

static bool ignored_by_default(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static bool stops_by_default(int number)
{
    return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

static uint64_t bits_of(const sigset_t *set)
{
    uint64_t bits;
    memcpy(&bits, set, sizeof bits);
    return bits;
}

static void set_bits(sigset_t *set, uint64_t bits)
{
    sigemptyset(set);
    memcpy(set, &bits, sizeof bits);
}

/* What the simulator's own parent has had ignored (nohup) is ignored by every task to begin with, as by a process. */
void inprocess_signals_begin(struct inprocess_task *t)
{
    static uint64_t ignored;
    static bool known;
    for (int number = 1; number < NSIG && !known; number++) {
        struct sigaction now;
        if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN)
            ignored |= BIT(number);
    }
    known = true;
    for (uint64_t left = ignored; left != 0; left &= left - 1)
        t->signals.actions[__builtin_ctzll(left) + 1].sa_handler = SIG_IGN;
}

/* ---- what would happen ------------------------------------------------------------------------------------------- */

static bool is_blocked(const struct inprocess_task *t, int number)
{
    return (t->signals.blocked & BIT(number)) != 0;
}

static bool has_default(const struct inprocess_task *t, int number)
{
    return t->signals.actions[number].sa_handler == SIG_DFL;
}

static bool has_handler(const struct inprocess_task *t, int number)
{
    return !has_default(t, number) && t->signals.actions[number].sa_handler != SIG_IGN;
}

bool inprocess_ends_by(const struct inprocess_task *t, int number)
{
    return is_signal(number) && !is_blocked(t, number) && has_default(t, number) && !ignored_by_default(number) &&
           !stops_by_default(number);
}

bool inprocess_handles(const struct inprocess_task *t, int number)
{
    return is_signal(number) && !is_blocked(t, number) && has_handler(t, number);
}

/* ---- handlers ---------------------------------------------------------------------------------------------------- */

static void deliver_pending(void);

static void call(const struct sigaction *a, int number, const siginfo_t *why)
{
    if ((a->sa_flags & SA_SIGINFO) == 0) {
        a->sa_handler(number);
        return;
    }
    siginfo_t info = {0};
    ucontext_t context;
    memset(&context, 0, sizeof context);
    if (why != NULL) {
        info = *why;
    } else {
        info.si_signo = number;
        info.si_code = SI_TKILL;
        info.si_pid = inprocess_current->number;
        info.si_uid = getuid();
    }
    a->sa_sigaction(number, &info, &context);
}

/* As the system does it: what the action blocks is blocked before the next signal is looked at, and the handler of that
 * one comes first. A handler that leaves by a jump leaves all as it is. */
static void handle(int number, const siginfo_t *why)
{
    struct inprocess_signals *s = &inprocess_current->signals;
    const struct sigaction a = s->actions[number];
    const uint64_t before = s->blocked;
    if ((a.sa_flags & SA_RESETHAND) != 0)
        s->actions[number].sa_handler = SIG_DFL;
    s->blocked |= bits_of(&a.sa_mask) | ((a.sa_flags & SA_NODEFER) != 0 ? 0 : BIT(number));
    s->blocked &= ~NEVER_BLOCKED;
    deliver_pending();
    call(&a, number, why);
    s->blocked = before;
    deliver_pending();
}

/* Returns true if a handler has run. */
static bool deliver(int number)
{
    struct inprocess_task *t = inprocess_current;
    if (inprocess_ends_by(t, number))
        inprocess_die(number);
    if (has_default(t, number) && stops_by_default(number))
        t->simulator->stop(t->owner);
    if (!has_handler(t, number))
        return false;
    handle(number, NULL);
    return true;
}

/* Those of faults come first, as in the system, then the lowest. */
static void deliver_pending(void)
{
    struct inprocess_signals *s = &inprocess_current->signals;
    for (uint64_t now; (now = s->pending & ~s->blocked) != 0;) {
        now = (now & OF_FAULTS) != 0 ? now & OF_FAULTS : now;
        s->pending &= ~(now & -now);
        int number = __builtin_ctzll(now) + 1;
        (void)deliver(number);
    }
}

bool inprocess_raise(int number)
{
    struct inprocess_task *t = inprocess_current;
    if (is_blocked(t, number)) {
        t->signals.pending |= BIT(number);
        return false;
    }
    return deliver(number);
}

void inprocess_fault(int number, const siginfo_t *why)
{
    handle(number, why);
}

/* One for a task that may not run now. Who is to go on is not to stop any more, and the reverse. */
void inprocess_signal_later(struct inprocess_task *t, int number)
{
    const uint64_t stops = BIT(SIGSTOP) | BIT(SIGTSTP) | BIT(SIGTTIN) | BIT(SIGTTOU);
    if (number == SIGCONT)
        t->machine.signals &= ~stops;
    if (stops_by_default(number))
        t->machine.signals &= ~BIT(SIGCONT);
    t->machine.signals |= BIT(number);
    t->machine.attention |= MACH_ATTENTION_SIGNALS;
}

/* ---- what programs call ------------------------------------------------------------------------------------------ */

int task_raise(int number)
{
    if (!is_signal(number)) {
        if (number == 0)
            return 0;
        errno = EINVAL;
        return -1;
    }
    (void)inprocess_raise(number);
    return 0;
}

/* One that is to be ignored is so from now on, also if it waits. */
static void set_action(int number, const struct sigaction *a)
{
    struct inprocess_task *t = inprocess_current;
    t->signals.actions[number] = *a;
    if (a->sa_handler == SIG_IGN || (a->sa_handler == SIG_DFL && ignored_by_default(number)))
        t->signals.pending &= ~BIT(number);
}

void (*task_signal(int number, void (*handler)(int)))(int)
{
    if (!may_have_action(number) || handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    void (*before)(int) = inprocess_current->signals.actions[number].sa_handler;
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
    set_bits(&a.sa_mask, BIT(number));
    set_action(number, &a);
    return before;
}

int task_sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    if (!is_signal(number) || number == 32 || number == 33 || (action != NULL && !may_have_action(number))) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction was = inprocess_current->signals.actions[number];
    if (action != NULL) {
        struct sigaction a = *action;
        set_bits(&a.sa_mask, bits_of(&action->sa_mask) & ~NEVER_BLOCKED);
        set_action(number, &a);
    }
    if (before != NULL)
        *before = was;
    return 0;
}

/* A set always has all 64 signals that can be in it. */
int task_sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
    struct inprocess_signals *s = &inprocess_current->signals;
    const uint64_t was = s->blocked, bits = set != NULL ? bits_of(set) & ~(NEVER_BLOCKED | BIT(32) | BIT(33)) : 0;
    if (set != NULL && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
        errno = EINVAL;
        return -1;
    }
    if (set != NULL)
        s->blocked = how == SIG_BLOCK ? was | bits : how == SIG_UNBLOCK ? was & ~bits : bits;
    if (before != NULL)
        set_bits(before, was);
    deliver_pending();
    return 0;
}

/* ---- jumps ------------------------------------------------------------------------------------------------------- */

/* sigsetjmp keeps which signals are blocked beside what libc keeps there: the system uses 8 of its 128 bytes. It must
 * be called by the program itself, since it returns to there: so only a note is made on the way. */
enum { PLACE = 15 };

__attribute__((used)) static void note_blocked(struct __jmp_buf_tag *at, int with_signals)
{
    if (with_signals != 0)
        at->__saved_mask.__val[PLACE] = inprocess_current->signals.blocked;
}

#if defined(__x86_64__)
__asm__(".pushsection .text\n"
        ".globl task_sigsetjmp\n"
        ".type task_sigsetjmp, @function\n"
        "task_sigsetjmp:\n"
        "        pushq %rdi\n"
        "        pushq %rsi\n"
        "        subq $8, %rsp\n"
        "        call note_blocked\n"
        "        addq $8, %rsp\n"
        "        popq %rsi\n"
        "        popq %rdi\n"
        "        jmp __sigsetjmp@PLT\n"
        ".size task_sigsetjmp, .-task_sigsetjmp\n"
        ".globl task_setjmp\n"
        ".type task_setjmp, @function\n"
        "task_setjmp:\n"
        "        movl $1, %esi\n"
        "        jmp task_sigsetjmp\n"
        ".size task_setjmp, .-task_setjmp\n"
        ".hidden task_sigsetjmp\n"
        ".hidden task_setjmp\n"
        ".popsection\n");
#else
int task_sigsetjmp(struct __jmp_buf_tag *at, int with_signals)
{
    note_blocked(at, with_signals);
    return 0;
}

int task_setjmp(struct __jmp_buf_tag *at)
{
    return task_sigsetjmp(at, 1);
}
#endif

/* The signals of the thread stay as they are: the place may have been noted in another one. */
void task_longjmp(struct __jmp_buf_tag *to, int value)
{
    struct __jmp_buf_tag place = *to;
    place.__mask_was_saved = 0;
    if (to->__mask_was_saved != 0) {
        inprocess_current->signals.blocked = to->__saved_mask.__val[PLACE];
        deliver_pending();
    }
    siglongjmp(&place, value);
}
