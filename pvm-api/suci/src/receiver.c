/* receiver.c - the receiving half of suci_core.h: tells new packets from old ones, acknowledges, gives messages out. */
#include "suci_core.h"

#include <string.h>

const char *suci_receiver_open(struct suci_receiver *r, const struct suci_limits *limits, const struct suci_flow *flow,
                               char *text, size_t size)
{
    memset(r, 0, sizeof *r);
    r->limits = *limits;
    r->next = r->oldest = limits->first_sequence;
    r->answer_at_ns = SUCI_NEVER;
    return suci_receiver_flow(r, flow, text, size);
}

const char *suci_receiver_flow(struct suci_receiver *r, const struct suci_flow *flow, char *text, size_t size)
{
    if (suci_flow_check(flow, text, size) != NULL)
        return text;
    r->ack_every = flow->ack_every;
    r->ack_delay_ns = flow->ack_delay_ns;
    return NULL;
}

/* The first packet that is not taken. */
static uint32_t edge(const struct suci_receiver *r)
{
    return r->closed ? r->limit : r->next + SUCI_WINDOW_MAX;
}

/* An acknowledgement is due `in_ns` from now, at the latest. */
static void answer_in(struct suci_receiver *r, int64_t now_ns, int64_t in_ns)
{
    if (suci_later(now_ns, in_ns) < r->answer_at_ns)
        r->answer_at_ns = suci_later(now_ns, in_ns);
}

/* Where the message of a packet is kept; NULL: the packet does not fit in with the others. */
static struct suci_incoming *place_of(struct suci_receiver *r, const struct suci_packet *p, uint32_t ahead)
{
    if (p->message - r->oldest > ahead) /* each message has one packet or more */
        return NULL;
    struct suci_incoming *in = &r->incoming[p->message % SUCI_WINDOW_MAX];
    bool fits = p->offset <= p->total && p->length <= p->total - p->offset && (p->length > 0 || p->total == 0);
    if (!fits || p->total > SUCI_MESSAGE_MAX || (in->begun && (in->total != p->total || p->length > in->left)))
        return NULL;
    if (!in->begun)
        *in = (struct suci_incoming){.total = p->total, .left = p->total, .begun = true};
    return in->given ? NULL : in;
}

/* Notes that the packet `ahead` of the next expected one has come. */
static void note(struct suci_receiver *r, uint32_t ahead)
{
    if (ahead > 0) {
        r->mask |= (uint64_t)1 << (ahead - 1);
        return;
    }
    uint64_t come;
    do {
        r->next++;
        come = r->mask & 1;
        r->mask >>= 1;
    } while (come);
}

enum suci_verdict suci_receiver_packet(struct suci_receiver *r, int64_t now_ns, const struct suci_packet *packet,
                                       struct suci_incoming **place)
{
    uint32_t ahead = packet->sequence - r->next;
    if ((int32_t)ahead < 0 || (ahead > 0 && ahead <= 64 && (r->mask >> (ahead - 1) & 1))) {
        r->repeated++;
        answer_in(r, now_ns, 0);
        return SUCI_OLD;
    }
    if (ahead >= SUCI_WINDOW_MAX)
        return SUCI_NONSENSE;
    if ((int32_t)(packet->sequence - edge(r)) >= 0) {
        answer_in(r, now_ns, 0);
        return SUCI_NO_ROOM;
    }
    struct suci_incoming *in = place_of(r, packet, ahead);
    if (in == NULL)
        return SUCI_NONSENSE;
    bool plain = ahead == 0 && r->mask == 0 && !packet->again;
    note(r, ahead);
    in->left -= packet->length;
    r->taken++;
    r->unanswered++;
    /* Out of order, or a gap is closed: at once (RFC 5681, 4.2). */
    answer_in(r, now_ns, plain && r->unanswered < r->ack_every ? r->ack_delay_ns : 0);
    *place = in;
    return SUCI_TAKEN;
}

void suci_receiver_room(struct suci_receiver *r, int64_t now_ns, int open)
{
    if (open == !r->closed)
        return;
    if (open) {
        answer_in(r, now_ns, 0);
    } else {
        r->limit = r->next;
        for (uint32_t i = 0; i < 64; i++)
            if (r->mask >> i & 1)
                r->limit = r->next + 2 + i;
    }
    r->closed = !open;
}

void suci_receiver_answer(struct suci_receiver *r, int64_t now_ns)
{
    if (r->answer_at_ns != SUCI_NEVER)
        answer_in(r, now_ns, 0);
}

/* A message to give out: the oldest, or any that is complete where they go as they come. */
static bool deliver(struct suci_receiver *r, struct suci_action *action)
{
    for (uint32_t i = 0; i < (r->limits.as_they_come ? SUCI_WINDOW_MAX : 1); i++) {
        struct suci_incoming *in = &r->incoming[(r->oldest + i) % SUCI_WINDOW_MAX];
        if (!in->begun || in->left > 0 || in->given)
            continue;
        in->given = true;
        action->kind = SUCI_DO_DELIVER;
        action->incoming = *in;
        while (r->incoming[r->oldest % SUCI_WINDOW_MAX].given)
            memset(&r->incoming[r->oldest++ % SUCI_WINDOW_MAX], 0, sizeof *in);
        return true;
    }
    return false;
}

int suci_receiver_next(struct suci_receiver *r, int64_t now_ns, struct suci_action *action)
{
    if (deliver(r, action))
        return 1;
    if (r->answer_at_ns > now_ns)
        return 0;
    r->answer_at_ns = SUCI_NEVER;
    r->unanswered = 0;
    action->kind = SUCI_DO_ANSWER;
    action->ack = (struct suci_ack){.next = r->next, .room = edge(r) - r->next, .mask = r->mask};
    return 1;
}

int64_t suci_receiver_wake(const struct suci_receiver *r)
{
    return r->answer_at_ns;
}
