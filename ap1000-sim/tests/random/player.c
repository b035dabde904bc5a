/* player.c - plays a random PVM program (plan.h) and holds all that its tasks receive to the plan: each message once,
 * whole, in the order of its sender, none that was not sent.
 *
 *     player SEED [STEPS [SKIP]]      0: all as planned; 1: not, and each task has said where
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "plan.h"
#include "pvm3.h"

#define GROUP "players"
#define MOST_ITEMS 60000
#define APART PLAN_CONTEXTS /* the context of what the player itself says: no step receives from there */

enum { TAG_TIDS = 900, TAG_TABLE, TAG_DIE, TAG_DIED, TAG_DONE, TAG_NEVER, TAG_SUM, TAG_READ };

static struct plan plan;
static struct unread unread; /* at this task, as the plan has it */
static int me, at, wrong, received, tids[PLAN_TASKS], contexts[PLAN_CONTEXTS + 1];

static void bad(const char *format, ...)
{
    va_list more;
    printf("task %d, step %d: ", me, at);
    va_start(more, format);
    vprintf(format, more);
    va_end(more);
    printf("\n");
    (void)fflush(stdout);
    wrong++;
}

static char *writable(const char *text)
{
    return (char *)(size_t)text;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static int item(int step, int i)
{
    return (step * 2654435 + i * 40503) ^ i;
}

static void pack(const struct step *s)
{
    static int items[MOST_ITEMS];
    static const int encodings[] = {PvmDataDefault, PvmDataRaw, PvmDataInPlace};
    for (int i = 0; i < s->items; i++)
        items[i] = item(at, i);
    pvm_initsend(encodings[s->encoding]);
    pvm_pkint(&at, 1, 1);
    pvm_pkint(items, s->items, 1);
}

/* The step that this message comes from, as the one who packed it has written; -1: it is damaged. */
static int read_message(int *bytes, int *tag, int *from)
{
    static int items[MOST_ITEMS];
    int tid = 0, step = -1, n;
    pvm_bufinfo(pvm_getrbuf(), bytes, tag, &tid);
    for (*from = PLAN_TASKS - 1; *from >= 0 && tids[*from] != tid;)
        --*from;
    n = *bytes / 4 - 1;
    if (n < 0 || n > MOST_ITEMS || pvm_upkint(&step, 1, 1) != 0 || pvm_upkint(items, n, 1) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (items[i] != item(step, i))
            return -1;
    return step >= 0 && step < plan.nsteps && plan_items(&plan, step) == n ? step : -1;
}

/* Who packed what a step sends. */
static int packed_by(int step)
{
    while (plan.steps[step].kind == PLAN_FORWARD)
        step = plan.steps[step].from_step;
    return step;
}

/* The message in the receive buffer is the oldest unread one of those that were asked for. */
static void check_message(int from, int tag, int context)
{
    int bytes = -1, its_tag = -1, its_from = -1, step = read_message(&bytes, &its_tag, &its_from);
    int place = unread_find(&plan, &unread, its_from, tag, context);
    received++;
    if (step < 0 || place < 0) {
        bad("a message of %d bytes with tag %d from task %d is %s", bytes, its_tag, its_from,
            step < 0 ? "damaged" : "not one that was sent");
        return;
    }
    int wanted = unread.steps[place];
    if (packed_by(wanted) != step || plan.steps[wanted].tag != its_tag || (from >= 0 && from != its_from))
        bad("the message of step %d came, with tag %d from task %d; that of step %d, with tag %d, comes before it",
            step, its_tag, its_from, wanted, plan.steps[wanted].tag);
    unread_take(&unread, place);
}

/* One of the ways to wait for a message. */
static void await(int tid, int tag, int way)
{
    struct timeval long_s = {1000000, 0}, none = {0, 0};
    switch (way / 2 % 4) {
    case 0:
        pvm_recv(tid, tag);
        break;
    case 1:
        if (pvm_trecv(tid, tag, &long_s) <= 0)
            bad("pvm_trecv gives nothing");
        break;
    case 2:
        while (pvm_probe(tid, tag) <= 0)
            (void)usleep(1000);
        if (pvm_trecv(tid, tag, &none) <= 0)
            bad("pvm_probe has seen a message, pvm_trecv gives none");
        break;
    default:
        while (pvm_nrecv(tid, tag) <= 0)
            (void)usleep(1000);
    }
}

static void take(const struct step *s)
{
    const struct step *m = &plan.steps[s->from_step];
    int tag = s->way & 1 ? m->tag : -1, old = pvm_setcontext(contexts[m->context]);
    await(tids[m->actor], tag, s->way);
    check_message(m->actor, tag, m->context);
    pvm_setcontext(old);
}

/* All those that live come here before any goes on. */
static void meet(unsigned living)
{
    int n = 0;
    for (; living != 0; living &= living - 1)
        n++;
    if (pvm_barrier(writable(GROUP), n) != 0)
        bad("pvm_barrier fails");
}

static void drain(const struct step *s)
{
    int tag = s->way & 1 ? s->tag : -1, old = pvm_setcontext(contexts[s->context]);
    for (int i = 0; i < s->count; i++) {
        await(-1, tag, s->way);
        check_message(-1, tag, s->context);
    }
    if (pvm_nrecv(-1, tag) > 0)
        bad("one more message than was sent");
    pvm_setcontext(old);
}

/* ---- what they do ------------------------------------------------------------------------------------------------ */

static void in_context(const struct step *s, void (*what)(const struct step *))
{
    int old = pvm_setcontext(contexts[s->context]);
    what(s);
    pvm_setcontext(old);
}

static void send_one(const struct step *s)
{
    pack(s);
    if (pvm_send(tids[s->whom], s->tag) != 0)
        bad("pvm_send fails");
}

static void send_many(const struct step *s)
{
    int who[PLAN_TASKS], n = 0;
    for (int i = 0; i < PLAN_TASKS; i++)
        if (s->set >> i & 1)
            who[n++] = tids[i];
    pack(s);
    if (pvm_mcast(who, n, s->tag) != 0)
        bad("pvm_mcast fails");
}

static void send_group(const struct step *s)
{
    pack(s);
    if (pvm_bcast(writable(GROUP), s->tag) != 0)
        bad("pvm_bcast fails");
}

static void forward(const struct step *s)
{
    take(s);
    int old = pvm_setsbuf(pvm_getrbuf()), context = pvm_setcontext(contexts[s->context]);
    if (pvm_send(tids[s->third], s->tag) != 0)
        bad("pvm_send of a received message fails");
    pvm_setcontext(context);
    pvm_setsbuf(old);
}

static void reduce(const struct step *s)
{
    int sum = me + 1, wanted = 0, root = pvm_getinst(writable(GROUP), tids[s->actor]);
    for (int i = 0; i < PLAN_TASKS; i++)
        wanted += s->living >> i & 1 ? i + 1 : 0;
    int rc = pvm_reduce(PvmSum, &sum, 1, PVM_INT, TAG_SUM, writable(GROUP), root);
    if (rc != 0 || (me == s->actor && sum != wanted))
        bad("pvm_reduce gives %d, and %d, not %d", rc, sum, wanted);
    meet(s->living); /* the next one's numbers must not come among these */
}

static void put(const struct step *s)
{
    int old = pvm_setcontext(contexts[APART]);
    char name[40];
    int value = -1;
    (void)snprintf(name, sizeof name, "step %d", at);
    if (me == s->actor) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&at, 1, 1);
        if (pvm_putinfo(name, pvm_getsbuf(), PvmMboxDefault) < 0)
            bad("pvm_putinfo fails");
    }
    if (me == s->whom) {
        if (pvm_recvinfo(name, 0, PvmMboxWaitForInfo) <= 0 || pvm_upkint(&value, 1, 1) != 0 || value != at)
            bad("the mailbox has %d", value);
        pvm_initsend(PvmDataDefault);
        pvm_send(tids[s->actor], TAG_READ);
    }
    if (me == s->actor) /* what it has put there ends with it */
        pvm_recv(tids[s->whom], TAG_READ);
    pvm_setcontext(old);
}

