/* match.c - decides which of the messages that have arrived a receive call takes. */
#include <stdlib.h>

#include "call.h"
#include "calls_state.h"
#include "due.h"
#include "receive_course.h"

int pvmi_match_keep(struct pvm_task *t, struct mach_frame *f)
{
    struct pvmi_arrivals *all = &t->data->arrived;
    const bool earlier = f->earlier, behind = f->behind;
    struct pvmi_buf *b;
    int code = pvmi_buf_from_frame(t, f, &b);
    if (code < 0)
        return code;
    if (pvmi_arrived_add(all, b) == 0) {
        if (earlier && all->fresh == all->last)
            all->fresh = NULL;
        if (earlier && !behind && all->unpassed == all->last)
            all->unpassed = NULL;
        return 1;
    }
    pvmi_buf_free(t, b);
    return PvmNoMem;
}

/* Will a frame that does not fit only be kept, and the first that fits be the one that is taken? */
static bool is_plain(const struct pvm_task *t)
{
    return t->calls->handlers.first == NULL && t->calls->matching.by_user == NULL && t->calls->catching.first == NULL &&
           t->data->arrived.searches == 0;
}

static bool runs_ahead(const struct pvm_task *t)
{
    return (*t->who.attention & MACH_ATTENTION_AHEAD) != 0;
}

/* The processor was idle until the frame came, or until the end of a wait without one. A task that runs ahead cannot
 * know: the machine says it later (struct mach_told). */
static void count_wait(struct pvm_task *t, mach_ns began, const struct mach_frame *f)
{
    t->clock.waited_ns += mach_pull_waited(began, f != NULL ? f->arrived : t->ops->now(t->m));
}

/* What the task waits for, for people who ask. then_forever, plain: as in struct mach_want. */
static void say_wanted(struct mach_want *want, const struct pvm_task *t, const struct pvmi_look *look,
                       bool then_forever, bool plain)
{
    const struct pvmi_layers *layers = &t->layers;
    const char *call = layers->group_wait.call != NULL ? layers->group_wait.call : layers->name;
    *want = (struct mach_want){.values = {.tid = look->tid,
                                          .tag = look->tag,
                                          .context = t->contexts.current,
                                          .then_forever = then_forever,
                                          .plain = plain,
                                          .naps = pvmi_clock_naps(t),
                                          .barrier = layers->group_wait.barrier,
                                          .unread = (uint32_t)t->data->arrived.waiting},
                               .call = call != NULL ? call : look->call,
                               .group = layers->group_wait.group,
                               .unheard = layers->group_wait.unheard};
    int told = 0;
    for (const struct pvmi_arrived *a = t->data->arrived.first; a != NULL && told < MACH_UNREAD_TOLD; a = a->next)
        if (a->buffer != NULL)
            want->values.first[told++] = (struct mach_unread){a->buffer->src, a->buffer->tag, a->buffer->context};
}

/* Takes in one frame as pvmi_match_pull does, for what *want says. 2: a frame that was there before the last message
 * was taken. */
static int pull(struct pvm_task *t, const struct pvmi_look *look, const struct mach_want *want)
{
    if (look->only != 0 && look->only != t->who.tid)
        return PvmSysErr;
    struct mach_frame *f = NULL;
    mach_ns until = pvmi_or_next_alarm(t, look->deadline), began = runs_ahead(t) ? MACH_FOREVER : t->ops->now(t->m);
    int code = 1;
    if (t->calls->descriptor.seen != NULL) {
        f = t->calls->descriptor.seen;
        t->calls->descriptor.seen = NULL;
    } else {
        code = t->ops->wait(t->m, until, want, &f);
        count_wait(t, began, f);
    }
    if (code == MACH_SIGNALLED || (code == 0 && until < look->deadline)) {
        (void)pvmi_signals(t); /* a handler may have read in messages, or have left the machine */
        return t->joined ? 1 : PvmSysErr;
    }
    if (code <= 0)
        return code;
    if (pvmi_catch(t, f)) {
        pvmi_mark_accept(t, f);
        t->ops->drop(t->m, f);
        return 1;
    }
    bool earlier = f->earlier;
    code = pvmi_match_keep(t, f);
    return code == 1 && earlier ? 2 : code;
}

