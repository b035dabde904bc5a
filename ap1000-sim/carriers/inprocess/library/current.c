/* current.c - the task that runs now: where libpvm3 keeps its state, its clock before it joins, its machine
 * (machine.h); and the table that the simulator is given (seam.h). */
#include <string.h>

#include "carriers/inprocess/build_identity.h"
#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "machines.h"
#include "life.h" /* pvmi_task_forget */

__thread struct inprocess_task *inprocess_current;

/* ---- what libpvm3 asks for --------------------------------------------------------------------------------------- */

int mach_open(const struct mach_ops **ops, void **m)
{
    if (!inprocess_current->opened) { /* what a process changes when it joins */
        inprocess_current->opened = true;
        (void)task_unsetenv(CARRIER_ENV_TICKET);
        inprocess_descriptors_join();
    }
    *ops = &carrier_ops;
    *m = &inprocess_current->machine;
    return 0;
}

bool mach_began(void *m)
{
    (void)m;
    return true;
}

bool mach_beside(void *m, struct mach_beside *b)
{
    (void)m;
    (void)b;
    return false;
}

void **mach_task_slot(void)
{
    return &inprocess_current->pvm;
}

struct mach_work *mach_work(void)
{
    return &inprocess_current->work;
}

mach_ns mach_early_now(void)
{
    return inprocess_current->early_clock_ns;
}

void mach_early_idle(mach_ns span)
{
    inprocess_current->early_clock_ns += span;
}

void carrier_early_set(int64_t clock_ns)
{
    inprocess_current->early_clock_ns = clock_ns;
}

static bool time_is_real; /* one machine, one kind of time: the simulator's */

