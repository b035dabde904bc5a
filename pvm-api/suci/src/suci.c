/* suci.c - the calls of suci.h. */
#include "suci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "library.h"
#include "pvm.h"

const struct suci_options suci_options_default = {.limits = {.payload_bytes = 1472 - SUCI_HEADER_BYTES,
                                                             .first_resend_ns = 200000000,
                                                             .most_resend_ns = 2000000000,
                                                             .give_up_ns = 30000000000},
                                                  .unconfirmed_bytes = 64 << 20,
                                                  .unread_bytes = 64 << 20};

/* NULL, or what is wrong with options. */
static const char *check(const struct suci_options *o, size_t datagram_bytes, char *text, size_t size)
{
    struct suci_sender trial;
    const char *wrong = suci_sender_open(&trial, &o->limits, &o->flow, NULL, 0);
    int most = (int)datagram_bytes - SUCI_HEADER_BYTES;
    if (o->limits.payload_bytes > most)
        snprintf(text, size, "payload_bytes is %d, not 1 to %d: a datagram has %zu bytes at most",
                 o->limits.payload_bytes, most, datagram_bytes);
    else if (wrong != NULL)
        snprintf(text, size, "%s", wrong);
    else if (o->lose_ppm < 0 || o->lose_ppm > 1000000)
        snprintf(text, size, "lose_ppm is %d, not 0 to 1000000", o->lose_ppm);
    else if (o->unconfirmed_bytes < 1 || o->unread_bytes < 1)
        snprintf(text, size, "unconfirmed_bytes and unread_bytes are %lld and %lld, not 1 or more",
                 (long long)o->unconfirmed_bytes, (long long)o->unread_bytes);
    else
        return NULL;
    return text;
}

/* A number that is greater the later it was drawn, so that a program which has begun anew is told from the one before:
 * milliseconds of the real clock, then 20 bits by chance. A task on a simulated machine has a tid of its own: no chance
 * there. */
static uint64_t simulated = 1; /* the next one there: a task may close Suci and open it again */

static uint64_t draw_connection(const struct suci_port *port)
{
    uint32_t chance = 0;
    struct timespec now;
    if (port->pvm != NULL)
        return simulated;
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        chance = (uint32_t)(uintptr_t)port;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000) << 20 | (chance & 0xfffff);
}

struct suci *suci_open(const struct suci_address *own, const struct suci_options *options)
{
    char text[160];
    struct suci_port *port = suci_pvm_open();
    if (port != NULL && own != NULL) {
        suci_says("suci_open: on a simulated machine addresses are tasks: own must be NULL");
        port->close(port);
        return NULL;
    }
    if (port == NULL && (port = suci_udp_open(own)) == NULL)
        return NULL;
    struct suci *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->port = port;
        s->options = options != NULL ? *options : suci_options_default;
        if (options == NULL || (options->flow.window == 0 && options->flow.ack_every == 0))
            s->options.flow = suci_reno;
        if (s->options.limits.least_resend_ns == 0) /* a process waits for its turn, a simulated task does not */
            s->options.limits.least_resend_ns = port->pvm != NULL ? 10000000 : 200000000;
        s->draws = s->options.lose_seed;
        s->connection = draw_connection(port);
        s->datagram = malloc(port->datagram_bytes);
    }
    const char *wrong =
        s == NULL || s->datagram == NULL ? "no memory" : check(&s->options, port->datagram_bytes, text, sizeof text);
    if (wrong != NULL) {
        suci_says("suci_open: %s", wrong);
        port->close(port);
        if (s != NULL)
            free(s->datagram);
        free(s);
        return NULL;
    }
    suci_pvm_costs(port->pvm, &s->packet_ns);
    if (own == NULL && port->pvm == NULL)
        suci_pvm_publish(suci_udp_port(port));
    return s;
}

void suci_close(struct suci *s, int64_t linger_ns)
{
    if (s == NULL)
        return;
    int64_t now = s->port->now(s->port),
            end = linger_ns < 0 || linger_ns > SUCI_NEVER - now ? SUCI_NEVER : now + linger_ns;
    suci_ack(s, -1);
    suci_act(s);
    for (; now < end; now = s->port->now(s->port))
        suci_progress(s, end - now);
    for (int i = 0; i < s->nnodes; i++)
        suci_node_free(s, s->nodes[i]);
    for (struct suci_in *in = s->first, *next; in != NULL; in = next) {
        next = in->next;
        free(in->bytes);
        free(in);
    }
    if (s->port->pvm != NULL)
        simulated = s->connection;
    s->port->close(s->port);
    free(s->nodes);
    free(s->datagram);
    free(s);
}

