/* test_turn.c - hand-overs of a task to a simulator that is a thread of this test: answers that come while a handler
 * of a signal has the turn, what a task that leaves gives back, and machines that end. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "carriers/slots/task/task.h"
#include "sockets.h"
#include "machine.h"

#include "testing.h"

/* ---- the simulator ----------------------------------------------------------------------------------------------- */

/* What it does with the calls, one after the other. */
struct step {
    bool signal_first; /* the task gets a signal, and its handler the turn, before the call is answered so: */
    int32_t result, interrupted;
    uint32_t status, nframes;
    int32_t tag; /* of the first frame */
    int64_t t_ns;
    int32_t ending;  /* the process is to exit with it */
    bool is_dead;    /* the turn is never given back: the process counts as dead, */
    bool hangs_up;   /* or the machine is gone, */
    int32_t late_ms; /* or it comes later, in real time */
};

struct place {
    struct carrier_machine c;
    struct carrier_slot *slot;
    struct carrier_header header;
    int far_end; /* of the task's socket */
    pthread_t task, simulator;
    const struct step *steps;
    struct carrier_hello word; /* that came last on the socket */
    uint32_t ops[4];           /* of the calls */
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
    for (int i = 0; i < p->nsteps; i++) {
        const struct step *step = &p->steps[i];
        await_call(p->slot);
        p->ops[i] = p->slot->call.op;
        if (step->signal_first) {
            pthread_kill(p->task, SIGUSR1);
            (void)sockets_receive(p->far_end, &p->word, sizeof p->word, NULL);
        }
        if (step->late_ms > 0)
            poll(NULL, 0, step->late_ms);
        if (step->hangs_up) {
            shutdown(p->far_end, SHUT_RDWR);
            return NULL;
        }
        struct carrier_reply *r = &p->slot->reply;
        r->values.result = step->result;
        r->values.interrupted = step->interrupted;
        r->values.status = step->status;
        r->nframes = step->nframes;
        for (uint32_t f = 0; f < step->nframes; f++)
            r->frames[f] = (struct carrier_frame){.tag = step->tag + (int32_t)f};
        r->values.now = step->t_ns;
        r->ending = step->ending;
        p->slot->nmarks = 0; /* who takes them empties the list, */
        if (p->ops[i] != CARRIER_TELL)
            p->slot->nposts = 0;
        handover_give(&p->slot->turn, step->is_dead ? CARRIER_DEAD : CARRIER_TASK);
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

/* A signal comes just before the next call of NAME if comes_at_NAME says so. The test is linked with --wrap. */
#define SIGNAL_BEFORE(NAME, PARAMETERS, ARGUMENTS)         \
    static bool comes_at_##NAME;                           \
    void __real_##NAME PARAMETERS;                         \
    void __wrap_##NAME PARAMETERS;                         \
    void __wrap_##NAME PARAMETERS                          \
    {                                                      \
        if (comes_at_##NAME && !(comes_at_##NAME = false)) \
            raise(SIGUSR1);                                \
        __real_##NAME ARGUMENTS;                           \
    }
SIGNAL_BEFORE(carrier_begin_call, (struct carrier_machine * c), (c))
SIGNAL_BEFORE(carrier_read_reply, (struct carrier_machine * c), (c))
SIGNAL_BEFORE(arena_hold, (unsigned char *base, uint64_t offset), (base, offset))

/* As each call of pvm-api's does first. */
static void asks(int number)
{
    carrier_count_own_work(&current->c);
    (void)carrier_call(&current->c, CARRIER_STATUS);
}

static void posts(int number)
{
    carrier_count_own_work(&current->c);
    current->slot->nposts++;
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
    if (p->nsteps > 0)
        pthread_join(p->simulator, NULL);
    carrier_file_close(&p->c.socket);
    close(p->far_end);
    free(p->slot);
    free(p);
    return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST_WITH(messages_are_kept_while_a_handler_calls, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.signal_first = true, .nframes = 2, .tag = 31, .t_ns = 1000},
                                        {.result = 9, .t_ns = 2000}};
    p->c.inbox_n = p->c.inbox_at = 3; /* those before have been taken */
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_WAIT));
    assert_int_equal(p->slot->reply.values.interrupted, 1); /* the caller looks into its inbox, then asks again */
    assert_int_equal(p->slot->reply.nframes, 0);
    assert_int_equal(p->c.inbox_n - p->c.inbox_at, 2);
    assert_int_equal(p->c.inbox[1].tag, 32);
}

