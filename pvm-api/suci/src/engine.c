/* engine.c - what happens inside the library's calls: the cores' actions are done, datagrams taken in. */
#include "library.h"
#include "pvm.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>

/* What a packet of so many bytes costs the program itself: [layer.suci] of the machine file. */
static void spend(const struct suci *s, size_t bytes)
{
    int64_t ns = s->packet_ns + s->object_ns + (int64_t)(s->byte_ns * (double)bytes);
    if (ns > 0)
        suci_pvm_charge(s->port->pvm, ns);
}

/* splitmix64: is this datagram to be lost, for a trial? */
static bool loses(struct suci *s)
{
    if (s->options.lose_ppm == 0)
        return false;
    uint64_t z = s->draws += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (int)((z ^ z >> 31) % 1000000) < s->options.lose_ppm;
}

static void send_packet(struct suci *s, struct suci_node *n, const struct suci_action *a)
{
    unsigned char header[SUCI_HEADER_BYTES];
    const unsigned char *body = ((const struct suci_out *)a->message->user)->bytes + a->packet.offset;
    spend(s, a->packet.length);
    suci_wire_packet(header, n->sends, &a->packet, body);
    if (!loses(s))
        s->port->send(s->port, n->place, header, body, a->packet.length);
}

static void send_ack(struct suci *s, struct suci_node *n, const struct suci_ack *ack)
{
    unsigned char header[SUCI_HEADER_BYTES];
    spend(s, 0);
    suci_wire_ack(header, n->connection, ack);
    if (!loses(s))
        s->port->send(s->port, n->place, header, NULL, 0);
}

static void gave_up(struct suci *s, struct suci_node *n, const char *what)
{
    char name[64];
    s->port->name(n->place, name, sizeof name);
    suci_says("node %d (%s) has been silent for %g s: %s", n->number, name, (double)s->options.limits.give_up_ns / 1e9,
              what);
    s->untold += !n->silent;
    n->silent = true;
}

/* The sender's actions, up to a window: where sending takes longer than resend_after_ns there would be no end, and no
 * look at the acknowledgements that have come meanwhile. True: a message is confirmed, or the node given up. */
static bool sender_acts(struct suci *s, struct suci_node *n)
{
    struct suci_action a;
    int sent = 0;
    bool told = false;
    while (sent < n->sender.flow.window && suci_sender_next(&n->sender, s->port->now(s->port), &a)) {
        told = told || a.kind != SUCI_DO_SEND;
        if (a.kind == SUCI_DO_SEND) {
            send_packet(s, n, &a);
            sent++;
        } else if (a.kind == SUCI_DO_CONFIRMED) {
            s->unconfirmed -= a.message->length + (int64_t)sizeof(struct suci_out);
            free(a.message->user);
        } else {
            gave_up(s, n, "what was written to it is not confirmed");
        }
    }
    if (n->sender.trouble[0] != '\0') {
        suci_says("the flow control of node %d has set what cannot be: %s; it keeps what it had", n->number,
                  n->sender.trouble);
        n->sender.trouble[0] = '\0';
    }
    return told;
}

static void deliver(struct suci *s, struct suci_node *n, const struct suci_incoming *incoming)
{
    struct suci_in *in = incoming->user;
    if (in->room < in->size) { /* its packets overlap: the other end does not know what it says */
        suci_says("a message of %u bytes from node %d has a hole", in->size, n->number);
        free(in->bytes);
        free(in);
        return;
    }
    in->node = n->number;
    in->next = NULL;
    if (s->first == NULL)
        s->first = in;
    else
        s->end->next = in;
    s->end = in;
    s->unread += in->size + (int64_t)sizeof *in;
}

static void receiver_acts(struct suci *s, struct suci_node *n)
{
    struct suci_action a;
    while (n->connection != 0 && suci_receiver_next(&n->receiver, s->port->now(s->port), &a))
        if (a.kind == SUCI_DO_DELIVER)
            deliver(s, n, &a.incoming);
        else
            send_ack(s, n, &a.ack);
}

/* The reader has fallen behind, or has caught up. */
static void open_or_close(struct suci *s)
{
    bool closed = s->unread >= s->options.unread_bytes;
    if (closed == s->closed)
        return;
    s->closed = closed;
    for (int i = 0; i < s->nnodes; i++)
        if (s->nodes[i] != NULL && s->nodes[i]->connection != 0) {
            suci_receiver_room(&s->nodes[i]->receiver, s->port->now(s->port), !closed);
            suci_node_acts(s, s->nodes[i]);
        }
}

/* When a message that has begun to come is given up, if no more of it comes [ns]. */
static int64_t silent_at(const struct suci *s, const struct suci_node *n)
{
    bool begun = n->receiver.mask != 0 || n->receiver.incoming[n->receiver.oldest % SUCI_WINDOW_MAX].begun;
    bool counts = n->connection != 0 && begun && !n->silent && !s->closed && s->options.limits.give_up_ns > 0;
    return counts ? suci_later(n->heard_ns, s->options.limits.give_up_ns) : SUCI_NEVER;
}

