/* together.c - six tasks go through the same list of steps, drawn from a seed: messages to one task, to many and in a
 * circle, out of order, forwarded, in contexts; and the calls of groups. Each receive names its sender, so the result
 * does not depend on which task is faster.
 *
 *     together [FIRST_SEED LAST_SEED [STEPS]]
 */
#include "together.h"

int other(struct team *t, int than)
{
    return (than + 1 + below(&t->draw, TASKS - 1)) % TASKS;
}

int items[ROOM];
static int count_packed; /* PvmDataInPlace reads both when the message is sent */

void fill(int n, int salt)
{
    for (int i = 0; i < n; i++)
        items[i] = i * 7 + salt;
}

void pack(int encoding, int n, int salt)
{
    fill(n, salt);
    pvm_initsend(encoding);
    count_packed = n;
    pvm_pkint(&count_packed, 1, 1);
    pvm_pkint(items, n, 1);
    if (encoding != PvmDataInPlace)
        pvm_pkstr(W("end"));
}

static void unpack(struct team *t, const char *what, int mid, int encoding)
{
    int bytes = -1, tag = -1, tid = -1, n = -1, from = 0;
    char end[8] = "-";
    pvm_bufinfo(mid, &bytes, &tag, &tid);
    memset(items, 0, sizeof items);
    pvm_upkint(&n, 1, 1);
    int code = n >= 0 && n <= ROOM ? pvm_upkint(items, n, 1) : PvmBadMsg;
    int code2 = encoding != PvmDataInPlace ? pvm_upkstr(end) : 0;
    while (from < TASKS && t->tids[from] != tid)
        from++;
    say("%d %s from %d tag %d: %d bytes, %d items %s %08x, %s %s", t->at, what, from, tag, bytes, n, code_name(code),
        sum(items, sizeof items), code_name(code2), end);
}

static int size_of_message(struct team *t)
{
    int kind = below(&t->draw, 8);
    return kind == 0  ? 0
           : kind < 5 ? below(&t->draw, 40)
           : kind < 7 ? 900 + below(&t->draw, 300)
                      : below(&t->draw, ROOM);
}

/* ---- the steps ---- */

static void one_to_one(struct team *t)
{
    int from = below(&t->draw, TASKS), to = other(t, from), encoding = below(&t->draw, 3), n = size_of_message(t),
        tag = below(&t->draw, 5), any = below(&t->draw, 2);
    if (t->me == from) {
        pack(encoding, n, t->at);
        CODE(pvm_send(t->tids[to], tag));
    }
    if (t->me == to)
        unpack(t, "recv", pvm_recv(t->tids[from], any ? -1 : tag), encoding);
}

static void out_of_order(struct team *t)
{
    int from = below(&t->draw, TASKS), to = other(t, from), first = below(&t->draw, 4);
    if (t->me == from)
        for (int i = 0; i < 4; i++) {
            pack(PvmDataRaw, 3 + i, t->at);
            pvm_send(t->tids[to], 20 + i);
        }
    if (t->me == to)
        for (int i = 0; i < 4; i++)
            unpack(t, "later", pvm_recv(t->tids[from], 20 + (first + 3 * i) % 4), PvmDataRaw);
}

static void one_to_many(struct team *t)
{
    int from = below(&t->draw, TASKS), n = size_of_message(t), who[2 * TASKS], count = 0, mine = 0;
    for (int i = 0; i < TASKS; i++)
        for (int k = below(&t->draw, 3); k > 0; k--) {
            who[count++] = t->tids[i];
            mine |= i == t->me && i != from;
        }
    if (t->me == from) {
        pack(PvmDataDefault, n, t->at);
        CODE(pvm_mcast(who, count, 30));
    }
    if (mine)
        unpack(t, "mcast", pvm_recv(t->tids[from], 30), PvmDataDefault);
}

static void typed(struct team *t)
{
    int from = below(&t->draw, TASKS), to = other(t, from), n = below(&t->draw, 300), room = below(&t->draw, 300),
        tid = -1, tag = -1, len = -1;
    fill(n, t->at);
    if (t->me == from)
        CODE(pvm_psend(t->tids[to], 40, items, n, PVM_INT));
    if (t->me != to)
        return;
    memset(items, 0, sizeof items);
    int code = pvm_precv(t->tids[from], 40, items, room, PVM_INT, &tid, &tag, &len);
    say("%d precv room %d: %s tag %d len %d %08x", t->at, room, code_name(code), tag, len, sum(items, sizeof items));
}

static void round_trip(struct team *t)
{
    int step = 1 + below(&t->draw, TASKS - 1), n = below(&t->draw, 2000);
    pack(PvmDataRaw, n, t->me);
    pvm_send(t->tids[(t->me + step) % TASKS], 50);
    unpack(t, "round", pvm_recv(t->tids[(t->me + TASKS - step) % TASKS], 50), PvmDataRaw);
}

