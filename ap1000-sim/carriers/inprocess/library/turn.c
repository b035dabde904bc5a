/* turn.c - handing over the turn (../../slots/task/task.h) for a task in process: a switch of stacks. No handler of
 * real time runs in such a task, so that the turn is never taken back before the answer is there. */
#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

static struct inprocess_task *task_of(struct carrier_machine *c)
{
    return (struct inprocess_task *)(void *)c;
}

static void hand_over(struct carrier_machine *c)
{
    struct inprocess_task *t = task_of(c);
    t->simulator->hand_over(t->owner);
}

static void read_reply(struct carrier_machine *c)
{
    struct carrier_reply *r = &c->slot->reply;
    uint64_t last = r->ending != 0 ? r->values.signals : 0;
    r->values.signals &= ~last;
    carrier_read_reply(c);
    if (r->ending != 0) {
        c->gone = true;
        for (int n = 1; n < NSIG; n++) /* what the end brings along comes before it */
            if ((last >> (n - 1) & 1) != 0)
                (void)inprocess_raise(n);
        if (r->ending != CARRIER_GOES_ON)
            task_exit(r->ending);
    }
}

bool carrier_hand_over(struct carrier_machine *c, enum carrier_op op)
{
    (void)op;
    if (c->gone)
        return false;
    carrier_begin_call(c);
    hand_over(c);
    read_reply(c);
    return true;
}

/* Never begun: MACH_ATTENTION_INSIDE is never set here. */
void carrier_take_back(struct carrier_machine *c)
{
    (void)c;
}

bool carrier_tell_marks(struct carrier_machine *c)
{
    c->slot->call.op = CARRIER_TELL;
    c->slot->reply.values.signals = 0;
    hand_over(c);
    return true;
}

void carrier_spend_beside(struct carrier_machine *c)
{
    (void)c;
}