/* The group server hears of an end by itself, perhaps later than others: what the group does next must not count on the
 * one that is gone. */
static void await_group(const struct step *s)
{
    unsigned left = s->living & ~(1u << s->actor), n = 0;
    for (unsigned rest = left; rest != 0; rest &= rest - 1)
        n++;
    while (me == s->whom && pvm_gsize(writable(GROUP)) != (int)n)
        (void)usleep(1000);
    meet(left);
}

/* Who is to know asks for it first, and then lets the other end. */
static void die(const struct step *s)
{
    int gone = 0, old = pvm_setcontext(contexts[APART]);
    if (me == s->whom) {
        pvm_notify(PvmTaskExit, TAG_DIED, 1, &tids[s->actor]);
        pvm_initsend(PvmDataDefault);
        pvm_send(tids[s->actor], TAG_DIE);
        pvm_recv(-1, TAG_DIED);
        if (pvm_upkint(&gone, 1, 1) != 0 || gone != tids[s->actor])
            bad("told of the end of t%x, not of task %d", (unsigned)gone, s->actor);
    }
    if (me == s->actor)
        pvm_recv(tids[s->whom], TAG_DIE);
    pvm_setcontext(old);
    if (me != s->actor) {
        await_group(s);
        return;
    }
    if (wrong != 0)
        exit(1);
    if (s->way % 3 == 0)
        (void)raise(SIGKILL);
    if (s->way % 3 == 1)
        pvm_exit();
    exit(0);
}

/* Nobody sends meanwhile: what there is to take must not hang on who is faster. */
static void drain_in_turn(const struct step *s)
{
    meet(s->living);
    if (me == s->actor)
        drain(s);
    meet(s->living);
}

