/* test_table.c - the table of groups, without a server: what the scores, which PVM 3.4.6 has played, cannot show. */

#include "failing.h"
#include "pvm3.h"
#include "show.h"
#include "table.h"
#include "watched.h"

#include "testing.h"

enum { A = 0x40002, B, C, D };

/* Who has been answered since the last check, in order: "A:0 B:-19 ". */
static char said[256];

static void note(void *arg, enum grp_meeting meeting, int *tids, int n, int code, const struct grp_group *g)
{
    assert_non_null(g);
    for (int i = 0; i < n; i++)
        snprintf((char *)arg + strlen(arg), sizeof said - strlen(arg), "%c%s%d ", 'A' + tids[i] - A,
                 meeting == GRP_MEET_FREEZE ? "*" : ":", code);
}

static void assert_said(const char *expected)
{
    assert_string_equal(said, expected);
    said[0] = '\0';
}

static int setup(void **state)
{
    said[0] = '\0';
    *state = grp_table_new(note, said);
    return *state == NULL;
}

static int teardown(void **state)
{
    grp_table_free(*state);
    return 0;
}

static int size(struct grp_table *t, const char *name)
{
    const struct grp_group *g = grp_table_find(t, name);
    return g != NULL ? g->members.members : PvmNoGroup;
}

static int barrier(struct grp_table *t, const char *name, int tid, int count)
{
    return grp_table_meet(t, name, GRP_MEET_BARRIER, tid, count);
}

static int freeze(struct grp_table *t, const char *name, int tid, int count)
{
    return grp_table_meet(t, name, GRP_MEET_FREEZE, tid, count);
}

static void join_three(struct grp_table *t, const char *name)
{
    assert_int_equal(grp_table_join(t, name, A), 0);
    assert_int_equal(grp_table_join(t, name, B), 1);
    assert_int_equal(grp_table_join(t, name, C), 2);
}

/* ---- membership ---- */

/* Many groups are made, and some share a chain. A group that is made again under the same name has another number. */
TEST_WITH(a_group_is_found_by_its_number, setup, teardown)
{
    struct grp_table *t = *state;
    char name[16];
    int number[300], old;

    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "g%d", i);
        assert_int_equal(grp_table_join(t, name, A), 0);
        number[i] = grp_table_find(t, name)->number;
        assert_true(number[i] > 0);
    }
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "g%d", i);
        assert_string_equal(grp_table_name(t, number[i]), name);
    }
    old = number[7];
    assert_int_equal(grp_table_leave(t, "g7", A), 0);
    assert_null(grp_table_name(t, old));
    assert_int_equal(grp_table_join(t, "g7", A), 0);
    assert_null(grp_table_name(t, old));
    assert_null(grp_table_name(t, 0));
    assert_null(grp_table_name(t, -old));
}

/* Numbers at the end that nobody has are no gap (pvm_gather, pvm_scatter). */
TEST_WITH(unused_numbers_at_the_end_go, setup, teardown)
{
    struct grp_table *t = *state;
    const struct grp_group *g;

    join_three(t, "g");
    grp_table_leave(t, "g", B);
    g = grp_table_find(t, "g");
    assert_int_equal(g->members.nslots, 3);
    grp_table_leave(t, "g", C);
    assert_int_equal(g->members.nslots, 1);
}

TEST_WITH(many_groups_are_kept_apart, setup, teardown)
{
    struct grp_table *t = *state;
    char name[16];

    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "group %d", i);
        assert_int_equal(grp_table_join(t, name, A), 0);
        if (i % 2 == 0)
            assert_int_equal(grp_table_join(t, name, B), 1);
    }
    assert_int_equal(grp_table_count(t), 1000);
    assert_int_equal(size(t, "group 500"), 2);
    assert_int_equal(size(t, "group 501"), 1);
    grp_table_task_ended(t, A);
    assert_int_equal(grp_table_count(t), 500);
    assert_int_equal(size(t, "group 500"), 1);
    assert_int_equal(size(t, "group 501"), PvmNoGroup);
}

