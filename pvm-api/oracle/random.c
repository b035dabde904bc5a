/* random.c - calls in an order nobody would write: buffers, packing, unpacking, messages to oneself and mailboxes, drawn from a
 * seed. What the other programs leave out because nobody thought of it.
 *
 *     random [FIRST_SEED LAST_SEED [CALLS]]      # each seed: that many calls, then all is put away
 *
 * Left out is what the original does not survive, or has no rule for: messages inside messages and mailboxes of PvmDataInPlace,
 * padding bytes, reading on after the end, packing into messages that came; and longs, which are known to differ.
 */
#include "oracle.h"

#define MIDS 8
#define ROOM 65536

struct draw {
    unsigned long long state;
    int mids[MIDS]; /* of buffers met in this run, the oldest replaced first */
    int made[MIDS]; /* by this program: to pack into; else a message: to unpack */
    int next;
    int contexts[3];
    int me, seed, call;
};

/* A plain linear congruence: the same numbers everywhere. */
static int below(struct draw *d, int n)
{
    d->state = d->state * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((d->state >> 33) % (unsigned)n);
}

/* Buffers that are gone are forgotten: their numbers come again, in another order in each library. */
static void forget_gone(struct draw *d)
{
    for (int i = 0; i < MIDS; i++)
        if (d->mids[i] > 0 && pvm_bufinfo(d->mids[i], NULL, NULL, NULL) < 0)
            d->mids[i] = 0;
}

/* Mids by their place among those met, so that both libraries say the same. */
static const char *mid_name(struct draw *d, int mid)
{
    static char text[24];
    if (mid <= 0)
        return code_name(mid);
    for (int i = 0; i < MIDS; i++)
        if (d->mids[i] == mid) {
            snprintf(text, sizeof text, "m%d", i);
            return text;
        }
    d->mids[d->next] = mid;
    d->made[d->next] = 0;
    snprintf(text, sizeof text, "m%d new", d->next);
    d->next = (d->next + 1) % MIDS;
    return text;
}

/* Of a buffer that the call has just made: its number may be that of one that it freed. */
static const char *new_name(struct draw *d, int mid)
{
    for (int i = 0; i < MIDS; i++)
        if (mid > 0 && d->mids[i] == mid)
            d->mids[i] = 0;
    forget_gone(d);
    return mid_name(d, mid);
}

/* One to pack into or to unpack, or 0: what the original does with one in the other's place is nobody's wish. */
static int mid_of_kind(struct draw *d, int made)
{
    int i = below(d, MIDS + 1);
    return i < MIDS && d->made[i] == made ? d->mids[i] : 0;
}

static const char *made_name(struct draw *d, int mid)
{
    const char *name = new_name(d, mid);
    for (int i = 0; i < MIDS; i++)
        d->made[i] |= mid > 0 && d->mids[i] == mid;
    return name;
}

static int some_mid(struct draw *d)
{
    int i = below(d, MIDS + 2);
    return i < MIDS ? d->mids[i] : i == MIDS ? 0 : pvm_getsbuf();
}

#define TYPES(X)              \
    X(byte, char, 1)          \
    X(cplx, float, 2)         \
    X(dcplx, double, 2)       \
    X(double, double, 1)      \
    X(float, float, 1)        \
    X(int, int, 1)            \
    X(short, short, 1)        \
    X(uint, unsigned int, 1)  \
    X(ushort, unsigned short, 1)

enum { TYPE_COUNT = 9 };

static int pack(int type, int count, int stride)
{
    /* Kept unchanged: PvmDataInPlace reads it when the message goes. None has a byte above 127, which a string's length could
     * have for its sign. */
#define ARRAY(NAME, T, PER) static T in_##NAME[512 * PER];
    TYPES(ARRAY)
#define FILL(NAME, T, PER)                  \
    for (int i = 0; i < 512 * PER; i++)     \
        in_##NAME[i] = (T)((T)0.5 != 0 ? i % 2 + 2 : i % 100 + 1);
    TYPES(FILL)
    int at = 0;
#define PACK(NAME, T, PER) if (type == at++) return pvm_pk##NAME(in_##NAME, count, stride);
    TYPES(PACK)
    return 0;
}

static int unpack(int type, int count, int stride, unsigned *seen)
{
    static double out[ROOM / sizeof(double)];
    memset(out, 0, sizeof out);
    int at = 0, code = 0;
#define UNPACK(NAME, T, PER) if (type == at++) code = pvm_upk##NAME((T *)out, count, stride);
    TYPES(UNPACK)
    *seen = code == 0 ? sum(out, sizeof out) : 0;
    return code;
}

