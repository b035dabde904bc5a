/* sender.c - the sending half of suci_core.h: cuts messages in packets, keeps what is not confirmed, resends. */
#include "suci_core.h"

#include <stdio.h>
#include <string.h>

const struct suci_limits suci_limits_ethernet = {.payload_bytes = 1472 - 36,
                                                 .first_resend_ns = 200000000,
                                                 .least_resend_ns = 10000000,
                                                 .most_resend_ns = 2000000000,
                                                 .give_up_ns = 30000000000};

/* A packet is held lost when one that was sent three or more sendings later has arrived (RFC 5681 has three, too). */
enum { REORDERING = 3 };

/* Is sequence number a before b? Numbers wrap round; those compared lie within 2^31. */
static bool before(uint32_t a, uint32_t b)
{
    return (int32_t)(a - b) < 0;
}

static struct suci_slot *slot_of(struct suci_sender *s, uint32_t sequence)
{
    return &s->slots[sequence % SUCI_WINDOW_MAX];
}

static const char *limits_check(const struct suci_limits *l, char *text, size_t size)
{
    if (l->payload_bytes < 1 || l->payload_bytes > 65535)
        snprintf(text, size, "payload_bytes is %d, not 1 to 65535", l->payload_bytes);
    else if (l->first_resend_ns < 1 || l->least_resend_ns < 1 || l->most_resend_ns < l->least_resend_ns)
        snprintf(text, size, "the times to resend are not 1 or more, or the most is below the least");
    else if (l->give_up_ns < 0)
        snprintf(text, size, "give_up_ns is %lld, not 0 (never) or more", (long long)l->give_up_ns);
    else
        return NULL;
    return text;
}

const char *suci_sender_open(struct suci_sender *s, const struct suci_limits *limits, const struct suci_flow *flow,
                             struct suci *suci, int node)
{
    memset(s, 0, sizeof *s);
    s->limits = *limits;
    s->suci = suci;
    s->node = node;
    s->confirmed = s->next = s->messages = limits->first_sequence;
    s->edge = s->next + SUCI_WINDOW_MAX;
    s->resend_at_ns = SUCI_NEVER;
    s->gap_until_ns = INT64_MIN;
    if (limits_check(limits, s->trouble, sizeof s->trouble) != NULL)
        return s->trouble;
    return suci_sender_flow(s, flow);
}

const char *suci_sender_flow(struct suci_sender *s, const struct suci_flow *flow)
{
    if (suci_flow_check(flow, s->trouble, sizeof s->trouble) != NULL)
        return s->trouble;
    s->flow = *flow;
    return NULL;
}

/* After how long to resend now [ns]: RFC 6298, with Karn's doubling; or what the flow control says. */
static int64_t resend_after(const struct suci_sender *s)
{
    const struct suci_limits *l = &s->limits;
    if (s->flow.resend_after_ns != 0)
        return s->flow.resend_after_ns;
    int64_t ns = s->smoothed_ns == 0 ? l->first_resend_ns : s->smoothed_ns + 4 * s->variation_ns;
    if (ns < l->least_resend_ns)
        ns = l->least_resend_ns;
    for (int i = 0; i < s->backoff && ns < l->most_resend_ns; i++)
        ns *= 2;
    return ns < l->most_resend_ns ? ns : l->most_resend_ns;
}

/* A round trip was measured (RFC 6298, section 2). */
static void measured(struct suci_sender *s, int64_t ns)
{
    if (ns < 1)
        ns = 1;
    if (s->smoothed_ns == 0) {
        s->smoothed_ns = ns;
        s->variation_ns = ns / 2;
    } else {
        int64_t off = s->smoothed_ns > ns ? s->smoothed_ns - ns : ns - s->smoothed_ns;
        s->variation_ns += (off - s->variation_ns) / 4;
        s->smoothed_ns += (ns - s->smoothed_ns) / 8;
    }
    if (s->least_ns == 0 || ns < s->least_ns)
        s->least_ns = ns;
    s->backoff = 0;
}

/* Tells the flow control; what it sets counts from now on, if it can be. */
static void tell(struct suci_sender *s, int64_t now_ns, enum suci_event event, int under_way, int acked, int lost)
{
    if (s->flow.event == NULL)
        return;
    struct suci_state state = {.now_ns = now_ns,
                               .round_trip_ns = s->smoothed_ns,
                               .least_round_trip_ns = s->least_ns,
                               .resend_after_ns = resend_after(s),
                               .under_way = under_way,
                               .acked = acked,
                               .lost = lost,
                               .held_back = s->held_back};
    struct suci_flow flow = s->flow;
    flow.event(s->suci, s->node, event, &state, &flow);
    suci_sender_flow(s, &flow);
}

