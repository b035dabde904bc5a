/* test_barriers.c - every algorithm of pvm_barrier on the loop machine: that it is a barrier, what happens when members
 * leave, what it costs.
 *
 * Bodies run in threads that pass one token. They take notes; the test checks the notes afterwards. */
#include <time.h>

#include "barriers.h"
#include "repeats.h"
#include "with_server.h"

#include "testing.h"

#define H ((char *)"h")
#define MAX_MEMBERS 33
#define MAX_BARRIERS 500

#define NAME(ALGORITHM, WHAT) #ALGORITHM,
static const char *const names[] = {BARRIER_ALGORITHMS(NAME)};

struct notes {
    int n, barriers;
    int how;                   /* how members end */
    int entered[MAX_BARRIERS]; /* how many members have called that barrier */
    int early[MAX_BARRIERS];   /* how many members left it too early, while others had not entered */
    int code[MAX_MEMBERS][16];
    int failed;
    const char *why[MAX_MEMBERS];
    mach_ns in[MAX_MEMBERS], out[MAX_MEMBERS];
};

static void sleep_ns(mach_ns ns)
{
    struct timespec t = {ns / 1000000000, ns % 1000000000};
    nanosleep(&t, NULL);
}

/* A fixed function of its arguments, so that a member comes equally late to a barrier in every run. */
static mach_ns skew_ns(int me, int barrier)
{
    unsigned x = (unsigned)me * 2654435761u + (unsigned)barrier * 40503u;
    x ^= x >> 13;
    x *= 2246822519u;
    x ^= x >> 16;
    return x % 4 == 0 ? (mach_ns)(x % 20000) * 1000 : (mach_ns)(x % 50);
}

static struct notes *run(enum barrier_algorithm a, int n, int how_many, void (*body)(int, void *),
                         const struct loop_settings *settings)
{
    static struct notes notes;
    struct loop_settings s = settings != NULL ? *settings : loop_defaults();

    memset(&notes, 0, sizeof notes);
    memset(notes.code, 0x55, sizeof notes.code);
    notes.n = n;
    notes.barriers = notes.how = how_many;
    if (settings == NULL)
        s.latency_ns = 1000000;
    s.programs = programs;
    s.barrier = (int)a;
    loop_configure(&s);
    assert_int_equal(loop_run(n, body, &notes), 0);
    loop_configure(NULL);
    return &notes;
}

static void assemble(char *group, int n)
{
    pvm_joingroup(group);
    pvm_freezegroup(group, n);
}

/* ---- nobody leaves before all have entered ---- */

static void one_barrier(struct notes *n, int me, int b, char *group)
{
    sleep_ns(skew_ns(me, b));
    n->entered[b]++;
    if (pvm_barrier(group, b % 2 ? n->n : -1) != 0)
        n->failed++;
    if (n->entered[b] != n->n)
        n->early[b]++;
}

static void meet_often(int me, void *arg)
{
    struct notes *n = arg;

    assemble(G, n->n);
    for (int b = 0; b < n->barriers; b++)
        one_barrier(n, me, b, G);
}

TEST(nobody_leaves_before_all_are_in)
{
    static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 33};

    for (int a = 0; a < BARRIER_NALGORITHMS; a++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct notes *n = run((enum barrier_algorithm)a, sizes[i],
                                  repeats(sizes[i] <= 4 ? MAX_BARRIERS : 1000 / sizes[i]), meet_often, NULL);
            assert_int_equal(n->failed, 0);
            for (int b = 0; b < n->barriers; b++) {
                if (n->early[b] != 0)
                    print_error("%s, %d members, barrier %d\n", names[a], n->n, b);
                assert_int_equal(n->early[b], 0);
                assert_int_equal(n->entered[b], n->n);
            }
        }
}

/* ---- two groups of the same members ---- */

static void meet_in_two(int me, void *arg)
{
    struct notes *n = arg;

    assemble(G, n->n);
    assemble(H, n->n);
    for (int b = 0; b < n->barriers; b++)
        one_barrier(n, me, b, b % 3 ? G : H);
}

TEST(barriers_of_two_groups_do_not_mix)
{
    for (int a = 0; a < BARRIER_NALGORITHMS; a++) {
        struct notes *n = run((enum barrier_algorithm)a, 7, repeats(300), meet_in_two, NULL);
        assert_int_equal(n->failed, 0);
        for (int b = 0; b < n->barriers; b++)
            assert_int_equal(n->early[b], 0);
    }
}

