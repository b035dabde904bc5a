/* test_calls.c - the group calls and the server on the loop machine: their messages, their costs, and what they leave
 * unchanged.
 *
 * Bodies run in threads of their own and take notes; the test checks the notes afterwards. */
#include "protocol.h"
#include "pvmi_group.h"
#include "watched.h"
#include "with_server.h"

#include "testing.h"

#define MEMBERS 4

struct notes {
    int code[MEMBERS][16];
    mach_ns at[MEMBERS];
};

static struct notes run(int n, void (*body)(int, void *), const struct loop_settings *settings)
{
    struct loop_settings s = settings != NULL ? *settings : loop_defaults();
    struct notes notes;

    memset(&notes, 0x55, sizeof notes);
    s.programs = programs;
    loop_configure(&s);
    assert_int_equal(loop_run(n, body, &notes), 0);
    loop_configure(NULL);
    return notes;
}

#define CODES(code, ...)                                            \
    do {                                                            \
        const int wanted[] = {__VA_ARGS__};                         \
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) \
            assert_int_equal((code)[k], wanted[k]);                 \
    } while (0)

/* ---- members that come and go ---- */

static struct {
    int ends, most, last; /* how many ends the server has been told of, and how many it still waited for then */
} watching;

/* The linker puts these in the place of the server's own. */
void __real_grp_watch_over(struct grp_watched *w, int tid);
void __wrap_grp_watch_over(struct grp_watched *w, int tid);

void __wrap_grp_watch_over(struct grp_watched *w, int tid)
{
    watching.ends++;
    watching.most = w->n > watching.most ? w->n : watching.most;
    __real_grp_watch_over(w, tid);
    watching.last = w->n;
}

#define MANY 40

/* All but the last are members one after the other; the last sees to it that the server does not end meanwhile. */
static void join_in_turn(int me, void *arg)
{
    struct timeval own_second = {me == MANY ? MANY + 10 : me, 0};

    if (me == MANY)
        pvm_joingroup((char *)"other");
    pvm_trecv(-1, 1, &own_second);
    pvm_joingroup(G);
}

TEST(the_server_forgets_whom_it_watched)
{
    memset(&watching, 0, sizeof watching);
    run(MANY + 1, join_in_turn, NULL);
    assert_in_range(watching.ends, MANY, MANY + 1);
    assert_int_equal(watching.most, 2);
    assert_in_range(watching.last, 0, 1);
}

/* ---- what a call leaves alone ---- */

static int takes_all(int bufid, int tid, int tag)
{
    return 2;
}

static void call_among_own_things(int me, void *arg)
{
    struct notes *n = arg;
    int sbuf = pvm_initsend(PvmDataRaw), rbuf = pvm_mkbuf(PvmDataDefault);

    pvm_setrbuf(rbuf);
    pvm_setcontext(1234);
    pvm_recvf(takes_all);
    pvm_setopt(PvmOutputTid, pvm_mytid());
    for (int loud = 0; loud < 2; loud++) { /* the one whose calls find no server says so on stderr then */
        int *code = n->code[me] + 8 * loud;
        pvm_setopt(PvmAutoErr, loud);
        pvm_setopt(PvmTraceTid, loud ? pvm_mytid() : 0);
        code[0] = pvm_joingroup(G);
        pvm_barrier(G, 1);
        pvm_lvgroup(G);
        code[1] = (pvm_getsbuf() == sbuf) + 2 * (pvm_getrbuf() == rbuf);
        code[2] = pvm_getcontext();
        code[3] = pvm_recvf(takes_all) == takes_all;
        code[4] = pvm_getopt(PvmAutoErr);
        code[5] = pvm_getopt(PvmOutputTid) == pvm_mytid();
        code[6] = pvm_getopt(PvmTraceTid) == (loud ? pvm_mytid() : 0);
        int made = pvm_mkbuf(PvmDataRaw);
        code[7] = made - rbuf; /* no buffer is left over */
        pvm_freebuf(made);
    }
}

static void assert_all_stayed(const struct notes *n, int joined)
{
    for (int loud = 0; loud < 2; loud++)
        CODES(n->code[0] + 8 * loud, joined, 3, 1234, 1, loud, 1, 1, 1);
}