int suci_sender_write(struct suci_sender *s, struct suci_message *message, int64_t length)
{
    if (length < 0 || length > SUCI_MESSAGE_MAX || s->silent)
        return -1;
    uint32_t payload = (uint32_t)s->limits.payload_bytes;
    message->length = (uint32_t)length;
    message->number = s->messages++;
    message->unconfirmed = length == 0 ? 1 : ((uint32_t)length - 1) / payload + 1;
    message->next = NULL;
    if (s->first == NULL)
        s->first = message;
    else
        s->last->next = message;
    s->last = message;
    if (s->cut == NULL)
        s->cut = message;
    return 0;
}

/* Packet `sequence` has arrived. */
static void arrived(struct suci_sender *s, uint32_t sequence, int64_t now_ns, struct suci_slot **latest)
{
    struct suci_slot *slot = slot_of(s, sequence);
    if (slot->state == SUCI_ARRIVED)
        return;
    *(slot->state == SUCI_LOST ? &s->lost : &s->under_way) -= 1;
    slot->state = SUCI_ARRIVED;
    slot->message->unconfirmed--;
    /* For a packet sent more than once it is not known which sending has arrived (Karn), but surely not the last one
     * if that was less than any round trip ago. */
    bool last = slot->times == 1 || (s->least_ns != 0 && now_ns - slot->sent_ns >= s->least_ns);
    if (last && slot->order > s->arrived_sending)
        s->arrived_sending = slot->order;
    if (slot->times == 1 && (*latest == NULL || slot->order > (*latest)->order))
        *latest = slot;
}

/* Declares lost what later sendings have overtaken. How many; *untold: one was sent after the last loss told. */
static int find_lost(struct suci_sender *s, bool *untold)
{
    int lost = 0;
    for (uint32_t q = s->confirmed; q != s->next; q++) {
        struct suci_slot *slot = slot_of(s, q);
        if (slot->state != SUCI_UNDER_WAY || slot->order + REORDERING > s->arrived_sending)
            continue;
        slot->state = SUCI_LOST;
        lost++;
        *untold |= slot->order > s->told_sending;
    }
    s->under_way -= lost;
    s->lost += lost;
    return lost;
}

/* The receiver takes packets before `edge`. Those that it has refused may go again at once. */
static void open_to(struct suci_sender *s, uint32_t edge)
{
    if (!before(s->edge, edge))
        return;
    for (uint32_t q = s->edge; before(q, s->next); q++) {
        struct suci_slot *slot = slot_of(s, q);
        if (!before(q, s->confirmed) && slot->state == SUCI_UNDER_WAY) {
            slot->state = SUCI_LOST;
            s->under_way--;
            s->lost++;
        }
    }
    s->edge = edge;
    if (s->confirmed == s->next)
        s->resend_at_ns = SUCI_NEVER;
}

int suci_sender_ack(struct suci_sender *s, int64_t now_ns, const struct suci_ack *ack)
{
    uint32_t span = s->next - s->confirmed, step = ack->next - s->confirmed;
    if (step > span || s->silent)
        return 0;
    uint32_t beyond = s->next - ack->next; /* of these the mask may tell, but for the first */
    if (beyond < 65 && beyond > 0 && (ack->mask >> (beyond - 1)) != 0)
        return 0;
    if (beyond == 0 && ack->mask != 0)
        return 0;
    int under_way = s->under_way, unknown = s->under_way + s->lost;
    struct suci_slot *latest = NULL;
    s->heard_ns = now_ns;
    for (uint32_t q = s->confirmed; q != ack->next; q++)
        arrived(s, q, now_ns, &latest);
    for (uint32_t i = 0; i < 64; i++)
        if (ack->mask >> i & 1)
            arrived(s, ack->next + 1 + i, now_ns, &latest);
    s->confirmed = ack->next;
    if (latest != NULL)
        measured(s, now_ns - latest->sent_ns);
    open_to(s, ack->next + (ack->room < SUCI_WINDOW_MAX ? ack->room : SUCI_WINDOW_MAX));
    if (step > 0) /* RFC 6298, 5.2 and 5.3 */
        s->resend_at_ns = s->confirmed == s->next ? SUCI_NEVER : suci_later(now_ns, resend_after(s));
    int acked = unknown - s->under_way - s->lost;
    if (acked > 0) {
        tell(s, now_ns, SUCI_ACK, under_way, acked, 0);
        s->held_back = false;
    }
    bool untold = false;
    int lost = find_lost(s, &untold);
    if (untold) {
        s->told_sending = s->sendings;
        tell(s, now_ns, SUCI_LOSS, under_way, 0, lost);
    }
    if (acked > 0 && s->confirmed == s->next && s->cut == NULL)
        tell(s, now_ns, SUCI_IDLE, 0, 0, 0);
    return 1;
}