/* ---- barriers ---- */

/* Steps of members: who, what (b, f: it comes to the barrier or to be frozen; x: it ends), of how many. "!" for a
 * mismatch. */
static void play(const char *steps, const char *expected)
{
    struct grp_table *t = grp_table_new(note, said);

    join_three(t, "g");
    grp_table_join(t, "g", D);
    for (const char *s = steps; *s != '\0'; s += 4) {
        int tid = A + s[0] - 'A';
        if (s[1] == 'x')
            grp_table_task_ended(t, tid);
        else if ((s[1] == 'f' ? freeze : barrier)(t, "g", tid, s[2] - '0') == PvmMismatch)
            strcat(said, "! ");
    }
    assert_said(expected);
    grp_table_free(t);
}

/* Who waits and ends has come, and nobody answers the dead. But what they wanted binds nobody, nor does the count of a
 * barrier that is over, whoever of those in it lives. */
TEST(the_dead_have_come_and_bind_nobody)
{
    said[0] = '\0';
    play("Af3 Axx Bf3 Cf3 ", "B*3 C*3 ");
    play("Af3 Bf2 Axx Bf2 Cf2 ", "! B*2 C*2 ");
    play("Ab2 Axx Bb1 ", "B:0 ");
    play("Ab2 Bb2 Ab2 Bb2 Cb3 Ab2 Cxx Ab2 Bb3 Db2 ", "A:0 B:0 A:0 B:0 ! ! A:0 D:0 ");
}

TEST_WITH(a_table_may_be_freed_with_all_in_it, setup, teardown)
{
    join_three(*state, "g");
    barrier(*state, "g", A, 3);
    freeze(*state, "g", B, 3);
    join_three(*state, "h");
}

/* ---- for people ---- */

static void describe(void *arg, const struct grp_shown *g)
{
    char *to = arg;

    for (int m = 0; m < GRP_NMEETINGS; m++) {
        snprintf(to + strlen(to), sizeof said - strlen(to), "%s%s %d/%d", m == 0 ? g->name : "", m == 0 ? "" : ",",
                 g->meeting[m].count, g->meeting[m].arrived);
        for (int i = 0; i < g->meeting[m].arrived && g->meeting[m].tid != NULL; i++)
            snprintf(to + strlen(to), sizeof said - strlen(to), "%s%c", g->meeting[m].tid[i] < 0 ? "-" : "",
                     'A' + abs(g->meeting[m].tid[i]) - A);
    }
    strcat(to, "; ");
}

static void assert_shown(const struct grp_table *t, const char *expected)
{
    said[0] = '\0';
    assert_int_equal(grp_table_show(t, describe, said), 0);
    assert_said(expected);
}

TEST_WITH(groups_are_shown_by_name_with_who_waits, setup, teardown)
{
    struct grp_table *t = *state;

    assert_shown(t, "");
    join_three(t, "two");
    join_three(t, "one");
    assert_shown(t, "one -1/0, -1/0; two -1/0, -1/0; ");
    barrier(t, "two", B, 3);
    barrier(t, "two", A, 3);
    freeze(t, "one", C, 2);
    assert_shown(t, "one -1/0, 2/1C; two 3/2BA, -1/0; ");
    grp_table_task_ended(t, B);
    assert_shown(t, "one -1/0, 2/1C; two 3/2-BA, -1/0; ");
    barrier(t, "two", C, 3);
    freeze(t, "one", A, 2);
    assert_shown(t, "one -1/0, 2/2; two -1/0, -1/0; ");
}

/* PVM's pvmgroups prints this. A and C, the first and the last, are on one node; a tid that nobody had is on the node
 * that its bits name. */
