/* test_seal.c - what tls.c and seal.c promise. Who knows another secret, means another node, sends otherwise than this
 * one or repeats what somebody else has said is refused. A record that is changed, left out, said again, sent back or
 * in another order ends the connection. The test carries all bytes between the two, as a network does. */
#include <errno.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cluster/node/tls.h"

#include "testing.h"

enum { MOST_BYTES = 1 << 17, LONG_BYTES = 100000 };

static const char ours[] = "0123456789abcdef0123456789abcdef", another[] = "0123456789abcdef0123456789abcdee";

/* A daemon, and the end of its connection that is in the network's hands. */
struct side {
    struct node node;
    struct tls_card card;
    struct ssl_st *tls;
    struct link link;
    int network;
};

static struct side caller, called;
static unsigned char said[MOST_BYTES]; /* by the caller, while they connect */
static size_t nsaid;

static void begin(struct side *s, bool calls, const char *secret, enum encrypt encrypts)
{
    int ends[2];
    memset(s, 0, sizeof *s);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    s->network = ends[1];
    s->link.w.fd = ends[0];
    s->node.number = calls ? 3 : 0;
    s->node.encrypts = encrypts;
    memcpy(s->node.secret, secret, SECRET_CHARS);
    s->card = (struct tls_card){.node = &s->node, .from = 3, .port = 1234, .processors = 2};
    assert_true(tls_open(&s->node));
    s->tls = tls_new(&s->card, ends[0], calls);
    assert_non_null(s->tls);
}

static void end(struct side *s)
{
    seal_free(s->link.seal);
    tls_free(s->tls);
    SSL_CTX_free(s->node.tls);
    close(s->link.w.fd);
    close(s->network);
}

static size_t take(struct side *s, unsigned char *bytes)
{
    ssize_t n = read(s->network, bytes, MOST_BYTES);
    return n > 0 ? (size_t)n : 0;
}

static void give(struct side *s, const void *bytes, size_t n)
{
    assert_int_equal(write(s->network, bytes, n), n);
}

/* Both go on until each is done. Returns whether the called one has let the caller in. */
static bool connects(void)
{
    static unsigned char bytes[MOST_BYTES];
    int from = EPOLLIN, to = EPOLLIN;
    nsaid = 0;
    while (to > 0 && from >= 0) {
        from = from > 0 ? tls_shake(caller.tls) : from;
        size_t n = take(&caller, said + nsaid);
        give(&called, said + nsaid, n);
        nsaid += n;
        to = tls_shake(called.tls);
        give(&caller, bytes, take(&called, bytes));
    }
    return from == 0 && to == 0;
}

static bool meet(const char *secret, enum encrypt of_caller, enum encrypt of_called, int to)
{
    begin(&caller, true, secret, of_caller);
    begin(&called, false, ours, of_called);
    caller.card.to = to;
    if (!connects())
        return false;
    caller.link.seal = seal_new(caller.tls, true, of_caller == ENCRYPT_ALL);
    called.link.seal = seal_new(called.tls, false, of_called == ENCRYPT_ALL);
    return caller.link.seal != NULL && called.link.seal != NULL;
}

static void part(void)
{
    end(&caller);
    end(&called);
}

/* ---- who is let in ----------------------------------------------------------------------------------------------- */