TEST(what_is_the_users_stays)
{
    struct notes n = run(1, call_among_own_things, NULL);

    assert_all_stayed(&n, 0);
    loop_configure(NULL); /* without a server */
    assert_int_equal(loop_run(1, call_among_own_things, &n), 0);
    assert_all_stayed(&n, PvmSysErr);
}

/* ---- a message handler that leaves in the middle of a call, and perhaps comes back ---- */

static int comes_back;

static int leaves(int mid)
{
    (void)mid;
    pvm_exit();
    return comes_back ? pvm_mytid() : 0;
}

static int ask_of_group(int which)
{
    int one = 1, all[MEMBERS];

    return which == 0   ? pvm_reduce(PvmSum, &one, 1, PVM_INT, 6, G, 0)
           : which == 1 ? pvm_gather(all, &one, 1, PVM_INT, 6, G, 0)
           : which == 2 ? pvm_barrier(G, 1)
           : which == 3 ? pvm_barrier(G, -1)
           : which == 4 ? pvm_scatter(&one, all, 1, PVM_INT, 6, G, 0)
           : which == 5 ? pvm_bcast(G, 6)
           : which == 6 ? pvm_joingroup((char *)"other")
           : which == 7 ? pvm_lvgroup(G)
           : which == 8 ? pvm_gsize(G)
           : which == 9 ? pvm_getinst(G, pvm_mytid())
           : which < 11 ? pvm_gettid(G, 0)
                        : pvm_freezegroup(G, 2);
}

/* The other member only waits. In a frozen group the first three wait for a message of it. */
static void leave_in_a_call(int me, void *arg)
{
    struct notes *n = arg;

    pvm_setopt(PvmAutoErr, 0);
    for (int i = 0; i < 15; i++) {
        int tid = pvm_mytid();
        pvm_trecv(-1, 99, &(struct timeval){me, 0}); /* it joins second */
        pvm_joingroup(G);
        pvm_barrier(G, 2);
        if (i >= 12)
            pvm_freezegroup(G, 2);
        if (me == 1) {
            pvm_recv(-1, 9);
            pvm_exit();
            continue;
        }
        int other = pvm_gettid(G, 1);
        pvm_initsend(PvmDataDefault);
        pvm_addmhf(tid, 5, -1, leaves);
        pvm_send(tid, 5);
        pvm_setcontext(1234);
        pvm_recvf(takes_all);
        n->code[0][i] = ask_of_group(i % 12) == PvmSysErr && (pvmi_group_enrolled() != 0) == comes_back;
        pvm_mytid();
        n->code[1][i] = pvm_getcontext() == 1234 && pvm_recvf(NULL) == takes_all && pvm_getsbuf() == 0;
        pvm_setcontext(0);
        pvm_initsend(PvmDataDefault);
        pvm_send(other, 9);
        pvm_exit();
    }
}

TEST(who_leaves_in_a_call_has_left)
{
    for (comes_back = 0; comes_back < 2; comes_back++) {
        struct notes n = run(2, leave_in_a_call, NULL);
        for (int i = 0; i < 15; i++)
            assert_int_equal(100 * i + 10 * n.code[1][i] + n.code[0][i], 100 * i + 11);
    }
}

/* ---- wildcards ---- */

static void wait_for_anything(int me, void *arg)
{
    struct notes *n = arg;
    int sum = 1;

    pvm_joingroup(G);
    pvm_barrier(G, 2);
    if (me == 0) { /* a part of a reduction is on its way to this task */
        struct timeval second = {1, 0};
        n->code[0][0] = pvm_trecv(-1, -1, &second);
        n->code[0][1] = pvm_probe(-1, -1);
    }
    n->code[me][2] = pvm_reduce(PvmSum, &sum, 1, PVM_INT, 5, G, pvm_getinst(G, LOOP_FIRST_TID));
    n->code[me][3] = sum;
    pvm_barrier(G, 2);
}

TEST(a_wildcard_takes_no_message_of_groups)
{
    struct notes n = run(2, wait_for_anything, NULL);

    CODES(n.code[0], 0, 0, 0, 2);
}

/* ---- a reduction that fails ---- */

static int refusals;

static void refuse(int *datatype, void *x, void *y, int *count, int *info)
{
    refusals++;
    *info = PvmOverflow;
}

