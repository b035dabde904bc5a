/* test_server.c - what the group server answers, word by word, and in which order: the requests are made here, without
 * the group calls. protocol.h has the messages. */
#include <time.h>

#include "client.h"
#include "protocol.h"
#include "with_server.h"

#include "testing.h"

#define MOST_WORDS 16

struct notes {
    int algorithm, leaves_after[2], heard[3][8], n[3];
    mach_ns out[4];
};

static struct notes *run(int n, int algorithm, void (*body)(int, void *), struct notes *notes)
{
    struct loop_settings s = loop_defaults();

    s.programs = programs;
    s.latency_ns = 1000;
    s.barrier = algorithm;
    s.cost_ns[MACH_COST_SEND] = 100;
    s.cost_ns[MACH_COST_CALL] = 10;
    s.control_ns = 1000;
    notes->algorithm = algorithm;
    loop_configure(&s);
    assert_int_equal(loop_run(n, body, notes), 0);
    loop_configure(NULL);
    return notes;
}

static void sleep_until_ms(int ms)
{
    nanosleep(&(struct timespec){0, ms * 1000000 - now_ns()}, NULL);
}

static int server; /* its tid */

/* The task finds the server, and is in the context of groups from then on. */
static void find_server(void)
{
    pvm_setopt(PvmAutoErr, 0);
    server = grp_server_tid();
    assert_true(server > 0);
    pvm_setcontext(GRP_CONTEXT);
}

/* The words of the message that was received last. */
static int read_words(int *words)
{
    int n = 0;

    while (n < MOST_WORDS && pvm_upkint(&words[n], 1, 1) == 0)
        n++;
    return n;
}

/* Makes a request, by the group's number or, if that is 0, its name. Returns how many words the answer has. */
static int ask(int request, int number, const char *group, int argument, int *words)
{
    int head[] = {number, argument};

    pvm_initsend(PvmDataDefault);
    pvm_pkint(head, 2, 1);
    if (number == 0)
        pvm_pkstr((char *)group);
    pvm_send(server, request);
    pvm_recv(server, request);
    return read_words(words);
}

static void assert_words(const int *words, int n, const int *wanted, int nwanted)
{
    for (int i = 0; i < n && i < nwanted; i++)
        assert_int_equal(words[i], wanted[i]);
    assert_int_equal(n, nwanted);
}

/* A request about group g has this answer. */
#define ANSWERED(REQUEST, NAME, ARGUMENT, ...)                                      \
    do {                                                                            \
        const int wanted_[] = {__VA_ARGS__};                                        \
        int words_[MOST_WORDS], n_ = ask((REQUEST), 0, (NAME), (ARGUMENT), words_); \
        assert_words(words_, n_, wanted_, sizeof wanted_ / sizeof *wanted_);        \
    } while (0)

/* ---- the number of a group --------------------------------------------------------------------------------------- */

/* Who joins is told it, may ask by it, and finds another one after the end of the group. Scores play all else. */
static void ask_by_number(int index, void *arg)
{
    int words[MOST_WORDS];

    find_server();
    assert_int_equal(ask(GRP_JOIN, 0, "g", 0, words), 4);
    int number = words[1];
    assert_true(number > 0);
    assert_words(words, 4, (const int[]){0, number, 0, 0}, 4);
    assert_words(words, ask(GRP_SIZE, number, NULL, 0, words), (const int[]){1, 0, 0, 0}, 4);
    ANSWERED(GRP_BARRIER, "g", 1, 0);
    ANSWERED(GRP_LEAVE, "g", 0, 0, 0, 0, 0);
    assert_int_equal(ask(GRP_JOIN, 0, "g", 0, words), 4);
    assert_true(words[1] > 0 && words[1] != number);
    assert_int_equal(pvm_nrecv(-1, -1), 0);
}

TEST(a_group_has_a_number)
{
    struct notes n;

    run(1, BARRIER_central, ask_by_number, &n);
}

/* ---- members that leave a frozen group --------------------------------------------------------------------------- */

/* Three are in it. The second leaves, then the third, each after so many barriers. The first notes what it hears. */
static void leave_one_by_one(int index, void *arg)
{
    struct notes *n = arg;
    int words[MOST_WORDS], me = pvm_mytid();

    sleep_until_ms(index);
    find_server();
    ask(GRP_JOIN, 0, "g", 0, words);
    assert_int_equal(words[0], index);
    sleep_until_ms(10);
    int nwords = ask(GRP_FREEZE, 0, "g", 3, words), context = nwords == 8 ? words[7] : 0;
    assert_int_equal(nwords, n->algorithm == BARRIER_central ? 7 : 8);
    assert_int_equal(words[3], 3);
    assert_int_equal(words[4 + index], me);
    sleep_until_ms(20 * (index + 1));
    if (index > 0) {
        ANSWERED(GRP_LEAVE, "g", n->leaves_after[index - 1], 0, 0, 0, 0);
        sleep_until_ms(100);
        return;
    }
    sleep_until_ms(50);
    ANSWERED(GRP_LIST, "g", 0, 2, 0, 0, 3, me, 0, words[6]);
    ANSWERED(GRP_SIZE, "g", 0, 2, 0, 0, 0);
    ANSWERED(GRP_BARRIER, "g", 2, PvmNoGroup);
    sleep_until_ms(70);
    ANSWERED(GRP_LIST, "g", 0, 1, 0, 0, 1, me);
    pvm_setcontext(context);
    for (n->n[0] = 0; pvm_nrecv(server, -1) > 0; n->n[0]++) {
        int tag;
        pvm_bufinfo(pvm_getrbuf(), NULL, &tag, NULL);
        assert_int_equal(tag, GRP_TAG_BROKEN);
        assert_int_equal(read_words(words), 1);
        n->heard[0][n->n[0]] = words[0];
    }
}

