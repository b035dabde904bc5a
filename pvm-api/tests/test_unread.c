/* test_unread.c - messages that wait unread: which one a call takes among very many, and how many it looks at to find
 * it. The work is counted, not timed. */
#include <limits.h>
#include <poll.h>

#include "calls_state.h"
#include "task.h"
#include "tasks.h"

enum { MANY = 20000 };

/* In a task with few messages at most 10 things are looked at for each: the index once for each of its four queues when
 * it comes, once when it is searched, and some more for queues that share a bucket. */
enum { LOOKS_PER_MESSAGE = 10 };

static uint64_t looked(void)
{
    return pvmi_self()->data->arrived.looked;
}

static void send_many(int n, int tag, int tags)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(send_int(pvm_mytid(), tag + i % tags, i), 0);
}

static void take_in_all(void)
{
    struct timeval none = {0, 0};
    assert_int_equal(pvm_trecv(-1, INT_MAX, &none), 0);
}

static int nothing(int mid)
{
    return 0;
}

/* A look goes past one message more, as in PVM 3.4.6, with a handler, too: the last of five is found by the fifth. */
ALONE_TEST(a_look_goes_past_one)
{
    int (*const looks[])(int, int) = {pvm_nrecv, pvm_probe};
    int *fds;
    assert_int_equal(pvm_getfds(&fds), 1);
    for (int k = 0; k < 2; k++, pvm_addmhf(-1, 50, -1, nothing)) {
        send_many(5, 1, 5);
        assert_true(pvm_probe(-1, 1) > 0);
        assert_true((k == 0 ? pvm_recv : pvm_nrecv)(-1, 1) > 0);
        for (int i = 2; i < 5; i++)
            assert_int_equal(looks[k](-1, 5), 0);
        assert_true(looks[k](-1, 5) > 0);
        for (int tag = 2; tag < 5 + k; tag++)
            assert_true(pvm_nrecv(-1, tag) > 0);
        send_many(3, 1, 3);
        assert_int_equal(looks[k](-1, 2), 0);
        assert_true(pvm_recv(-1, 3) > 0); /* goes past all before it */
        assert_true(looks[k](-1, 2) > 0);
        assert_true(looks[k](-1, 1) > 0);
        send_many(2, 8, 2); /* the descriptor is ready until a look has gone past the last */
        assert_int_equal(looks[k](-1, 9), 0);
        assert_int_equal(poll(&(struct pollfd){.fd = *fds, .events = POLLIN}, 1, 0), 1);
        assert_true(looks[k](-1, 9) > 0);
        assert_int_equal(poll(&(struct pollfd){.fd = *fds, .events = POLLIN}, 1, 0), 0);
        while (pvm_nrecv(-1, -1) > 0)
            ;
    }
}

/* n messages of one tag wait, while a message of another tag is asked for again and again. */
ALONE_TEST(one_behind_many)
{
    send_many(MANY, 1, 1);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(send_int(pvm_mytid(), 2, i), 0);
        assert_true(pvm_recv(-1, 2) > 0);
        assert_int_equal(received_int(), i);
    }
    assert_in_range(looked(), 1, 2 * MANY * LOOKS_PER_MESSAGE);
    for (int i = 0; i < MANY; i++) {
        assert_true(pvm_recv(pvm_mytid(), -1) > 0);
        assert_int_equal(received_int(), i);
    }
    assert_in_range(looked(), 1, 3 * MANY * LOOKS_PER_MESSAGE);
    assert_int_equal(pvm_nrecv(-1, -1), 0);
}

/* The last tag is received first: none of the earlier messages is looked at. */
ALONE_TEST(each_with_a_tag_of_its_own)
{
    send_many(MANY, 1, MANY);
    take_in_all();
    for (int i = MANY - 1; i >= 0; i--) {
        assert_true(pvm_probe(-1, 1 + i) > 0);
        assert_true(pvm_recv(-1, 1 + i) > 0);
        assert_int_equal(received_int(), i);
    }
    assert_in_range(looked(), 1, 2 * MANY * LOOKS_PER_MESSAGE);
}