static void reduce_after_an_error(int me, void *arg)
{
    struct notes *n = arg;
    int first = 1000, second = 1;

    pvm_joingroup(G);
    pvm_barrier(G, MEMBERS);
    n->code[me][0] = pvm_reduce(refuse, &first, 1, PVM_INT, 5, G, 0);
    n->code[me][1] = pvm_reduce(PvmSum, &second, 1, PVM_INT, 5, G, 0);
    n->code[me][2] = second;
    n->code[me][3] = pvm_getinst(G, pvm_mytid());
    pvm_barrier(G, MEMBERS);
}

/* The parts of the one that failed are not those of the next. After the error nothing more is combined. */
TEST(a_reduction_that_fails_leaves_nothing_behind)
{
    refusals = 0;
    struct notes n = run(MEMBERS, reduce_after_an_error, NULL);

    assert_int_equal(refusals, 1);
    for (int i = 0; i < MEMBERS; i++) {
        const bool root = n.code[i][3] == 0;
        CODES(n.code[i], root ? PvmOverflow : 0, 0, root ? MEMBERS : 1);
    }
}

/* The second member gives one value where the root wants two. */
static void gather_too_little(int me, void *arg)
{
    struct notes *n = arg;

    pvm_setopt(PvmAutoErr, 0);
    pvm_joingroup(G);
    pvm_barrier(G, MEMBERS);
    int inst = pvm_getinst(G, pvm_mytid()), all[2 * MEMBERS] = {0}, own[2] = {inst + 1, inst + 1};
    n->code[me][0] = inst;
    n->code[me][1] = pvm_gather(all, own, inst == 1 ? 1 : 2, PVM_INT, 5, G, 0);
    n->code[me][2] = all[2 * (MEMBERS - 1)];
    pvm_barrier(G, MEMBERS);
}

/* The root hears of it, and has the parts of the others. */
TEST(a_gather_says_which_part_is_wrong)
{
    struct notes n = run(MEMBERS, gather_too_little, NULL);

    for (int i = 0; i < MEMBERS; i++) {
        assert_int_equal(n.code[i][1], n.code[i][0] == 0 ? PvmNoData : 0);
        assert_int_equal(n.code[i][2], n.code[i][0] == 0 ? MEMBERS : 0);
    }
}

/* ---- what collectives refuse ---- */

/* All else that they refuse is in collectives.c, which PVM 3.4.6 has played. */
static void refuse_collectives(int me, void *arg)
{
    struct notes *n = arg;
    int *c = n->code[me], one = 1, all[MEMBERS] = {0}, parts[MEMBERS] = {0, 1, 2, 3};

    pvm_setopt(PvmAutoErr, 0);
    pvm_joingroup(G);
    pvm_setsbuf(0);
    c[0] = pvm_bcast(G, 5);
    pvm_barrier(G, MEMBERS);
    int inst = pvm_getinst(G, pvm_mytid());
    c[1] = inst == 0 ? pvm_gather(NULL, &one, 1, PVM_INT, 5, G, 0) : PvmBadParam;
    c[2] = inst == 0 ? pvm_scatter(&one, NULL, 1, PVM_INT, 5, G, 0) : PvmBadParam;
    pvm_barrier(G, MEMBERS);
    if (inst == 1)
        pvm_lvgroup(G);
    struct timeval second = {1, 0};
    pvm_trecv(-1, 99, &second);
    c[3] = inst == 1 ? PvmNoInst : pvm_gather(all, &one, 1, PVM_INT, 5, G, 0); /* a number is not used */
    c[4] = inst == 1 ? PvmNoInst : pvm_scatter(&one, parts, 1, PVM_INT, 5, G, 0);
    c[5] = inst == 1 ? pvm_gather(all, &one, 1, PVM_INT, 5, G, 0) : PvmNotInGroup;
    pvm_trecv(-1, 99, &second);
}

TEST(collectives_refuse)
{
    struct notes n = run(MEMBERS, refuse_collectives, NULL);

    for (int i = 0; i < MEMBERS; i++)
        CODES(n.code[i], PvmNoBuf, PvmBadParam, PvmBadParam, PvmNoInst, PvmNoInst, PvmNotInGroup);
}

/* ---- what pvm_gstat asks ---- */