/* ---- more frozen groups, one after the other, than a task may have contexts ---- */

#define MORE_THAN_ALL_CONTEXTS 4100

static void freeze_often(int me, void *arg)
{
    struct notes *n = arg;

    for (int i = 0; i < repeats(MORE_THAN_ALL_CONTEXTS); i++) {
        assemble(G, 1);
        if (i + 1 < repeats(MORE_THAN_ALL_CONTEXTS))
            pvm_lvgroup(G);
    }
    n->in[me] = now_ns();
    n->code[me][0] = pvm_barrier(G, -1);
    n->out[me] = now_ns();
}

/* A group of one that needs the server takes two latencies, and one with a context of its own none. */
TEST(a_group_that_ends_gives_its_context_back)
{
    for (int a = 0; a < BARRIER_NALGORITHMS; a++) {
        struct notes *n;
        if (a == BARRIER_central)
            continue;
        n = run((enum barrier_algorithm)a, 1, 0, freeze_often, NULL);
        assert_int_equal(n->code[0][0], 0);
        assert_in_range(n->out[0] - n->in[0], 0, 999999);
    }
}

/* ---- fewer than all members; tasks that are no members ---- */

static void meet_in_part(int me, void *arg)
{
    struct notes *n = arg;

    if (me == 4) { /* it is no member, but it knows the group */
        sleep_ns(1000000000);
        n->code[me][0] = pvm_gsize(G);
        n->code[me][1] = pvm_barrier(G, 4);
        return;
    }
    assemble(G, 4);
    n->code[me][0] = pvm_barrier(G, -1);
    n->code[me][1] = me % 2 ? pvm_barrier(G, 2) : 0; /* members 0 and 2 do not come */
    n->out[me] = now_ns();
    if (me % 2 == 0)
        sleep_ns(1000000000);
    n->code[me][2] = pvm_barrier(G, 4);
}

TEST(fewer_than_all_may_meet)
{
    for (int a = 0; a < BARRIER_NALGORITHMS; a++) {
        struct notes *n = run((enum barrier_algorithm)a, 5, 0, meet_in_part, NULL);
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 3; c++)
                assert_int_equal(n->code[i][c], 0);
        assert_true(n->out[1] < 500000000);
        assert_true(n->out[3] < 500000000);
        assert_int_equal(n->code[4][0], 4);
        assert_int_equal(n->code[4][1], PvmNotInGroup);
    }
}

/* ---- members that leave, or end ---- */

enum { LEAVES, EXITS, ENDS, WAYS };

static void end_so(int how)
{
    if (how == LEAVES)
        pvm_lvgroup(G);
    if (how == EXITS)
        pvm_exit();
}

static void leave_at_once(int me, void *arg)
{
    struct notes *n = arg;

    assemble(G, n->n);
    for (int b = 0; b < 5; b++) {
        sleep_ns(skew_ns(me, b));
        n->code[me][b] = pvm_barrier(G, -1);
    }
    end_so(n->how);
}

/* The first member to leave the last barrier has gone while others still wait for messages from one another. */
TEST(who_leaves_after_a_barrier_ends_it_for_nobody)
{
    for (int a = 0; a < BARRIER_NALGORITHMS; a++)
        for (int how = LEAVES; how < WAYS; how++) {
            struct notes *n = run((enum barrier_algorithm)a, 16, how, leave_at_once, NULL);
            for (int i = 0; i < 16; i++)
                for (int b = 0; b < 5; b++)
                    assert_int_equal(n->code[i][b], 0);
        }
}

/* ---- what a barrier says of itself ------------------------------------------------------------------------------- */

enum { NEVER_FROZEN, ALL, BY_NUMBER, IN_PART, OF_NO_MEMBER };