static void show(struct draw *d, const char *what, int mid)
{
    int bytes = -1, tag = -1, tid = -1;
    int code = pvm_bufinfo(mid, &bytes, &tag, &tid);
    struct pvmminfo m = {0};
    int code2 = pvm_getminfo(mid, &m);
    say("%d.%d %s %s: %s %d bytes tag %d tid %s; %s enc %x", d->seed, d->call, what, mid_name(d, mid), code_name(code), bytes, tag, who(tid),
        code_name(code2), code2 == 0 ? (unsigned)m.enc : 0);
}

/* Is it a PvmDataInPlace buffer? */
static int in_place(int mid)
{
    struct pvmminfo m;
    return pvm_getminfo(mid, &m) == 0 && m.enc == 0x20000000;
}

static int bytes_of(int mid)
{
    int n = -1;
    pvm_bufinfo(mid, &n, NULL, NULL);
    return n;
}

static void pack_something(struct draw *d)
{
    static const char *texts[] = {"abc", "seven l", "some ten letter", "xyz"};
    int what = below(d, 12), count = below(d, 6) == 0 ? below(d, 40) : below(d, 5), stride = 1 + (below(d, 3) == 0);
    if (what < TYPE_COUNT) {
        if (what == 0) /* no padding, whose bytes mean nothing */
            count = count / 4 * 4;
        int code = pack(what, count, stride);
        say("%d.%d pk%d %d %d: %s, %d bytes", d->seed, d->call, what, count, stride, code_name(code), bytes_of(pvm_getsbuf()));
    } else if (what < 11) {
        say("%d.%d pkstr: %s", d->seed, d->call, code_name(pvm_pkstr(W(texts[below(d, 4)]))));
    } else if (!in_place(pvm_getsbuf())) { /* there a %s is lost in the original, and it says nothing */
        int numbers[3] = {7, 8, 9};
        say("%d.%d packf: %s", d->seed, d->call, code_name(pvm_packf("%d %3d %s %hd", 5, numbers, "abc", 6)));
    }
}

/* Where a message read past its end is at, depends in the original on how it was cut into pieces. */
static void after_the_end(void)
{
    pvm_freebuf(pvm_getrbuf());
}

static void unpack_something(struct draw *d)
{
    static char text[ROOM];
    int what = below(d, TYPE_COUNT + 2), count = below(d, 6) == 0 ? below(d, 40) : below(d, 5), stride = 1 + (below(d, 3) == 0);
    unsigned seen = 0;
    if (what < TYPE_COUNT) {
        int code = unpack(what, count, stride, &seen);
        say("%d.%d upk%d %d %d: %s %08x", d->seed, d->call, what, count, stride, code_name(code), seen);
        if (code == PvmNoData)
            after_the_end();
    } else {
        memset(text, 0, sizeof text);
        int code = pvm_upkstr(text);
        say("%d.%d upkstr: %s '%s'", d->seed, d->call, code_name(code), code == 0 ? text : "");
        if (code == PvmNoData)
            after_the_end();
    }
}

static void send_something(struct draw *d)
{
    int to[3] = {d->me, d->me, d->me}, tag = below(d, 5) - (below(d, 20) == 0), numbers[4] = {1, 2, 3, 4};
    int what = below(d, 6);
    if (what == 0)
        say("%d.%d psend %d: %s", d->seed, d->call, tag, code_name(pvm_psend(d->me, tag, numbers, below(d, 5), PVM_INT)));
    else if (what == 1)
        say("%d.%d mcast %d: %s", d->seed, d->call, tag, code_name(pvm_mcast(to, below(d, 4), tag)));
    else
        say("%d.%d send %d: %s", d->seed, d->call, tag, code_name(pvm_send(d->me, tag)));
}

static void receive_something(struct draw *d)
{
    settle();
    int from = below(d, 2) ? d->me : -1, tag = below(d, 6) - 1;
    struct timeval none = {0, 0};
    switch (below(d, 5)) {
    case 0: {
        int mid = pvm_probe(from, tag);
        if (mid > 0)
            show(d, "probe", mid);
        else
            say("%d.%d probe %d: %s", d->seed, d->call, tag, code_name(mid));
        break;
    }
    case 1:
        if (pvm_probe(from, tag) > 0) {
            char bytes[256] = {0};
            int tid = -1, at = -1, len = -1;
            int code = pvm_precv(from, tag, bytes, below(d, 250), PVM_BYTE, &tid, &at, &len);
            say("%d.%d precv %d: %s from %s tag %d len %d, %08x", d->seed, d->call, tag, code_name(code), who(tid), at, len,
                sum(bytes, sizeof bytes));
        }
        break;
    case 2:
        pvm_freebuf(pvm_getrbuf());
        forget_gone(d);
        show(d, "trecv", pvm_trecv(from, tag, &none));
        break;
    default:
        pvm_freebuf(pvm_getrbuf());
        forget_gone(d);
        show(d, "nrecv", pvm_nrecv(from, tag));
    }
}

