/* test_match.c - which message a receive call takes: what PVM 3.4.6 says is in ../oracle/messages (message, limits) and
 * ../oracle/tasks/tids.c; here buffers, times, and handlers. */
#include <unistd.h>

#include "extra.h"
#include "process.h"
#include "tasks.h"

/* Sends this task three messages: tags 10, 11, 10 with the values 0, 1, 2. */
static void send_three(void)
{
    static const int tags[] = {10, 11, 10};
    for (int i = 0; i < 3; i++)
        assert_int_equal(send_int(pvm_mytid(), tags[i], i), 0);
}

/* The next buffer gets the mid, and probably the memory, of the freed one. It must not be taken for a message that
 * came. */
ALONE_TEST(freed_and_given_out_again)
{
    for (int i = 0; i < 20; i++) {
        send_three();
        int probed = pvm_probe(-1, 10);
        pvm_freebuf(pvm_getsbuf()); /* freed before the other, since the memory that was freed last is used first */
        assert_int_equal(pvm_freebuf(probed), 0);
        int sent = pvm_initsend(PvmDataDefault);
        assert_int_equal(pvm_pkint(&i, 1, 1), 0);
        assert_int_equal(pvm_send(pvm_mytid(), 12), 0);
        for (int tag = 11; tag != 0; tag = tag == 11 ? 10 : tag == 10 ? 12 : 0) {
            int mid = pvm_recv(-1, -1);
            assert_int_not_equal(mid, sent);
            assert_int_equal(tag_of(mid), tag);
        }
        assert_int_equal(pvm_nrecv(-1, -1), 0);
    }
}

/* ---- pvm_trecv --------------------------------------------------------------------------------------------------- */

static const struct span_row {
    const char *name;
    long s, us;
    int64_t wait_us; /* in simulated time */
} span_rows[] = {
    {"trecv for 1.5 ms", 0, 1500, 1500}, {"trecv for 2 s", 2, 0, 2000000},
    {"trecv for nothing", 0, 0, 0},      {"trecv for less than nothing", 0, -1, 0},
    {"trecv for -1 s", -1, 0, 0},        {"trecv with microseconds over a second", 0, 2000000, 2000000},
};

TEST_OF_ROWS(timed, span_rows, alone_setup, alone_teardown)
{
    const struct span_row *row = *state;
    struct timeval span = {row->s, row->us};
    int64_t before = now_ns() / 1000;
    assert_int_equal(pvm_trecv(-1, 1, &span), 0);
    assert_in_range(now_ns() / 1000 - before, (uintmax_t)row->wait_us, (uintmax_t)row->wait_us + 1);
    send_int(pvm_mytid(), 1, 6);
    before = now_ns() / 1000;
    assert_true(pvm_trecv(-1, 1, &span) > 0);
    assert_in_range(now_ns() / 1000 - before, 0, 1);
}

ALONE_TEST(deadlock_is_an_error)
{
    send_int(pvm_mytid(), 1, 6);
    assert_int_equal(pvm_recv(-1, 2), PvmSysErr);
    struct mach_want want = loop_last_want();
    assert_string_equal(want.call, "pvm_recv");
    assert_int_equal(want.values.tag, 2);
    assert_int_equal(want.values.tid, -1);
    assert_int_equal(want.values.unread, 1); /* which is said to whoever asks why the task waits */
    assert_int_equal(want.values.first[0].tag, 1);
    assert_int_equal(want.values.first[0].src_tid, pvm_mytid());
    assert_null(want.group);
    assert_int_equal(pvm_trecv(-1, 2, NULL), PvmSysErr);
}

/* ---- pvm_recvf: below 0 an error, 0 no, 1 at once, above 1 the highest ------------------------------------------- */

static int highest_tag(int mid, int tid, int tag)
{
    return tag == 77 ? -9 : tag_of(mid) + 2;
}

ALONE_TEST(precv_that_fails_keeps_the_receive_buffer)
{
    send_three();
    int mid = pvm_recv(-1, 11);
    int (*own)(int, int, int) = pvm_recvf(highest_tag);
    assert_int_equal(pvm_precv(-1, 77, NULL, 0, PVM_BYTE, NULL, NULL, NULL), -9);
    pvm_recvf(own);
    assert_int_equal(pvm_getrbuf(), mid);
    assert_int_equal(tag_of(mid), 11);
}

/* ---- pvm_addmhf -------------------------------------------------------------------------------------------------- */

static int handled, handled_value, sbuf_in_handler;

static int handler(int mid)
{
    handled++;
    sbuf_in_handler = pvm_getsbuf();
    assert_int_equal(pvm_getrbuf(), mid);
    handled_value = received_int();
    send_int(pvm_mytid(), 55, 1); /* in a send buffer of the handler's own */
    return 0;
}

static int never_mind(int mid)
{
    handled++;
    assert_int_equal(*process_context(), pvm_getcontext()); /* pvmmyctx, which programs read */
    return 0;
}

static int free_buffer(void)
{
    int mid = pvm_mkbuf(PvmDataDefault);
    assert_int_equal(pvm_freebuf(mid), 0);
    return mid;
}

/* Whether the handler frees its message or leaves it, as it is there. */
static int frees_its_message(int mid)
{
    handled++;
    return pvm_freebuf(mid);
}