TEST(who_is_let_in)
{
    static const struct {
        const char *secret;
        enum encrypt of_caller, of_called;
        int to;
        bool is_in;
    } rows[] = {{ours, ENCRYPT_MAC, ENCRYPT_MAC, 0, true},
                {ours, ENCRYPT_ALL, ENCRYPT_ALL, 0, true},
                {ours, ENCRYPT_NOTHING, ENCRYPT_NOTHING, 0, true},
                {another, ENCRYPT_MAC, ENCRYPT_MAC, 0, false},
                {ours, ENCRYPT_NOTHING, ENCRYPT_MAC, 0, false},
                {ours, ENCRYPT_MAC, ENCRYPT_NOTHING, 0, false},
                {ours, ENCRYPT_MAC, ENCRYPT_ALL, 0, false},
                {ours, ENCRYPT_ALL, ENCRYPT_MAC, 0, false},
                {another, ENCRYPT_NOTHING, ENCRYPT_NOTHING, 0, false},
                {ours, ENCRYPT_MAC, ENCRYPT_MAC, 2, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(meet(rows[i].secret, rows[i].of_caller, rows[i].of_called, rows[i].to), rows[i].is_in);
        assert_true(!rows[i].is_in || (called.card.from == 3 && called.card.port == 1234));
        part();
    }
}

TEST(who_repeats_a_greeting)
{
    assert_true(meet(ours, ENCRYPT_MAC, ENCRYPT_MAC, 0));
    part();
    begin(&called, false, ours, ENCRYPT_MAC);
    give(&called, said, nsaid);
    assert_int_equal(tls_shake(called.tls), -1);
    end(&called);
}

TEST(who_is_cut_off)
{
    begin(&caller, true, ours, ENCRYPT_MAC);
    assert_int_equal(tls_shake(caller.tls), EPOLLIN);
    shutdown(caller.network, SHUT_RDWR);
    assert_int_equal(tls_shake(caller.tls), TLS_CUT);
    end(&caller);
}

/* ---- what is said ------------------------------------------------------------------------------------------------ */

static unsigned char text[LONG_BYTES], heard[LONG_BYTES], record[MOST_BYTES];

static void says(struct side *s, size_t at, size_t n)
{
    assert_int_equal(seal_put(&s->link, &(struct iovec){text + at, n}, 1), n);
}

static void all_is_heard(enum encrypt encrypts, struct side *from, struct side *to)
{
    size_t sent = 0, have = 0;
    for (size_t i = 0; i < LONG_BYTES; i++)
        text[i] = (unsigned char)(i * i / 7);
    while (have < LONG_BYTES) {
        struct iovec pieces[2] = {{text + sent, (LONG_BYTES - sent) / 3}, {text + sent + (LONG_BYTES - sent) / 3, 0}};
        pieces[1].iov_len = LONG_BYTES - sent - pieces[0].iov_len;
        ssize_t n = sent < LONG_BYTES ? seal_put(&from->link, pieces, 2) : seal_put(&from->link, NULL, 0);
        sent += n > 0 ? (size_t)n : 0;
        ssize_t taken = read(from->network, record, 777);
        give(to, record, taken > 0 ? (size_t)taken : 0);
        n = seal_get(&to->link, heard + have, have % 2 == 0 ? LONG_BYTES - have : 1);
        assert_true(n > 0 || errno == EAGAIN);
        have += n > 0 ? (size_t)n : 0;
    }
    assert_memory_equal(text, heard, LONG_BYTES);
    assert_false(seal_owes(&from->link) || seal_pends(&to->link));
    says(from, 0, 100);
    assert_int_equal(memmem(record, take(from, record), text, 100) == NULL, encrypts == ENCRYPT_ALL);
}

TEST(records_in_pieces)
{
    for (enum encrypt e = ENCRYPT_MAC; e <= ENCRYPT_ALL; e++) {
        assert_true(meet(ours, e, e, 0));
        all_is_heard(e, &caller, &called);
        all_is_heard(e, &called, &caller);
        part();
    }
}

/* Two records of 100 bytes each; what the network makes of them, and how many bytes of them may be heard. */
enum { BYTES = 100, RECORD = 4 + BYTES + 16 };

static size_t change(int how, unsigned char *r)
{
    static unsigned char first[RECORD];
    uint32_t lengths[] = {0, BYTES - 1, BYTES + 1, 32769, UINT32_MAX};
    memcpy(first, r, RECORD);
    if (how < 5)
        memcpy(r, &lengths[how], 4);
    else if (how == 5) /* left out */
        memcpy(r, r + RECORD, RECORD);
    else if (how == 6) /* said again */
        memcpy(r + RECORD, first, RECORD);
    else if (how == 7) { /* in another order */
        memcpy(r, r + RECORD, RECORD);
        memcpy(r + RECORD, first, RECORD);
    } else {
        r[4 + (how - 8) % (RECORD - 4)] ^= 1; /* each byte */
    }
    return how == 5 ? RECORD : 2 * RECORD;
}

TEST(records_that_are_changed)
{
    for (enum encrypt e = ENCRYPT_MAC; e <= ENCRYPT_ALL; e++)
        for (int how = 0; how < 8 + RECORD - 4; how += how < 8 ? 1 : 9) {
            assert_true(meet(ours, e, e, 0));
            says(&caller, 0, BYTES);
            says(&caller, BYTES, BYTES);
            assert_int_equal(take(&caller, record), 2 * RECORD);
            give(&called, record, change(how, record));
            size_t have = 0;
            ssize_t n;
            while ((n = seal_get(&called.link, heard + have, BYTES)) > 0)
                have += (size_t)n;
            assert_int_equal(have, how == 6 ? BYTES : 0);
            assert_true(n == -1 && errno == EBADMSG && seal_pends(&called.link));
            part();
        }
}

TEST(records_that_are_sent_back)
{
    assert_true(meet(ours, ENCRYPT_MAC, ENCRYPT_MAC, 0));
    says(&caller, 0, BYTES);
    give(&caller, record, take(&caller, record));
    assert_true(seal_get(&caller.link, heard, BYTES) == -1 && errno == EBADMSG);
    part();
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN); /* as a daemon does */
    return run_all_tests(NULL, NULL);
}