/* The answer as words: of each group the length of its name, then what the server says of it. */
static void ask_for_the_status(int me, void *arg)
{
    struct notes *n = arg;
    struct timeval second = {1, 0}, three = {3, 0};
    int where[2], len, words = 0;
    char name[16];

    pvm_joingroup(G);
    pvm_barrier(G, MEMBERS);
    int inst = pvm_getinst(G, pvm_mytid());
    if (inst == 1)
        pvm_lvgroup(G);
    if (inst == 2)
        pvm_barrier(G, 2); /* it waits for one of those who ask */
    if (inst != 0)
        return;
    pvm_trecv(-1, 99, &second);
    pvm_recvinfo((char *)GROUP_SERVER, 0, PvmMboxDefault);
    pvm_upkint(where, 2, 1);
    pvm_setcontext(where[1]);
    pvm_initsend(PvmDataDefault);
    pvm_send(where[0], GRP_STATUS);
    pvm_trecv(where[0], GRP_STATUS, &three);
    pvm_setcontext(0);
    pvm_upkint(&n->code[0][words++], 1, 1);
    pvm_upkint(&len, 1, 1);
    n->code[0][words++] = len;
    pvm_upkstr(name);
    while (words < 16 && pvm_upkint(&n->code[0][words], 1, 1) == 0)
        words++;
    n->code[1][0] = words;
    n->code[1][1] = strcmp(name, "g");
    n->code[1][2] = pvm_gettid(G, 0);
    n->code[1][3] = pvm_gettid(G, 2);
    n->code[1][4] = pvm_gettid(G, 3);
    pvm_barrier(G, 2);
}

TEST(the_server_tells_its_status)
{
    struct notes n = run(MEMBERS, ask_for_the_status, NULL);
    const int *more = n.code[1];

    /* Two are left: one has gone, one has ended. Then numbers, up to the last that is used; the last of all waits. */
    CODES(n.code[0], 1, 1, 2, 3, 2, 1, more[2], -1, more[3], more[3]);
    CODES(more, 10, 0);
}

/* ---- the answer of a barrier is packed once ---- */

static int is_frozen, barrier; /* of a group that is frozen; a barrier of so many, 0: pvm_gsize */

static void time_a_call(int me, void *arg)
{
    struct notes *n = arg;
    mach_ns before;

    pvm_joingroup(G);
    if (is_frozen)
        pvm_freezegroup(G, 1);
    if (barrier > 1)
        pvm_barrier(G, barrier);
    before = now_ns();
    (void)(barrier > 0 ? pvm_barrier(G, barrier) : pvm_gsize(G));
    n->at[me] = now_ns() - before;
}

static struct notes timed(int frozen, int members, struct loop_settings *s)
{
    is_frozen = frozen;
    barrier = members;
    s->cost_ns[MACH_COST_CLOCK] = 0;
    return run(members > 1 ? members : 1, time_a_call, s);
}

/* What the task packs counts, but not the server's answer. */
TEST(the_answer_of_a_barrier_is_packed_once)
{
    struct loop_settings s = loop_defaults();

    s.cost_ns[MACH_COST_INITSEND] = 1000000;
    assert_int_equal(timed(0, 1, &s).at[0], 1000000);
}

/* ---- garbled requests ---- */

/* Sends messages with every tag: empty, with half a request, with a number that no group has, and with a string that
 * claims to be longer than the message. */
static void babble(int server_tid)
{
    int lies[2][3] = {{1 << 20, 'x', 0}, {0, 'x', 1 << 20}};

    for (int tag = -1; tag <= GRP_TASK_ENDED; tag++)
        for (int i = 0; i < 8; i++) {
            pvm_initsend(i % 4 == 2 ? PvmDataRaw : PvmDataDefault);
            pvm_pkint(lies[i / 4], i % 4, 1);
            pvm_send(server_tid, tag);
        }
}

static void babble_to_the_server(int me, void *arg)
{
    struct notes *n = arg;
    int where[2];

    pvm_setopt(PvmAutoErr, 0);
    n->code[me][0] = pvm_joingroup(G);
    pvm_recvinfo((char *)GROUP_SERVER, 0, PvmMboxDefault);
    pvm_upkint(where, 2, 1);
    babble(where[0]);
    pvm_setcontext(where[1]);
    babble(where[0]);
    while (pvm_trecv(-1, -1, &(struct timeval){1, 0}) > 0)
        ; /* the group with that number is none */
    pvm_setcontext(0);
    n->code[me][1] = pvm_gsize(G);
    n->code[me][2] = pvm_barrier(G, 1);
    n->code[me][3] = pvm_nrecv(-1, -1);
}