/* An answer is kept while a handler calls, for this call and not for the next. */
TEST_WITH(an_answer_is_given_once, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {
        {.signal_first = true, .result = 42, .status = 7, .nframes = 1, .tag = 5, .t_ns = 1000},
        {.result = 9, .status = 8, .t_ns = 2000},
        {.signal_first = true, .interrupted = 1, .t_ns = 3000},
        {.result = 9, .status = 8, .t_ns = 4000}};
    const struct carrier_reply *r = &p->slot->reply;
    plays(p, steps, 4);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->ops[1], CARRIER_STATUS);
    assert_int_equal(r->values.result, 42);
    assert_int_equal(r->values.interrupted, 0);
    assert_int_equal(r->values.status, 7);
    assert_int_equal(r->nframes, 1);
    assert_int_equal(r->frames[0].tag, 5);
    assert_int_equal(p->c.clock_ns, 2000);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(r->values.interrupted, 1);
    assert_int_equal(r->values.result, 0);
}

TEST_WITH(who_leaves_gives_its_inbox_back, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step leave = {.t_ns = 1000};
    p->c.inbox[0] = (struct carrier_frame){.arena = 3, .offset = 64};
    p->c.inbox[1] = (struct carrier_frame){.arena = 4, .offset = 128};
    p->c.inbox[2] = (struct carrier_frame){.arena = CARRIER_INBOX, .offset = 16};
    p->c.inbox[3] = (struct carrier_frame){.arena = 5, .offset = 192};
    p->c.inbox_n = 4;
    p->c.inbox_at = 1; /* the first has been taken */
    plays(p, &leave, 1);
    carrier_ops.leave(&p->c, NULL);
    assert_int_equal(p->ops[0], CARRIER_LEAVE);
    assert_int_equal(p->slot->nread, 2);
    assert_int_equal(p->slot->read[0].arena, 4);
    assert_int_equal(p->slot->read[0].offset, 128);
    assert_int_equal(p->slot->read[1].arena, 5);
    assert_int_equal(p->slot->read[1].offset, 192);
}

/* What the handler says on the socket, so that the simulator cuts the wait short. */
TEST_WITH(a_handler_asks_by_the_socket, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.signal_first = true, .interrupted = 1}, {.t_ns = 2000}};
    p->c.slot_index = 77;
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_WAIT));
    assert_true(p->word.magic == CARRIER_MAGIC);
    assert_int_equal(p->word.version, CARRIER_VERSION);
    assert_int_equal(p->word.word, CARRIER_TURN);
    assert_int_equal(p->word.ticket, 77);
}

/* The answer has come before the handler asks: it takes it, and says nothing. */
TEST_WITH(a_handler_that_comes_late, set_up, tear_down)
{
    struct place *p = *state;
    char byte;
    p->slot->call.op = CARRIER_CONTROL;
    p->slot->reply.values = (struct turn_reply){.result = 5, .now = 60};
    p->c.attention = MACH_ATTENTION_INSIDE;
    carrier_take_back(&p->c);
    assert_int_equal(recv(p->far_end, &byte, 1, MSG_DONTWAIT), -1);
    assert_int_equal(p->c.attention, 0);
    assert_int_equal(p->c.meanwhile.how, CARRIER_KEPT);
    assert_int_equal(p->c.meanwhile.result, 5);
    assert_int_equal(p->c.clock_ns, 60);
    p->slot->reply.values.result = 6;
    carrier_take_back(&p->c); /* as for a handler inside that one, which is done */
    p->c.attention = MACH_ATTENTION_INSIDE;
    p->c.gone = true;
    carrier_take_back(&p->c);
    assert_int_equal(p->c.meanwhile.result, 5);
}

