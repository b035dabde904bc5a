/* test_core.c - the core alone: what its actions are at each event, by hand; and long random runs against the model in
 * link.h. An argument is how many packets the longest run has. */

#include "link.h"
#include "repeats.h"

#include "testing.h"

#define MS 1000000LL
static uint64_t longest_run = 20000;

static struct suci_limits small(void)
{
    struct suci_limits l = suci_limits_ethernet;
    l.payload_bytes = 100;
    return l;
}

/* ---- by hand: the sender */

struct end {
    struct suci_sender s;
    struct suci_message m[4];
};

static struct end opened(int window, int64_t gap_ns)
{
    struct end e;
    struct suci_flow flow = suci_fixed_32;
    struct suci_limits limits = small();
    flow.window = window;
    flow.gap_ns = gap_ns;
    memset(&e, 0, sizeof e);
    assert_null(suci_sender_open(&e.s, &limits, &flow, NULL, 0));
    return e;
}
/* The next action is to send this packet. */
static void sends(struct end *e, int64_t now_ns, uint32_t sequence, int again)
{
    struct suci_action a;
    assert_true(suci_sender_next(&e->s, now_ns, &a));
    assert_int_equal(a.kind, SUCI_DO_SEND);
    assert_int_equal(a.packet.sequence, sequence);
    assert_int_equal(a.packet.again, again);
}
static void rests(struct end *e, int64_t now_ns, int64_t wake_ns)
{
    struct suci_action a;
    assert_false(suci_sender_next(&e->s, now_ns, &a));
    assert_int_equal(suci_sender_wake(&e->s), wake_ns);
}
static int acked(struct end *e, int64_t now_ns, uint32_t next, uint64_t mask)
{
    struct suci_ack ack = {.next = next, .room = 64, .mask = mask};
    return suci_sender_ack(&e->s, now_ns, &ack);
}
static void confirms(struct end *e, int64_t now_ns, int message)
{
    struct suci_action a;
    assert_true(suci_sender_next(&e->s, now_ns, &a));
    assert_int_equal(a.kind, SUCI_DO_CONFIRMED);
    assert_ptr_equal(a.message, &e->m[message]);
}

/* 250 bytes are packets of 100, 100, 50; an empty message is one of 0. */
TEST(test_cutting)
{
    struct end e = opened(32, 0);
    struct suci_action a;
    uint32_t lengths[] = {100, 100, 50, 0};
    assert_int_equal(suci_sender_write(&e.s, &e.m[0], 250), 0);
    assert_int_equal(suci_sender_write(&e.s, &e.m[1], 0), 0);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(suci_sender_next(&e.s, 0, &a));
        assert_int_equal(a.packet.sequence, i);
        assert_int_equal(a.packet.length, lengths[i]);
        assert_int_equal(a.packet.message, i / 3);
        assert_int_equal(a.packet.offset, i < 3 ? i * 100 : 0);
        assert_int_equal(a.packet.total, i < 3 ? 250 : 0);
    }
    rests(&e, 0, 200 * MS);
    assert_true(acked(&e, MS, 3, 0));
    confirms(&e, MS, 0);
    assert_false(suci_sender_idle(&e.s));
    assert_true(acked(&e, MS, 4, 0));
    confirms(&e, MS, 1);
    assert_true(suci_sender_idle(&e.s));
    rests(&e, MS, SUCI_NEVER);
    assert_int_equal(suci_sender_write(&e.s, &e.m[0], -1), -1);
    assert_int_equal(suci_sender_write(&e.s, &e.m[0], SUCI_MESSAGE_MAX + 1), -1);
}