/* A poll that finds nothing costs the same, however many messages wait. */
ALONE_TEST(polls_in_vain)
{
    send_many(MANY, 1, 7);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(pvm_nrecv(-1, 99), 0);
        assert_int_equal(pvm_nrecv(0x40999, -1), 0);
    }
    assert_in_range(looked(), 1, 3 * MANY * LOOKS_PER_MESSAGE);
}

/* A handler has to be tried once with each message that no call has gone past yet. */
ALONE_TEST(with_a_handler_for_others)
{
    send_many(MANY, 1, 2);
    assert_int_equal(pvm_addmhf(-1, 50, -1, nothing), 0);
    for (int i = 0; i < MANY / 2; i++)
        assert_true(pvm_recv(-1, 2) > 0);
    assert_in_range(looked(), 1, 2 * MANY * LOOKS_PER_MESSAGE);
}

static int handled;

static int counts(int mid)
{
    handled++;
    return 0;
}

/* A handler gets messages that came before it was added, if no call has gone past them; with and without an index. */
ALONE_TEST(late_handler)
{
    for (int others = 0; others <= 100; others += 100) {
        send_many(others, 7, 1);
        for (int i = 0; i < 4; i++)
            send_int(pvm_mytid(), (int[]){1, 50, 2, 50}[i], i);
        handled = 0;
        assert_true(pvm_recv(-1, 1) > 0);
        int mhid = pvm_addmhf(-1, 50, -1, counts);
        assert_true(pvm_recv(-1, 2) > 0);
        assert_int_equal(handled, 1);
        assert_int_equal(pvm_nrecv(-1, 99), 0);
        assert_int_equal(handled, 2);
        pvm_delmhf(mhid);
        send_int(pvm_mytid(), 50, 5);
        assert_int_equal(pvm_nrecv(-1, 99), 0); /* goes past it */
        mhid = pvm_addmhf(-1, 50, -1, counts);
        assert_true(pvm_recv(-1, 50) > 0);
        assert_int_equal(handled, 2);
        send_many(2, 50, 2); /* a look goes past the first, the handler's; the second is what it finds */
        assert_int_equal(pvm_nrecv(-1, 51), 0);
        assert_int_equal(handled, 3);
        assert_true(pvm_probe(-1, 51) > 0);
        pvm_delmhf(mhid);
        mhid = pvm_addmhf(-1, 51, -1, counts);
        assert_true(pvm_recv(-1, 51) > 0);
        assert_int_equal(handled, 3);
        pvm_delmhf(mhid);
        while (pvm_nrecv(-1, -1) > 0)
            ;
    }
}

/* To leave while all of them are unread costs no search for each. */
ALONE_TEST(left_unread)
{
    send_many(MANY, 1, 7);
    assert_int_equal(pvm_nrecv(-1, 99), 0);
    uint64_t before = looked();
    struct pvm_task *t = pvmi_self();
    assert_int_equal(pvm_exit(), 0);
    assert_in_range(t->data->arrived.looked, before, before + (uint64_t)MANY * LOOKS_PER_MESSAGE);
    assert_null(t->data->arrived.first);
    assert_null(t->data->arrived.buckets);
}

/* ---- against a list that is searched from its beginning ---------------------------------------------------------- */

enum { MESSAGES = 3000, TAGS = 5, CONTEXTS = 3 };

static struct message {
    int tag, context;
    bool there;
} model[MESSAGES];

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16;
}

static int expected(int n, int tid, int tag, int context)
{
    for (int i = 0; i < n; i++)
        if (model[i].there && model[i].context == context && (tid == -1 || tid == pvm_mytid()) &&
            (tag == -1 || tag == model[i].tag))
            return i;
    return -1;
}