/* Those that are left hear how many barriers can complete, if that is fewer than they have heard before. */
TEST(those_left_hear_of_it)
{
    static const struct {
        int algorithm, leaves_after[2], heard[2], nheard;
    } rows[] = {{BARRIER_central, {5, 3}, {0}, 0},
                {BARRIER_tree, {5, 3}, {5, 3}, 2},
                {BARRIER_dissemination, {5, 4}, {5, 4}, 2},
                {BARRIER_tree, {5, 5}, {5}, 1},
                {BARRIER_tree, {5, 6}, {5}, 1},
                {BARRIER_tree, {0, 1}, {0}, 1}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct notes n;
        memcpy(n.leaves_after, rows[i].leaves_after, sizeof n.leaves_after);
        run(3, rows[i].algorithm, leave_one_by_one, &n);
        assert_words(n.heard[0], n.n[0], rows[i].heard, rows[i].nheard);
    }
}

/* ---- the order of answers ---------------------------------------------------------------------------------------- */

/* Whoever has started the server joins first, or not. All come to the barrier in the order of their numbers. */
static void meet_in_order(int index, void *arg)
{
    struct notes *n = arg;
    int words[MOST_WORDS];
    int starter = n->leaves_after[0];

    sleep_until_ms(index == starter ? 0 : 1 + index);
    find_server();
    ask(GRP_JOIN, 0, "g", 0, words);
    sleep_until_ms(20 + index);
    int request = n->leaves_after[1];
    ask(request, 0, "g", 4, words);
    n->out[index] = now_ns();
    assert_int_equal(words[0], request == GRP_FREEZE ? 4 : 0);
    sleep_until_ms(100);
}

/* The answers leave in the order of the requests, but that to the starter, on the server's node, comes last. */
TEST(answers_have_their_order)
{
    static const int orders[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    static const int requests[] = {GRP_BARRIER, GRP_FREEZE};

    for (int starter = 0; starter < 4; starter++)
        for (int r = 0; r < 2; r++) {
            struct notes n;
            n.leaves_after[0] = starter;
            n.leaves_after[1] = requests[r];
            run(4, BARRIER_central, meet_in_order, &n);
            for (int i = 0; i + 1 < 4; i++)
                assert_true(n.out[orders[starter][i]] < n.out[orders[starter][i + 1]]);
        }
}

/* ---- wrong numbers, and what a leave costs -------------------------------------------------------------------- */

/* A number that no group has is answered, and nobody but the system says that a task has ended. */
static void ask_what_cannot_be(int index, void *arg)
{
    int words[MOST_WORDS], me = pvm_mytid();

    find_server();
    assert_int_equal(ask(GRP_JOIN, 0, "g", 0, words), 4);
    for (int request = GRP_JOIN; request < GRP_NREQUESTS; request++) {
        const int wanted[] = {PvmNoGroup, 0, 0, 0};
        int n = ask(request, 999, NULL, 1, words);
        assert_words(words, n, wanted, request == GRP_BARRIER ? 1 : 4);
    }
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&me, 1, 1);
    pvm_send(server, GRP_TASK_ENDED);
    ANSWERED(GRP_SIZE, "g", 0, 1, 0, 0, 0);
    ANSWERED(GRP_INST, "g", me, 0, 0, 0, 0);
}

TEST(an_unknown_number_is_answered)
{
    struct notes n;

    run(1, BARRIER_central, ask_what_cannot_be, &n);
}

/* Two leave, one after the other. */
static void time_leaves(int index, void *arg)
{
    struct notes *n = arg;
    int words[MOST_WORDS];

    sleep_until_ms(1 + index);
    find_server();
    ask(GRP_JOIN, 0, "g", 0, words);
    sleep_until_ms(20 * (index + 1));
    mach_ns before = now_ns();
    ANSWERED(GRP_LEAVE, "g", 0, 0, 0, 0, 0);
    n->out[index] = now_ns() - before;
    sleep_until_ms(100);
}

/* With the last member the group ends, which has nothing to give back. */
TEST(the_last_leave_costs_no_more)
{
    struct notes n;

    run(2, BARRIER_central, time_leaves, &n);
    assert_int_equal(n.out[0], n.out[1]);
}

TEST_MAIN