static void forwarded(struct team *t)
{
    int a = below(&t->draw, TASKS), b = other(t, a), c = other(t, b), n = below(&t->draw, 3000);
    if (t->me == a) {
        pack(PvmDataDefault, n, t->at);
        pvm_send(t->tids[b], 60);
    }
    if (t->me == b) {
        int mid = pvm_recv(t->tids[a], 60), old = pvm_setsbuf(mid);
        CODE(pvm_send(t->tids[c], 61));
        pvm_setsbuf(old);
    }
    if (t->me == c)
        unpack(t, "forwarded", pvm_recv(t->tids[b], 61), PvmDataDefault);
}

/* The same tag in two contexts: each receive gets the message of its own context. */
static void in_contexts(struct team *t)
{
    int from = below(&t->draw, TASKS), to = other(t, from), context = 0;
    if (t->me == from) {
        context = pvm_newcontext();
        tell(t->tids[to], 70, context);
        int old = pvm_setcontext(context);
        tell(t->tids[to], 71, 1);
        pvm_setcontext(old);
        tell(t->tids[to], 71, 2);
    }
    if (t->me == to) {
        context = hear(t->tids[from], 70);
        say("%d outside %d", t->at, hear(t->tids[from], 71));
        int old = pvm_setcontext(context);
        say("%d inside %d", t->at, hear(t->tids[from], 71));
        pvm_setcontext(old);
        tell(t->tids[from], 72, 0);
    }
    if (t->me == from) {
        hear(t->tids[to], 72);
        CODE(pvm_freecontext(context));
    }
}

static void nothing_there(struct team *t)
{
    struct timeval soon = {0, 1000};
    int whom = t->tids[below(&t->draw, TASKS)];
    CODE(pvm_nrecv(whom, 999), pvm_probe(whom, 999), pvm_trecv(whom, 999, &soon));
}

static void play(struct team *t)
{
    static void (*const all[])(struct team *) = {one_to_one,   one_to_one, one_to_one,   out_of_order, one_to_many,
                                                 typed,        round_trip, forwarded,    in_contexts,  group_of_all,
                                                 group_of_all, one_leaves, nothing_there};
    for (t->at = 0; t->at < t->steps; t->at++) {
        all[below(&t->draw, sizeof all / sizeof *all)](t);
        say("%d buffers %s %s", t->at, pvm_getsbuf() > 0 ? "send" : "-", pvm_getrbuf() > 0 ? "receive" : "-");
    }
}

/* The tasks join one after the other, so that their instance numbers are their places. */
static void join(struct team *t)
{
    int before = (t->me + TASKS - 1) % TASKS;
    if (t->me > 0)
        hear(t->tids[before], 95);
    say("instance %d", pvm_joingroup(GROUP));
    if (t->me + 1 < TASKS)
        tell(t->tids[t->me + 1], 95, 0);
    CODE(pvm_barrier(GROUP, TASKS));
}

static int member(void)
{
    struct team t = {0};
    int seed;
    say_all_to_parent();
    pvm_recv(pvm_parent(), 96);
    pvm_upkint(&seed, 1, 1);
    pvm_upkint(&t.steps, 1, 1);
    pvm_upkint(t.tids, TASKS, 1);
    t.draw = draw_begin(seed);
    while (t.tids[t.me] != pvm_mytid())
        t.me++;
    join(&t);
    play(&t);
    CODE(pvm_lvgroup(GROUP));
    give_lines(pvm_parent());
    pvm_exit();
    return 0;
}

static void run(int seed, int steps)
{
    int tids[TASKS];
    char *args[] = {W("member"), NULL};
    int n = pvm_spawn(own_path(), args, PvmTaskDefault, NULL, TASKS, tids);
    say("seed %d: %d tasks", seed, n);
    pvm_notify(PvmTaskExit, 97, TASKS, tids);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&seed, 1, 1);
    pvm_pkint(&steps, 1, 1);
    pvm_pkint(tids, TASKS, 1);
    pvm_mcast(tids, TASKS, 96);
    for (int i = 0; i < TASKS; i++) {
        say("task %d:", i);
        take_lines(tids[i]);
    }
    for (int i = 0; i < TASKS; i++)
        pvm_recv(-1, 97); /* the next group must not meet the last members of this one */
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return member();
    int first = argc > 2 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : 6,
        steps = argc > 3 ? atoi(argv[3]) : 60;
    pvm_mytid();
    for (int seed = first; seed <= last; seed++)
        run(seed, steps);
    CODE(pvm_exit());
    return 0;
}