/* Two may be under way, 5 ms apart. */
TEST(test_window_and_gap)
{
    struct end e = opened(2, 5 * MS);
    suci_sender_write(&e.s, &e.m[0], 1000);
    sends(&e, 0, 0, 0);
    rests(&e, 0, 5 * MS);
    sends(&e, 5 * MS, 1, 0);
    rests(&e, 5 * MS, 200 * MS); /* the window is full: only a time-out is due */
    rests(&e, 20 * MS, 200 * MS);
    assert_true(acked(&e, 20 * MS, 1, 0));
    sends(&e, 20 * MS, 2, 0);
}

/* What is never to happen, nor after 292 years, does not happen at once. */
TEST(test_never)
{
    struct end e = opened(2, SUCI_NEVER);
    e.s.flow.resend_after_ns = SUCI_NEVER;
    suci_sender_write(&e.s, &e.m[0], 1000);
    sends(&e, 5 * MS, 0, 0);
    rests(&e, 5 * MS, 5 * MS + e.s.limits.give_up_ns);
    e.s.limits.give_up_ns = SUCI_NEVER;
    rests(&e, 6 * MS, SUCI_NEVER);
}

/* A round trip of 40 ms: RFC 6298 says 40 + 4 x 20 = 120 ms from the next packet on. The second, of 48: variation
 * 20 + (8 - 20) / 4 = 17, mean 41, so 109. A time-out doubles it, and what was resent measures nothing (Karn). */
TEST(test_round_trip)
{
    struct end e = opened(1, 0);
    suci_sender_write(&e.s, &e.m[0], 1000);
    sends(&e, 0, 0, 0);
    rests(&e, 0, 200 * MS);
    assert_true(acked(&e, 40 * MS, 1, 0));
    sends(&e, 40 * MS, 1, 0);
    rests(&e, 40 * MS, 160 * MS);
    assert_true(acked(&e, 88 * MS, 2, 0));
    sends(&e, 100 * MS, 2, 0);
    rests(&e, 100 * MS, 209 * MS);
    sends(&e, 209 * MS, 2, 1);
    rests(&e, 209 * MS, (209 + 218) * MS);
    assert_true(acked(&e, 210 * MS, 3, 0));
    assert_int_equal(e.s.smoothed_ns, 41 * MS);
    sends(&e, 210 * MS, 3, 0);
    rests(&e, 210 * MS, (210 + 218) * MS); /* still doubled: 210 measured nothing */
    assert_true(acked(&e, 251 * MS, 4, 0));
    sends(&e, 251 * MS, 4, 0); /* off 0: variation 17 - 17 / 4 = 12.75 ms */
    rests(&e, 251 * MS, 251 * MS + 41 * MS + 4 * 12750000);
}

/* Packet 0 is lost: it goes again when 3 has arrived, before any time-out; and only it. */
TEST(test_selective)
{
    struct end e = opened(8, 0);
    suci_sender_write(&e.s, &e.m[0], 600);
    for (uint32_t i = 0; i < 6; i++)
        sends(&e, 0, i, 0);
    assert_true(acked(&e, 10 * MS, 0, 1 << 0));
    assert_true(acked(&e, 10 * MS, 0, 3 << 0));
    rests(&e, 10 * MS, 200 * MS);
    assert_true(acked(&e, 10 * MS, 0, 7 << 0));
    sends(&e, 10 * MS, 0, 1);
    rests(&e, 10 * MS, 200 * MS);
    assert_true(acked(&e, 20 * MS, 6, 0));
    confirms(&e, 20 * MS, 0);
    assert_int_equal(e.s.first_sendings, 6);
    assert_int_equal(e.s.resendings, 1);
}

/* Acknowledgements that are old, or of what was never sent. */
TEST(test_acks_of_no_use)
{
    struct end e = opened(8, 0);
    suci_sender_write(&e.s, &e.m[0], 300);
    for (uint32_t i = 0; i < 3; i++)
        sends(&e, 0, i, 0);
    assert_true(acked(&e, MS, 2, 0));
    assert_false(acked(&e, MS, 1, 0));
    assert_false(acked(&e, MS, 4, 0));
    assert_false(acked(&e, MS, 2, 1));
    assert_false(acked(&e, MS, 3, 1));
    assert_false(acked(&e, MS, (uint32_t)-1, UINT64_MAX));
    assert_true(acked(&e, MS, 3, 0));
}

