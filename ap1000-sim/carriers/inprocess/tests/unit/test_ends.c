/* test_ends.c - the beginning of a task in process and its end: what of the program and its libraries is called when,
 * what is registered for the end, and what the task begins with (start.c, current.c). */

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"
#include "process.h"

#include "testing.h"

inprocess_library_function ap1000_task_library;

static void say(const char *text)
{
    (void)task_write(1, text, strlen(text));
}

/* ---- of the program and its libraries ---------------------------------------------------------------------------- */

#define SAYS(NAME)                                                                                               \
    static void init_##NAME(int argc, char **argv, char **environment)                                           \
    {                                                                                                            \
        say(argc == 2 && strcmp(argv[1], "word") == 0 && environment[0] == NULL ? "init_" #NAME " " : "wrong "); \
    }                                                                                                            \
    static void fini_##NAME(void)                                                                                \
    {                                                                                                            \
        say("fini_" #NAME " ");                                                                                  \
    }
SAYS(a)
SAYS(b)
SAYS(c)
SAYS(d)

#define SAYS_ITS_NAME(NAME) \
    static void NAME(void)  \
    {                       \
        say(#NAME " ");     \
    }
SAYS_ITS_NAME(begin_a)
SAYS_ITS_NAME(begin_c)
SAYS_ITS_NAME(end_a)
SAYS_ITS_NAME(end_d)
SAYS_ITS_NAME(init_of_old)
SAYS_ITS_NAME(more)

typedef void (*init_function)(int, char **, char **);
typedef void (*fini_function)(void);

static int main_of_program(int argc, char **argv, char **environment)
{
    say(argc == 2 && strcmp(argv[1], "word") == 0 && environment[0] == NULL ? "main " : "wrong ");
    task_printf("written at the end");
    return 0x107;
}

static int code;
static char *words[] = {(char[]){"lone"}, (char[]){"word"}, NULL};

static void registered(void)
{
    say("registered ");
    if (code > 0)
        task_exit(code);
}

static fini_function ends_again[1];

static void exits_again(void)
{
    say("again ");
    task_exit(9);
}

static void starts(void)
{
    task_atexit(registered);
    task_libc_start_main(main_of_program, 2, words, NULL, NULL, NULL, NULL);
}

static void starts_as_of_old(void)
{
    task_libc_start_main(main_of_program, 2, words, init_of_old, exits_again, NULL, NULL);
}

static void add_images(void)
{
    static init_function inits[] = {init_a, init_b, init_c, init_d};
    static fini_function finis[] = {fini_a, fini_b, fini_c, fini_d};
    const struct inprocess_image images[] = {
        {.path = "",
         .init = inits,
         .ninit = 2,
         .fini = finis,
         .nfini = 2,
         .init_function = begin_a,
         .fini_function = end_a},
        {.path = "",
         .init = inits + 2,
         .ninit = 1,
         .fini = finis + 2,
         .nfini = 1,
         .init_function = begin_c,
         .ends_late = true},
        {.path = "", .init = inits + 3, .ninit = 1, .fini = finis + 3, .nfini = 1, .fini_function = end_d}};
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++)
        ap1000_task_library()->add_image(lone.task, &images[i]);
}

/* Expectation: libraries begin before who needs them, and what comes late in the order of ends comes last; then what is
 * written. */
TEST_WITH(images_begin_and_end, lone_set_up, lone_tear_down)
{
    static const char *const expected[] = {
        "init_d begin_c init_c begin_a init_a init_b main registered fini_b fini_a end_a fini_d end_d fini_c "
        "written at the end",
        "init_d begin_c init_c init_of_old main fini_b fini_a end_a fini_d end_d fini_c written at the end"};
    void (*const programs[])(void) = {starts, starts_as_of_old};
    for (int i = 0; i < 2; i++) {
        add_images();
        assert_int_equal(lone_task_run(&lone, programs[i]), 7 << 8);
        assert_string_equal(lone.printed, expected[i]);
        lone_tear_down(NULL);
        lone_set_up(NULL);
    }
}

/* Who exits while it ends goes on where it was; the last code counts. */
TEST_WITH(ends_within_ends, lone_set_up, lone_tear_down)
{
    static fini_function finis[] = {fini_a, exits_again, fini_b};
    const struct inprocess_image images[] = {{.path = "", .fini = finis, .nfini = 3, .fini_function = exits_again},
                                             {.path = "", .fini = ends_again, .nfini = 1, .ends_late = true}};
    ends_again[0] = exits_again;
    for (int i = 0; i < 2; i++)
        ap1000_task_library()->add_image(lone.task, &images[i]);
    code = 5;
    assert_int_equal(lone_task_run(&lone, starts), 9 << 8);
    code = 0;
    assert_string_equal(lone.printed, "main registered fini_b again fini_a again again written at the end");
}

/* ---- what is registered ------------------------------------------------------------------------------------------ */

static void registers_more(void)
{
    say("registers ");
    task_atexit(more);
}

static void with_argument(void *argument)
{
    say(argument);
}

static char object[] = "object ", other[] = "other ", late[] = "late ", thread[] = "thread ";

static void registers_for_object(void *argument)
{
    say(argument);
    task_cxa_atexit(with_argument, late, object);
}

static void registers(void)
{
    task_atexit(registers_more);
    task_cxa_atexit(with_argument, other, other);
    task_cxa_atexit(registers_for_object, object, object);
    task_cxa_atexit(with_argument, other, other);
    task_cxa_thread_atexit(with_argument, thread, object);
    task_cxa_finalize(object);
    say("| ");
    task_cxa_finalize(object);
    task_exit(258);
}

static void finalizes_all(void)
{
    task_cxa_atexit(with_argument, object, object);
    task_cxa_atexit(with_argument, other, NULL);
    task_atexit(more);
    task_cxa_finalize(NULL);
    say("| ");
    task_exit(-1);
}

TEST_WITH(what_is_registered, lone_set_up, lone_tear_down)
{
    assert_int_equal(lone_task_run(&lone, registers), 2 << 8);
    assert_string_equal(lone.printed, "object late | thread other other registers more ");
    lone_tear_down(NULL);
    lone_set_up(NULL);
    assert_int_equal(lone_task_run(&lone, finalizes_all), 0xff << 8);
    assert_string_equal(lone.printed, "other object | more ");
}

/* What a task that is killed has registered is called by nobody. */
static void registers_and_is_killed(void)
{
    task_atexit(more);
    task_cxa_thread_atexit(with_argument, thread, NULL);
    task_printf("lost");
    task_raise(SIGKILL);
}

TEST_WITH(what_is_killed, lone_set_up, lone_tear_down)
{
    assert_int_equal(lone_task_run(&lone, registers_and_is_killed), SIGKILL);
    lone_tear_down(NULL);
    assert_string_equal(lone.printed, "");
    lone_set_up(NULL);
}

/* ---- what it begins with ----------------------------------------------------------------------------------------- */

TEST_WITH(variables_of_its_own, lone_set_up, lone_tear_down)
{
    const struct inprocess_library *l = ap1000_task_library();
    static FILE *elsewhere;
    assert_string_equal(*(char **)*l->variable(lone.task, VARIABLE_SHORT_NAME), "lone");
    assert_string_equal(*(char **)*l->variable(lone.task, VARIABLE_FULL_NAME), "/usr/bin/lone");
    assert_int_equal(*(int *)*l->variable(lone.task, VARIABLE_OPTIND), 1);
    assert_int_equal(*(int *)*l->variable(lone.task, VARIABLE_OPTERR), 1);
    assert_int_equal(*(int *)*l->variable(lone.task, VARIABLE_OPTOPT), '?');
    assert_null(*(char **)*l->variable(lone.task, VARIABLE_OPTARG));
    assert_ptr_equal(l->output(lone.task), inprocess_stream(VARIABLE_STDOUT));
    elsewhere = inprocess_stream(VARIABLE_STDERR);
    *l->variable(lone.task, VARIABLE_STDOUT) = &elsewhere; /* as the copy relocation of a program */
    assert_ptr_equal(l->output(lone.task), elsewhere);
    assert_ptr_equal(inprocess_stream(VARIABLE_STDOUT), elsewhere);
    assert_int_equal(task_getpid(), 4711);
    assert_int_equal(task_getppid(), getpid());
}

/* Who spawns by a bare name finds what lies beside it in the root folder, too. */
TEST_WITH(folder_of_its_program, lone_set_up, lone_tear_down)
{
    char *path = lone.task->path, folder[40];
    lone.task->path = (char *)"/slave";
    process_program_folder(folder, sizeof folder);
    lone.task->path = path;
    assert_string_equal(folder, "/");
}

TEST_WITH(joins, lone_set_up, lone_tear_down)
{
    const struct mach_ops *ops = NULL;
    void *machine = NULL;
    struct stat s;
    assert_int_equal(task_setenv(CARRIER_ENV_TICKET, "1", 1), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(mach_open(&ops, &machine), 0);
        assert_ptr_equal(ops, &carrier_ops);
        assert_ptr_equal(machine, &lone.task->machine);
        assert_null(task_getenv(CARRIER_ENV_TICKET));
        assert_int_equal(task_fstat(3, &s), 0);
        assert_true(S_ISSOCK(s.st_mode)); /* as the connection of a process */
        assert_int_equal(task_fcntl(4, F_GETFD), -1);
    }
    lone.task->opened = false; /* its end asks no simulator */
}

TEST_WITH(time_before_it_joins, lone_set_up, lone_tear_down)
{
    assert_int_equal(mach_early_now(), 0);
    mach_early_idle(5);
    mach_early_idle(7);
    assert_int_equal(mach_early_now(), 12);
    carrier_early_set(100);
    assert_int_equal(mach_early_now(), 100);
    assert_ptr_equal(*mach_task_slot(), NULL);
    const char *const before = getenv("AP1000_TIME");
    assert_null(before);
    assert_int_equal(mach_early_real(), 0);
    setenv("AP1000_TIME", "real", 1);
    (void)ap1000_task_library();
    assert_int_equal(mach_early_real(), 1);
    setenv("AP1000_TIME", "simulated", 1);
    assert_int_equal(mach_early_real(), 1); /* asked when the simulator loads the library */
    (void)ap1000_task_library();
    assert_int_equal(mach_early_real(), 0);
    unsetenv("AP1000_TIME");
}

TEST_WITH(signals_for_later, lone_set_up, lone_tear_down)
{
    assert_int_equal(lone.task->machine.signals, 0);
    ap1000_task_library()->signal_later(lone.task, SIGHUP);
    ap1000_task_library()->signal_later(lone.task, 64);
    assert_true(lone.task->machine.signals == (UINT64_C(1) | UINT64_C(1) << 63));
    assert_true((lone.task->machine.attention & MACH_ATTENTION_SIGNALS) != 0);
    lone.task->machine.signals = 0;
    lone.task->machine.attention = 0;
}

static int heard;

static void hear(int number)
{
    heard = heard * 100 + number;
}

/* Whether a handler has run is told to who waits. */
TEST_WITH(handlers_that_run, lone_set_up, lone_tear_down)
{
    sigset_t hup;
    sigemptyset(&hup);
    sigaddset(&hup, SIGHUP);
    heard = 0;
    (void)task_signal(SIGHUP, SIG_IGN);
    assert_false(inprocess_raise(SIGHUP));
    (void)task_signal(SIGHUP, hear);
    assert_true(inprocess_raise(SIGHUP));
    assert_false(inprocess_raise(SIGCHLD)); /* nothing happens */
    (void)task_sigprocmask(SIG_BLOCK, &hup, NULL);
    assert_false(inprocess_raise(SIGHUP));
    assert_int_equal(heard, SIGHUP);
    ap1000_task_library()->fault(SIGHUP, NULL); /* one that cannot wait */
    assert_int_equal(heard, 101 * SIGHUP);
}

/* What is ignored outside when the first task begins (nohup) is so for all. */
static const int ignored_outside[] = {SIGUSR2, SIGPIPE, SIGPWR, 63};

TEST_WITH(signals_ignored_outside, lone_set_up, lone_tear_down)
{
    struct sigaction a;
    for (int n = 1; n < NSIG; n++) {
        if (n == 32 || n == 33)
            continue; /* libc's own */
        assert_int_equal(task_sigaction(n, NULL, &a), 0);
        assert_true((a.sa_handler == SIG_IGN) == (n == SIGUSR2 || n == SIGPIPE || n == SIGPWR || n == 63));
        assert_true(a.sa_handler == SIG_IGN || a.sa_handler == SIG_DFL);
    }
}

TEST_WITH(frames_of_others, lone_set_up, lone_tear_down)
{
    struct carrier_machine *c = &lone.task->machine;
    const unsigned char *body = carrier_look_at(c, &(struct carrier_frame){.arena = 0, .offset = 64});
    assert_ptr_equal(body, c->arenas[0] + 64);
    assert_null(carrier_look_at(c, &(struct carrier_frame){.arena = 0, .offset = 0}));
    assert_null(carrier_look_at(c, &(struct carrier_frame){.arena = c->nslots, .offset = 64}));
    unsigned char *const of_slot = c->arenas[0];
    c->arenas[0] = NULL;
    assert_null(carrier_look_at(c, &(struct carrier_frame){.arena = 0, .offset = 64}));
    c->arenas[0] = of_slot;
}

/* A task in the second of two slots, whose program was found without a path. */
TEST_WITH(one_of_two, lone_set_up, lone_tear_down)
{
    static struct carrier_header header = {
        .arena_bytes = 1 << 16, .charges = CARRIER_CHARGES_MEASURED, .cpu_factor = 0.5};
    static struct carrier_slot slot;
    static unsigned char first[1 << 16], second[1 << 16], *arenas[] = {first, second, first};
    static char program[] = "plain", word[] = "a word", none[] = "", *argv[] = {program, word, none, NULL},
                *nothing[] = {NULL};
    const struct inprocess_start start = {.simulator = lone.task->simulator,
                                          .header = &header,
                                          .slot = &slot,
                                          .slot_index = 1,
                                          .nslots = 2,
                                          .arenas = arenas,
                                          .number = 12,
                                          .path = "/usr/bin/plain",
                                          .argv = argv,
                                          .environment = nothing,
                                          .clock_ns = 42,
                                          .most_files = 64};
    assert_int_equal(lone.task->machine.charges, CARRIER_CHARGES_NOTHING);
    struct inprocess_task *const t = ap1000_task_library()->begin(&start);
    struct carrier_machine *const c = &t->machine;
    assert_true(c->socket.fd == -1 && c->memory.fd == -1);
    assert_true(c->header == &header && c->slot == &slot && c->slot_index == 1 && c->nslots == 2);
    assert_int_equal(c->charges, CARRIER_CHARGES_MEASURED);
    assert_ptr_equal(c->arena.base, second);
    assert_ptr_equal(carrier_look_at(c, &(struct carrier_frame){.arena = 0, .offset = 64}), first + 64);
    assert_null(carrier_look_at(c, &(struct carrier_frame){.arena = 2, .offset = 64}));
    for (int i = 0; i < 3; i++) {
        assert_string_equal(t->argv[i], argv[i]);
        assert_ptr_not_equal(t->argv[i], argv[i]);
    }
    assert_null(t->argv[3]);
    assert_string_equal(*(char **)t->variable[VARIABLE_SHORT_NAME], "plain");
    assert_string_equal(*(char **)t->variable[VARIABLE_FULL_NAME], "plain");
    const struct pvmi_tracer *tracer = t->variable[VARIABLE_PVMCTRC];
    const int numbers[] = {tracer->trctid, tracer->trcctx, tracer->trctag, tracer->outtid,
                           tracer->outctx, tracer->outtag, tracer->trcbuf, tracer->trcopt};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        assert_int_equal(numbers[i], 0);
    inprocess_current = t;
    assert_int_equal(mach_early_now(), 42);
    assert_int_equal(task_getpid(), 12);
    inprocess_current = lone.task;
    ap1000_task_library()->end(t);
    assert_ptr_equal(inprocess_current, lone.task); /* somebody else's end changes nothing for it */
}

int main(void)
{
    lone_task_inherits_nothing();
    for (int n = 1; n < NSIG; n++)
        (void)signal(n, SIG_DFL);
    for (size_t i = 0; i < sizeof ignored_outside / sizeof ignored_outside[0]; i++)
        (void)signal(ignored_outside[i], SIG_IGN);
    return run_all_tests(NULL, NULL);
}
