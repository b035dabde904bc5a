/* test_turn.c - hand-overs of a task to a simulator that is a thread of this test: answers that come while a handler
 * of a signal has the turn, and what a task that leaves gives back.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "carriers/process/task/task.h"
#include "sockets.h"
#include "machine.h"

/* ---- the simulator ----------------------------------------------------------------------------------------------- */

/* What it does with the calls, one after the other. */
struct step {
    bool signal_first; /* the task gets a signal, and its handler the turn, before the call is answered so: */
    int32_t result, interrupted;
    uint32_t status, nframes;
    int32_t tag; /* of the first frame */
    int64_t t_ns;
};

struct place {
    struct carrier_machine c;
    struct carrier_slot *slot;
    struct carrier_header header;
    int far_end; /* of the task's socket */
    pthread_t task, simulator;
    const struct step *steps;
    uint32_t ops[4]; /* of the calls */
    int nsteps;
};

/* The handler has no other way to its place. */
static struct place *current;

static void await_call(struct carrier_slot *s)
{
    uint32_t turn;
    while (!handover_await(&s->turn, CARRIER_TASK, NULL, 1000000000, &turn))
        ;
}

static void *simulate(void *argument)
{
    struct place *p = argument;
    struct carrier_hello word;
    for (int i = 0; i < p->nsteps; i++) {
        const struct step *step = &p->steps[i];
        await_call(p->slot);
        p->ops[i] = p->slot->call.op;
        if (step->signal_first) {
            pthread_kill(p->task, SIGUSR1);
            (void)sockets_receive(p->far_end, &word, sizeof word, NULL);
        }
        struct carrier_reply *r = &p->slot->reply;
        r->values.result = step->result;
        r->values.interrupted = step->interrupted;
        r->values.status = step->status;
        r->nframes = step->nframes;
        for (uint32_t f = 0; f < step->nframes; f++)
            r->frames[f] = (struct carrier_frame){.tag = step->tag + (int32_t)f};
        r->values.now = step->t_ns;
        handover_give(&p->slot->turn, CARRIER_TASK);
    }
    return NULL;
}

static void plays(struct place *p, const struct step *steps, int n)
{
    p->steps = steps;
    p->nsteps = n;
    assert_int_equal(pthread_create(&p->simulator, NULL, simulate, p), 0);
}

/* ---- the task ---------------------------------------------------------------------------------------------------- */

/* As each call of pvm-api's does first. */
static void asks(int number)
{
    (void)number;
    carrier_count_own_work(&current->c);
    (void)carrier_call(&current->c, CARRIER_STATUS);
}

static int set_up(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    int ends[2];
    struct sigaction handler = {.sa_handler = asks};
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    p->slot = aligned_alloc(64, (sizeof *p->slot + 63) / 64 * 64);
    memset(p->slot, 0, sizeof *p->slot);
    p->slot->turn = CARRIER_TASK;
    p->c.slot = p->slot;
    p->c.header = &p->header;
    p->c.socket = carrier_file_of(ends[0]);
    p->c.memory = carrier_file_of(-1);
    p->c.spin = handover_spin_new();
    p->c.joined = true;
    p->far_end = ends[1];
    p->task = pthread_self();
    current = p;
    sigaction(SIGUSR1, &handler, NULL);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    pthread_join(p->simulator, NULL);
    carrier_file_close(&p->c.socket);
    close(p->far_end);
    free(p->slot);
    free(p);
    return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void an_answer_is_kept_while_a_handler_calls(void **state)
{
    struct place *p = *state;
    static const struct step steps[] = {{true, 42, 0, 7, 1, 5, 1000}, {false, 9, 0, 8, 0, 0, 2000}};
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->ops[1], CARRIER_STATUS);
    const struct carrier_reply *r = &p->slot->reply;
    assert_int_equal(r->values.result, 42);
    assert_int_equal(r->values.interrupted, 0);
    assert_int_equal(r->values.status, 7);
    assert_int_equal(r->nframes, 1);
    assert_int_equal(r->frames[0].tag, 5);
    assert_int_equal(p->c.clock_ns, 2000);
}

static void messages_are_kept_while_a_handler_calls(void **state)
{
    struct place *p = *state;
    static const struct step steps[] = {{true, 0, 0, 0, 2, 31, 1000}, {false, 9, 0, 0, 0, 0, 2000}};
    p->c.inbox_n = p->c.inbox_at = 3; /* those before have been taken */
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_WAIT));
    assert_int_equal(p->slot->reply.values.interrupted, 1); /* the caller looks into its inbox, then asks again */
    assert_int_equal(p->slot->reply.nframes, 0);
    assert_int_equal(p->c.inbox_n - p->c.inbox_at, 2);
    assert_int_equal(p->c.inbox[1].tag, 32);
}

static void a_call_cut_short_has_no_answer(void **state)
{
    struct place *p = *state;
    static const struct step steps[] = {{true, 0, 1, 0, 0, 0, 1000}, {false, 9, 0, 8, 0, 0, 2000}};
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->slot->reply.values.interrupted, 1);
    assert_int_equal(p->slot->reply.values.result, 0);
}

/* The answer that was kept for one call is not that of the next. */
static void an_answer_is_given_once(void **state)
{
    struct place *p = *state;
    static const struct step steps[] = {{true, 42, 0, 7, 1, 5, 1000},
                                        {false, 9, 0, 8, 0, 0, 2000},
                                        {true, 0, 1, 0, 0, 0, 3000},
                                        {false, 9, 0, 8, 0, 0, 4000}};
    plays(p, steps, 4);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->slot->reply.values.result, 42);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->slot->reply.values.interrupted, 1);
    assert_int_equal(p->slot->reply.values.result, 0);
}

static void who_leaves_gives_its_inbox_back(void **state)
{
    struct place *p = *state;
    static const struct step leave = {false, 0, 0, 0, 0, 0, 1000};
    p->c.inbox[0] = (struct carrier_frame){.arena = 3, .offset = 64};
    p->c.inbox[1] = (struct carrier_frame){.arena = 4, .offset = 128};
    p->c.inbox[2] = (struct carrier_frame){.arena = CARRIER_INBOX, .offset = 16};
    p->c.inbox[3] = (struct carrier_frame){.arena = 5, .offset = 192};
    p->c.inbox_n = 4;
    p->c.inbox_at = 1; /* the first has been taken */
    plays(p, &leave, 1);
    carrier_ops.leave(&p->c);
    assert_int_equal(p->ops[0], CARRIER_LEAVE);
    assert_int_equal(p->slot->nread, 2);
    assert_int_equal(p->slot->read[0].arena, 4);
    assert_int_equal(p->slot->read[0].offset, 128);
    assert_int_equal(p->slot->read[1].arena, 5);
    assert_int_equal(p->slot->read[1].offset, 192);
}

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_answer_is_kept_while_a_handler_calls), TEST(messages_are_kept_while_a_handler_calls),
        TEST(a_call_cut_short_has_no_answer), TEST(an_answer_is_given_once), TEST(who_leaves_gives_its_inbox_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