static const struct {
    struct suci_flow flow;
    const char *says;
} refused[] = {{{.window = 0, .ack_every = 1}, "window is 0, not 1 to 64"},
               {{.window = -3, .ack_every = 1}, "window is -3, not 1 to 64"},
               {{.window = 65, .ack_every = 1}, "window is 65, not 1 to 64"},
               {{.window = 1, .ack_every = 1, .gap_ns = -1}, "gap_ns is -1, not 0 or more"},
               {{.window = 1, .ack_every = 0}, "ack_every is 0, not 1 or more"},
               {{.window = 1, .ack_every = 1, .ack_delay_ns = -5}, "ack_delay_ns is -5, not 0 or more"},
               {{.window = 1, .ack_every = 1, .resend_after_ns = -5}, "resend_after_ns is -5, not 0 (learnt) or more"}};
TEST(test_refused_flows)
{
    struct end e = opened(8, 0);
    struct suci_receiver r;
    struct suci_limits limits = small();
    char text[96];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_string_equal(suci_sender_flow(&e.s, &refused[i].flow), refused[i].says);
        assert_int_equal(e.s.flow.window, 8);
        assert_string_equal(suci_receiver_open(&r, &limits, &refused[i].flow, text, sizeof text), refused[i].says);
    }
    limits.payload_bytes = 70000;
    assert_string_equal(suci_sender_open(&e.s, &limits, &suci_reno, NULL, 0), "payload_bytes is 70000, not 1 to 65535");
    limits = small();
    limits.give_up_ns = -1;
    assert_string_equal(suci_sender_open(&e.s, &limits, &suci_reno, NULL, 0),
                        "give_up_ns is -1, not 0 (never) or more");
}

/* A hook that sets what cannot be: said, and the numbers before it stay. */
static void to_zero(struct suci *suci, int node, enum suci_event event, const struct suci_state *state,
                    struct suci_flow *flow)
{
    (void)suci, (void)node, (void)event, (void)state;
    flow->window = 0;
}
TEST(test_refused_by_hook)
{
    struct end e = opened(4, 0);
    e.s.flow.event = to_zero;
    suci_sender_write(&e.s, &e.m[0], 300);
    sends(&e, 0, 0, 0);
    assert_true(acked(&e, MS, 1, 0));
    assert_string_equal(e.s.trouble, "window is 0, not 1 to 64");
    assert_int_equal(e.s.flow.window, 4);
}

/* What the flow control is told, and in which order. */
static struct {
    enum suci_event event;
    int under_way, acked, lost;
} told[16];
static int ntold;
static void note(struct suci *suci, int node, enum suci_event event, const struct suci_state *state,
                 struct suci_flow *flow)
{
    (void)suci, (void)flow;
    assert_int_equal(node, 0);
    told[ntold].event = event;
    told[ntold].under_way = state->under_way;
    told[ntold].acked = state->acked;
    told[ntold++].lost = state->lost;
}
static void was_told(int i, enum suci_event event, int under_way, int arrived, int lost)
{
    assert_true(i < ntold);
    assert_int_equal(told[i].event, event);
    assert_int_equal(told[i].under_way, under_way);
    assert_int_equal(told[i].acked, arrived);
    assert_int_equal(told[i].lost, lost);
}
TEST(test_events)
{
    struct end e = opened(8, 0);
    e.s.flow.event = note;
    ntold = 0;
    suci_sender_write(&e.s, &e.m[0], 700);
    for (uint32_t i = 0; i < 7; i++)
        sends(&e, 0, i, 0);
    acked(&e, 10 * MS, 1, 0);      /* 0 has come */
    acked(&e, 11 * MS, 1, 7);      /* 2, 3, 4: 1 is lost */
    acked(&e, 12 * MS, 1, 7 + 16); /* 6: with it 5 would not be held lost yet */
    sends(&e, 12 * MS, 1, 1);
    acked(&e, 14 * MS, 5, 1); /* within less than a round trip: that was the first sending of 1 after all */
    rests(&e, 14 * MS, e.s.resend_at_ns);
    sends(&e, e.s.resend_at_ns, 5, 1);
    acked(&e, 500 * MS, 7, 0);
    was_told(0, SUCI_ACK, 7, 1, 0);
    was_told(1, SUCI_ACK, 6, 3, 0);
    was_told(2, SUCI_LOSS, 6, 0, 1);
    was_told(3, SUCI_ACK, 2, 1, 0);
    was_told(4, SUCI_ACK, 2, 1, 0);
    was_told(5, SUCI_TIMEOUT, 1, 0, 1);
    was_told(6, SUCI_ACK, 1, 1, 0);
    was_told(7, SUCI_IDLE, 0, 0, 0);
    assert_int_equal(ntold, 8);
}

