/* task_end.c - see task_end.h. */
#include "task_end.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include <cmocka.h>

enum { SLOT_INDEX = 5, ARENA_UNIT = 64 };

/* Some of what is called has no other way to its place. */
static struct task_end *current;
static int blocks, fails_at, in_use;

/* ---- the simulator ----------------------------------------------------------------------------------------------- */

static void note(struct task_end *e)
{
    const struct carrier_slot *s = e->slot;
    struct asked *a = &e->asked[e->nasked++];
    a->call = s->call;
    a->nposts = s->nposts;
    a->nmarks = s->nmarks;
    a->reply = s->reply.values;
    a->reply_nframes = s->reply.nframes;
    if (s->call.offset != 0 && s->call.len_bytes <= MOST_BYTES)
        memcpy(a->body, e->arena + s->call.offset, s->call.len_bytes);
}

static void answer(struct task_end *e, const struct answer *a)
{
    struct carrier_reply *r = &e->slot->reply;
    const uint64_t signals = a->values.signals;
    r->values = a->values;
    r->values.signals = signals;
    if (r->values.now == 0)
        r->values.now = e->c.clock_ns;
    r->nframes = a->nframes;
    for (uint32_t i = 0; i < a->nframes && i < sizeof a->frames / sizeof a->frames[0]; i++)
        r->frames[i] = a->frames[i];
}

bool carrier_call(struct carrier_machine *c, enum carrier_op op)
{
    struct task_end *e = current;
    if (c->gone)
        return false;
    c->slot->call.op = (uint32_t)op;
    carrier_begin_call(c);
    if (e->nasked >= e->nanswers)
        fail_msg("call %d is not expected", (int)op);
    const struct answer *a = &e->answers[e->nasked];
    note(e);
    e->thread_ns += e->answer_ns;
    if (a->is_gone)
        c->gone = true;
    else
        answer(e, a);
    if (!c->gone)
        carrier_read_reply(c);
    return !c->gone;
}

bool carrier_tell_marks(struct carrier_machine *c)
{
    current->told_marks++;
    if (!c->gone)
        c->slot->nmarks = 0;
    return !c->gone;
}

void carrier_take_back(struct carrier_machine *c)
{
    current->taken_back++;
    c->attention &= ~MACH_ATTENTION_INSIDE;
}

const unsigned char *carrier_look_at(struct carrier_machine *c, const struct carrier_frame *a)
{
    if (current->no_space)
        return NULL;
    assert_int_equal(a->arena, OTHER_ARENA);
    current->looked_at++;
    return current->other + a->offset;
}

void carrier_look_away(struct carrier_machine *c, const struct carrier_frame *a, const unsigned char *body)
{
    assert_ptr_equal(body, current->other + a->offset);
    current->looked_at--;
}

void task_end_answers(struct task_end *e, const struct answer *answers, int n)
{
    e->answers = answers;
    e->nanswers = n;
    e->nasked = 0;
}

/* ---- the process ------------------------------------------------------------------------------------------------- */

mach_ns mach_early_now(void)
{
    return current->early_now;
}

int mach_early_real(void)
{
    return current->early_real;
}

void carrier_early_set(int64_t clock_ns)
{
    current->early_set = clock_ns;
}

/* The test is linked with --wrap: these come before libc's. */
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes)
{
    blocks++;
    if (blocks == fails_at)
        return NULL;
    in_use++;
    return __real_malloc(bytes);
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
    in_use -= block != NULL;
    __real_free(block);
}

/* The task's end asks the system for one thing alone. */
long __wrap_syscall(long number, int clock, struct timespec *t);
long __wrap_syscall(long number, int clock, struct timespec *t)
{
    assert_int_equal(number, SYS_clock_gettime);
    assert_int_equal(clock, CLOCK_THREAD_CPUTIME_ID);
    current->thread_ns += current->reading_ns;
    *t = (struct timespec){current->thread_ns / 1000000000, current->thread_ns % 1000000000};
    return 0;
}

void task_end_fail_at(int n)
{
    blocks = 0;
    fails_at = n;
}

int task_end_blocks(void)
{
    return blocks;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

void task_end_fill_arena(struct task_end *e)
{
    for (uint64_t bytes = ARENA_BYTES; bytes > 0;)
        if (arena_new(&e->c.arena, bytes) == 0)
            bytes /= 2;
}

uint32_t task_end_references(const struct task_end *e, uint64_t offset)
{
    const uint32_t refs = ((const struct arena_block *)(const void *)(e->arena + offset))[-1].refs;
    return (refs & ~ARENA_OWNER) + (refs >= ARENA_OWNER);
}

static void *zeroed(size_t bytes)
{
    void *p = aligned_alloc(ARENA_UNIT, (bytes + ARENA_UNIT - 1) / ARENA_UNIT * ARENA_UNIT);
    assert_non_null(p);
    return memset(p, 0, bytes);
}

int task_end_begin(void **state)
{
    struct task_end *e = zeroed(sizeof *e);
    e->slot = zeroed(sizeof *e->slot);
    e->arena = (unsigned char *)zeroed(ARENA_UNIT + ARENA_BYTES) + ARENA_UNIT;
    e->other = zeroed(ARENA_BYTES);
    e->slot->turn = CARRIER_TASK;
    e->slot->who.tid = 0x40005;
    e->slot->who.node = 1;
    e->c.slot = e->slot;
    e->c.header = &e->header;
    e->c.socket.fd = e->c.memory.fd = -1;
    e->c.slot_index = SLOT_INDEX;
    e->c.joined = true;
    arena_init(&e->c.arena, e->arena, ARENA_BYTES);
    current = e;
    task_end_fail_at(0);
    in_use = 0;
    *state = e;
    return 0;
}

int task_end_end(void **state)
{
    struct task_end *e = *state;
    static const unsigned char nothing[ARENA_UNIT];
    assert_int_equal(e->looked_at, 0);
    assert_memory_equal(e->arena - ARENA_UNIT, nothing, ARENA_UNIT); /* nobody counts what has no body */
    arena_end(&e->c.arena);
    carrier_free_spares(&e->c);
    assert_int_equal(in_use, 0);
    __real_free(e->slot);
    __real_free(e->arena - ARENA_UNIT);
    __real_free(e->other);
    __real_free(e);
    return 0;
}

void carrier_spend_beside(struct carrier_machine *c)
{
    (void)c;
}
