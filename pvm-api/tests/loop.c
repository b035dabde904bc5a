/* loop.c - the `loop` machine: the token, the threads, and the functions that tests call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "early_node.h"
#include "life.h"
#include "loop_int.h"
#include "machines.h"
#include "pvm3.h"
#include "work.h"

/* pvm-api's end of a task (task.c), if it is linked in. */
__attribute__((weak)) void pvmi_task_end(void);

static _Thread_local struct loop_task *self;
static _Thread_local struct {
    void *slot;
    pid_t pid;
    mach_ns early_ns;
    void *inherited[2]; /* in a child of fork: what its parent had here, which the child must not free */
} place;
static _Thread_local struct loop_settings settings;
static _Thread_local bool settings_given;

struct loop_settings loop_defaults(void)
{
    struct loop_settings s = {.nodes = 1};
    s.cost_ns[MACH_COST_POLL] = 1;
    s.cost_ns[MACH_COST_CLOCK] = 1;
    return s;
}

void loop_configure(const struct loop_settings *s)
{
    settings_given = s != NULL;
    if (s != NULL)
        settings = *s;
}

/* ---- the token ------------------------------------------------------------------------------------------------- */

static bool sooner(const struct loop_task *a, const struct loop_task *b)
{
    if (a->wake != b->wake)
        return a->wake < b->wake;
    if (a->turn != b->turn)
        return a->turn < b->turn;
    return a->tid < b->tid;
}

/* Nothing can happen any more. The tasks are told; if only servers are left, these end. */
static void resolve_standstill(struct loop_machine *lm, bool users)
{
    lm->deadlocks += users;
    for (struct loop_task *t = lm->tasks; t != NULL; t = t->next) {
        if (t->done || (users && t->service))
            continue;
        t->killed = t->killed || !users;
        t->failed = true;
        t->wake = t->clock;
    }
}

static struct loop_task *pick(struct loop_machine *lm)
{
    for (;;) {
        struct loop_task *best = NULL;
        bool users = false;
        for (struct loop_task *t = lm->tasks; t != NULL; t = t->next) {
            if (t->done)
                continue;
            users = users || !t->service;
            if (best == NULL || sooner(t, best))
                best = t;
        }
        if (best == NULL || best->wake != MACH_FOREVER)
            return best;
        resolve_standstill(lm, users);
    }
}

/* Called with the lock, by the task that hands over the token. It is blocked or has ended. */
static void hand_over(struct loop_machine *lm)
{
    struct loop_task *t = pick(lm);
    lm->running = t;
    if (t == NULL) {
        lm->finished = true;
        pthread_cond_broadcast(&lm->over);
        return;
    }
    if (t->clock < t->wake)
        t->clock = t->wake;
    t->turn = ++lm->turns;
    pthread_cond_signal(&t->token);
}

void loop_block(struct loop_task *t, mach_ns until)
{
    struct loop_machine *lm = t->machine;
    t->wake = until < t->clock ? t->clock : until;
    t->failed = false;
    pthread_mutex_lock(&lm->lock);
    hand_over(lm);
    while (lm->running != t)
        pthread_cond_wait(&t->token, &lm->lock);
    pthread_mutex_unlock(&lm->lock);
    if (t->killed && t->threaded)
        pthread_exit(NULL);
}

void loop_wake(struct loop_task *t, mach_ns at)
{
    if (at < t->clock)
        at = t->clock;
    if (at < t->wake)
        t->wake = at;
}

void loop_kill(struct loop_task *t)
{
    struct loop_task *by = t->machine->running;
    t->killed = true;
    loop_wake(t, by->clock);
    if (t == by)
        loop_block(t, t->clock);
}

bool loop_alive(const struct loop_task *t)
{
    return !t->done && (t->joined || !t->ever);
}

struct loop_task *loop_find(struct loop_machine *lm, int tid)
{
    for (struct loop_task *t = lm->tasks; t != NULL; t = t->next)
        if (t->tid == tid && loop_alive(t))
            return t;
    return NULL;
}

/* ---- machines and their threads -------------------------------------------------------------------------------- */

static struct loop_machine *machine_new(void)
{
    struct loop_machine *lm = calloc(1, sizeof *lm);
    if (lm == NULL)
        return NULL;
    lm->set = settings_given ? settings : loop_defaults();
    lm->next_tid = LOOP_FIRST_TID;
    lm->next_batch = 1;
    lm->control = control_new(&loop_control_ops, lm);
    if (lm->control == NULL) {
        free(lm);
        return NULL;
    }
    pthread_mutex_init(&lm->lock, NULL);
    pthread_cond_init(&lm->over, NULL);
    return lm;
}

static void machine_free(struct loop_machine *lm)
{
    while (lm->tasks != NULL) {
        struct loop_task *t = lm->tasks;
        lm->tasks = t->next;
        if (t->threaded)
            pthread_join(t->thread, NULL);
        pthread_cond_destroy(&t->token);
        for (int i = 0; i < t->argc; i++)
            free(t->argv[i]);
        free(t->argv);
        free(t);
    }
    control_free(lm->control);
    for (size_t i = 0; i < sizeof lm->last / sizeof *lm->last; i++)
        free(lm->last[i].bytes);
    pthread_mutex_destroy(&lm->lock);
    pthread_cond_destroy(&lm->over);
    free(lm);
}