/* Nothing new was heard for long enough: what has been under way for so long is lost. */
static void timed_out(struct suci_sender *s, int64_t now_ns)
{
    int64_t after = resend_after(s);
    int under_way = s->under_way, lost = 0;
    bool closed = !before(s->confirmed, s->edge);
    s->resend_at_ns = SUCI_NEVER;
    if (s->confirmed == s->next) { /* nothing under way: the receiver had no room, and is asked again */
        s->probe = true;
        s->backoff += s->backoff < 30;
        return;
    }
    for (uint32_t q = s->confirmed; q != s->next; q++) {
        struct suci_slot *slot = slot_of(s, q);
        if (slot->state == SUCI_UNDER_WAY && (now_ns - slot->sent_ns >= after || lost == 0)) {
            slot->state = SUCI_LOST;
            lost++;
        }
    }
    s->under_way -= lost;
    s->lost += lost;
    s->backoff += s->backoff < 30;
    s->timeouts++;
    s->told_sending = s->sendings;
    if (lost > 0 && !closed)
        tell(s, now_ns, SUCI_TIMEOUT, under_way, 0, lost);
    s->resend_at_ns = suci_later(now_ns, resend_after(s)); /* even if a smaller window holds the resending back */
}

/* Is there a new packet that the receiver may take? */
static bool has_new(const struct suci_sender *s)
{
    return s->cut != NULL && s->next - s->confirmed < SUCI_WINDOW_MAX && (before(s->next, s->edge) || s->probe);
}

/* The packet to send now: the oldest that is lost, else a new one, cut off the message. */
static struct suci_slot *choose(struct suci_sender *s)
{
    for (uint32_t q = s->confirmed; s->lost > 0 && q != s->next; q++)
        if (slot_of(s, q)->state == SUCI_LOST) {
            s->lost--;
            return slot_of(s, q);
        }
    struct suci_slot *slot = slot_of(s, s->next);
    uint32_t rest = s->cut->length - s->cut_at, payload = (uint32_t)s->limits.payload_bytes;
    slot->packet = (struct suci_packet){.sequence = s->next++,
                                        .message = s->cut->number,
                                        .offset = s->cut_at,
                                        .total = s->cut->length,
                                        .length = (uint16_t)(rest < payload ? rest : payload)};
    slot->message = s->cut;
    slot->times = 0;
    s->cut_at += slot->packet.length;
    if (s->cut_at == s->cut->length) {
        s->cut = s->cut->next;
        s->cut_at = 0;
    }
    s->probe = false;
    return slot;
}

static void send(struct suci_sender *s, int64_t now_ns, struct suci_action *action)
{
    if (s->confirmed == s->next) /* the other end owes no answer up to now */
        s->heard_ns = now_ns;
    struct suci_slot *slot = choose(s);
    slot->state = SUCI_UNDER_WAY;
    slot->sent_ns = now_ns;
    slot->order = ++s->sendings;
    slot->packet.again = slot->times++ > 0;
    *(slot->packet.again ? &s->resendings : &s->first_sendings) += 1;
    s->under_way++;
    s->gap_until_ns = suci_later(now_ns, s->flow.gap_ns);
    if (s->resend_at_ns == SUCI_NEVER)
        s->resend_at_ns = suci_later(now_ns, resend_after(s));
    action->kind = SUCI_DO_SEND;
    action->packet = slot->packet;
    action->message = slot->message;
}

/* When silence has lasted too long [ns]. */
static int64_t silent_at(const struct suci_sender *s)
{
    return s->limits.give_up_ns == 0 || s->confirmed == s->next ? SUCI_NEVER
                                                                : suci_later(s->heard_ns, s->limits.give_up_ns);
}

int suci_sender_next(struct suci_sender *s, int64_t now_ns, struct suci_action *action)
{
    if (silent_at(s) <= now_ns)
        s->silent = true;
    if (s->silent) {
        bool told = s->silence_told;
        s->silence_told = true;
        action->kind = SUCI_DO_GIVE_UP;
        return !told;
    }
    if (s->first != NULL && s->first->unconfirmed == 0) {
        action->kind = SUCI_DO_CONFIRMED;
        action->message = s->first;
        s->first = s->first->next;
        return 1;
    }
    if (s->resend_at_ns <= now_ns)
        timed_out(s, now_ns);
    if (s->lost > 0 || has_new(s)) {
        if (s->under_way < s->flow.window && now_ns >= s->gap_until_ns) {
            send(s, now_ns, action);
            return 1;
        }
        s->held_back = true;
    } else if (s->cut != NULL && s->confirmed == s->next && s->resend_at_ns == SUCI_NEVER) {
        s->resend_at_ns = suci_later(now_ns, resend_after(s)); /* no room: ask again then */
    }
    return 0;
}

int64_t suci_sender_wake(const struct suci_sender *s)
{
    if (s->silent)
        return SUCI_NEVER;
    int64_t wake = s->resend_at_ns < silent_at(s) ? s->resend_at_ns : silent_at(s);
    if ((s->lost > 0 || has_new(s)) && s->under_way < s->flow.window && s->gap_until_ns < wake)
        wake = s->gap_until_ns;
    return wake;
}