ALONE_TEST(a_handler_leaves_no_buffer_behind)
{
    int (*const handlers[])(int) = {never_mind, frees_its_message};
    int first = free_buffer();
    for (int i = 0; i < 2; i++) {
        handled = 0;
        int number = pvm_addmhf(-1, 50, -1, handlers[i]);
        send_int(pvm_mytid(), 50, 9);
        pvm_freebuf(pvm_getsbuf());
        pvm_setcontext(9);
        assert_int_equal(pvm_nrecv(-1, 49), 0);
        assert_int_equal(pvm_setcontext(0), 9);
        assert_int_equal(handled, 1);
        assert_int_equal(pvm_delmhf(number), 0);
        assert_int_equal(free_buffer(), first);
    }
}

/* A receive call has gone past a message, asking the user's function or not: a handler that is added later does not get
 * it, but it gets the one behind. */
static int no_tag_50(int mid, int tid, int tag)
{
    return tag_of(mid) == 49;
}

ALONE_TEST(late_handler_gets_what_was_not_passed)
{
    for (int by_user = 0; by_user < 2; by_user++) {
        handled = 0;
        send_int(pvm_mytid(), 50, 1);
        send_int(pvm_mytid(), 49, 2);
        send_int(pvm_mytid(), 50, 3);
        int (*own)(int, int, int) = by_user ? pvm_recvf(no_tag_50) : NULL;
        assert_true(pvm_recv(-1, 49) > 0);
        if (by_user)
            pvm_recvf(own);
        int number = pvm_addmhf(-1, 50, -1, handler);
        assert_int_equal(pvm_nrecv(-1, 48), 0);
        assert_int_equal(handled, 1);
        assert_int_equal(handled_value, 3);
        assert_int_equal(pvm_delmhf(number), 0);
        assert_true(pvm_recv(-1, 50) > 0);
        assert_int_equal(received_int(), 1);
        assert_true(pvm_recv(-1, 55) > 0); /* from the handler */
    }
}

/* A handler changes the list that is searched for its message. */
static int own_number, receives_tag;

static int ends_itself(int mid)
{
    handled++;
    return pvm_delmhf(own_number);
}

static int receives(int mid)
{
    handled++;
    pvm_nrecv(-1, receives_tag);
    return 0;
}

static int leaves_and_comes_back(int mid)
{
    handled++;
    pvm_exit();
    pvm_mytid();
    return 0;
}

ALONE_TEST(a_late_handler_changes_what_is_searched)
{
    static const struct {
        int (*run)(int);
        int handled, left; /* how many of the messages it does not get */
    } acts[] = {{ends_itself, 1, 1}, {receives, 2, 0}};
    receives_tag = 50;
    for (int by_user = 0; by_user < 2; by_user++)
        for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
            handled = 0;
            send_int(pvm_mytid(), 49, 1);
            send_int(pvm_mytid(), 50, 2);
            send_int(pvm_mytid(), 50, 3);
            send_int(pvm_mytid(), 48, 4);
            assert_true(pvm_recv(-1, 49) > 0);
            own_number = pvm_addmhf(-1, 50, 0, acts[i].run);
            int (*own)(int, int, int) = by_user ? pvm_recvf(no_tag_50) : NULL;
            assert_int_equal(pvm_nrecv(-1, 47), 0); /* both have passed it, and it has come back */
            if (by_user)
                pvm_recvf(own);
            assert_true(pvm_recv(-1, 48) > 0);
            assert_int_equal(handled, acts[i].handled);
            pvm_delmhf(own_number);
            for (int n = 0; n < acts[i].left; n++)
                assert_true(pvm_nrecv(-1, 50) > 0);
            assert_int_equal(pvm_nrecv(-1, -1), 0);
        }
}

/* The program's buffers from before are not those of the new task, whose numbers begin again. */
ALONE_TEST(a_handler_leaves_and_comes_back)
{
    int before = pvm_mytid(), x = 1;
    pvm_setcontext(7);
    pvm_addmhf(-1, 50, 7, leaves_and_comes_back);
    send_int(before, 50, 1);
    handled = 0;
    pvm_nrecv(-1, 49);
    assert_int_equal(handled, 1);
    assert_int_not_equal(pvm_mytid(), before);
    assert_int_equal(pvm_getcontext(), 7);
    assert_int_equal(pvm_getsbuf(), 0);
    assert_int_equal(pvm_getrbuf(), 0);
    assert_true(pvm_mkbuf(PvmDataDefault) > 0);
    assert_int_equal(pvm_pkint(&x, 1, 1), PvmNoBuf);
}

/* Prints one line, and one more for each handler. */
ALONE_TEST(handlers_are_shown)
{
    char text[400] = "";
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(pvm_addmhf(-1, 50, 3, handler), 0);
    assert_int_equal(pvm_addmhf(0x40005, -1, 0, handler), 1);
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    dup2(fileno(f), STDOUT_FILENO);
    int code = pvmdisplaymhfinfo("server", "now", 0x40001);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    assert_int_equal(code, 0);
    assert_string_equal(text, "server t40001: now\n"
                              "server t40001: mhid 0 src tffffffff ctx 3 tag 50\n"
                              "server t40001: mhid 1 src t40005 ctx 0 tag -1\n");
}

TEST_MAIN