/* Two tasks; a third one is no member. */
static void meet_and_be_asked(int me, void *arg)
{
    struct notes *n = arg;
    int how = n->how;

    if (me == 2) {
        sleep_ns(1000000000);
        if (how == OF_NO_MEMBER) {
            pvm_gsize(G); /* it has a copy of the frozen group from then on */
            n->code[me][0] = pvm_barrier(G, -1);
            n->why[me] = loop_last_want().unheard;
        }
        return;
    }
    pvm_joingroup(G);
    pvm_barrier(G, 2);
    if (how != NEVER_FROZEN)
        pvm_freezegroup(G, 2);
    n->code[me][0] = pvm_barrier(G, how == IN_PART ? 1 : how == BY_NUMBER ? 2 : -1);
    n->why[me] = loop_last_want().unheard;
    n->code[me][1] = loop_last_want().values.barrier;
    sleep_ns(2000000000);
}

/* Whoever asks why the chosen algorithm is not used hears it from the barrier. An algorithm that this library does not
 * know is none. */
TEST(a_barrier_says_why_it_is_central)
{
    static const struct {
        int algorithm, how;
        const char *why;
    } rows[] = {{BARRIER_tree, NEVER_FROZEN, "was never frozen (pvm_freezegroup)"},
                {BARRIER_tree, ALL, NULL},
                {BARRIER_dissemination, BY_NUMBER, NULL},
                {BARRIER_tree, IN_PART, "was waited for by a smaller number than all its members"},
                {BARRIER_central, ALL, "has its barriers at the group server"},
                {BARRIER_NALGORITHMS, ALL, "has its barriers at the group server"},
                {BARRIER_NALGORITHMS + 1, ALL, "has its barriers at the group server"}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct notes *n = run((enum barrier_algorithm)rows[i].algorithm, 3, rows[i].how, meet_and_be_asked, NULL);
        for (int me = 0; me < 2; me++) {
            assert_int_equal(n->code[me][0], 0);
            assert_int_equal(n->code[me][1], 1);
            if (rows[i].why == NULL)
                assert_null(n->why[me]);
            else
                assert_string_equal(n->why[me], rows[i].why);
        }
    }
    struct notes *n = run(BARRIER_tree, 3, OF_NO_MEMBER, meet_and_be_asked, NULL);
    assert_int_equal(n->code[2][0], PvmNotInGroup);
    assert_string_equal(n->why[2], "was waited for by a task that is no member");
}

/* ---- what it costs ---- */

static void time_one(int me, void *arg)
{
    struct notes *n = arg;

    assemble(G, n->n);
    sleep_ns(10000000000 - now_ns());
    n->in[me] = now_ns();
    n->code[me][0] = pvm_barrier(G, -1);
    n->out[me] = now_ns();
}

/* Derived by hand. Only these have a cost: a latency L, a group call C, and a request at the server S. central: 2 L + n
 * S, since the server takes requests one by one, and C is over before it answers. tree: C + 2 L for each bit of the
 * rank with most bits. dissemination: C + L in each round. */
TEST(the_time_is_that_of_its_messages)
{
    static const struct {
        enum barrier_algorithm a;
        int members, latencies, servers;
    } rows[] = {{BARRIER_central, 8, 2, 8},       {BARRIER_tree, 2, 2, 0},          {BARRIER_tree, 5, 4, 0},
                {BARRIER_tree, 8, 6, 0},          {BARRIER_tree, 16, 8, 0},         {BARRIER_tree, 33, 10, 0},
                {BARRIER_dissemination, 1, 0, 0}, {BARRIER_dissemination, 2, 1, 0}, {BARRIER_dissemination, 5, 3, 0},
                {BARRIER_dissemination, 8, 3, 0}, {BARRIER_dissemination, 33, 6, 0}};
    struct loop_settings s = loop_defaults();

    s.cost_ns[MACH_COST_CLOCK] = 0;
    s.cost_ns[MACH_COST_POLL] = 0;
    s.cost_ns[MACH_COST_GROUP_CALL] = 700000;
    s.cost_ns[MACH_COST_GROUP_SERVER] = 100000;
    s.latency_ns = 1000000;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct notes *n = run(rows[i].a, rows[i].members, 0, time_one, &s);
        mach_ns last = 0;
        for (int m = 0; m < n->n; m++) {
            assert_int_equal(n->code[m][0], 0);
            assert_int_equal(n->in[m], 10000000000);
            last = n->out[m] > last ? n->out[m] : last;
        }
        assert_int_equal(last - 10000000000, (rows[i].a == BARRIER_central ? 0 : 700000) + rows[i].latencies * 1000000 +
                                                 rows[i].servers * 100000);
    }
}

TEST_MAIN
