/* test_nomemory.c - each allocation of each call fails, alone or with all that follow: the call says PvmNoMem, or does
 * without, and leaves the task as it was, so that the same call succeeds right after. valgrind sees whether something
 * is lost on the way. */
#include <netdb.h>
#include <stdbool.h>

#include "failing.h"
#include "pvmtev.h"
#include "tasks.h"

#define ME LOOP_FIRST_TID
#define A ((char *)"a")

/* This child ends at once, so that one is not missed whose number the spawner could not be told. */
static int brief_main(int argc, char **argv)
{
    return pvm_mytid() < 0;
}

static int speaking_main(int argc, char **argv)
{
    loop_print("one line\n");
    return 0;
}

static const struct loop_program programs[] = {{"brief", brief_main}, {"speaking", speaking_main}, {NULL, NULL}};

/* ---- rows: each makes calls until one fails, and returns its code, or 0 if all went well ------------------------- */

static int ints[3000], got[3000];
static double doubles[400], got_doubles[400];
static char text[6000], got_text[6000];

static int pack_three(int encoding)
{
    TRY(pvm_initsend(encoding));
    TRY(pvm_pkint(ints, 3000, 1));
    TRY(pvm_pkdouble(doubles, 200, encoding == PvmDataInPlace ? 1 : 2));
    if (encoding != PvmDataInPlace)
        TRY(pvm_pkstr(text));
    return 0;
}

static int unpack_three(int with_text)
{
    memset(got, 0, sizeof got);
    TRY(pvm_upkint(got, 3000, 1));
    TRY(pvm_upkdouble(got_doubles, 200, with_text ? 2 : 1));
    assert_memory_equal(got, ints, sizeof ints);
    for (int i = 0; i < (with_text ? 400 : 200); i += with_text ? 2 : 1)
        assert_true(got_doubles[i] == doubles[i]);
    if (with_text) {
        TRY(pvm_upkstr(got_text));
        assert_string_equal(got_text, text);
    }
    return 0;
}

static int pass_on(int encoding)
{
    TRY(pack_three(encoding));
    TRY(pvm_send(ME, 1));
    TRY(pvm_recv(ME, 1));
    return unpack_three(encoding != PvmDataInPlace);
}

static int with_default(void)
{
    return pass_on(PvmDataDefault);
}

static int with_raw(void)
{
    return pass_on(PvmDataRaw);
}

static int with_in_place(void)
{
    return pass_on(PvmDataInPlace);
}

static int with_formats(void)
{
    int n = 0;
    TRY(pvm_initsend(PvmDataDefault));
    TRY(pvm_packf("%+ %d %*d %s", PvmDataDefault, 17, 3000, ints, text));
    TRY(pvm_send(ME, 1));
    TRY(pvm_recv(ME, 1));
    TRY(pvm_unpackf("%d %*d %s", &n, 3000, got, got_text));
    assert_int_equal(n, 17);
    assert_memory_equal(got, ints, sizeof ints);
    return 0;
}

/* A message in a message, whole and as its body alone. */
static int with_messages(void)
{
    int inner = pvm_mkbuf(PvmDataDefault), outer = pvm_mkbuf(PvmDataDefault), code = 0, before = pvm_setsbuf(inner),
        v = 9;
    if (inner < 0 || outer < 0 || pvm_pkint(&v, 1, 1) < 0 || pvm_setsbuf(outer) < 0 || pvm_pkmesg(inner) < 0 ||
        pvm_pkmesgbody(inner) < 0 || pvm_send(ME, 2) < 0 || pvm_recv(ME, 2) < 0)
        code = PvmNoMem;
    int made = code == 0 ? pvm_upkmesg() : code, rbuf = pvm_getrbuf();
    code = made < 0 ? made : 0;
    if (code == 0) {
        pvm_setrbuf(made);
        assert_int_equal(received_int(), 9);
        pvm_setrbuf(rbuf);
        assert_int_equal(received_int(), 9);
        pvm_freebuf(made);
    }
    pvm_setsbuf(before > 0 ? before : 0);
    pvm_freebuf(inner);
    pvm_freebuf(outer);
    return code;
}