/* When something is due for it without an event [ns]. */
static int64_t wake_of(const struct suci *s, const struct suci_node *n)
{
    int64_t at[] = {suci_sender_wake(&n->sender), n->connection == 0 ? SUCI_NEVER : suci_receiver_wake(&n->receiver),
                    silent_at(s, n)};
    int64_t first = at[0] < at[1] ? at[0] : at[1];
    return first < at[2] ? first : at[2];
}

bool suci_act(struct suci *s)
{
    bool told = false;
    open_or_close(s);
    for (struct suci_node **at = &s->busy, *n; (n = *at) != NULL;) {
        receiver_acts(s, n);
        told = sender_acts(s, n) || told;
        if (silent_at(s, n) <= s->port->now(s->port)) {
            gave_up(s, n, "a message from it has come in part");
            told = true;
        }
        while (*at != n) /* a flow control has made others busy meanwhile */
            at = &(*at)->next_busy;
        n->busy = wake_of(s, n) != SUCI_NEVER;
        if (n->busy)
            at = &n->next_busy;
        else
            *at = n->next_busy;
    }
    return told;
}

/* The bytes of a packet, to their place; the room grows with what has come, not with what was announced. */
static int store(struct suci_incoming *place, const struct suci_packet *p, const unsigned char *bytes)
{
    struct suci_in *in = place->user;
    if (in == NULL && (in = place->user = calloc(1, sizeof *in)) == NULL)
        return -1;
    in->size = p->total;
    uint32_t end = p->offset + p->length;
    if (end > in->room) {
        uint32_t room = in->room < p->total / 2 ? 2 * in->room : p->total;
        unsigned char *more = realloc(in->bytes, room = room < end ? end : room);
        if (more == NULL)
            return -1;
        in->bytes = more;
        in->room = room;
    }
    if (p->length > 0)
        memcpy(in->bytes + p->offset, bytes, p->length);
    return 0;
}

/* The first packet of a connection: of a program that has just begun, or has begun anew. */
static bool connected(struct suci *s, struct suci_node *n, uint64_t connection)
{
    if (connection == n->connection)
        return true;
    if (connection < n->connection || connection == 0)
        return false;
    char text[96];
    struct suci_limits limits = s->options.limits;
    suci_node_forget(n);
    limits.first_sequence = (uint32_t)connection;
    suci_receiver_open(&n->receiver, &limits, &n->sender.flow, text, sizeof text);
    if (s->closed)
        suci_receiver_room(&n->receiver, s->port->now(s->port), 0);
    n->connection = connection;
    return true;
}

static void take(struct suci *s, suci_place from, const unsigned char *bytes, size_t size)
{
    struct suci_packet p;
    struct suci_ack ack;
    struct suci_incoming *place;
    uint64_t connection;
    int64_t now = s->port->now(s->port);
    enum suci_wire_kind kind = suci_wire_read(bytes, size, &connection, &p, &ack);
    struct suci_node *n = kind == SUCI_WIRE_FOREIGN ? NULL : suci_node_at(s, from);
    if (n == NULL)
        return;
    spend(s, size - SUCI_HEADER_BYTES);
    suci_node_acts(s, n);
    if (kind == SUCI_WIRE_ACK && connection == n->sends)
        suci_sender_ack(&n->sender, now, &ack);
    if (kind != SUCI_WIRE_PACKET || !connected(s, n, connection))
        return;
    n->heard_ns = now;
    if (suci_receiver_packet(&n->receiver, now, &p, &place) == SUCI_TAKEN &&
        store(place, &p, bytes + SUCI_HEADER_BYTES) != 0) {
        suci_says("no memory for a message of %u bytes from node %d", p.total, n->number);
        suci_node_forget(n);
    }
    receiver_acts(s, n);
}

static int64_t next_wake(const struct suci *s)
{
    int64_t wake = SUCI_NEVER;
    for (const struct suci_node *n = s->busy; n != NULL; n = n->next_busy) {
        const int64_t at = wake_of(s, n);
        wake = at < wake ? at : wake;
    }
    return wake;
}

/* Takes one datagram, if one comes within ns. */
static bool receive(struct suci *s, int64_t ns)
{
    suci_place from;
    size_t size = s->port->receive(s->port, &from, s->datagram, s->port->datagram_bytes, ns);
    if (size > 0)
        take(s, from, s->datagram, size);
    return size > 0;
}

void suci_progress(struct suci *s, int64_t ns)
{
    /* What has come first: an acknowledgement that lies here is no time-out. Not for ever: the sender has its turn. */
    bool happened = false;
    s->looked_ns = s->port->now(s->port);
    for (int i = 0; i < 2 * SUCI_WINDOW_MAX && receive(s, 0); i++)
        happened = true;
    if (suci_act(s) || happened)
        return;
    int64_t wake = next_wake(s), now = s->port->now(s->port),
            wait = wake == SUCI_NEVER ? -1
                   : wake > now       ? wake - now
                                      : 0;
    if (ns >= 0 && (wait < 0 || wait > ns))
        wait = ns;
    if (wait != 0)
        receive(s, wait);
}

void suci_call_begins(const struct suci *s, const char *call)
{
    suci_pvm_enter(s->port->pvm, call);
}

void suci_call_ends(const struct suci *s)
{
    suci_pvm_leave(s->port->pvm);
}
