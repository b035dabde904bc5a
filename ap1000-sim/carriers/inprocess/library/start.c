/* start.c - the beginning of a program in process (its entry calls __libc_start_main) and its ends: exit, _exit, abort,
 * an assertion, a signal. */
#include <signal.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "life.h" /* pvmi_task_end */

/* As of wait(). */
#define STATUS_OF_EXIT(CODE) (((CODE)&0xff) << 8)

/* ---- beginning --------------------------------------------------------------------------------------------------- */

static void begin_image(const struct inprocess_image *i, int argc, char **argv, char **environment)
{
    if (i->init_function != NULL)
        i->init_function();
    for (size_t k = 0; k < i->ninit; k++)
        i->init[k](argc, argv, environment);
}

/* Libraries first, those that others need before these. Programs made before glibc 2.34 bring `init` along, which calls
 * what newer ones leave to us. */
int task_libc_start_main(int (*main_function)(int, char **, char **), int argc, char **argv, void (*init)(void),
                         void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    struct inprocess_task *t = inprocess_current;
    char **environment = *(char ***)t->variable[VARIABLE_ENVIRON];
    (void)loader_fini;
    (void)stack_end;
    (void)fini; /* it calls the image's, as task_exit does */
    for (size_t i = t->nimages; i > 0; i--)
        if (i > 1 || init == NULL)
            begin_image(&t->images[i - 1], argc, argv, environment);
    if (init != NULL)
        ((void (*)(int, char **, char **))init)(argc, argv, environment);
    task_exit(main_function(argc, argv, environment));
}

/* ---- an orderly end ---------------------------------------------------------------------------------------------- */

static int register_end(struct inprocess_at_exit **list, struct inprocess_at_exit what)
{
    struct inprocess_at_exit *a = malloc(sizeof *a);
    if (a == NULL)
        return -1;
    *a = what;
    a->next = *list;
    *list = a;
    return 0;
}

int task_atexit(void (*function)(void))
{
    return register_end(&inprocess_current->at_exit, (struct inprocess_at_exit){.plain = function});
}

int task_cxa_atexit(void (*function)(void *), void *argument, void *object)
{
    return register_end(&inprocess_current->at_exit,
                        (struct inprocess_at_exit){.with_argument = function, .argument = argument, .object = object});
}

/* The end of a thread-local variable comes with that of the task: a program in process is one thread. */
int task_cxa_thread_atexit(void (*function)(void *), void *argument, void *object)
{
    return register_end(&inprocess_current->at_thread_exit,
                        (struct inprocess_at_exit){.with_argument = function, .argument = argument, .object = object});
}

/* What an object's code has registered is called before the object goes. The program calls it at its end, when little
 * is left. */
void task_cxa_finalize(void *object)
{
    struct inprocess_at_exit **at = &inprocess_current->at_exit;
    while (*at != NULL)
        if ((*at)->with_argument != NULL && (object == NULL || (*at)->object == object)) {
            struct inprocess_at_exit *a = *at, now = *a;
            *at = a->next;
            free(a);
            now.with_argument(now.argument);
            at = &inprocess_current->at_exit;
        } else {
            at = &(*at)->next;
        }
}

/* Those that are registered last come first; one may register more, or exit again. */
static void call_registered(struct inprocess_at_exit **list)
{
    for (struct inprocess_at_exit *a; (a = *list) != NULL;) {
        struct inprocess_at_exit now = *a;
        *list = a->next;
        free(a);
        if (now.plain != NULL)
            now.plain();
        else
            now.with_argument(now.argument);
    }
}

static void call_fini(struct inprocess_task *t, bool late)
{
    for (struct inprocess_image *i = t->images; i < t->images + t->nimages; i++) {
        if (i->ends_late != late)
            continue;
        while (i->nfini > 0)
            i->fini[--i->nfini]();
        void (*last)(void) = i->fini_function;
        i->fini_function = NULL;
        if (last != NULL)
            last();
    }
}

/* In the order in which a process does it: its own handlers, then those of its libraries, then its streams. */
void task_exit(int code)
{
    struct inprocess_task *t = inprocess_current;
    call_registered(&t->at_thread_exit);
    call_registered(&t->at_exit);
    call_fini(t, false);
    pvmi_task_end();
    carrier_ops.leave(&t->machine, NULL);
    if (t->own_terminal && t->opened && !t->machine.gone) {
        (void)fflush(inprocess_stream(VARIABLE_STDOUT));
        t->simulator->await_others(t->owner);
    }
    call_fini(t, true);
    inprocess_streams_end(t, false);
    t->simulator->end(t->owner, STATUS_OF_EXIT(code));
}

/* ---- other ends -------------------------------------------------------------------------------------------------- */

void task_exit_at_once(int code)
{
    struct inprocess_task *t = inprocess_current;
    t->simulator->end(t->owner, STATUS_OF_EXIT(code));
}

void inprocess_die(int number)
{
    struct inprocess_task *t = inprocess_current;
    t->simulator->end(t->owner, number);
}

void task_abort(void)
{
    inprocess_current->signals.blocked &= ~(UINT64_C(1) << (SIGABRT - 1));
    (void)inprocess_raise(SIGABRT);
    inprocess_die(SIGABRT);
}

void task_assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
    FILE *err = inprocess_stream(VARIABLE_STDERR);
    const char *name = *(char **)inprocess_current->variable[VARIABLE_SHORT_NAME];
    fprintf(err, "%s: %s:%u: %s%sAssertion `%s' failed.\n", name, file, line, function != NULL ? function : "",
            function != NULL ? ": " : "", what);
    fflush(err);
    task_abort();
}

void task_stack_chk_fail(void)
{
    inprocess_end_wrong("*** stack smashing detected ***: terminated\n");
}

void task_chk_fail(void)
{
    inprocess_end_wrong("*** buffer overflow detected ***: terminated\n");
}

pid_t task_getpid(void)
{
    return inprocess_current->number;
}

/* The simulator starts processes itself. */
pid_t task_getppid(void)
{
    return getpid();
}