/* The same with messages that refer to what was packed: what is packed for the program (the head of a message) is
 * copied, and once more with the message. */
static int with_messages_in_place(void)
{
    static int v = 9;
    int mid[3], code = 0, before = pvm_setsbuf(0);
    for (int i = 0; i < 3; i++) {
        mid[i] = code < 0 ? code : pvm_mkbuf(PvmDataInPlace);
        code = mid[i] < 0 ? mid[i] : pvm_setsbuf(mid[i]);
        if (code >= 0)
            code = i == 0 ? pvm_pkint(&v, 1, 1) : i == 1 ? pvm_pkmesg(mid[0]) : pvm_pkmesgbody(mid[1]);
    }
    if (code >= 0)
        code = pvm_send(ME, 2);
    if (code >= 0)
        code = pvm_recv(ME, 2);
    pvm_setsbuf(before > 0 ? before : 0);
    for (int i = 0; i < 3; i++)
        pvm_freebuf(mid[i]);
    return code < 0 ? code : 0;
}

static int at_once(void)
{
    int tids[] = {ME, ME, 0x40099}, len = 0;
    TRY(pvm_psend(ME, 3, ints, 3000, PVM_INT));
    TRY(pvm_precv(ME, 3, got, 3000, PVM_INT, NULL, NULL, &len));
    assert_memory_equal(got, ints, sizeof ints);
    TRY(pack_three(PvmDataDefault));
    TRY(pvm_mcast(tids, 3, 4));
    return 0; /* PVM leaves the caller out */
}

static int send_one(int tag, int value)
{
    TRY(pvm_initsend(PvmDataDefault));
    TRY(pvm_pkint(&value, 1, 1));
    return pvm_send(ME, tag);
}

enum { UNREAD = 80 };

/* Many unread messages: those who look for one keep lists of them. */
static int out_of_order(void)
{
    struct timeval none = {0, 0};
    int code = 0;
    for (int i = 0; i < UNREAD && code >= 0; i++)
        code = send_one(100 + i, i);
    code = code < 0 ? code : pvm_trecv(-1, 99, &none);
    for (int i = UNREAD - 1; i >= 0 && code >= 0; i -= 3) {
        code = pvm_probe(-1, 100 + i);
        if (code > 0)
            code = i % 2 == 0 ? pvm_nrecv(ME, 100 + i) : pvm_trecv(-1, 100 + i, &none);
        assert_int_not_equal(code, 0);
        if (code > 0)
            assert_int_equal(received_int(), i);
    }
    failing_end();
    while (pvm_nrecv(-1, -1) > 0)
        ;
    return code < 0 ? code : 0;
}

static int take(int mid)
{
    return mid;
}

static int handlers(void)
{
    int id[9], code = 0;
    for (int i = 0; i < 9; i++)
        if ((id[i] = pvm_addmhf(-1, 300 + i, -1, take)) < 0)
            code = id[i];
    for (int i = 0; i < 9; i++)
        if (id[i] >= 0)
            assert_int_equal(pvm_delmhf(id[i]), 0);
    return code;
}

static int contexts(void)
{
    int made[9], code = 0;
    for (int i = 0; i < 9; i++)
        if ((made[i] = pvm_newcontext()) < 0)
            code = made[i];
    for (int i = 0; i < 9; i++) {
        int given_back = made[i] > 0 ? pvm_freecontext(made[i]) : 0;
        code = given_back < 0 ? given_back : code;
    }
    return code;
}

