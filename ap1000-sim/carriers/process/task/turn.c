/* turn.c - the task's side of a hand-over: giving the turn to the simulator with a call, waiting for it, reading the
 * reply.
 *
 * A signal of real time (the terminal, a child of the task) may run a handler while the process waits. If that handler
 * makes calls, it takes the turn back first: the simulator cuts the wait short, and the wait is begun again after it.
 */
#include "carriers/slots/task/task.h"

#include <stdlib.h>

#include "carriers/slots/wire/handover.h"
#include "sockets.h"

#define NOT_ANSWERED UINT32_MAX                  /* as the number of frames of a reply: it has not come yet */
#define LOOK_FOR_SIMULATOR_NS INT64_C(300000000) /* real time between looks whether it still lives */

/* ---- handing over ------------------------------------------------------------------------------------------------ */

/* The machine is gone, or done with this process. It may have said with which code that is to end, if it does not end
 * by itself. */
static bool note_gone(struct carrier_machine *c, bool by_itself)
{
    c->gone = true;
    if (c->slot->reply.ending > 0 && !by_itself)
        exit(c->slot->reply.ending);
    return false;
}

/* Wait until the turn is back. False: the machine is gone. */
static bool await_turn(struct carrier_machine *c)
{
    const bool leaves = c->slot->call.op == CARRIER_LEAVE;
    uint32_t now_with = 0;
    while (!handover_await(&c->slot->turn, CARRIER_MACHINE, &c->spin, LOOK_FOR_SIMULATOR_NS, &now_with))
        if (!sockets_partner_lives(carrier_file_number(&c->socket))) /* the program may have closed it */
            return note_gone(c, leaves);
    return now_with == CARRIER_TASK || note_gone(c, leaves);
}

/* What every reply brings, or the word that ends the process. */
static void read_reply(struct carrier_machine *c)
{
    carrier_read_reply(c);
    if (c->slot->reply.ending != 0)
        (void)note_gone(c, false);
}

/* If a handler comes just before the turn is given, it is given with this when the handler is over, whatever that has
 * called; and then the call is made again. */
static void ask_nothing(struct carrier_machine *c)
{
    struct carrier_call *call = &c->slot->call;
    call->op = CARRIER_FLUSH;
    call->t_ns = c->clock_ns;
    call->cpu_ns = 0;
}

/* Messages that came are kept for whoever receives next, the rest for the call that asked. */
void carrier_take_back(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    const struct carrier_reply *r = &s->reply;
    if (c->meanwhile.how >= CARRIER_LATE)
        c->attention &= ~MACH_ATTENTION_INSIDE; /* it was being written as a handler took it off */
    if (c->gone || (c->attention & MACH_ATTENTION_INSIDE) == 0)
        return;
    struct carrier_hello word = {
        .magic = CARRIER_MAGIC, .version = CARRIER_VERSION, .word = CARRIER_TURN, .ticket = c->slot_index};
    if (handover_who(__atomic_load_n(&s->turn, __ATOMIC_ACQUIRE)) != CARRIER_TASK)
        (void)sockets_send(carrier_file_number(&c->socket), &word, sizeof word, -1);
    if (!await_turn(c))
        return;
    const uint32_t op = s->call.op;
    const bool given = op == CARRIER_TELL ? s->nmarks == 0 : r->nframes != NOT_ANSWERED;
    const bool kept = r->values.interrupted == 0 && op != CARRIER_WAIT && op != CARRIER_IDLE && op != CARRIER_FLUSH &&
                      op != CARRIER_TELL;
    const int how = !given ? CARRIER_EARLY : kept ? CARRIER_KEPT : CARRIER_LATE;
    const struct carrier_meanwhile now = {how, r->values.result, r->values.status, r->nframes, r->frames[0]};
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if ((c->attention & MACH_ATTENTION_INSIDE) == 0)
        return; /* another handler, inside this one, has taken it back */
    if (given && op == CARRIER_WAIT)
        carrier_fill_inbox(c, now.nframes);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->attention &= ~MACH_ATTENTION_INSIDE;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->meanwhile = now;
    if (!given) {
        c->cpu_ns += s->call.cpu_ns;
        ask_nothing(c);
    } else if (op != CARRIER_TELL) {
        read_reply(c);
    }
}

/* A handler had the turn meanwhile: the call has its own answer, or was not answered and is to be made again. */
static void find_reply(struct carrier_machine *c)
{
    struct carrier_reply *r = &c->slot->reply;
    const bool kept = c->meanwhile.how == CARRIER_KEPT;
    r->values.result = kept ? c->meanwhile.result : 0;
    r->values.status = kept ? c->meanwhile.status : 0;
    r->nframes = kept ? c->meanwhile.nframes : 0;
    r->values.waited = 0;
    if (kept)
        r->frames[0] = c->meanwhile.frame;
    r->values.interrupted = !kept;
    r->values.now = c->clock_ns;
}

/* Give the turn away and wait until it is back, with a reply that has been read. False: the machine is gone. */
static bool turn_round(struct carrier_machine *c, enum carrier_op op)
{
    struct carrier_slot *s = c->slot;
    if (c->meanwhile.how != CARRIER_ALONE) { /* we are in a handler */
        const struct carrier_meanwhile outer = c->meanwhile;
        c->meanwhile.how = CARRIER_ALONE;
        const bool here = turn_round(c, op);
        c->meanwhile = outer;
        return here;
    }
    if (c->caller_id == 0 || !pthread_equal(c->caller, pthread_self())) {
        c->caller = pthread_self();
        c->caller_id = (pid_t)syscall(SYS_gettid);
    }
    s->reply.nframes = NOT_ANSWERED;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->attention |= MACH_ATTENTION_INSIDE;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    handover_give(&s->turn, CARRIER_MACHINE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (c->meanwhile.how == CARRIER_EARLY)
        c->attention |= MACH_ATTENTION_INSIDE; /* that handler has taken it off */
    bool here = await_turn(c);
    if (here && c->meanwhile.how < CARRIER_LATE && s->call.op != CARRIER_TELL) {
        read_reply(c);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        if (c->meanwhile.how >= CARRIER_LATE)
            read_reply(c); /* a handler has had the turn while we did */
    }
    /* A handler had it meanwhile, or came before this call was given and has left another one in its place. */
    const bool nested = c->meanwhile.how != CARRIER_ALONE || s->call.op != (uint32_t)op;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->attention &= ~MACH_ATTENTION_INSIDE; /* from here on a handler's calls leave the reply as it is */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (nested)
        find_reply(c);
    c->meanwhile.how = CARRIER_ALONE;
    return here;
}

/* Hand the call over and wait for the turn. False: the machine is gone. A reply that says so ends the process. */
bool carrier_hand_over(struct carrier_machine *c, enum carrier_op op)
{
    if (c->gone)
        return false;
    carrier_begin_call(c);
    if (!turn_round(c, op))
        return false;
    ask_nothing(c);
    return true;
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

bool carrier_tell_marks(struct carrier_machine *c)
{
    c->slot->call.op = CARRIER_TELL;
    c->slot->reply.values.signals = 0;
    return turn_round(c, CARRIER_TELL);
}