int suci_own_port(const struct suci *s)
{
    return s->port->pvm != NULL ? 0 : suci_udp_port(s->port);
}

/* Tells of the silence of a node (-1: of all). */
static int tells(struct suci *s, int node)
{
    for (int i = node < 0 ? 0 : node; i < (node < 0 ? s->nnodes : node + 1); i++)
        if (s->nodes[i] != NULL && s->nodes[i]->silent && !s->nodes[i]->told) {
            s->nodes[i]->told = true;
            s->untold--;
        }
    return SUCI_SILENT;
}

/* Takes nothing for a silent node. A read that follows, for the answer, says so as well. */
static int refuses(struct suci *s, struct suci_node *to)
{
    s->untold += to->told;
    to->told = false;
    return SUCI_SILENT;
}

/* Takes a copy of a message, if there is room. */
static long keep(struct suci *s, struct suci_node *to, const void *buf, long n)
{
    if (s->unconfirmed >= s->options.unconfirmed_bytes)
        return SUCI_FULL;
    struct suci_out *out = malloc(sizeof *out + (size_t)n);
    if (out == NULL) {
        suci_says("suci_write: no memory for %ld bytes", n);
        return SUCI_SYSTEM;
    }
    if (n > 0)
        memcpy(out->bytes, buf, (size_t)n);
    out->message.user = out;
    s->unconfirmed += n + (int64_t)sizeof *out;
    suci_sender_write(&to->sender, &out->message, n);
    suci_node_acts(s, to);
    suci_act(s);
    return n;
}

long suci_write(struct suci *s, int node, const void *buf, long n)
{
    struct suci_node *to = suci_node_of(s, node, "suci_write");
    if (to == NULL)
        return SUCI_BAD;
    if (n < 0 || n > SUCI_MESSAGE_MAX || (buf == NULL && n > 0)) {
        suci_says("suci_write: a message of %ld bytes%s; it must have 0 to %lld", n, buf == NULL ? " at NULL" : "",
                  SUCI_MESSAGE_MAX);
        return SUCI_BAD;
    }
    suci_call_begins(s, "suci write");
    suci_progress(s, 0); /* who only writes learns here what is confirmed */
    long code = to->silent ? refuses(s, to) : keep(s, to, buf, n);
    suci_call_ends(s);
    return code;
}

/* A piece of the oldest message that is complete. */
static long read_piece(struct suci *s, int *node, void *buf, long n)
{
    struct suci_in *in = s->first;
    uint32_t left = in->size - in->read, size = n < (long)left ? (uint32_t)n : left;
    if (size > 0)
        memcpy(buf, in->bytes + in->read, size);
    if (node != NULL)
        *node = in->node;
    in->read += size;
    if (in->read == in->size) {
        s->first = in->next;
        s->unread -= in->size + (int64_t)sizeof *in;
        free(in->bytes);
        free(in);
        suci_act(s); /* there may be room again */
    }
    return (long)size;
}

/* Who reads what lies here looks at the network, too, before the other end resends and long before it gives up. */
static int64_t look_every(const struct suci_limits *l)
{
    return l->give_up_ns > 0 && l->give_up_ns / 4 < l->first_resend_ns ? l->give_up_ns / 4 : l->first_resend_ns;
}

long suci_read(struct suci *s, int *node, void *buf, long n, int64_t ns)
{
    if (n < 1 || buf == NULL || ns < -1) {
        suci_says("suci_read: %ld bytes%s, %lld ns; it wants 1 or more, and a time of -1 (for ever), 0 or more", n,
                  buf == NULL ? " at NULL" : "", (long long)ns);
        return SUCI_BAD;
    }
    suci_call_begins(s, "suci read");
    int64_t now = s->port->now(s->port), end = ns < 0 || ns > SUCI_NEVER - now ? SUCI_NEVER : now + ns;
    if (s->first != NULL && now - s->looked_ns >= look_every(&s->options.limits))
        suci_progress(s, 0);
    while (s->first == NULL && s->untold == 0) {
        suci_progress(s, end == SUCI_NEVER ? -1 : end - now);
        now = s->port->now(s->port);
        if (now >= end)
            break;
    }
    long code = s->first != NULL ? read_piece(s, node, buf, n) : s->untold > 0 ? tells(s, -1) : SUCI_NOTHING;
    suci_call_ends(s);
    return code;
}