/* Reno by hand: 3, and one more for each packet that arrives while it holds the sender back; half of what was under way
 * at a loss; one at a time-out. */
TEST(test_reno)
{
    struct suci_flow f = suci_reno;
    struct suci_state s = {.held_back = 1, .acked = 2, .under_way = 3};
    f.event(NULL, 0, SUCI_ACK, &s, &f);
    assert_int_equal(f.window, 5);
    s.held_back = 0;
    f.event(NULL, 0, SUCI_ACK, &s, &f);
    assert_int_equal(f.window, 5); /* the program was what held back */
    s = (struct suci_state){.under_way = 20, .lost = 1};
    f.event(NULL, 0, SUCI_LOSS, &s, &f);
    assert_int_equal(f.window, 10);
    s = (struct suci_state){.held_back = 1, .acked = 10};
    f.event(NULL, 0, SUCI_ACK, &s, &f);
    assert_int_equal(f.window, 11); /* one more for each window */
    s = (struct suci_state){.under_way = 11, .lost = 11};
    f.event(NULL, 0, SUCI_TIMEOUT, &s, &f);
    assert_int_equal(f.window, 1);
    s = (struct suci_state){.held_back = 1, .acked = 1};
    f.event(NULL, 0, SUCI_ACK, &s, &f);
    assert_int_equal(f.window, 2);
}

/* Numbers wrap round: nothing is held up, lost or refused for that. */
TEST(test_wrapping)
{
    struct end e;
    struct suci_limits limits = small();
    memset(&e, 0, sizeof e);
    limits.first_sequence = 0xffffffc8; /* the receiver's first edge is 8 */
    assert_null(suci_sender_open(&e.s, &limits, &suci_fixed_32, NULL, 0));
    suci_sender_write(&e.s, &e.m[0], 10000);
    for (uint32_t round = 0; round < 3; round++) {
        uint32_t first = limits.first_sequence + 32 * round;
        for (uint32_t i = 0; i < 32; i++)
            sends(&e, 10 * MS * round, first + i, 0);
        rests(&e, 10 * MS * round, e.s.resend_at_ns);
        assert_true(acked(&e, 10 * MS * (round + 1), first + 32, 0));
    }
    sends(&e, 30 * MS, 40, 0);
}

/* ---- by hand: the receiver */