/* Just before the turn is given: what has been posted is kept, no answer is taken for this one's, and the turn is given
 * with a call that asks nothing, also after the handler's own. */
TEST_WITH(a_handler_that_comes_early, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.t_ns = 70}};
    p->slot->call.op = CARRIER_CONTROL;
    p->slot->call.cpu_ns = 11;
    p->slot->reply.nframes = UINT32_MAX;
    p->slot->reply.values = (struct turn_reply){.result = 5, .now = 60};
    p->slot->nposts = 2;
    p->c.attention = MACH_ATTENTION_INSIDE;
    p->c.clock_ns = 50;
    p->c.cpu_ns = 4;
    carrier_take_back(&p->c);
    assert_int_equal(p->c.attention, 0);
    assert_int_equal(p->c.meanwhile.how, CARRIER_EARLY);
    assert_int_equal(p->slot->nposts, 2);
    assert_int_equal(p->c.cpu_ns, 15);
    assert_int_equal(p->c.clock_ns, 50);
    assert_int_equal(p->slot->call.op, CARRIER_FLUSH);
    assert_int_equal(p->slot->call.t_ns, 50);
    assert_int_equal(p->slot->call.cpu_ns, 0);
    plays(p, steps, 1);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->slot->call.op, CARRIER_FLUSH);
    assert_int_equal(p->slot->call.t_ns, 70);
    p->slot->call.op = CARRIER_TELL; /* and marks */
    p->slot->nmarks = 9;
    p->c.attention = MACH_ATTENTION_INSIDE;
    carrier_take_back(&p->c);
    assert_int_equal(p->c.meanwhile.how, CARRIER_EARLY);
    assert_int_equal(p->slot->call.op, CARRIER_FLUSH);
}

/* Before the call is given at all: the handler's last one asks nothing, is given in its place, and is heard; the call
 * has no answer, also if another handler comes meanwhile. Who leaves, leaves; what waits for nobody is asked again. */
TEST_WITH(two_handlers_that_come_before_a_call, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.t_ns = 60}, {.signal_first = true, .result = 5, .t_ns = 70}, {.t_ns = 80}};
    comes_at_carrier_begin_call = true;
    plays(p, steps, 3);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->ops[1], CARRIER_FLUSH);
    assert_int_equal(p->slot->reply.values.interrupted, 1);
    assert_int_equal(p->slot->reply.values.result, 0);
    pthread_join(p->simulator, NULL);
    comes_at_carrier_begin_call = true;
    plays(p, (const struct step[]){{.t_ns = 90}, {.t_ns = 91}, {.t_ns = 92}}, 3);
    carrier_ops.leave(&p->c, NULL);
    assert_int_equal(p->ops[2], CARRIER_LEAVE);
    pthread_join(p->simulator, NULL);
    comes_at_carrier_begin_call = true;
    plays(p, (const struct step[]){{.result = 9}, {.result = 5, .nframes = 1, .t_ns = 95}, {.result = 1}}, 3);
    assert_int_equal(carrier_ops.covers(&p->c, NULL, 0), 1);
    pthread_join(p->simulator, NULL);
    comes_at_carrier_begin_call = true;
    plays(p, (const struct step[]){{.result = 9}, {.result = 5}, {.result = 1}}, 3);
    assert_int_equal(carrier_ops.status(&p->c, NULL, NULL), 1);
}

/* While it is filled: the handler has written over it, so nobody sleeps until what stands there. */
TEST_WITH(a_handler_that_comes_while_a_call_is_filled, set_up, tear_down)
{
    struct place *p = *state;
    plays(p, (const struct step[]){{.result = 9}, {.t_ns = 70}}, 2);
    carrier_ask(&p->c, CARRIER_IDLE);
    p->slot->call.deadline_ns = 500;
    raise(SIGUSR1);
    assert_true(carrier_hand_over(&p->c, CARRIER_IDLE));
    assert_int_equal(p->ops[1], CARRIER_FLUSH);
    assert_int_equal(p->slot->reply.values.interrupted, 1);
}