int mach_early_real(void)
{
    return time_is_real;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

static const struct {
    size_t at, bytes;
} own_places[VARIABLES] = {
#define OWN_PLACE(NAME)                                                                  \
    {                                                                                    \
        offsetof(struct inprocess_own, NAME), sizeof((struct inprocess_own *)NULL)->NAME \
    }
    [VARIABLE_STDIN] = OWN_PLACE(in),
    [VARIABLE_STDOUT] = OWN_PLACE(out),
    [VARIABLE_STDERR] = OWN_PLACE(err),
    [VARIABLE_ENVIRON] = OWN_PLACE(environment),
    [VARIABLE_OPTARG] = OWN_PLACE(optarg),
    [VARIABLE_OPTIND] = OWN_PLACE(optind),
    [VARIABLE_OPTERR] = OWN_PLACE(opterr),
    [VARIABLE_OPTOPT] = OWN_PLACE(optopt),
    [VARIABLE_SHORT_NAME] = OWN_PLACE(short_name),
    [VARIABLE_FULL_NAME] = OWN_PLACE(full_name),
    [VARIABLE_PVM_ERRNO] = OWN_PLACE(pvm_errno),
    [VARIABLE_PVMMYCTX] = OWN_PLACE(pvmmyctx),
    [VARIABLE_PVMDEBMASK] = OWN_PLACE(pvmdebmask),
    [VARIABLE_PVMCTRC] = OWN_PLACE(pvmctrc),
#undef OWN_PLACE
};

size_t inprocess_variable_bytes(enum inprocess_variable which)
{
    return own_places[which].bytes;
}

static void place_variables(struct inprocess_task *t)
{
    static const struct pvmi_tracer no_tracer = {0, 0, 0, 0, 0, 0, 0, 0, "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"};
    struct inprocess_own *o = &t->own;
    for (int i = 0; i < VARIABLES; i++)
        t->variable[i] = (char *)o + own_places[i].at;
    char *slash = strrchr(t->argv[0], '/');
    o->full_name = t->argv[0];
    o->short_name = slash != NULL ? slash + 1 : t->argv[0];
    o->optind = o->opterr = 1;
    o->optopt = '?';
    o->pvmctrc = no_tracer;
}

/* All tasks in process are in the simulator's memory, where each arena that is in use is mapped. */
const unsigned char *carrier_look_at(struct carrier_machine *c, const struct carrier_frame *a)
{
    return a->offset != 0 && a->arena < c->nslots && c->arenas[a->arena] != NULL ? c->arenas[a->arena] + a->offset
                                                                                 : NULL;
}

void carrier_look_away(struct carrier_machine *c, const struct carrier_frame *a, const unsigned char *body)
{
    (void)c;
    (void)a;
    (void)body;
}

static void join_slot(struct carrier_machine *c, struct mach_work *work, const struct inprocess_start *start)
{
    c->work = work;
    c->socket.fd = c->memory.fd = -1;
    c->header = start->header;
    c->charges = start->header->charges;
    c->slot = start->slot;
    c->slot_index = start->slot_index;
    c->nslots = start->nslots;
    c->arenas = start->arenas;
    arena_init(&c->arena, start->arenas[start->slot_index], start->header->arena_bytes);
}

static void forget(struct inprocess_at_exit **list)
{
    for (struct inprocess_at_exit *a; (a = *list) != NULL;) {
        *list = a->next;
        free(a);
    }
}

static void end(struct inprocess_task *t)
{
    struct inprocess_task *const before = inprocess_current;
    inprocess_current = t;
    pvmi_task_forget(); /* what libpvm3 still has of one that was killed; of one that has ended by itself, nothing */
    inprocess_streams_end(t, true);
    inprocess_descriptors_end(t);
    inprocess_current = before;
    free(t->time.zone);
    arena_end(&t->machine.arena);
    carrier_free_spares(&t->machine);
    mach_work_end(&t->work);
    for (size_t i = 0; i < t->nimages; i++)
        if (t->images[i].path[0] != 0)
            free((char *)(uintptr_t)t->images[i].path);
    free(t->argv);
    free(t->path);
    inprocess_environment_end(t);
    inprocess_heap_end(&t->heap);
    forget(&t->at_thread_exit);
    forget(&t->at_exit);
    free(t);
}

/* A list of strings as one block: the pointers, then the texts. */
static char **copy_of_list(char **list)
{
    size_t n = 0, bytes = 0;
    for (; list[n] != NULL; n++)
        bytes += strlen(list[n]) + 1;
    char **copy = malloc((n + 1) * sizeof *copy + bytes);
    char *to = (char *)(copy + n + 1);
    for (size_t i = 0; copy != NULL && i < n; i++) {
        copy[i] = strcpy(to, list[i]);
        to += strlen(to) + 1;
    }
    if (copy != NULL)
        copy[n] = NULL;
    return copy;
}

static struct inprocess_task *begin(const struct inprocess_start *start)
{
    struct inprocess_task *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->simulator = start->simulator;
    t->owner = start->owner;
    t->number = start->number;
    t->own_terminal = start->own_terminal;
    t->early_clock_ns = start->clock_ns;
    join_slot(&t->machine, &t->work, start);
    inprocess_signals_begin(t);
    inprocess_heap_begin(&t->heap, start->heap, start->heap_bytes, start->heap_is_mapped);
    t->path = strdup(start->path);
    t->argv = copy_of_list(start->argv);
    if (t->path != NULL && t->argv != NULL && inprocess_descriptors_begin(t, start->most_files) &&
        inprocess_streams_begin(t) && inprocess_environment_begin(t, start->environment)) {
        place_variables(t);
        return t;
    }
    end(t);
    return NULL;
}

static void run_as(struct inprocess_task *t)
{
    inprocess_current = t;
}

static void *owner(void)
{
    return inprocess_current != NULL ? inprocess_current->owner : NULL;
}

static void **variable(struct inprocess_task *t, int which)
{
    return &t->variable[which];
}

/* libc itself writes what is in `stdout` when a stream by lines is read. */
static FILE *output(struct inprocess_task *t)
{
    return *(FILE **)t->variable[VARIABLE_STDOUT];
}

/* The path is kept: the simulator may forget a program of which copies still run. */
static void add_image(struct inprocess_task *t, const struct inprocess_image *image)
{
    struct inprocess_image *own = &t->images[t->nimages++];
    char *path = image->path[0] != 0 ? strdup(image->path) : NULL;
    *own = *image;
    own->path = path != NULL ? path : "";
}

inprocess_library_function ap1000_task_library;
__attribute__((visibility("default"))) const struct inprocess_library *ap1000_task_library(void)
{
    static const struct inprocess_library library = {.build = BUILD_IDENTITY,
                                                     .import = inprocess_import,
                                                     .import_of_library = inprocess_import_of_library,
                                                     .begin = begin,
                                                     .end = end,
                                                     .variable = variable,
                                                     .add_image = add_image,
                                                     .output = output,
                                                     .run_as = run_as,
                                                     .owner = owner,
                                                     .ends_by = inprocess_ends_by,
                                                     .handles = inprocess_handles,
                                                     .fault = inprocess_fault,
                                                     .name_of = inprocess_name_of,
                                                     .signal_later = inprocess_signal_later};
    const char *mode = getenv("AP1000_TIME");
    time_is_real = mode != NULL && strcmp(mode, "real") == 0;
    return &library;
}