static int mailboxes(void)
{
    struct pvmmboxinfo *list = NULL;
    int n = 0, value = 0, *stay;
    for (int i = 0; i < 2; i++) /* what calls that failed have left */
        pvm_delete((char *)"b", i);
    pvm_delinfo(A, 0, PvmMboxDefault);
    TRY(pack_three(PvmDataDefault));
    TRY(pvm_putinfo(A, pvm_getsbuf(), PvmMboxOverWritable));
    TRY(pvm_recvinfo(A, 0, PvmMboxDefault));
    TRY(unpack_three(1));
    TRY(pvm_getmboxinfo(A, &n, &list));
    assert_int_equal(n, 1);
    assert_string_equal(list[0].mi_name, "a");
    TRY(pvm_delinfo(A, 0, PvmMboxDefault));
    TRY(pvm_insert((char *)"b", -1, 77));
    TRY(pvm_lookup((char *)"b", 0, &value));
    assert_int_equal(value, 77);
    TRY(pvm_delete((char *)"b", 0));
    TRY(pvm_getnoresets(&stay, &n));
    assert_int_equal(n, 0);
    return 0;
}

static int lists(void)
{
    struct pvmhostinfo *hosts = NULL;
    struct pvmtaskinfo *tasks = NULL;
    int n = 0, archs = 0, *tids, *fds, fd;
    TRY(pvm_config(&n, &archs, &hosts));
    assert_int_equal(n, 3);
    assert_int_equal(archs, 1);
    assert_string_equal(hosts[2].hi_name, "loop2");
    TRY(pvm_tasks(0, &n, &tasks));
    assert_int_equal(n, 1);
    assert_int_equal(tasks[0].ti_tid, ME);
    TRY(pvm_siblings(&tids));
    assert_int_equal(tids[0], ME);
    TRY(pvm_archcode((char *)"LOOP"));
    TRY(pvm_hostsync(LOOP_NODE_TID(1), NULL, NULL));
    TRY(pvm_tidtohost(ME));
    TRY(pvm_mstat((char *)"loop1"));
    TRY(fd = pvm_getfds(&fds));
    assert_true(fd == 1 && fds[0] >= 0);
    return 0;
}

static int hosts_that_go_and_come(void)
{
    char *names[] = {(char *)"loop1", (char *)"loop2"};
    int codes[2] = {0}, code = pvm_delhosts(names, 2, codes);
    if (code >= 0) {
        assert_int_equal(codes[0], 0);
        assert_int_equal(codes[1], 0);
        code = pvm_addhosts(names, 2, codes);
    }
    failing_end();
    pvm_addhosts(names, 2, codes);
    assert_int_equal(pvm_mstat(names[0]), 0);
    assert_int_equal(pvm_mstat(names[1]), 0);
    return code < 0 ? code : 0;
}

static int exports(void)
{
    unsetenv("PVM_EXPORT");
    TRY(pvm_export((char *)"FIRST"));
    TRY(pvm_export((char *)"SECOND"));
    assert_string_equal(getenv("PVM_EXPORT"), "FIRST:SECOND");
    TRY(pvm_unexport((char *)"FIRST"));
    assert_string_equal(getenv("PVM_EXPORT"), "SECOND");
    return 0;
}

static int roles(void)
{
    Pvmtmask mask;
    int code = 0;
    TEV_MASK_INIT(mask);
    for (int on = 0; on < 2 && code == 0; on++) { /* who has a role gives it up at the second time */
        code = pvm_reg_hoster();
        code = code == 0 ? pvm_reg_tasker() : code;
        code = code == 0 ? pvm_reg_tracer(1, 2, 3, 4, mask, 5, 6) : code;
    }
    if (code < 0) {
        failing_end();
        pvm_exit();
        pvm_setopt(PvmAutoErr, 0);
    }
    return code;
}

static int masks(void)
{
    Pvmtmask mask, now;
    TEV_MASK_INIT(mask);
    TEV_MASK_SET(mask, TEV_SEND);
    TRY(pvm_settmask(PvmTaskSelf, mask));
    TRY(pvm_gettmask(PvmTaskSelf, now));
    assert_string_equal(now, mask);
    return 0;
}