long suci_rest(const struct suci *s)
{
    return s->first == NULL || s->first->read == 0 ? 0 : (long)(s->first->size - s->first->read);
}

/* 0: all that was written to node (-1: to all) is confirmed; SUCI_SILENT: all but what silent nodes were to have. */
static int unconfirmed(const struct suci *s, int node)
{
    int code = 0;
    for (int i = node < 0 ? 0 : node; i < (node < 0 ? s->nnodes : node + 1); i++) {
        const struct suci_node *n = s->nodes[i];
        if (n != NULL && n->silent)
            code = SUCI_SILENT;
        else if (n != NULL && !suci_sender_idle(&n->sender))
            return SUCI_NOTHING;
    }
    return code;
}

int suci_flush(struct suci *s, int node, int64_t ns)
{
    if (node != -1 && suci_node_of(s, node, "suci_flush") == NULL)
        return SUCI_BAD;
    if (ns < -1) {
        suci_says("suci_flush: %lld ns; it wants -1 (for ever), 0 or more", (long long)ns);
        return SUCI_BAD;
    }
    suci_call_begins(s, "suci flush");
    suci_ack(s, node); /* the other end may wait for this in a flush of its own */
    int64_t now = s->port->now(s->port), end = ns < 0 || ns > SUCI_NEVER - now ? SUCI_NEVER : now + ns;
    int code = unconfirmed(s, node);
    while (code == SUCI_NOTHING) {
        suci_progress(s, end == SUCI_NEVER ? -1 : end - now);
        code = unconfirmed(s, node);
        now = s->port->now(s->port);
        if (now >= end)
            break;
    }
    suci_call_ends(s);
    return code == SUCI_SILENT ? tells(s, node) : code;
}

int suci_ack(struct suci *s, int node)
{
    if (node != -1 && suci_node_of(s, node, "suci_ack") == NULL)
        return SUCI_BAD;
    bool answers = false;
    for (int i = 0; i < s->nnodes; i++)
        if (s->nodes[i] != NULL && (node == -1 || i == node) && s->nodes[i]->connection != 0 &&
            s->nodes[i]->receiver.unanswered > 0) {
            suci_receiver_answer(&s->nodes[i]->receiver, s->port->now(s->port));
            suci_node_acts(s, s->nodes[i]);
            answers = true;
        }
    if (answers)
        suci_act(s);
    return 0;
}

int suci_set_flow(struct suci *s, int node, const struct suci_flow *flow)
{
    char text[96];
    if (node != -1 && suci_node_of(s, node, "suci_set_flow") == NULL)
        return SUCI_BAD;
    if (suci_flow_check(flow, text, sizeof text) != NULL) {
        suci_says("suci_set_flow: %s", text);
        return SUCI_BAD;
    }
    if (node == -1)
        s->options.flow = *flow;
    for (int i = 0; i < s->nnodes; i++)
        if (s->nodes[i] != NULL && (node == -1 || i == node)) {
            suci_node_acts(s, s->nodes[i]);
            suci_sender_flow(&s->nodes[i]->sender, flow);
            if (s->nodes[i]->connection != 0)
                suci_receiver_flow(&s->nodes[i]->receiver, flow, text, sizeof text);
        }
    return 0;
}

const struct suci_flow *suci_flow_of(const struct suci *s, int node)
{
    return node < 0 || node >= s->nnodes || s->nodes[node] == NULL ? NULL : &s->nodes[node]->sender.flow;
}

void suci_spends(struct suci *s, int64_t ns_per_packet, double ns_per_byte)
{
    s->object_ns = ns_per_packet > 0 ? ns_per_packet : 0;
    s->byte_ns = ns_per_byte > 0 ? ns_per_byte : 0;
}

int suci_count(const struct suci *s, int node, struct suci_counts *counts)
{
    const struct suci_node *n = suci_node_of(s, node, "suci_count");
    if (n == NULL)
        return SUCI_BAD;
    *counts = (struct suci_counts){.packets = n->sender.first_sendings,
                                   .resent = n->sender.resendings,
                                   .timeouts = n->sender.timeouts,
                                   .taken = n->receiver.taken,
                                   .repeated = n->receiver.repeated};
    return 0;
}