static void change_buffers(struct draw *d)
{
    int what = below(d, 10), mid = what == 3 ? mid_of_kind(d, 1) : what == 4 || what == 9 ? mid_of_kind(d, 0) : some_mid(d);
    char name[24];
    snprintf(name, sizeof name, "%s", mid_name(d, mid));
    switch (what) {
    case 0:
    case 1:
        say("%d.%d initsend: %s", d->seed, d->call, made_name(d, pvm_initsend(below(d, 3))));
        break;
    case 2:
        say("%d.%d mkbuf: %s", d->seed, d->call, made_name(d, pvm_mkbuf(below(d, 3))));
        break;
    case 3:
        say("%d.%d setsbuf %s: %s", d->seed, d->call, name, mid_name(d, pvm_setsbuf(mid)));
        break;
    case 4:
        say("%d.%d setrbuf %s: %s", d->seed, d->call, name, mid_name(d, pvm_setrbuf(mid)));
        break;
    case 9: {
        int sbuf = pvm_setsbuf(mid), rbuf = pvm_getrbuf();
        say("%d.%d forward %s: %s", d->seed, d->call, name, code_name(pvm_send(d->me, below(d, 5))));
        pvm_setsbuf(sbuf);
        pvm_setrbuf(rbuf);
        break;
    }
    case 5:
        say("%d.%d freebuf %s: %s", d->seed, d->call, name, code_name(pvm_freebuf(mid)));
        break;
    case 6:
        say("%d.%d sbuf %s", d->seed, d->call, mid_name(d, pvm_getsbuf()));
        say("%d.%d rbuf %s", d->seed, d->call, mid_name(d, pvm_getrbuf()));
        break;
    case 7: {
        int i = below(d, 3), was = pvm_setcontext(d->contexts[i]);
        say("%d.%d context %d: %s", d->seed, d->call, i, was < 0 ? code_name(was) : "fine");
        break;
    }
    default:
        show(d, "info", mid);
    }
}

static void use_mailbox(struct draw *d)
{
    static const int flags[] = {0, PvmMboxPersistent, PvmMboxMultiInstance, PvmMboxOverWritable, PvmMboxFirstAvail,
                                PvmMboxReadAndDelete, PvmMboxMultiInstance | PvmMboxPersistent};
    char name[12];
    snprintf(name, sizeof name, "random%d", below(d, 2));
    int flag = flags[below(d, 7)], index = below(d, 3) - (below(d, 4) == 0);
    switch (below(d, 4)) {
    case 0:
        if (pvm_getsbuf() > 0 && !in_place(pvm_getsbuf())) { /* nobody could read it in the original */
            int code = pvm_putinfo(name, pvm_getsbuf(), flag);
            say("%d.%d putinfo %s %d: %s", d->seed, d->call, name, flag, code_name(code));
        }
        break;
    case 1:
    case 2: {
        int mid = pvm_recvinfo(name, index, flag);
        say("%d.%d recvinfo %s %d %d: %s", d->seed, d->call, name, index, flag, new_name(d, mid));
        if (mid < 0)
            pvm_freebuf(pvm_getrbuf());
        break;
    }
    default:
        say("%d.%d delinfo %s %d: %s", d->seed, d->call, name, index, code_name(pvm_delinfo(name, index, flag)));
    }
}

static void put_away(struct draw *d)
{
    for (int i = 0; i < 3; i++) {
        pvm_setcontext(d->contexts[i]);
        settle();
        while (pvm_nrecv(-1, -1) > 0)
            pvm_freebuf(pvm_getrbuf());
    }
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    for (int i = 0; i < MIDS; i++)
        pvm_freebuf(d->mids[i]);
    for (int i = 0; i < 8; i++) {
        pvm_delinfo(W("random0"), i, 0);
        pvm_delinfo(W("random1"), i, 0);
    }
}

static void run(int seed, int calls, const int *contexts)
{
    struct draw d = {.state = (unsigned long long)seed * 7919 + 1, .me = pvm_mytid(), .seed = seed};
    memcpy(d.contexts, contexts, sizeof d.contexts);
    pvm_setcontext(d.contexts[0]);
    for (d.call = 0; d.call < calls; d.call++) {
        int what = below(&d, 20);
        if (what < 6)
            pack_something(&d);
        else if (what < 11)
            unpack_something(&d);
        else if (what < 13)
            send_something(&d);
        else if (what < 15)
            receive_something(&d);
        else if (what < 19)
            change_buffers(&d);
        else
            use_mailbox(&d);
        forget_gone(&d);
    }
    put_away(&d);
}

int main(int argc, char **argv)
{
    int first = argc > 2 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : 20, calls = argc > 3 ? atoi(argv[3]) : 300;
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    int contexts[3] = {pvm_getcontext(), pvm_newcontext(), pvm_newcontext()};
    for (int seed = first; seed <= last; seed++)
        run(seed, calls, contexts);
    CODE(pvm_exit());
    return 0;
}