static int notices(void)
{
    int tid = 0x40099;
    TRY(pvm_notify(PvmTaskExit, 9, 1, &tid)); /* it has ended: the message comes at once */
    return 0;
}

static int names(void)
{
    struct hostent *h = gethostbyname("loop1");
    if (h == NULL)
        return PvmNoMem;
    assert_string_equal(h->h_name, "loop1");
    return 0;
}

static int settings(void)
{
    TRY(pvm_setopt(PvmNoReset, 1));
    TRY(pvm_setopt(PvmNoReset, 0));
    TRY(pvm_setopt(PvmOutputTid, ME));
    TRY(pvm_getopt(PvmOutputTid));
    TRY(pvm_setopt(PvmOutputTid, 0));
    return 0;
}

/* A task's own output goes with the children's, or stays as it was with them. */
static int own_output(void)
{
    static const int tids[] = {ME, 0};
    for (int i = 0; i < 2; i++) {
        int own = pvm_getopt(PvmSelfOutputTid), children = pvm_getopt(PvmOutputTid);
        int code = pvm_setopt(PvmSelfOutputTid, tids[i]);
        assert_int_equal(pvm_getopt(PvmSelfOutputTid), code < 0 ? own : tids[i]);
        assert_int_equal(pvm_getopt(PvmOutputTid), code < 0 ? children : tids[i]);
        TRY(code);
    }
    return 0;
}

static int spawned(const char *file, int count)
{
    char *argv[] = {(char *)"first", (char *)"second", NULL};
    int tids[2] = {0}, n = pvm_spawn((char *)file, argv, PvmTaskHost, (char *)"loop1", count, tids), failed = 0;
    for (int i = 0; i < count && n >= 0; i++) {
        if (tids[i] > 0)
            pvm_kill(tids[i]);
        failed = tids[i] < 0 ? tids[i] : failed;
    }
    assert_int_equal(failed < 0, n >= 0 && n < count);
    return n < 0 ? n : failed;
}

static int spawns(void)
{
    setenv("PVM_EXPORT", "HOME", 1);
    return spawned("brief", 2);
}

static int catches(void)
{
    FILE *f = tmpfile();
    int tid = 0;
    assert_non_null(f);
    TRY(pvm_catchout(f));
    int n = pvm_spawn((char *)"speaking", NULL, PvmTaskDefault, NULL, 1, &tid);
    struct timeval second = {1, 0};
    if (n == 1)
        n = pvm_trecv(ME, 1, &second);
    int code = pvm_catchout(NULL), bytes = (int)ftell(f);
    fclose(f);
    return n < 0 ? n : code < 0 ? code : bytes > 0 ? 0 : PvmNoMem;
}

/* With events to somebody who has ended; what cannot be told is left out. */
static int traced(void)
{
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    for (int i = TEV_FIRST; i <= TEV_MAX; i++)
        TEV_MASK_SET(mask, i);
    TRY(pvm_settmask(PvmTaskSelf, mask));
    pvm_setopt(PvmSelfTraceOptions, PvmTraceFull);
    TRY(pvm_setopt(PvmSelfTraceTid, 0x40099));
    TRY(pvm_setopt(PvmTraceTid, 0)); /* the children are not */
    pvm_parent();
    int code = spawned("brief", 2);
    if (code == 0 && pvm_initsend(PvmDataTrace) >= 0) {
        pvm_pkint(ints, 30, 1);
        pvm_pkstr(A);
        pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE);
    }
    failing_end();
    pvm_setopt(PvmSelfTraceTid, 0);
    pvm_initsend(PvmDataDefault);
    return code;
}