struct loop_task *loop_task_new(struct loop_machine *lm)
{
    struct loop_task *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    struct loop_task **end = &lm->tasks;
    t->machine = lm;
    t->tid = lm->next_tid++;
    while (*end != NULL) {
        end = &(*end)->next;
        t->index++;
    }
    *end = t;
    t->node = t->index % lm->set.nodes;
    t->parent = PvmNoParent;
    t->batch = lm->next_batch;
    pthread_cond_init(&t->token, NULL);
    return t;
}

static void thread_ends(void *arg)
{
    struct loop_task *t = arg;
    t->killed = false; /* requests that pvm_exit makes on the way out are still answered */
    if (pvmi_task_end != NULL)
        pvmi_task_end();
    loop_leave(t, NULL);
    if (!t->ever) { /* a program ends even if it made no PVM call */
        t->clock += loop_early_taken();
        t->ever = true;
        loop_gone(t);
    }
    t->joined = false;
    place.slot = NULL;
    pthread_mutex_lock(&t->machine->lock);
    t->done = true;
    hand_over(t->machine);
    pthread_mutex_unlock(&t->machine->lock);
}

static void *thread_main(void *arg)
{
    struct loop_task *t = self = arg;
    struct loop_machine *lm = t->machine;
    pthread_mutex_lock(&lm->lock);
    while (lm->running != t)
        pthread_cond_wait(&t->token, &lm->lock);
    pthread_mutex_unlock(&lm->lock);
    pthread_cleanup_push(thread_ends, t);
    if (t->killed)
        pthread_exit(NULL);
    if (t->program != NULL)
        t->program->main(t->argc, t->argv);
    else
        lm->body(t->index, lm->arg);
    pthread_cleanup_pop(1);
    return NULL;
}

int loop_task_start(struct loop_task *t, mach_ns at)
{
    t->clock = t->wake = at;
    t->threaded = pthread_create(&t->thread, NULL, thread_main, t) == 0;
    t->done = !t->threaded;
    return t->threaded ? 0 : PvmOutOfRes;
}

int loop_run(int n, void (*body)(int index, void *arg), void *arg)
{
    struct loop_machine *lm = machine_new();
    if (lm == NULL)
        abort();
    lm->body = body;
    lm->arg = arg;
    pthread_mutex_lock(&lm->lock);
    for (int i = 0; i < n; i++) {
        struct loop_task *t = loop_task_new(lm);
        if (t == NULL || loop_task_start(t, 0) < 0)
            abort();
    }
    lm->next_batch++;
    hand_over(lm);
    while (!lm->finished)
        pthread_cond_wait(&lm->over, &lm->lock);
    pthread_mutex_unlock(&lm->lock);
    int deadlocks = lm->deadlocks;
    machine_free(lm);
    return deadlocks;
}

/* In a child of fork, the parent's task is not the child's. */
static void forget_after_fork(void)
{
    if (place.pid != getpid()) {
        if (place.pid != 0) {
            place.inherited[0] = place.slot;
            place.inherited[1] = self;
            self = NULL;
        }
        place.slot = NULL;
        place.early_ns = 0;
        place.pid = getpid();
    }
}

bool mach_began(void *m)
{
    return true;
}

bool mach_beside(void *m, struct mach_beside *b)
{
    return false;
}

int mach_open(const struct mach_ops **ops, void **m)
{
    forget_after_fork();
    if (self == NULL) {
        struct loop_machine *lm = machine_new();
        if (lm == NULL || (self = loop_task_new(lm)) == NULL)
            return PvmSysErr;
        lm->next_batch++;
        lm->running = self;
    }
    *ops = &loop_ops;
    *m = self;
    return 0;
}

void **mach_task_slot(void)
{
    forget_after_fork();
    return &place.slot;
}

mach_ns mach_early_now(void)
{
    return place.pid == getpid() ? place.early_ns : 0;
}

void mach_early_idle(mach_ns span)
{
    forget_after_fork();
    place.early_ns += span;
}

struct mach_work *mach_work(void)
{
    static struct mach_work work;
    return &work;
}

int mach_early_real(void)
{
    const char *mode = getenv("AP1000_TIME");
    return mode != NULL && strcmp(mode, "real") == 0;
}

int mach_early_node(const char **name)
{
    return early_node_get(getenv("LOOP_NODE"), name);
}

mach_ns loop_early_taken(void)
{
    forget_after_fork();
    mach_ns early = place.early_ns;
    place.early_ns = 0;
    return early;
}

void loop_reset(void)
{
    if (self == NULL || self->threaded)
        return;
    if (pvmi_task_end != NULL)
        pvmi_task_end();
    loop_leave(self, NULL);
    struct loop_machine *lm = self->machine;
    place.slot = NULL;
    self = NULL;
    machine_free(lm);
}

struct mach_want loop_last_want(void)
{
    return self != NULL ? self->want : (struct mach_want){0};
}

struct wire_in loop_last_request(int request)
{
    struct wire_in in = {NULL, 0, 0, 0};
    if (self != NULL && request > 0 && request <= 100) {
        in.bytes = self->machine->last[request].bytes;
        in.len = self->machine->last[request].len;
    }
    return in;
}

void loop_signal_after(mach_ns span, int number)
{
    if (self == NULL)
        return;
    self->signal_at = self->clock + span;
    self->signal_number = number;
}

void loop_print(const char *text)
{
    if (self == NULL)
        return;
    struct control_about about = {.task = {.tid = self->tid, .node_tid = tid_of_node(self->node)},
                                  .output = self->output};
    control_tell_output(self->machine->control, &about, (int)strlen(text), text);
}