int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look)
{
    struct mach_want want;
    say_wanted(&want, t, look, false, false);
    return pull(t, look, &want);
}

/* PVM reads no further than the message that a receive call gives: handlers added since then get the ones behind it,
 * and those that this library holds already must not look different. */
static bool handled_late(struct pvm_task *t, const struct pvmi_arrived *a)
{
    struct pvmi_buf *b = a->buffer;
    t->data->arrived.looked++;
    if (pvmi_arrived_passed(&t->data->arrived, a) || b == NULL || !pvmi_handles(t, b))
        return false;
    pvmi_arrived_forget(&t->data->arrived, b);
    pvmi_handle(t, b);
    return true;
}

/* Of a look in a message handler: PVM reads nothing there, so it finds what lies before the handler's message alone. */
static bool reads_nothing(const struct pvm_task *t, const struct pvmi_look *look)
{
    return look->deadline == 0 && t->tracing.depth > 0 && t->depth > t->tracing.depth;
}

/* Returns the entry to take, or NULL. *again: a message handler has run instead, and may have changed anything. In PVM,
 * pvm_nrecv and pvm_probe (look->one) read one message, if none that they have read fits: so nobody finds first what
 * another sends last. Calls that have to read go past all: who runs ahead of time cannot tell what lies behind. */
static struct pvmi_arrived *first_of(struct pvm_task *t, const struct pvmi_look *look, bool *again)
{
    struct pvmi_arrivals *all = &t->data->arrived;
    struct pvmi_arrived *found = pvmi_arrived_first(all, look->tid, look->tag, t->contexts.current), *next = all->fresh;
    const bool handlers = t->calls->handlers.first != NULL, one = look->one;
    if (reads_nothing(t, look))
        return found != NULL && pvmi_arrived_passed(all, found) ? found : NULL;
    while (handlers && all->unpassed != NULL && !(one && all->unpassed == next) &&
           (found == NULL || all->unpassed->number <= found->number)) {
        if ((*again = handled_late(t, all->unpassed)))
            return NULL;
        if (all->unpassed == found)
            break;
        all->unpassed = all->unpassed->next;
    }
    if (next != NULL && (found == NULL || found->number >= next->number)) {
        if (one || found != NULL)
            all->fresh = one ? next->next : found->next;
        if (one && handlers && handled_late(t, next))
            return NULL;
        if (one && found != next) {
            all->unpassed = all->unpassed != NULL ? all->fresh : NULL;
            return NULL;
        }
    }
    if (found == NULL || !pvmi_arrived_passed(all, found))
        all->unpassed = found != NULL ? found->next : NULL;
    return found;
}

static bool fits(const struct pvm_task *t, int tid, int tag, const struct pvmi_buf *b)
{
    return (tid == -1 || tid == b->src) && (tag == -1 || tag == b->tag) && b->context == t->contexts.current;
}

/* PVM's own matching function, as pvm_recvf returns it. It decides from the buffer and the context. */
static int match_default(int mid, int tid, int tag)
{
    struct pvmi_buf *b;
    int code = pvm_bufinfo(mid, NULL, NULL, NULL);
    if (code < 0 || (code = pvmi_buf_find(pvmi_self(), mid, &b)) < 0)
        return code;
    return fits(pvmi_self(), tid, tag, b);
}

/* Asks the user's function. As pvm_recvf defines it, a result below 0 is an error, 0 means no, 1 means this message,
 * and above 1 the highest wins. It sees messages of all contexts, as in PVM; that of a group call is the library's, and
 * does not. The function may have set the library's own function in its place. */
