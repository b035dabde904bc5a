/* test_managed.c - what a task makes of its resource manager's answers: right ones, short ones, nonsense, and none. */
#include "control.h"
#include "failing.h"
#include "system_messages.h"
#include "task.h"
#include "tasks.h"

#define MANAGER LOOP_FIRST_TID
#define CLIENT (LOOP_FIRST_TID + 1)
#define A 0x40077
#define B 0x40078
#define OVER 99 /* the client's last message */

static char *two_names[] = {(char *)"x", (char *)"y", NULL};
static int tids[2], codes[2], n_out, kinds_out;
static struct pvmhostinfo *hosts;
static struct pvmtaskinfo *tasks;

static int spawn_two(void)
{
    return pvm_spawn((char *)"x", NULL, PvmTaskDefault, (char *)"here:/tmp", 2, tids);
}

static int spawn_unseen(void)
{
    return pvm_spawn((char *)"x", two_names, PvmTaskDefault, NULL, 2, NULL);
}

static int add_two(void)
{
    return pvm_addhosts(two_names, 2, codes);
}

static int add_unseen(void)
{
    return pvm_addhosts(two_names, 2, NULL);
}

static int delete_two(void)
{
    return pvm_delhosts(two_names, 2, codes);
}

static int config(void)
{
    return pvm_config(&n_out, &kinds_out, &hosts);
}

static int arch(void)
{
    return pvm_archcode((char *)"ab");
}

static int list_tasks(void)
{
    return pvm_tasks(0, &n_out, &tasks);
}

static int list_unseen(void)
{
    return pvm_tasks(0, NULL, NULL);
}

static int replace(void)
{
    return pvm_reg_rm(&hosts);
}

#define NAME_AB 3, 0x61620000                    /* the string "ab" as XDR has it */
#define NODE(TID) TID, NAME_AB, NAME_AB, 1000, 5 /* system_node */
#define TASK(TID) TID, 0, 0x40000, 4, NAME_AB, 9 /* system_task */
#define LIES 1 << 20

enum { RAW = 1, NO_BODY = 2, NO_ANSWER = 4 };

