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

/* Messages that came are kept for whoever receives next, the rest for the call that asked. */
static void keep_reply(struct carrier_machine *c)
{
    const struct carrier_slot *s = c->slot;
    const struct carrier_reply *r = &s->reply;
    if (s->call.op == CARRIER_WAIT) {
        carrier_fill_inbox(c);
    } else if (s->call.op != CARRIER_IDLE && s->call.op != CARRIER_FLUSH && r->values.interrupted == 0) {
        c->kept = (struct carrier_kept){c->rounds, r->values.result, r->values.status, r->nframes, r->frames[0]};
    }
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

void carrier_take_back(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return;
    struct carrier_hello word = {
        .magic = CARRIER_MAGIC, .version = CARRIER_VERSION, .word = CARRIER_TURN, .ticket = c->slot_index};
    if (handover_who(__atomic_load_n(&s->turn, __ATOMIC_ACQUIRE)) != CARRIER_TASK)
        (void)sockets_send(carrier_file_number(&c->socket), &word, sizeof word, -1);
    if (!await_turn(c) || (c->attention & MACH_ATTENTION_INSIDE) == 0)
        return; /* gone; or another handler, inside this one, has taken it back */
    const bool answered = s->reply.nframes != NOT_ANSWERED; /* marks alone never are */
    if (answered)
        keep_reply(c);
    c->rounds++;
    c->gives_late = !answered && s->call.op != CARRIER_TELL;
    c->attention &= ~MACH_ATTENTION_INSIDE;
    if (answered) {
        read_reply(c);
    } else {
        c->cpu_ns += s->call.cpu_ns;
        ask_nothing(c);
    }
}

/* A handler had the turn meanwhile: the call has its own answer, or was not answered and is to be made again. */
static void find_reply(struct carrier_machine *c, uint64_t round)
{
    struct carrier_reply *r = &c->slot->reply;
    bool kept = c->kept.round == round;
    r->values.result = kept ? c->kept.result : 0;
    r->values.status = kept ? c->kept.status : 0;
    r->nframes = kept ? c->kept.nframes : 0;
    r->values.waited = 0;
    if (kept)
        r->frames[0] = c->kept.frame;
    r->values.interrupted = !kept; /* and what is kept may be another's, which a handler has interrupted */
    r->values.now = c->clock_ns;
}

/* Give the turn away and wait until it is back, with a reply that has been read. False: the machine is gone. *nested: a
 * handler had it meanwhile, or came before this call was given and has left another one in its place. */
static bool turn_round(struct carrier_machine *c, enum carrier_op op, bool *nested)
{
    struct carrier_slot *s = c->slot;
    if (c->caller_id == 0 || !pthread_equal(c->caller, pthread_self())) {
        c->caller = pthread_self();
        c->caller_id = (pid_t)syscall(SYS_gettid);
    }
    const bool outer_gives_late = c->gives_late;
    c->gives_late = false;
    s->reply.nframes = NOT_ANSWERED;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->attention |= MACH_ATTENTION_INSIDE;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint64_t round = ++c->rounds;
    handover_give(&s->turn, CARRIER_MACHINE);
    if (c->gives_late)
        c->attention |= MACH_ATTENTION_INSIDE; /* that handler has taken it off */
    bool here = await_turn(c);
    if (here && (c->rounds == round || c->gives_late) && s->call.op != CARRIER_TELL)
        read_reply(c);
    c->gives_late = outer_gives_late;
    *nested = c->rounds != round || s->call.op != (uint32_t)op;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->attention &= ~MACH_ATTENTION_INSIDE; /* from here on a handler's calls leave the reply as it is */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (*nested)
        find_reply(c, round);
    return here;
}

/* Hand the call over and wait for the turn. False: the machine is gone. A reply that says so ends the process. */
bool carrier_call(struct carrier_machine *c, enum carrier_op op)
{
    if (c->gone)
        return false;
    bool nested;
    c->slot->call.op = (uint32_t)op;
    carrier_begin_call(c);
    if (!turn_round(c, op, &nested))
        return false;
    ask_nothing(c);
    return true;
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

bool carrier_tell_marks(struct carrier_machine *c)
{
    struct carrier_slot *s = c->slot;
    bool nested;
    s->call.op = CARRIER_TELL;
    s->reply.values.signals = 0;
    if (!turn_round(c, CARRIER_TELL, &nested))
        return false;
    if (!nested)
        s->nmarks = 0;
    return true;
}