static const struct row {
    const char *name;
    int (*calls)(void);
    int keeps; /* what was begun before it failed: tasks, messages, entries of mailboxes */
} rows[] = {{"default encoding", with_default, 0},
            {"raw", with_raw, 0},
            {"in place", with_in_place, 0},
            {"formats", with_formats, 0},
            {"messages in messages", with_messages, 0},
            {"messages in place", with_messages_in_place, 0},
            {"mcast and psend", at_once, 0},
            {"unread messages", out_of_order, 0},
            {"handlers", handlers, 0},
            {"contexts", contexts, 0},
            {"mailboxes", mailboxes, 0},
            {"lists", lists, 0},
            {"hosts", hosts_that_go_and_come, 0},
            {"exports", exports, 0},
            {"roles", roles, 1},
            {"masks", masks, 0},
            {"notices", notices, 1},
            {"names", names, 0},
            {"settings", settings, 0},
            {"own output", own_output, 0},
            {"spawn", spawns, 1},
            {"output of children", catches, 1},
            {"traced", traced, 1}};

/* ---- the driver -------------------------------------------------------------------------------------------------- */

static int on_three_nodes(void **state)
{
    struct loop_settings s = loop_defaults();
    s.nodes = 3;
    s.programs = programs;
    loop_configure(&s);
    assert_int_equal(pvm_mytid(), LOOP_FIRST_TID);
    pvm_setopt(PvmAutoErr, 0);
    for (int i = 0; i < 3000; i++)
        ints[i] = i * 17;
    for (int i = 0; i < 400; i++)
        doubles[i] = i / 8.0;
    memset(text, 'x', sizeof text - 1);
    return 0;
}

/* What fails: so many allocations in a row; of a task that has made these calls before, or of a new one, which has
 * nothing to spare. */
struct failing_how {
    int count;
    bool fresh;
};

enum { ALL = 1000000 };
static const struct failing_how hows[] = {{1, false}, {ALL, false}, {1, true}};

/* No buffer but the two active ones: whatever failed, none was left over. */
static void assert_no_buffer_is_left(const char *name, const struct failing_how *how, int n)
{
    pvm_freebuf(pvm_getsbuf());
    pvm_freebuf(pvm_getrbuf());
    int mid = pvm_mkbuf(PvmDataDefault);
    if (mid != 1)
        fail_msg("%s, %d allocations from %d: the next buffer is %d", name, how->count, n, mid);
    pvm_freebuf(mid);
}

static void each_allocation_in(const struct row *row, const struct failing_how *how, int blocks)
{
    for (int n = 1, failed = 1; failed > 0; n++) {
        if (how->fresh) {
            loop_reset();
            on_three_nodes(NULL);
        }
        failing_begin(n, how->count);
        int code = row->calls();
        failed = failing_end();
        if (code != 0 && code != PvmNoMem && code != PvmSysErr)
            fail_msg("%s, %d allocations from %d: code %d", row->name, how->count, n, code);
        if (failed == 0)
            assert_int_equal(code, 0);
        assert_no_buffer_is_left(row->name, how, n);
        code = row->calls();
        if (code != 0)
            fail_msg("%s, after %d failed allocations from %d: code %d", row->name, how->count, n, code);
        assert_no_buffer_is_left(row->name, how, n);
        if (!row->keeps && !how->fresh && failing_blocks() != blocks)
            fail_msg("%s, %d allocations from %d: %d blocks are left over", row->name, how->count, n,
                     failing_blocks() - blocks);
    }
}

TEST_OF_ROWS(each_allocation, rows, on_three_nodes, alone_teardown)
{
    const struct row *row = *state;
    assert_int_equal(row->calls(), 0);
    assert_no_buffer_is_left(row->name, &hows[0], 0);
    int blocks = failing_blocks();
    assert_int_equal(row->calls(), 0);
    assert_no_buffer_is_left(row->name, &hows[0], 0);
    if (!row->keeps)
        assert_int_equal(failing_blocks(), blocks);
    for (size_t i = 0; i < sizeof hows / sizeof *hows; i++)
        each_allocation_in(row, &hows[i], blocks);
}

TEST_MAIN