static void take(int n, const int *contexts, unsigned *seed)
{
    int tid = next_random(seed) % 3 == 0 ? pvm_mytid() : next_random(seed) % 40 == 0 ? 0x40999 : -1;
    int tag = (int)(next_random(seed) % (TAGS + 1)) - 1, c = (int)(next_random(seed) % CONTEXTS);
    unsigned what = next_random(seed) % 6;
    pvm_setcontext(contexts[c]);
    int wanted = expected(n, tid, tag, c), mid = what < 3 ? pvm_nrecv(tid, tag) : pvm_probe(tid, tag);
    if (wanted < 0) {
        assert_int_equal(mid, 0);
        return;
    }
    assert_true(mid > 0);
    if (what == 5) { /* it gets another header, and keeps its place among the others */
        struct pvmminfo info;
        assert_int_equal(pvm_getminfo(mid, &info), 0);
        model[wanted].tag = info.tag = (int)(next_random(seed) % TAGS);
        model[wanted].context = (int)(next_random(seed) % CONTEXTS);
        info.ctx = contexts[model[wanted].context];
        assert_int_equal(pvm_setminfo(mid, &info), 0);
        return;
    }
    model[wanted].there = false;
    if (what >= 3)
        pvm_setrbuf(mid);
    assert_int_equal(received_int(), wanted);
    if (what >= 3)
        assert_int_equal(pvm_freebuf(mid), 0);
}

ALONE_TEST(like_a_list)
{
    unsigned seed = 20260101;
    int contexts[CONTEXTS] = {0};
    for (int c = 1; c < CONTEXTS; c++)
        contexts[c] = pvm_newcontext();
    for (int n = 0; n < MESSAGES;) {
        /* Up to 200 messages come, then up to 250 are taken, so the index is made and freed again and again. */
        for (unsigned k = next_random(&seed) % 200; k > 0 && n < MESSAGES; k--, n++) {
            model[n] = (struct message){(int)(next_random(&seed) % TAGS), (int)(next_random(&seed) % CONTEXTS), true};
            pvm_setcontext(contexts[model[n].context]);
            assert_int_equal(send_int(pvm_mytid(), model[n].tag, n), 0);
        }
        take_in_all();
        for (unsigned k = next_random(&seed) % 250; k > 0; k--)
            take(n, contexts, &seed);
    }
}

/* ---- a search by the user's function, during which more is received ---------------------------------------- */

static int depth, taken_inside;

/* Inside the search it takes the first message and lets another one come, which is the last one then. */
static int takes_inside(int mid, int tid, int tag)
{
    if (depth++ == 0) {
        int rbuf = pvm_setrbuf(0);
        pvm_recvf(NULL);
        taken_inside = pvm_recv(-1, 3);
        send_int(pvm_mytid(), 4, 44);
        assert_int_equal(pvm_nrecv(-1, 99), 0); /* reads in the new message while the search is going on */
        pvm_recvf(takes_inside);
        pvm_setrbuf(rbuf);
    }
    return tag_of(mid) == tag;
}

ALONE_TEST(received_inside_a_search)
{
    depth = 0;
    send_int(pvm_mytid(), 1, 11);
    send_int(pvm_mytid(), 3, 33);
    pvm_recvf(takes_inside);
    assert_true(pvm_nrecv(-1, 1) > 0);
    assert_int_equal(received_int(), 11);
    assert_true(taken_inside > 0);
    pvm_recvf(NULL);
    send_int(pvm_mytid(), 5, 55);
    assert_true(pvm_recv(-1, -1) > 0); /* what came inside is still there, before what came after it */
    assert_int_equal(received_int(), 44);
    assert_true(pvm_recv(-1, -1) > 0);
    assert_int_equal(received_int(), 55);
    assert_int_equal(pvm_nrecv(-1, -1), 0);
}

static int frees_all(int mid, int tid, int tag)
{
    size_t gone = pvmi_self()->data->arrived.gone;
    pvm_freebuf(mid);
    assert_int_equal(pvmi_self()->data->arrived.gone, gone + 1); /* the search still stands at this entry */
    return 0;
}

ALONE_TEST(freed_inside_a_search)
{
    for (int round = 0; round < 3; round++) {
        send_many(100, 1, 7);
        pvm_recvf(frees_all);
        take_in_all();
        pvm_recvf(NULL);
        assert_int_equal(pvm_probe(-1, -1), 0);
        assert_null(pvmi_self()->data->arrived.first);
        send_int(pvm_mytid(), 1, round);
        assert_true(pvm_recv(-1, -1) > 0);
        assert_int_equal(received_int(), round);
    }
}

int main(void)
{
    return run_all_tests(NULL, NULL);
}