/* After it, before what called has read its answer: a clock leaves that as it is. */
TEST_WITH(a_handler_that_reads_a_clock_after_a_call, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.result = 42, .status = 7, .nframes = 1, .tag = 5, .t_ns = 10}, {.t_ns = 20}};
    const struct carrier_reply *r = &p->slot->reply;
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    p->c.attention |= MACH_ATTENTION_AHEAD;
    assert_int_equal(carrier_ops.now(&p->c), 20);
    assert_int_equal(p->ops[1], CARRIER_SETTLE);
    assert_int_equal(r->values.result, 42);
    assert_int_equal(r->values.status, 7);
    assert_int_equal(r->nframes, 1);
    assert_int_equal(r->frames[0].tag, 5);
}

/* A second handler in the midst of the first one's call: each has its answer. */
TEST_WITH(a_handler_inside_a_handlers_call, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.signal_first = true, .result = 42}, {.signal_first = true}, {.t_ns = 30}};
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = asks, .sa_flags = SA_NODEFER}, NULL);
    plays(p, steps, 3);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->slot->reply.values.interrupted, 0);
    assert_int_equal(p->slot->reply.values.result, 42);
}

/* While the reply is read: what it posts goes with the next call. */
TEST_WITH(a_handler_that_posts_beside_a_reply, set_up, tear_down)
{
    struct place *p = *state;
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = posts}, NULL);
    comes_at_carrier_read_reply = true;
    plays(p, (const struct step[]){{.result = 42, .t_ns = 60}}, 1);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->slot->reply.values.result, 42);
    assert_int_equal(p->slot->nposts, 1);
}

/* In the middle of a post: those before it go with the handler's call, and not once more with it. */
TEST_WITH(a_handler_that_comes_in_a_post, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.t_ns = 60}};
    struct mach_frame *f;
    unsigned char *bytes = aligned_alloc(64, 4096);
    arena_init(&p->c.arena, bytes, 4096);
    assert_int_equal(carrier_frame_new(&p->c, 8, &f), 0);
    f->dst_tid = 0x40007;
    f->tag = 33;
    p->slot->nposts = 2;
    comes_at_arena_hold = true;
    plays(p, steps, 1);
    assert_int_equal(carrier_ops.post(&p->c, f), 0);
    assert_int_equal(p->ops[0], CARRIER_STATUS);
    assert_int_equal(p->slot->nposts, 1);
    assert_int_equal(p->slot->posts[0].tag, 33);
    assert_int_equal(p->slot->posts[0].t_ns, 60);
    carrier_frame_drop(&p->c, f);
    arena_end(&p->c.arena);
    carrier_free_spares(&p->c);
    free(bytes);
}

/* A sleep has no answer to be kept: what is left of it is slept on. */
TEST_WITH(a_sleep_is_begun_again, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.signal_first = true, .t_ns = 1000}, {.t_ns = 2000}};
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_IDLE));
    assert_int_equal(p->slot->reply.values.interrupted, 1);
    assert_int_equal(p->c.clock_ns, 2000);
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

/* No event of the simulation: what the reply says of time and results is not for it. */
TEST_WITH(marks_are_told, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.t_ns = 90}, {.hangs_up = true}};
    p->slot->nmarks = 9;
    p->slot->nposts = 2;
    p->slot->reply.values.signals = 4;
    p->c.clock_ns = 50;
    plays(p, steps, 2);
    assert_true(carrier_tell_marks(&p->c));
    assert_int_equal(p->ops[0], CARRIER_TELL);
    assert_int_equal(p->slot->nmarks, 0);
    assert_int_equal(p->slot->nposts, 2);
    assert_int_equal(p->slot->reply.values.signals, 0);
    assert_int_equal(p->c.signals, 0);
    assert_int_equal(p->c.clock_ns, 50);
    p->slot->nmarks = 9;
    assert_false(carrier_tell_marks(&p->c));
    assert_true(p->c.gone);
    assert_int_equal(p->slot->nmarks, 9);
}