static int ask_user_function(struct pvm_task *t, const struct pvmi_look *look, const struct pvmi_buf *b)
{
    t->data->arrived.looked++;
    if (t->calls->matching.by_user == NULL)
        return fits(t, look->tid, look->tag, b);
    if (t->layers.group_wait.call != NULL && b->context != t->contexts.current)
        return 0;
    return t->calls->matching.by_user(b->mid, look->tid, look->tag);
}

/* The same with the user's own function, which is asked about each message in order of arrival, and may call all of
 * PVM. If it gives an error, *code is set. */
static struct pvmi_arrived *best_by_user_function(struct pvm_task *t, const struct pvmi_look *look, int *code,
                                                  bool *again)
{
    struct pvmi_arrivals *all = &t->data->arrived;
    struct pvmi_arrived *best = NULL;
    int best_says = 0;
    bool last = false, old = reads_nothing(t, look);
    for (struct pvmi_arrived *a = all->first; a != NULL && !last && !(old && a == all->unpassed); a = a->next) {
        const struct pvmi_buf *b = a->buffer;
        last = look->one && !old && a == all->fresh;
        if (last && best != NULL)
            break;
        if (last)
            all->fresh = a->next;
        if (t->calls->handlers.first != NULL && handled_late(t, a)) {
            *again = !last;
            return NULL;
        }
        if (all->unpassed == a)
            all->unpassed = a->next;
        int says = b != NULL ? ask_user_function(t, look, b) : 0;
        if (says < 0) {
            *code = says;
            return NULL;
        }
        if (says == 1)
            return a;
        if (says > best_says) {
            best = a;
            best_says = says;
        }
    }
    return best;
}

/* Returns 1 and *out, 0, or an error. */
static int search(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out)
{
    int code = 0;
    bool again = false;
    struct pvmi_arrived *best;
    if (t->data->arrived.first == NULL)
        return 0;
    t->data->arrived.searches++;
    do {
        again = false;
        best = t->calls->matching.by_user != NULL ? best_by_user_function(t, look, &code, &again)
                                                  : first_of(t, look, &again);
    } while (again && t->joined);
    t->data->arrived.searches--;
    if (t->joined && best != NULL && best->buffer != NULL) {
        *out = best->buffer;
        if (look->take) {
            pvmi_buf_accept(t, *out);
            pvmi_arrived_forget(&t->data->arrived, *out);
        }
        code = 1;
    }
    if (t->data->arrived.searches == 0) /* pvmi_match_free has left it to this search */
        (t->joined ? pvmi_arrived_sweep : pvmi_arrived_free)(&t->data->arrived);
    return t->joined ? code : PvmSysErr;
}

/* The first part of a receive's course (receive_course.h): takes in all that is there, a frame a poll, and searches it.
 * Returns as search. *want is what the last poll has said; *nothing_new: no frame has come since. */
static int take_in(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out, struct mach_want *want,
                   bool *nothing_new)
{
    struct pvmi_look now = *look;
    int code = 0;
    now.deadline = 0;
    while (code == 0) {
        const bool ever = t->calls->matching.by_user == NULL && pvmi_or_next_alarm(t, look->deadline) == MACH_FOREVER;
        enum mach_pull how = ever ? MACH_PULL_FIRST : MACH_PULL_POLL;
        bool came = false;
        do {
            say_wanted(want, t, look, how == MACH_PULL_FIRST, how == MACH_PULL_FIRST && is_plain(t));
            code = pull(t, &now, want);
            came |= code == 1;
            how = MACH_PULL_POLL;
        } while (code == 1);
        if (code == 0) {
            *nothing_new = ever && !came;
            return *nothing_new ? 0 : search(t, look, out);
        }
        if (code > 0) /* a frame was there before the last message was taken: the search would have found it */
            code = t->calls->matching.by_user == NULL ? search(t, look, out) : 0;
    }
    return code;
}