TEST_WITH(groups_are_printed, setup, teardown)
{
    static const char expected[] = "group: g  size: 3 barrier_count: 3 barrier_reached 2\n"
                                   " sgroup_count: -1 sgroup_reached 0\n"
                                   "  Tids: \n"
                                   "(0,  0x40023) (1,  0x80012) (2,  0x40021) \n"
                                   "tids waiting on barrier:\n"
                                   "0x80012  0x40023  \n"
                                   "Host characterization:\n"
                                   "host 40000 - 2 procs, 40021 coord \n"
                                   "host 80000 - 1 procs, 80012 coord \n";
    struct grp_table *t = *state;
    char *text = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&text, &bytes);

    assert_int_equal(grp_table_join(t, "g", 0x40023), 0);
    assert_int_equal(grp_table_join(t, "g", 0x80012), 1);
    assert_int_equal(grp_table_join(t, "g", 0x40021), 2);
    barrier(t, "g", 0x80012, 3);
    barrier(t, "g", 0x40023, 3);
    grp_show_print(t, to);
    fclose(to);
    assert_non_null(strchr(text, '\n'));
    assert_string_equal(strchr(text, '\n') + 1, expected);
    free(text);
}

/* `missing` of the `members` of a group have not come to a barrier: they are named, or only counted. */
static void assert_missing(struct grp_table *t, int members, int missing, const char *expected)
{
    char text[400];

    for (int i = 0; i < members; i++)
        grp_table_join(t, "g", 0x40001 + i);
    for (int i = missing; i < members; i++)
        barrier(t, "g", 0x40001 + i, members);
    grp_show_missing(t, text, sizeof text);
    assert_string_equal(text, expected);
    for (int i = 0; i < members; i++)
        grp_table_task_ended(t, 0x40001 + i);
}

TEST_WITH(who_is_missing_is_named_if_few_are, setup, teardown)
{
    assert_missing(*state, 6, 4, "barrier of group g: 2 of 6 have come, not t40001, t40002, t40003, t40004");
    assert_missing(*state, 6, 5, "barrier of group g: 1 of 6 have come");
    assert_missing(*state, 64, 2, "barrier of group g: 62 of 64 have come, not t40001, t40002");
    assert_missing(*state, 65, 2, "barrier of group g: 63 of 65 have come");
    assert_missing(*state, 65, 1, "barrier of group g: 64 of 65 have come, not t40001");
}

/* A number that nobody has any more is left out; without memory so are the hosts. */
TEST_WITH(a_hole_is_not_printed, setup, teardown)
{
    static const char head[] = "group: g  size: 2 barrier_count: -1 barrier_reached 0\n"
                               " sgroup_count: -1 sgroup_reached 0\n  Tids: \n(0,  0x40023) (2,  0x40021) \n"
                               "Host characterization:\n";
    static const char *const hosts[] = {"", "", "host 40000 - 1 procs, 40021 coord \n",
                                        "host 40000 - 2 procs, 40021 coord \n"};
    struct grp_table *t = *state;

    assert_int_equal(grp_table_join(t, "g", 0x40023), 0);
    assert_int_equal(grp_table_join(t, "g", 0x80012), 1);
    assert_int_equal(grp_table_join(t, "g", 0x40021), 2);
    assert_int_equal(grp_table_leave(t, "g", 0x80012), 0);
    static const int at[] = {1, 2, 3, 100}; /* the list of groups, that of nodes, a question for a node, none */

    for (int i = 0; i < 4; i++) {
        char *text = NULL, expected[400] = "";
        size_t bytes = 0;
        FILE *to = open_memstream(&text, &bytes);
        failing_begin(at[i], 1);
        grp_show_print(t, to);
        failing_end();
        fclose(to);
        snprintf(expected, sizeof expected, "%s%s", i > 0 ? head : "", hosts[i]);
        assert_string_equal(strchr(text, '\n') + 1, expected);
        free(text);
    }
}