/* A handler has handed over meanwhile, its own marks among them. */
TEST_WITH(marks_of_a_handler, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.signal_first = true, .t_ns = 10}, {.t_ns = 20}};
    p->slot->nmarks = 9;
    plays(p, steps, 2);
    assert_true(carrier_tell_marks(&p->c));
    assert_int_equal(p->ops[1], CARRIER_STATUS);
    assert_int_equal(p->c.clock_ns, 20);
}

/* ---- machines that end ------------------------------------------------------------------------------------------- */

TEST_WITH(a_machine_that_is_gone, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.hangs_up = true}};
    plays(p, steps, 1);
    assert_false(carrier_call(&p->c, CARRIER_CONTROL));
    assert_true(p->c.gone);
    assert_int_equal(p->c.attention, 0);
    assert_false(carrier_call(&p->c, CARRIER_CONTROL)); /* nobody is asked */
}

enum { MOST_SIGNALS = 400, BETWEEN_MS = 10 };

static volatile int signals_sent, has_noticed;

static void nothing(int number)
{
}

static void *send_signals(void *argument)
{
    const struct place *p = argument;
    const struct timespec between = {0, BETWEEN_MS * 1000000};
    for (signals_sent = 0; signals_sent < MOST_SIGNALS && !has_noticed; signals_sent++) {
        (void)syscall(SYS_nanosleep, &between, NULL); /* libc's sleeps are libpvm3's here */
        pthread_kill(p->task, SIGUSR2);
    }
    return NULL;
}

/* A program that gets signals all the time notices it all the same, and before they stop. */
TEST_WITH(a_machine_that_is_gone_under_signals, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.hangs_up = true}};
    pthread_t sender;
    const struct sigaction a = {.sa_handler = nothing};
    sigaction(SIGUSR2, &a, NULL);
    has_noticed = 0;
    plays(p, steps, 1);
    assert_int_equal(pthread_create(&sender, NULL, send_signals, p), 0);
    assert_false(carrier_call(&p->c, CARRIER_CONTROL));
    has_noticed = 1;
    pthread_join(sender, NULL);
    assert_true(signals_sent < MOST_SIGNALS);
}

TEST_WITH(a_machine_that_takes_its_time, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.late_ms = 400, .t_ns = 5}, {.late_ms = 400, .t_ns = 6}};
    plays(p, steps, 2);
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    carrier_file_close(&p->c.socket); /* by the program: nobody can tell whether it lives */
    assert_true(carrier_call(&p->c, CARRIER_CONTROL));
    assert_int_equal(p->c.clock_ns, 6);
}

TEST_WITH(who_counts_as_dead, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.is_dead = true, .t_ns = 5}};
    plays(p, steps, 1);
    assert_false(carrier_call(&p->c, CARRIER_CONTROL));
    assert_true(p->c.gone);
    assert_int_equal(p->c.clock_ns, 0);
}

/* A process that is told to end by mistake would end this test as if all were well. */
static bool is_done;
static void expect_done(void)
{
    if (!is_done)
        _exit(1);
}

static void ask_again_at_exit(void)
{
    pthread_join(current->simulator, NULL);
    if (carrier_call(&current->c, CARRIER_LEAVE))
        _exit(1);
}

/* The machine is done with this process: it exits as a program does, and hears nothing more of the machine. */
TEST_WITH(who_is_told_to_end, set_up, tear_down)
{
    struct place *p = *state;
    static const struct step steps[] = {{.ending = 39}};
    pid_t child = fork();
    if (child == 0) {
        is_done = true;
        p->task = pthread_self();
        plays(p, steps, 1);
        atexit(ask_again_at_exit);
        (void)carrier_call(&p->c, CARRIER_CONTROL);
        _exit(2);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 39);
}

int main(void)
{
    atexit(expect_done);
    int failed = run_all_tests(NULL, NULL);
    is_done = true;
    return failed;
}