int pvmi_match(struct pvm_task *t, const struct pvmi_look *wanted, struct pvmi_buf **out)
{
    struct pvmi_look bound = *wanted, *look = &bound;
    struct mach_want want;
    const bool old = reads_nothing(t, look), one = old || look->one, more = old || t->data->arrived.fresh != NULL;
    bool is_said = false;
    bound.only = t->layers.group_wait.call != NULL ? t->who.tid : 0; /* nobody answers its successor */
    /* Before more is taken in: the library takes the first that fits, but the user's function compares all that is. */
    int code = (one && more) || t->calls->matching.by_user == NULL ? search(t, look, out) : 0;
    if (code != 0 || (one && more))
        return code;
    code = take_in(t, look, out, &want, &is_said);
    while (code == 0 && !one) { /* then a frame a wait, and a search after each */
        if (is_said)
            want.values.then_forever = 0;
        else
            say_wanted(&want, t, look, false, is_plain(t));
        is_said = false;
        code = pull(t, look, &want);
        if (code <= 0)
            break;
        code = search(t, look, out);
    }
    if (t->joined && !one)
        t->data->arrived.fresh = NULL;
    return code;
}

/* Returns true for the awaited answer, and for the message that may come in its place. */
static bool ends_wait(const struct pvmi_reply *r, const struct pvmi_buf *b, bool *answer)
{
    *answer = b->src == r->src && b->tag == r->tag && b->wid == r->wait_id && b->context == 0;
    return *answer || (b->context == r->other_context && b->tag == r->other_tag);
}

/* Returns the first entry whose number is `from` or more, or NULL. */
static struct pvmi_arrived *first_from(const struct pvmi_arrivals *all, uint64_t from)
{
    struct pvmi_arrived *a = all->last, *first = NULL;
    for (; a != NULL && a->number >= from; a = a->previous)
        first = a;
    return first;
}

int pvmi_match_reply(struct pvm_task *t, const struct pvmi_reply *r, struct pvmi_buf **out)
{
    struct pvmi_look look = {.call = r->call, .tid = r->src, .tag = r->tag, .deadline = MACH_FOREVER, .take = true};
    struct pvmi_arrivals *all = &t->data->arrived;
    uint64_t seen = 0;
    int code = 1;
    while (code > 0) {
        for (struct pvmi_arrived *a = first_from(all, seen); a != NULL; a = a->next) {
            bool answer = false;
            *out = a->buffer;
            if (*out == NULL || !ends_wait(r, *out, &answer))
                continue;
            pvmi_buf_accept(t, *out);
            pvmi_arrived_forget(all, *out);
            all->fresh = NULL;
            if (!answer)
                pvmi_buf_free(t, *out);
            return answer;
        }
        seen = all->numbers;
        code = pvmi_match_pull(t, &look);
    }
    return code < 0 ? code : PvmSysErr;
}

void pvmi_match_leaves(struct pvm_task *t, struct mach_want_values *left)
{
    for (const struct pvmi_arrived *a = t->data->arrived.first; a != NULL; a = a->next)
        if (a->buffer != NULL)
            mach_add_unread(left, a->buffer->src, a->buffer->tag, a->buffer->context);
}

void pvmi_match_free(struct pvm_task *t)
{
    for (struct pvmi_arrived *a = t->data->arrived.first, *next; a != NULL; a = next) {
        next = a->next;
        if (a->buffer != NULL)
            pvmi_buf_free(t, a->buffer);
    }
    if (t->data->arrived.searches == 0) /* else a search goes on, whose user's function has left the machine */
        pvmi_arrived_free(&t->data->arrived);
}

void pvmi_match_by(struct pvm_task *t, int (*match)(int, int, int))
{
    t->calls->matching.by_user = match != match_default ? match : NULL;
}

PVM_PUBLIC int (*pvm_recvf(int (*match)(int mid, int tid, int tag)))(int, int, int)
{
    struct pvm_task *t = pvmi_enter();
    int (*old)(int, int, int) = match_default;
    if (t != NULL && t->calls->matching.by_user != NULL)
        old = t->calls->matching.by_user;
    if (t != NULL)
        pvmi_match_by(t, match);
    pvmi_return(t, "pvm_recvf", t != NULL ? 0 : PvmSysErr);
    return old;
}
