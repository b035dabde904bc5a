/* waits.c - waiting for a message: what the task says that it waits for, the inbox that the replies fill, and the reply
 * to a poll that found the wait behind it answered. And the marks of a traced task. */
#include "carriers/slots/task/task.h"

#include <string.h>

#include "pvm3.h"
#include "receive_course.h"

/* Not by snprintf, which was a fifth of all that a barrier costs in process. */
static void say_text(char *to, size_t bytes, const char *text)
{
    size_t n = text != NULL ? strnlen(text, bytes - 1) : 0;
    if (n > 0)
        memcpy(to, text, n);
    to[n] = 0;
}

void carrier_say_want(struct carrier_slot *s, const struct mach_want *want)
{
    static const struct mach_want any = {.values = {.tid = MACH_ANY, .tag = MACH_ANY, .context = MACH_ANY}};
    if (want == NULL)
        want = &any;
    s->call.want = want->values;
#define SAY_TEXT(NAME, BYTES) say_text(s->call.NAME, BYTES, want->NAME);
    MACH_WANT_TEXTS(SAY_TEXT)
#undef SAY_TEXT
    if (want->call == NULL)
        say_text(s->call.call, sizeof s->call.call, "wait");
}

void carrier_fill_inbox(struct carrier_machine *c, uint32_t nframes)
{
    c->inbox_n = nframes <= CARRIER_FRAMES ? nframes : CARRIER_FRAMES;
    c->inbox_at = 0;
    memcpy(c->inbox, c->slot->reply.frames, c->inbox_n * sizeof c->inbox[0]);
}

/* The poll has found nothing, and the reply is that to the wait behind it: the clock stays where the poll found
 * nothing until that wait is asked for. */
static void keep_found(struct carrier_machine *c)
{
    const struct carrier_reply *r = &c->slot->reply;
    c->found = (struct carrier_found){true, (c->attention & MACH_ATTENTION_AHEAD) != 0, r->values.result,
                                      r->values.interrupted, r->values.now};
    c->attention &= ~MACH_ATTENTION_AHEAD; /* from that wait on */
    carrier_fill_inbox(c, r->nframes);     /* with nothing, if it was interrupted */
    carrier_set_clock(c, r->values.found_none);
}

/* The wait that was answered with the poll. True: *code is its result. */
static bool take_found(struct carrier_machine *c, int *code)
{
    c->found.is_here = false;
    c->attention |= c->found.runs_ahead ? MACH_ATTENTION_AHEAD : 0;
    carrier_set_clock(c, c->found.t_ns);
    *code = c->found.result < 0 ? c->found.result : 0;
    return c->found.interrupted == 0 && c->inbox_at >= c->inbox_n;
}

int carrier_wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out)
{
    struct carrier_machine *c = m;
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return PvmSysErr;
    carrier_count_own_work(c);
    int code = 0;
    if (c->found.is_here && take_found(c, &code))
        return code;
    while (c->inbox_at >= c->inbox_n) {
        if (c->signals != 0)
            return MACH_SIGNALLED;
        carrier_ask(c, CARRIER_WAIT);
        carrier_say_want(s, want);
        s->call.deadline_ns = deadline;
        if (deadline != 0 || carrier_work_takes_time(c))
            s->call.want.then_forever = 0; /* it is no poll, or what it does after the poll takes time */
        if (!carrier_hand_over(c, CARRIER_WAIT))
            return PvmSysErr;
        if (s->reply.values.waited != 0) {
            keep_found(c);
            return 0;
        }
        if (s->reply.values.interrupted != 0) {
            carrier_forget_library_work(c);
            continue;
        }
        if (s->reply.values.result < 0)
            return s->reply.values.result;
        if (s->reply.nframes == 0) {
            carrier_forget_library_work(c);
            return 0;
        }
        carrier_fill_inbox(c, s->reply.nframes);
    }
    const struct carrier_frame *a = &c->inbox[c->inbox_at];
    int rc = carrier_take(c, a, out);
    if (rc != 0)
        return rc;
    c->inbox_at++;
    if (!(*out)->earlier)
        carrier_spend(c, mach_pull_cost(s->native_recv_ns, s->copy_recv_ps, (*out)->tag, (*out)->len_bytes));
    carrier_forget_library_work(c);
    return 1;
}

/* The number of a name goes with each mark, its text only with the first one. The number follows from where the text
 * lies, which may have become another one: so it is compared. Of two texts with one number the later one has it. */
static void say_name(struct carrier_machine *c, struct carrier_mark *m, const char *name)
{
    uintptr_t place = (uintptr_t)name;
    m->name = (uint32_t)((place ^ place >> 6) % CARRIER_NAMES);
    char *known = c->names[m->name];
    m->is_new = strncmp(known, name, sizeof m->call - 1) != 0;
    if (m->is_new == 0)
        return;
    say_text(known, sizeof m->call, name);
    memcpy(m->call, known, sizeof m->call);
}

/* The call that returns now is the last mark, and nothing has been posted since: both are one. */
static bool is_whole_call(const struct carrier_slot *s)
{
    if (s->nmarks == 0)
        return false;
    const struct carrier_mark *last = &s->marks[s->nmarks - 1];
    return last->kind == CARRIER_MARK_CALL && last->nposts == s->nposts;
}

static void note_mark(struct carrier_machine *c, enum mach_mark what, const char *name, const void *from,
                      const struct mach_frame *f)
{
    if (what == MACH_MARK_RETURN && is_whole_call(c->slot)) {
        struct carrier_mark *call = &c->slot->marks[c->slot->nmarks - 1];
        call->return_ns = c->clock_ns;
        call->kind = CARRIER_MARK_WHOLE_CALL;
        return;
    }
    struct carrier_mark *mark = carrier_next_mark(c, (uint32_t)what);
    if (mark == NULL)
        return;
    if (name != NULL) {
        say_name(c, mark, name);
        mark->serial = (uintptr_t)from;
    }
    if (f != NULL) {
        mark->serial = ((const struct held_frame *)f)->serial;
        mark->src_tid = f->src_tid;
        mark->len_bytes = f->len_bytes;
    }
    carrier_noted(c);
}

static void note_work(struct carrier_machine *c)
{
    for (int i = 0; i < PVMSIM_WORK_CLASSES; i++) {
        int64_t gained = c->slot->work.count[i] - c->noted_work[i];
        struct carrier_mark *mark = gained > 0 ? carrier_next_mark(c, CARRIER_MARK_WORK) : NULL;
        if (mark == NULL)
            continue;
        mark->serial = (uint64_t)gained;
        mark->src_tid = i;
        c->noted_work[i] += gained;
        carrier_noted(c);
    }
}

/* The work that the program has done so far lies before the mark. */
void carrier_mark(void *m, enum mach_mark what, const char *name, const void *from, const struct mach_frame *f)
{
    struct carrier_machine *c = m;
    if (!c->joined)
        return;
    if (what == MACH_MARK_CALL)
        c->in_call = false; /* it is the program, or its handler, that makes the call */
    carrier_count_own_work(c);
    if (what != MACH_MARK_ACCEPT)
        c->in_call = what == MACH_MARK_CALL;
    if (c->header->traced > 1 && what == MACH_MARK_CALL)
        note_work(c);
    if (c->header->traced != 0)
        note_mark(c, what, name, from, f);
    if (what == MACH_MARK_RETURN)
        carrier_forget_library_work(c);
}