static const struct row {
    const char *name;
    int (*call)(void);
    int code, n, answer[20], how;
    int expected[2]; /* of tids or codes, if not 0 */
} rows[] = {
    {"spawn: both", spawn_two, 2, 3, {2, A, B}, 0, {A, B}},
    {"spawn: the good ones first", spawn_two, 1, 3, {2, -7, B}, 0, {B, -7}},
    {"spawn: more than asked", spawn_two, PvmOutOfRes, 4, {3, A, B, A}, 0, {0}},
    {"spawn: one is missing", spawn_two, PvmBadMsg, 2, {2, A}, 0, {0}},
    {"spawn: refused", spawn_two, PvmDenied, 1, {PvmDenied}, 0, {0}},
    {"spawn: in another encoding", spawn_two, PvmBadMsg, 3, {2, A, B}, RAW, {0}},
    {"spawn: nothing", spawn_two, PvmBadMsg, 0, {0}, NO_BODY, {0}},
    {"spawn: the caller does not look", spawn_unseen, 2, 3, {2, A, B}, 0, {0}},
    {"spawn: the manager ends", spawn_two, 0, 0, {0}, NO_ANSWER, {PvmNoFile, PvmNoFile}},
    {"addhosts: both", add_two, 1, 16, {2, 1, NODE(0x80000), NODE(PvmNoHost)}, 0, {0x80000, PvmNoHost}},
    {"addhosts: nobody looks", add_unseen, 1, 16, {2, 1, NODE(0x80000), NODE(PvmNoHost)}, 0, {0}},
    {"addhosts: one is missing", add_two, PvmBadMsg, 9, {2, 1, NODE(0x80000)}, 0, {0}},
    {"addhosts: fewer", add_two, PvmOutOfRes, 9, {1, 1, NODE(0x80000)}, 0, {0}},
    {"addhosts: refused", add_two, PvmAlready, 1, {PvmAlready}, 0, {0}},
    {"addhosts: nothing", add_two, PvmBadMsg, 0, {0}, 0, {0}},
    {"delhosts: both", delete_two, 1, 3, {2, 0, PvmNoHost}, 0, {0, PvmNoHost}},
    {"delhosts: one is missing", delete_two, PvmBadMsg, 2, {2, 0}, 0, {0}},
    {"delhosts: the manager ends", delete_two, 0, 0, {0}, NO_ANSWER, {PvmNoHost, PvmNoHost}},
    {"config: one", config, 0, 9, {1, 1, NODE(0x40000)}, 0, {0}},
    {"config: none", config, 0, 2, {0, 0}, 0, {0}},
    {"config: one is missing", config, PvmBadMsg, 9, {2, 1, NODE(0x40000)}, 0, {0}},
    {"config: a number below 0", config, PvmBadMsg, 2, {-1, 1}, 0, {0}},
    {"config: a lie", config, PvmBadMsg, 9, {LIES, 1, NODE(0x40000)}, 0, {0}},
    {"config: nothing", config, PvmBadMsg, 0, {0}, 0, {0}},
    {"config: the manager ends", config, 0, 0, {0}, NO_ANSWER, {0}},
    {"archcode", arch, 5, 9, {1, 1, NODE(0x40000)}, 0, {0}},
    {"archcode: nothing", arch, PvmBadMsg, 0, {0}, 0, {0}},
    {"tasks: one", list_tasks, 0, 8, {0, TASK(A)}, 0, {0}},
    {"tasks: none", list_tasks, 0, 1, {0}, 0, {0}},
    {"tasks: half of one", list_tasks, PvmBadMsg, 3, {0, A, 0}, 0, {0}},
    {"tasks: refused", list_tasks, PvmNoHost, 1, {PvmNoHost}, 0, {0}},
    {"tasks: nothing", list_tasks, PvmBadMsg, 0, {0}, 0, {0}},
    {"tasks: refused, nobody looks", list_unseen, PvmNoHost, 1, {PvmNoHost}, 0, {0}},
    {"tasks: one, nobody looks", list_unseen, 0, 8, {0, TASK(A)}, 0, {0}},
    {"tasks: the manager ends", list_tasks, 0, 0, {0}, NO_ANSWER, {0}},
    {"reg_rm", replace, A, 7, {A, 0x40000, NAME_AB, NAME_AB, 1000}, 0, {0}},
    {"reg_rm: refused", replace, PvmAlready, 1, {PvmAlready}, 0, {0}},
    {"reg_rm: the manager ends", replace, 0, 0, {0}, NO_ANSWER, {0}},
};
enum { NROWS = sizeof rows / sizeof *rows };

/* What the two tasks note; the test checks it afterwards. */
static struct {
    int code, own, asked;
} notes;

/* Answers one question. Before the right answer come things that are not for that call: one with another wait id, and a
 * message of the program. */
static void manage(const struct row *row)
{
    int words[20], tag, wid, mid;
    struct pvmminfo info;
    pvm_setopt(PvmResvTids, 1);
    mid = pvm_recv(CLIENT, -1);
    pvm_bufinfo(mid, NULL, &tag, NULL);
    if (tag == OVER) /* the client had no memory for its question */
        return;
    pvm_getminfo(mid, &info);
    wid = info.wid;
    notes.asked = tag;
    if ((row->how & NO_ANSWER) != 0)
        return;
    send_int(CLIENT, 5, 55);
    memcpy(words, row->answer, sizeof words);
    for (int i = 1; i >= 0; i--) {
        mid = pvm_initsend((row->how & RAW) != 0 ? PvmDataRaw : PvmDataDefault);
        if (i == 1)
            pvm_pkint(&i, 1, 1);
        else if ((row->how & NO_BODY) == 0)
            pvm_pkint(words, row->n, 1);
        pvm_getminfo(mid, &info);
        info.wid = wid + i;
        pvm_setminfo(mid, &info);
        pvm_send(CLIENT, tag);
    }
    pvm_recv(CLIENT, OVER);
}