static struct suci_receiver listening(int ack_every, int64_t ack_delay_ns, bool as_they_come)
{
    struct suci_receiver r;
    struct suci_flow flow = {.window = 1, .ack_every = ack_every, .ack_delay_ns = ack_delay_ns};
    struct suci_limits limits = small();
    char text[96];
    limits.as_they_come = as_they_come;
    assert_null(suci_receiver_open(&r, &limits, &flow, text, sizeof text));
    return r;
}
static enum suci_verdict came(struct suci_receiver *r, int64_t now_ns, uint32_t sequence, uint32_t message)
{
    struct suci_incoming *place;
    struct suci_packet p = {.sequence = sequence, .message = message, .total = 10, .length = 10};
    enum suci_verdict v = suci_receiver_packet(r, now_ns, &p, &place);
    if (v == SUCI_TAKEN)
        place->user = (void *)(size_t)(message + 1);
    return v;
}
static void gives(struct suci_receiver *r, int64_t now_ns, size_t message)
{
    struct suci_action a;
    assert_true(suci_receiver_next(r, now_ns, &a));
    assert_int_equal(a.kind, SUCI_DO_DELIVER);
    assert_int_equal((size_t)a.incoming.user, message + 1);
}
static void answers(struct suci_receiver *r, int64_t now_ns, uint32_t next, uint64_t mask, uint32_t room)
{
    struct suci_action a;
    assert_true(suci_receiver_next(r, now_ns, &a));
    assert_int_equal(a.kind, SUCI_DO_ANSWER);
    assert_int_equal(a.ack.next, next);
    assert_int_equal(a.ack.mask, mask);
    assert_int_equal(a.ack.room, room);
    assert_false(suci_receiver_next(r, now_ns, &a));
}

/* Every third, or after 5 ms; out of order, again and where a gap is closed at once. */
TEST(test_acknowledging)
{
    struct suci_receiver r = listening(3, 5 * MS, false);
    struct suci_action a;
    assert_int_equal(came(&r, 0, 0, 0), SUCI_TAKEN);
    gives(&r, 0, 0);
    assert_false(suci_receiver_next(&r, 0, &a));
    assert_int_equal(suci_receiver_wake(&r), 5 * MS);
    answers(&r, 5 * MS, 1, 0, 64);
    for (uint32_t i = 1; i <= 3; i++) {
        assert_int_equal(came(&r, 6 * MS, i, i), SUCI_TAKEN);
        gives(&r, 6 * MS, i);
    }
    answers(&r, 6 * MS, 4, 0, 64);
    assert_int_equal(came(&r, 7 * MS, 6, 6), SUCI_TAKEN);
    answers(&r, 7 * MS, 4, 2, 64);
    assert_int_equal(came(&r, 7 * MS, 6, 6), SUCI_OLD);
    answers(&r, 7 * MS, 4, 2, 64);
    assert_int_equal(came(&r, 7 * MS, 4, 4), SUCI_TAKEN);
    gives(&r, 7 * MS, 4);
    answers(&r, 7 * MS, 5, 1, 64);
    assert_int_equal(came(&r, 7 * MS, 5, 5), SUCI_TAKEN);
    gives(&r, 7 * MS, 5);
    gives(&r, 7 * MS, 6);
    answers(&r, 7 * MS, 7, 0, 64);
    assert_int_equal(came(&r, 7 * MS, 2, 2), SUCI_OLD);
    answers(&r, 7 * MS, 7, 0, 64);
    suci_receiver_answer(&r, 7 * MS);
    assert_int_equal(suci_receiver_wake(&r), SUCI_NEVER);
    r.ack_delay_ns = SUCI_NEVER;
    assert_int_equal(came(&r, 8 * MS, 7, 7), SUCI_TAKEN);
    assert_int_equal(suci_receiver_wake(&r), SUCI_NEVER);
}

TEST(test_as_they_come)
{
    struct suci_receiver r = listening(100, 5 * MS, true);
    came(&r, 0, 2, 2);
    gives(&r, 0, 2);
    came(&r, 0, 1, 1);
    gives(&r, 0, 1);
    came(&r, 0, 0, 0);
    gives(&r, 0, 0);
    came(&r, 0, 3, 3);
    gives(&r, 0, 3);
}

