/* flow.c - the flow controls that come with Suci, and the check of any. A page to copy from. */
#include "suci_flow.h"

#include <stdio.h>

#define MS 1000000LL

const struct suci_flow suci_stop_and_wait = {.window = 1, .ack_every = 1};
const struct suci_flow suci_fixed_32 = {.window = 32, .ack_every = 4, .ack_delay_ns = 1 * MS};

/* TCP's congestion control (RFC 5681), in packets. own[0]: the threshold of slow start, 0: none yet; own[1]: the window
 * with its fraction. It grows only while it is what holds the sender back (RFC 7661 says why). */
static void reno(struct suci *suci, int node, enum suci_event event, const struct suci_state *state,
                 struct suci_flow *flow)
{
    double *threshold = &flow->own[0], *window = &flow->own[1];
    (void)suci;
    (void)node;
    if (*window < 1)
        *window = flow->window;
    if (event == SUCI_ACK && state->held_back) {
        *window += *threshold == 0 || *window < *threshold ? state->acked : state->acked / *window;
    } else if (event == SUCI_LOSS || event == SUCI_TIMEOUT) {
        *threshold = state->under_way > 4 ? state->under_way / 2.0 : 2;
        *window = event == SUCI_LOSS ? *threshold : 1;
    }
    if (*window > SUCI_WINDOW_MAX)
        *window = SUCI_WINDOW_MAX;
    flow->window = (int)*window;
}
const struct suci_flow suci_reno = {.window = 3, .ack_every = 2, .ack_delay_ns = 1 * MS, .event = reno};

/* A rate instead of a window: own[0] is in packets a second, own[1] 1 after the first loss. It doubles in each round
 * trip up to the first loss, then grows by one packet a round trip; a loss takes an eighth away, a time-out a half. */
static void rate(struct suci *suci, int node, enum suci_event event, const struct suci_state *state,
                 struct suci_flow *flow)
{
    double *packets_per_s = &flow->own[0], *lost_before = &flow->own[1];
    double trip_s = (state->round_trip_ns > 0 ? state->round_trip_ns : 1 * MS) / 1e9;
    (void)suci;
    (void)node;
    if (*packets_per_s == 0)
        *packets_per_s = 2 / trip_s;
    if (event == SUCI_ACK && state->held_back) {
        *packets_per_s += state->acked / trip_s / (*lost_before == 0 ? 1 : *packets_per_s * trip_s);
    } else if (event == SUCI_LOSS || event == SUCI_TIMEOUT) {
        *packets_per_s *= event == SUCI_LOSS ? 0.875 : 0.5;
        *lost_before = 1;
    }
    if (*packets_per_s < 1)
        *packets_per_s = 1;
    if (*packets_per_s > 1e9)
        *packets_per_s = 1e9;
    flow->gap_ns = (int64_t)(1e9 / *packets_per_s);
}
const struct suci_flow suci_rate = {
    .window = SUCI_WINDOW_MAX, .gap_ns = MS / 2, .ack_every = 4, .ack_delay_ns = 1 * MS, .event = rate};

const char *suci_flow_check(const struct suci_flow *flow, char *text, size_t size)
{
    if (flow->window < 1 || flow->window > SUCI_WINDOW_MAX)
        snprintf(text, size, "window is %d, not 1 to %d", flow->window, SUCI_WINDOW_MAX);
    else if (flow->gap_ns < 0)
        snprintf(text, size, "gap_ns is %lld, not 0 or more", (long long)flow->gap_ns);
    else if (flow->resend_after_ns < 0)
        snprintf(text, size, "resend_after_ns is %lld, not 0 (learnt) or more", (long long)flow->resend_after_ns);
    else if (flow->ack_every < 1)
        snprintf(text, size, "ack_every is %d, not 1 or more", flow->ack_every);
    else if (flow->ack_delay_ns < 0)
        snprintf(text, size, "ack_delay_ns is %lld, not 0 or more", (long long)flow->ack_delay_ns);
    else
        return NULL;
    return text;
}