/* Two groups, and in one of them both kinds of meetings; then a text that is too long for its place. */
TEST_WITH(all_that_wait_are_told_of_in_turn, setup, teardown)
{
    struct grp_table *t = *state;
    static const char whole[] =
        "barrier of group g: 1 of 3 have come, not t40002, t40004; pvm_freezegroup of group g: 1 of 2 have "
        "come; barrier of group h: 1 of 2 have come";
    char text[400];

    join_three(t, "g");
    join_three(t, "h");
    barrier(t, "g", B, 3);
    freeze(t, "g", A, 2);
    barrier(t, "h", C, 2);
    grp_show_missing(t, text, sizeof text);
    assert_string_equal(text, whole);
    for (size_t room = 1; room <= sizeof whole; room++) {
        memset(text, 'x', sizeof text);
        grp_show_missing(t, text, room);
        assert_int_equal(strlen(text), room - 1);
        assert_memory_equal(text, whole, room - 1);
        assert_int_equal(text[room], 'x');
    }
}

/* The state of many groups is not told: it is written anew for everyone who comes. */
TEST_WITH(of_many_groups_nothing_is_told, setup, teardown)
{
    struct grp_table *t = *state;
    char name[16], text[8000];

    for (int i = 0; i < 65; i++) {
        snprintf(name, sizeof name, "g%d", i);
        join_three(t, name);
        barrier(t, name, A, 3);
        grp_show_missing(t, text, sizeof text);
        assert_int_equal(text[0] != 0, i < 64);
    }
}

/* ---- who is watched ---- */

static bool watches(const struct grp_watched *w, int tid)
{
    for (int i = 0; i < w->n; i++)
        if (w->tid[i] == tid)
            return true;
    return false;
}

TEST_WITH(who_has_ended_is_watched_no_more, setup, teardown)
{
    struct grp_watched watched = {.tid = NULL};
    static const int tids[] = {A, B, C};

    for (int i = 0; i < 3; i++)
        grp_watch(&watched, tids[i]);
    for (int i = 0; i < 3; i++) { /* the first one of several, and the last one */
        grp_watch_over(&watched, tids[i]);
        assert_int_equal(watched.n, 2 - i);
        for (int k = 0; k < 3; k++)
            assert_int_equal(watches(&watched, tids[k]), k > i);
    }
    free(watched.tid);
}

/* ---- no memory ---- */

TEST_WITH(there_is_no_memory, setup, teardown)
{
    struct grp_table *t = *state;
    struct grp_list list = {.tid = NULL};
    struct grp_watched watched = {.tid = NULL};
    static const int tids[] = {A, B};

    failing_begin(1, 1);
    assert_null(grp_table_new(note, said));
    failing_end();
    grp_table_free(NULL);
    for (int n = 1; n <= 2; n++) { /* the group, its list of members */
        failing_begin(n, 1);
        assert_int_equal(grp_table_join(t, "g", A), PvmNoMem);
        assert_int_equal(failing_end(), 1);
        assert_null(grp_table_find(t, "g"));
        assert_int_equal(grp_table_count(t), 0);
    }
    join_three(t, "g");
    failing_begin(1, 1);
    assert_int_equal(barrier(t, "g", A, 2), PvmNoMem);
    assert_int_equal(failing_end(), 1);
    assert_said("");
    failing_begin(1, 1);
    assert_int_equal(grp_table_show(t, NULL, NULL), PvmNoMem);
    failing_end();
    assert_int_equal(barrier(t, "g", A, 2), 0); /* it had not come */
    assert_int_equal(barrier(t, "g", B, 2), 0);
    assert_said("A:0 B:0 ");
    failing_begin(1, 1);
    assert_int_equal(grp_list_set(&list, tids, 2), PvmNoMem);
    failing_end();
    failing_begin(1, 1);
    grp_watch(&watched, A);
    failing_end();
    assert_int_equal(list.members, 0);
    assert_int_equal(list.nslots, 0);
    grp_list_remove(&list, A);
    assert_int_equal(list.members, 0);
    assert_int_equal(grp_list_tid(&list, 0), PvmNoInst);
    assert_int_equal(watched.n, 0);
}

TEST_MAIN