/* Packets that no sender of this connection can have sent. */
TEST(test_nonsense)
{
    struct suci_receiver r = listening(1, 0, false);
    struct suci_incoming *place;
    assert_int_equal(came(&r, 0, 64, 64), SUCI_NONSENSE);
    assert_int_equal(came(&r, 0, 0, 1), SUCI_NONSENSE);
    assert_int_equal(came(&r, 0, 0, (uint32_t)-1), SUCI_NONSENSE);
    struct suci_packet p[] = {{.offset = 8, .total = 10, .length = 3},
                              {.offset = 11, .total = 10, .length = 1},
                              {.total = 10, .length = 0},
                              {.total = UINT32_MAX, .length = 1},
                              {.offset = UINT32_MAX, .total = 10, .length = 5}};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        assert_int_equal(suci_receiver_packet(&r, 0, &p[i], &place), SUCI_NONSENSE);
    assert_int_equal(suci_receiver_wake(&r), SUCI_NEVER);
    assert_int_equal(came(&r, 0, 1, 1), SUCI_TAKEN);
    p[0] = (struct suci_packet){
        .sequence = 2, .message = 1, .total = 11, .length = 1}; /* another length than its message */
    assert_int_equal(suci_receiver_packet(&r, 0, &p[0], &place), SUCI_NONSENSE);
}

/* A reader that is too slow: what lies before the last packet is taken, no more; new room is told. */
TEST(test_no_room)
{
    struct suci_receiver r = listening(1, 0, false);
    came(&r, 0, 0, 0);
    gives(&r, 0, 0);
    came(&r, 0, 3, 3);
    suci_receiver_room(&r, 0, 0);
    answers(&r, 0, 1, 4 >> 1, 3);
    assert_int_equal(came(&r, 0, 4, 4), SUCI_NO_ROOM);
    answers(&r, 0, 1, 2, 3);
    assert_int_equal(came(&r, 0, 1, 1), SUCI_TAKEN);
    gives(&r, 0, 1);
    assert_int_equal(came(&r, 0, 2, 2), SUCI_TAKEN);
    gives(&r, 0, 2);
    gives(&r, 0, 3);
    answers(&r, 0, 4, 0, 0);
    suci_receiver_room(&r, 0, 1);
    answers(&r, 0, 4, 0, 64);
}

/* ---- on a bad network */

static struct link bad(uint64_t seed, int lost, uint32_t messages)
{
    struct link l;
    memset(&l, 0, sizeof l);
    l.seed = seed;
    l.lost = lost;
    l.messages = messages;
    l.delay_ns = MS;
    l.late_ns = 3 * MS;
    l.longest = 600;
    return l;
}

/* Everything at once, with each flow control, in order and as they come: the argument's packets. */
TEST(test_model)
{
    const struct suci_flow *flows[] = {&suci_fixed_32, &suci_reno, &suci_rate, &suci_stop_and_wait};
    uint64_t packets = 0, damaged = 0, resent = 0;
    for (uint64_t seed = 1; packets < (uint64_t)repeats((int)longest_run); seed++) {
        struct link l = bad(seed, 20, 2000);
        struct suci_limits limits = small();
        l.doubled = l.damaged = 20;
        l.late = 100;
        l.reader_sleeps = seed % 3 == 0 ? 20 : 0;
        limits.first_sequence = (uint32_t)(seed % 2 == 0 ? 0 : 0xfffffc00);
        limits.as_they_come = seed % 5 == 0;
        assert_true(link_run(&l, &limits, flows[seed % 4]));
        assert_int_equal(l.wrong, 0);
        assert_true(l.most_unread <= 20 + SUCI_WINDOW_MAX);
        packets += l.packets;
        damaged += l.damaged_seen;
        resent += l.sender.resendings;
    }
    assert_true(damaged > packets / 100);
    assert_true(resent > packets / 50);
    print_message("%llu packets, %llu sent again, %llu datagrams damaged\n", (unsigned long long)packets,
                  (unsigned long long)resent, (unsigned long long)damaged);
}