static void ask(const struct row *row)
{
    pvm_setopt(PvmAutoErr, 0);
    int me = pvm_mytid();
    pvmi_self()->who.manager_tid = MANAGER;
    notes.code = row->call();
    pvmi_self()->who.manager_tid = 0;
    if ((row->how & NO_ANSWER) == 0 && pvm_nrecv(-1, 5) > 0)
        pvm_upkint(&notes.own, 1, 1);
    send_int(MANAGER, OVER, me);
}

static int fails_from, how_many_fail, have_failed;

/* The same with allocations of the client that fail. */
static void ask_without_memory(const struct row *row)
{
    pvm_setopt(PvmAutoErr, 0);
    int me = pvm_mytid();
    pvmi_self()->who.manager_tid = MANAGER;
    failing_begin(fails_from, how_many_fail);
    notes.code = row->call();
    have_failed = failing_end();
    pvmi_self()->who.manager_tid = 0;
    send_int(MANAGER, OVER, me);
}

static void one_without_memory(int index, void *arg)
{
    if (index == 0)
        manage(arg);
    else
        ask_without_memory(arg);
}

static void two_tasks(int index, void *arg)
{
    if (index == 0)
        manage(arg);
    else
        ask(arg);
}

static void check_lists(const struct row *row)
{
    if (row->call == config && row->code == 0) {
        assert_int_equal(n_out, (row->how & NO_ANSWER) != 0 ? 1 : row->answer[0]);
        if (n_out > 0) {
            assert_int_equal(kinds_out, 1);
        }
    }
    if (row->call == list_tasks && row->code == 0)
        assert_int_equal(n_out, (row->how & NO_ANSWER) != 0 ? 1 : row->n > 1);
    if (row->call == list_tasks && row->code < 0)
        assert_int_equal(n_out, 0);
}

TEST_OF_ROWS(an_answer, rows, NULL, NULL)
{
    const struct row *row = *state;
    memset(&notes, 0, sizeof notes);
    memset(tids, 0, sizeof tids);
    memset(codes, 0, sizeof codes);
    n_out = kinds_out = -5;
    loop_configure(NULL);
    assert_int_equal(loop_run(2, two_tasks, (void *)(uintptr_t)row), 0);
    assert_int_equal(notes.code, row->code);
    assert_true(notes.asked < 0);
    if ((row->how & NO_ANSWER) == 0)
        assert_int_equal(notes.own, 55);
    const int *there = row->call == spawn_two ? tids : codes;
    for (int i = 0; i < 2; i++)
        if (row->expected[i] != 0)
            assert_int_equal(there[i], row->expected[i]);
    check_lists(row);
}

/* The right answers alone: they are the same, or PvmNoMem or PvmSysErr, whatever fails. */
TEST(without_memory)
{
    setenv("PVM_EXPORT", "HOME", 1);
    for (int i = 0; i < NROWS; i++) {
        if (rows[i].how != 0 || rows[i].code < 0)
            continue;
        have_failed = 1;
        for (int n = 0; have_failed > 0; n++) {
            fails_from = n / 2 + 1;
            how_many_fail = n % 2 == 0 ? 1 : 1000;
            loop_configure(NULL);
            assert_int_equal(loop_run(2, one_without_memory, (void *)(uintptr_t)&rows[i]), 0);
            if (notes.code != rows[i].code && notes.code != PvmNoMem && notes.code != PvmSysErr)
                fail_msg("%s, %d allocations from %d: %d", rows[i].name, how_many_fail, fails_from, notes.code);
        }
        assert_int_equal(notes.code, rows[i].code);
    }
    unsetenv("PVM_EXPORT");
}

TEST_MAIN
