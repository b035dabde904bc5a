/* link.c - see link.h. */
#include "link.h"

#include <stdlib.h>
#include <string.h>

enum { RING = 256 };

/* splitmix64 (Steele and others, 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
static int chance(struct link *l, int of_1000)
{
    return of_1000 > 0 && (int)(draw(&l->seed) % 1000) < of_1000;
}

int64_t message_length(const struct link *l, uint32_t n)
{
    uint64_t state = n;
    uint64_t x = draw(&state);
    return x % 4 == 0 ? 0 : (int64_t)(x / 4 % (uint64_t)(l->longest + 1));
}
unsigned char message_byte(uint32_t n, uint32_t at)
{
    return (unsigned char)((n * 2654435761u) >> 24 ^ (at * 167u >> 3));
}

static void swap(struct datagram *a, struct datagram *b)
{
    struct datagram c = *a;
    *a = *b;
    *b = c;
}

static void fly(struct link *l, const struct datagram *d)
{
    if (l->nflying == l->room)
        l->flying = realloc(l->flying, sizeof *l->flying * (size_t)(l->room = l->room * 2 + 64));
    int i = l->nflying++;
    l->flying[i] = *d;
    for (; i > 0 && l->flying[i].at_ns < l->flying[(i - 1) / 2].at_ns; i = (i - 1) / 2)
        swap(&l->flying[i], &l->flying[(i - 1) / 2]);
}

static struct datagram land(struct link *l)
{
    struct datagram first = l->flying[0];
    l->flying[0] = l->flying[--l->nflying];
    for (int i = 0, child; (child = 2 * i + 1) < l->nflying; i = child) {
        if (child + 1 < l->nflying && l->flying[child + 1].at_ns < l->flying[child].at_ns)
            child++;
        if (l->flying[i].at_ns <= l->flying[child].at_ns)
            break;
        swap(&l->flying[i], &l->flying[child]);
    }
    return first;
}

/* What the network does to a datagram. */
static void transmit(struct link *l, struct datagram *d)
{
    for (int copies = chance(l, l->doubled) ? 2 : 1; copies > 0; copies--) {
        if (l->cut || chance(l, l->lost))
            continue;
        struct datagram flown = *d;
        flown.at_ns =
            l->now_ns + l->delay_ns + (chance(l, l->late) ? (int64_t)(draw(&l->seed) % (uint64_t)l->late_ns) : 0);
        if (chance(l, l->damaged))
            flown.bytes[draw(&l->seed) % d->size] ^= (unsigned char)(1 << draw(&l->seed) % 8);
        fly(l, &flown);
    }
}

static void sender_acts(struct link *l)
{
    struct suci_action a;
    while (suci_sender_next(&l->sender, l->now_ns, &a)) {
        struct datagram d = {0};
        if (a.kind == SUCI_DO_GIVE_UP) {
            l->gave_up = 1;
            l->gave_up_ns = l->now_ns;
        }
        if (a.kind != SUCI_DO_SEND)
            continue;
        d.size = SUCI_HEADER_BYTES + a.packet.length;
        for (uint32_t i = 0; i < a.packet.length; i++)
            d.bytes[SUCI_HEADER_BYTES + i] =
                message_byte(a.packet.message - l->sender.limits.first_sequence, a.packet.offset + i);
        suci_wire_packet(d.bytes, 42, &a.packet, d.bytes + SUCI_HEADER_BYTES);
        l->packets++;
        transmit(l, &d);
    }
}

static void given_out(struct link *l, struct suci_incoming *in)
{
    uint32_t n = (uint32_t)(size_t)in->user - 1;
    if (l->receiver.limits.as_they_come ? n >= l->written || l->given_before[n]++ : n != l->given)
        l->wrong++;
    if (in->total != message_length(l, n))
        l->wrong++;
    l->given++;
    if (l->reader_sleeps > 0 && ++l->unread >= (uint32_t)l->reader_sleeps)
        suci_receiver_room(&l->receiver, l->now_ns, 0);
    if (l->unread > l->most_unread)
        l->most_unread = l->unread;
}

static void receiver_acts(struct link *l)
{
    struct suci_action a;
    while (suci_receiver_next(&l->receiver, l->now_ns, &a)) {
        if (a.kind == SUCI_DO_DELIVER) {
            given_out(l, &a.incoming);
        } else {
            struct datagram d = {.size = SUCI_HEADER_BYTES};
            suci_wire_ack(d.bytes, 42, &a.ack);
            transmit(l, &d);
        }
    }
}

static void taken(struct link *l, const struct datagram *d)
{
    struct suci_packet p;
    struct suci_ack ack;
    uint64_t connection = 0;
    enum suci_wire_kind kind = suci_wire_read(d->bytes, d->size, &connection, &p, &ack);
    l->damaged_seen += kind == SUCI_WIRE_FOREIGN;
    if (kind == SUCI_WIRE_ACK)
        suci_sender_ack(&l->sender, l->now_ns, &ack);
    struct suci_incoming *place;
    if (kind != SUCI_WIRE_PACKET || suci_receiver_packet(&l->receiver, l->now_ns, &p, &place) != SUCI_TAKEN)
        return;
    uint32_t n = p.message - l->receiver.limits.first_sequence;
    place->user = (void *)((size_t)n + 1);
    for (uint32_t i = 0; i < p.length; i++)
        l->wrong += d->bytes[SUCI_HEADER_BYTES + i] != message_byte(n, p.offset + i);
}

static int64_t earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int link_run(struct link *l, const struct suci_limits *limits, const struct suci_flow *flow)
{
    char text[96];
    l->ring = calloc(RING, sizeof *l->ring);
    l->given_before = calloc(l->messages + 1, 1);
    if (suci_sender_open(&l->sender, limits, flow, NULL, 7) != NULL ||
        suci_receiver_open(&l->receiver, limits, flow, text, sizeof text) != NULL)
        return 0;
    int64_t reads_at = SUCI_NEVER;
    for (;;) {
        while (l->written < l->messages &&
               (l->sender.first == NULL || l->sender.messages - l->sender.first->number < RING) &&
               suci_sender_write(&l->sender, &l->ring[l->written % RING], message_length(l, l->written)) == 0)
            l->written++;
        sender_acts(l);
        receiver_acts(l);
        if ((l->written == l->messages && suci_sender_idle(&l->sender)) || l->gave_up)
            break;
        if (l->receiver.closed && reads_at == SUCI_NEVER)
            reads_at = l->now_ns + 50 * l->delay_ns;
        int64_t flight = l->nflying > 0 ? l->flying[0].at_ns : SUCI_NEVER;
        int64_t then = earliest(earliest(suci_sender_wake(&l->sender), suci_receiver_wake(&l->receiver)),
                                earliest(flight, reads_at));
        if (then == SUCI_NEVER)
            break;
        l->now_ns = then > l->now_ns ? then : l->now_ns;
        if (flight <= l->now_ns) {
            struct datagram d = land(l);
            taken(l, &d);
        }
        if (reads_at <= l->now_ns) {
            l->unread = 0;
            suci_receiver_room(&l->receiver, l->now_ns, 1);
            reads_at = SUCI_NEVER;
        }
    }
    free(l->flying);
    free(l->ring);
    free(l->given_before);
    l->flying = NULL;
    return l->given == l->messages && suci_sender_idle(&l->sender);
}