/* Any loss below 100 % comes to an end, with any flow control, if it is not to give up. */
TEST(test_liveness)
{
    const struct suci_flow *flows[] = {&suci_stop_and_wait, &suci_fixed_32, &suci_reno, &suci_rate};
    const int losses[] = {0, 300, 500, 900, 990};
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < 5; i++) {
            struct link l = bad((uint64_t)f + 1, losses[i], (uint32_t)repeats(losses[i] > 900 ? 20 : 100));
            struct suci_limits limits = small();
            limits.give_up_ns = 0;
            assert_true(link_run(&l, &limits, flows[f]));
            assert_int_equal(l.wrong, 0);
        }
}

/* A peer that falls silent: the error comes after give_up_ns, not before, and once. */
TEST(test_silence)
{
    struct link l = bad(1, 0, 10);
    struct suci_limits limits = small();
    struct suci_message m;
    struct suci_action a;
    l.cut = 1;
    limits.give_up_ns = 700 * MS;
    assert_false(link_run(&l, &limits, &suci_fixed_32));
    assert_true(l.gave_up);
    assert_int_equal(l.gave_up_ns, 700 * MS);
    assert_false(suci_sender_next(&l.sender, SUCI_NEVER - 1, &a));
    assert_int_equal(suci_sender_write(&l.sender, &m, 1), -1);
    assert_int_equal(suci_sender_wake(&l.sender), SUCI_NEVER);
}

/* A reader that takes far longer than give_up_ns is slow, not silent. */
TEST(test_slow_reader)
{
    struct link l = bad(1, 100, 400);
    struct suci_limits limits = small();
    l.reader_sleeps = 5;
    limits.give_up_ns = 45 * MS; /* the reader reads every 50 */
    assert_true(link_run(&l, &limits, &suci_fixed_32));
    assert_int_equal(l.wrong, 0);
}

/* ---- on the wire */

TEST(test_wire)
{
    unsigned char b[SUCI_HEADER_BYTES + 3];
    struct suci_packet p = {.sequence = 0xfffffffe, .message = 3, .offset = 4, .total = 7, .length = 3, .again = true},
                       q;
    struct suci_ack ack = {.next = 9, .room = 64, .mask = 0x8000000000000001}, got;
    uint64_t connection;
    memcpy(b + SUCI_HEADER_BYTES, "abc", 3);
    suci_wire_packet(b, 0x123456789abcdef0, &p, "abc");
    assert_int_equal(suci_wire_read(b, sizeof b, &connection, &q, &got), SUCI_WIRE_PACKET);
    assert_true(connection == 0x123456789abcdef0);
    assert_true(q.sequence == p.sequence && q.message == 3 && q.offset == 4 && q.total == 7 && q.length == 3 &&
                q.again);
    /* Every single bit that falls over, and every length that is not whole, is seen. */
    for (size_t i = 0; i < 8 * sizeof b; i++) {
        b[i / 8] ^= (unsigned char)(1 << i % 8);
        assert_int_equal(suci_wire_read(b, sizeof b, &connection, &q, &got), SUCI_WIRE_FOREIGN);
        b[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    for (size_t n = 0; n < sizeof b; n++)
        assert_int_equal(suci_wire_read(b, n, &connection, &q, &got), SUCI_WIRE_FOREIGN);
    suci_wire_ack(b, 5, &ack);
    assert_int_equal(suci_wire_read(b, SUCI_HEADER_BYTES, &connection, &q, &got), SUCI_WIRE_ACK);
    assert_true(connection == 5 && got.next == 9 && got.room == 64 && got.mask == ack.mask);
    assert_memory_equal(b, "SUCI\1\2\0\0\0\0\0\0\0\0\0\5", 16);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        longest_run = strtoull(argv[1], NULL, 10);
    return run_all_tests(NULL, NULL);
}