TEST(the_server_ignores_what_it_cannot_read)
{
    struct notes n = run(1, babble_to_the_server, NULL);

    CODES(n.code[0], 0, 1, 0, 0);
}

/* ---- frozen groups need no messages ---- */

static void ask_a_frozen_group(int me, void *arg)
{
    struct notes *n = arg;

    mach_ns before;

    pvm_joingroup(G);
    n->code[me][0] = pvm_freezegroup(G, MEMBERS);
    before = now_ns();
    n->code[me][1] = pvm_gsize(G);
    n->code[me][2] = pvm_getinst(G, pvm_gettid(G, 2));
    n->code[me][3] = pvm_gettid(G, MEMBERS);
    n->code[me][4] = pvm_getinst(G, 1);
    n->at[me] = now_ns() - before;
    pvm_barrier(G, MEMBERS);
}

TEST(a_frozen_group_is_known_to_its_members)
{
    struct loop_settings s = loop_defaults();
    struct notes n;

    s.latency_ns = 1000000; /* nothing that takes a message can be over in less than two of them */
    s.cost_ns[MACH_COST_CLOCK] = 0;
    n = run(MEMBERS, ask_a_frozen_group, &s);
    for (int i = 0; i < MEMBERS; i++) {
        CODES(n.code[i], MEMBERS, MEMBERS, 2, PvmNoInst, PvmNotInGroup);
        assert_int_equal(n.at[i], 0);
    }
}

/* Two of its three members leave, one after the other, and one who is no member asks before and after. */
static void ask_as_it_shrinks(int me, void *arg)
{
    struct notes *n = arg;
    struct timeval second = {1, 0};

    if (me < 3) {
        pvm_joingroup(G);
        pvm_freezegroup(G, 3);
    }
    for (int i = 0; i < 3; i++) {
        if (me == i) {
            pvm_trecv(-1, 99, &second);
            pvm_lvgroup(G);
            return;
        }
        pvm_trecv(-1, 99, &second);
        pvm_trecv(-1, 99, &second);
        n->code[me][i] = pvm_gsize(G);
    }
}

TEST(who_asks_about_one_that_shrinks_hears_of_each)
{
    struct notes n = run(MEMBERS, ask_as_it_shrinks, NULL);

    CODES(n.code[3], 2, 1, PvmNoGroup);
    assert_int_equal(n.code[2][1], 3); /* a member keeps what it has frozen */
}

/* ---- costs ---- */

/* The task and the server, which is on another processor here, work at the same time: the longer of them counts. */
TEST(a_call_works_while_the_server_does)
{
    static const mach_ns call_ns[] = {3000000, 80000000}, server_ns = 50000000;
    struct loop_settings s = loop_defaults();

    s.cost_ns[MACH_COST_GROUP_SERVER] = server_ns;
    for (int i = 0; i < 2; i++) {
        s.cost_ns[MACH_COST_GROUP_CALL] = call_ns[i];
        assert_int_equal(timed(0, 0, &s).at[0], call_ns[i] > server_ns ? call_ns[i] : server_ns);
    }
}

TEST(a_call_without_a_message_works_too)
{
    struct loop_settings s = loop_defaults();

    s.cost_ns[MACH_COST_GROUP_CALL] = 3000000;
    assert_int_equal(timed(1, 0, &s).at[0], 3000000);
}

/* The server takes the requests one after another: the last task to be released has waited for all of them. */
TEST(a_barrier_costs_the_server_once_a_member)
{
    struct loop_settings s = loop_defaults();
    struct notes n;
    mach_ns longest = 0;

    s.cost_ns[MACH_COST_GROUP_SERVER] = 10000000;
    n = timed(0, MEMBERS, &s);
    for (int i = 0; i < MEMBERS; i++)
        longest = n.at[i] > longest ? n.at[i] : longest;
    assert_int_equal(longest, MEMBERS * 10000000);
}

TEST_MAIN
