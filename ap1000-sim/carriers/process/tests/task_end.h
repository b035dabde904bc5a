/* task_end.h - a task's end of the carrier (../task) for unit tests, without a process and a simulator: each call that
 * hands the turn over is written down, and gets the next answer of a list. */
#ifndef TASK_END_H
#define TASK_END_H

#include "carriers/slots/task/task.h"

enum { MOST_CALLS = 8, MOST_BYTES = 64, ARENA_BYTES = 1 << 20, OTHER_ARENA = 3 };

/* What the simulator answers. `now` 0: no time has passed. */
struct answer {
    bool is_gone; /* it does not: the machine has ended */
    struct turn_reply values;
    uint32_t nframes;
    struct carrier_frame frames[3];
};

/* What it was asked. */
struct asked {
    struct carrier_call call;
    uint32_t nposts, nmarks;
    struct turn_reply reply; /* as the simulator finds it: */
    uint32_t reply_nframes;
    unsigned char body[MOST_BYTES];
};

struct task_end {
    struct carrier_machine c;
    struct carrier_header header;
    struct carrier_slot *slot;
    unsigned char *arena, *other; /* own, and that of slot OTHER_ARENA */
    const struct answer *answers;
    struct asked asked[MOST_CALLS];
    int nanswers, nasked;
    int told_marks;               /* how often marks were handed over */
    int taken_back;               /* how often a handler has asked for the turn */
    int looked_at;                /* bodies of others that are looked at now */
    bool no_space;                /* they cannot be */
    mach_ns early_now, early_set; /* the clock before the task joins; what it was set to after it has left */
    int early_real;
    int64_t thread_ns;  /* processor time that this thread has used, */
    int64_t answer_ns;  /* what each answer takes of it, in the library and the simulator, */
    int64_t reading_ns; /* and each look at it */
};

int task_end_begin(void **state);
int task_end_end(void **state);

/* What the simulator answers from now on; a call more fails the test. */
void task_end_answers(struct task_end *e, const struct answer *answers, int n);

/* Memory: the n-th block from now on is not there. 0: all are. How many blocks were taken since. */
void task_end_fail_at(int n);
int task_end_blocks(void);

/* Nothing is left of the task's own arena. */
void task_end_fill_arena(struct task_end *e);

/* References of the body at this offset of the task's own arena. */
uint32_t task_end_references(const struct task_end *e, uint64_t offset);

#define ANSWERS(E, ...)                                                 \
    do {                                                                \
        static const struct answer list[] = {__VA_ARGS__};              \
        task_end_answers(E, list, (int)(sizeof list / sizeof list[0])); \
    } while (0)

#endif