static void play_step(const struct step *s)
{
    bool mine = me == s->actor;
    if (s->kind == PLAN_SEND && mine)
        in_context(s, send_one);
    else if (s->kind == PLAN_MCAST && mine)
        in_context(s, send_many);
    else if (s->kind == PLAN_BCAST && mine)
        in_context(s, send_group);
    else if (s->kind == PLAN_RECV && mine)
        take(s);
    else if (s->kind == PLAN_FORWARD && mine)
        forward(s);
    else if (s->kind == PLAN_DRAIN)
        drain_in_turn(s);
    else if (s->kind == PLAN_NOTHING && mine && pvm_nrecv(-1, TAG_NEVER) != 0)
        bad("a message that nobody has sent");
    else if (s->kind == PLAN_BARRIER)
        meet(s->living);
    else if (s->kind == PLAN_REDUCE)
        reduce(s);
    else if (s->kind == PLAN_PUT)
        put(s);
    else if (s->kind == PLAN_DIE)
        die(s);
}

/* What others send to this task by this step lies unread from now on. */
static void note_sent(const struct step *s)
{
    bool to_me = s->kind == PLAN_SEND      ? s->whom == me
                 : s->kind == PLAN_MCAST   ? (s->set >> me & 1) != 0
                 : s->kind == PLAN_BCAST   ? s->actor != me
                 : s->kind == PLAN_FORWARD ? s->third == me
                                           : false;
    if (to_me)
        unread.steps[unread.n++] = at;
}

static unsigned play(void)
{
    unsigned living = (1u << plan.ntasks) - 1;
    for (at = 0; at < plan.nsteps; at++) {
        const struct step *s = &plan.steps[at];
        if (s->skipped)
            continue;
        play_step(s);
        note_sent(s);
        if (s->kind == PLAN_DIE)
            living &= ~(1u << s->actor);
    }
    meet(living);
    for (int c = 0; c < PLAN_CONTEXTS; c++) {
        struct step rest = {.kind = PLAN_DRAIN, .context = c, .way = at};
        rest.way &= ~1;
        for (int i = 0; i < unread.n; i++)
            rest.count += plan.steps[unread.steps[i]].context == c;
        drain(&rest);
    }
    return living;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

/* Each starts its own children, and tells its parent the tids of all below it. */
static void spawn_children(char **argv)
{
    int below_me[2 * PLAN_TASKS], n = 0;
    for (int i = me + 1; i < plan.ntasks; i++) {
        char number[12], *args[] = {argv[1], argv[2], argv[3], number, NULL};
        int tid, m = 0;
        (void)snprintf(number, sizeof number, "%d", i);
        if (plan.parent[i] != me)
            continue;
        if (pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tid) != 1) {
            bad("pvm_spawn fails");
            exit(1);
        }
        pvm_recv(tid, TAG_TIDS);
        pvm_upkint(&m, 1, 1);
        pvm_upkint(below_me + 2 * n, 2 * m, 1);
        n += m;
    }
    below_me[2 * n] = me;
    below_me[2 * n++ + 1] = pvm_mytid();
    for (int i = 0; i < n; i++)
        tids[below_me[2 * i]] = below_me[2 * i + 1];
    if (me == 0)
        return;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    pvm_pkint(below_me, 2 * n, 1);
    pvm_send(pvm_parent(), TAG_TIDS);
}

static void share_table(void)
{
    if (me == 0) {
        contexts[0] = pvm_getcontext();
        for (int i = 1; i <= PLAN_CONTEXTS; i++)
            contexts[i] = pvm_newcontext();
        pvm_initsend(PvmDataDefault);
        pvm_pkint(tids, PLAN_TASKS, 1);
        pvm_pkint(contexts, PLAN_CONTEXTS + 1, 1);
        pvm_mcast(tids + 1, plan.ntasks - 1, TAG_TABLE);
    } else {
        pvm_recv(-1, TAG_TABLE);
        pvm_upkint(tids, PLAN_TASKS, 1);
        pvm_upkint(contexts, PLAN_CONTEXTS + 1, 1);
    }
    pvm_joingroup(writable(GROUP));
    pvm_barrier(writable(GROUP), plan.ntasks);
}

static void gather(unsigned living)
{
    int theirs[2] = {wrong, received};
    pvm_setcontext(contexts[APART]);
    if (me != 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(theirs, 2, 1);
        pvm_send(tids[0], TAG_DONE);
        return;
    }
    for (int i = 1; i < PLAN_TASKS; i++)
        if (living >> i & 1) {
            pvm_recv(tids[i], TAG_DONE);
            pvm_upkint(theirs, 2, 1);
            wrong += theirs[0];
            received += theirs[1];
        }
}

int main(int argc, char **argv)
{
    char steps[] = "200", none[] = "",
         *all[] = {argv[0], argv[1], argc > 2 ? argv[2] : steps, argc > 3 ? argv[3] : none};
    if (argc < 2)
        return 2;
    me = argc > 4 ? atoi(argv[4]) : 0;
    pvm_mytid();
    plan_make(&plan, atoi(all[1]), atoi(all[2]), all[3]);
    spawn_children(all);
    share_table();
    unsigned living = play();
    gather(living);
    pvm_lvgroup(writable(GROUP));
    if (me == 0)
        printf("seed %s, %s steps: %d tasks, %d messages received, %d wrong\n", all[1], all[2], plan.ntasks, received,
               wrong);
    pvm_exit();
    return wrong != 0;
}
