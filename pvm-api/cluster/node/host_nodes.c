/* host_nodes.c - nodes that come and go, as node 0 sees them. The daemon that was started there (host_starters.c)
 * connects, proves that it knows the secret, connects to the others, and is then in the machine. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/host.h"
#include "pvm3.h"

/* ---- the list ---------------------------------------------------------------------------------------------------- */

#define NEVER PLACE_STATES

static const enum place_state moves[PLACE_STATES][PLACE_EVENTS] = {
    /* STARTS, CONNECTS, IS_ASKED, FAILS, IS_HALTED, IS_LOST, IS_BURIED, IS_DELETED */
    [PLACE_WANTED] = {PLACE_STARTING, NEVER, NEVER, PLACE_FAILED, NEVER, NEVER, NEVER, NEVER},
    [PLACE_STARTING] = {NEVER, PLACE_HERE, PLACE_NAMED, PLACE_FAILED, NEVER, NEVER, NEVER, NEVER},
    [PLACE_NAMED] = {NEVER, NEVER, NEVER, PLACE_FAILED, NEVER, NEVER, NEVER, NEVER},
    [PLACE_HERE] = {NEVER, NEVER, NEVER, NEVER, PLACE_HALTED, PLACE_DYING, NEVER, PLACE_GONE},
    [PLACE_HALTED] = {NEVER, NEVER, NEVER, NEVER, NEVER, PLACE_DYING, NEVER, PLACE_GONE},
    [PLACE_DYING] = {NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, PLACE_GONE, NEVER},
    [PLACE_GONE] = {NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER},
    [PLACE_FAILED] = {NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER}};

bool place_moves(struct place *p, enum place_event event)
{
    enum place_state next = moves[p->state][event];
    if (next == NEVER)
        return false;
    p->state = next;
    return true;
}

bool place_is_here(const struct place *p)
{
    return p->state == PLACE_HERE || p->state == PLACE_HALTED;
}

bool place_may_speak(const struct place *p)
{
    return place_is_here(p) || p->state == PLACE_DYING;
}

static bool comes(const struct place *p)
{
    return p->state <= PLACE_NAMED;
}

const struct place *place_described(const struct host *h, const char *name)
{
    const struct place *p = h->said, *all = NULL;
    for (; p != NULL && strcmp(p->name, name) != 0; p = p->next_said)
        if (all == NULL && strcmp(p->name, "*") == 0)
            all = p;
    return p != NULL ? p : all;
}

struct place *place_describe(struct host *h, const char *name)
{
    const struct place *before = place_described(h, name);
    struct place *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    if (before != NULL)
        *p = *before;
    (void)snprintf(p->name, sizeof p->name, "%s", name);
    p->next_said = h->said;
    return h->said = p;
}

/* What an earlier place of that name has learned, or the hostfile has said. */
static void inherit(struct place *p, const struct place *before)
{
    struct place fresh = *before;
    fresh.state = PLACE_WANTED;
    fresh.code = fresh.child = 0;
    fresh.start_by_ns = 0;
    fresh.by_launcher = false;
    memset(fresh.awaits, 0, sizeof fresh.awaits);
    *p = fresh;
}

/* A node that comes back is another one: its tasks have new tids, as in PVM, so that nobody takes them for those that
 * are gone. When all numbers have been used, those of nodes that are gone are used again. */
static int free_number(const struct host *h)
{
    if (h->nplaces < NODES_MOST)
        return h->nplaces;
    for (int i = 1; i < NODES_MOST; i++)
        if (h->places[i]->state >= PLACE_GONE && h->node->link[i] == NULL)
            return i;
    return PvmOutOfRes;
}

int place_add(struct host *h, const char *name)
{
    const struct place *before = NULL;
    for (int i = 0; i < h->nplaces; i++)
        if (strcmp(h->places[i]->name, name) == 0)
            before = h->places[i];
    if (before != NULL && (place_is_here(before) || comes(before)))
        return PvmDupHost;
    bool is_name = name[0] != 0 && name[0] != '-' && strlen(name) < NODE_NAME_BYTES;
    int i = is_name ? free_number(h) : PvmBadParam;
    struct place *p = i >= 0 ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return i >= 0 ? PvmNoMem : i;
    if (before == NULL)
        before = place_described(h, name);
    if (before != NULL)
        inherit(p, before);
    (void)snprintf(p->name, sizeof p->name, "%s", name);
    if (i == h->nplaces)
        h->nplaces++;
    else
        free(h->places[i]);
    h->places[i] = p;
    return i;
}

bool places_settled(const struct host *h)
{
    for (int i = 0; i < h->nplaces; i++)
        if (comes(h->places[i]))
            return false;
    return true;
}

void place_failed(struct host *h, int number, int code, const char *why)
{
    struct place *p = h->places[number];
    if (!place_moves(p, PLACE_FAILS))
        return;
    host_say(h, "pvmnode: %s is not added: %s\n", p->name, why);
    p->code = code;
    h->rank_died |= p->by_launcher;
    if (p->child > 0)
        (void)kill(p->child, SIGTERM);
    p->child = 0;
    if (h->node->link[number] != NULL)
        link_close(h->node, h->node->link[number]);
    h->look = true;
}

/* ---- it comes ---------------------------------------------------------------------------------------------------- */

void place_arrived(struct node *n, struct link *l)
{
    struct host *h = n->host;
    char boot[64];
    struct wire_out out = {NULL, 0, 0, 0};
    mach_ns zero = n->region.header->zero_ns, now = cluster_now(&n->region);
    struct place *p = l->number < h->nplaces ? h->places[l->number] : NULL;
    if (p == NULL || !place_moves(p, PLACE_CONNECTS)) {
        link_close(n, l);
        return;
    }
    if (p->address[0] == 0) /* for who adds it again */
        memcpy(p->address, l->address, sizeof p->address);
    gate_boot_id(boot, sizeof boot);
    cluster_clock_put(&out,
                      &(struct cluster_clock){boot, (int32_t)(zero >> 32), (int32_t)(uint32_t)zero,
                                              (int32_t)(now >> 32), (int32_t)(uint32_t)now, n->secret, n->patience_s});
    if (n->rank_secrets != NULL)
        memset(n->rank_secrets[l->number], 0, sizeof *n->rank_secrets);
    struct word w = {.kind = WORD_WELCOME, .len_bytes = out.len};
    link_send(n, l->number, &w, out.bytes);
    free(out.bytes);
    h->look = true;
}

/* The later one connects to the earlier one, so that two that want each other make one connection. */
void place_introduce(struct host *h, int from, int to)
{
    const struct link *l =
        to > 0 && to < h->nplaces && to != from && place_is_here(h->places[to]) ? h->node->link[to] : NULL;
    struct cluster_peer about = {to, "", 0};
    int asked = from;
    if (l != NULL) {
        asked = to > from ? to : from;
        about.number = to > from ? from : to;
        about.address = h->node->link[about.number]->address;
        about.port = h->node->link[about.number]->port;
    }
    struct wire_out out = {NULL, 0, 0, 0};
    cluster_peer_put(&out, &about);
    struct word w = {.kind = WORD_MEET, .len_bytes = out.len};
    link_send(h->node, asked, &w, out.bytes);
    free(out.bytes);
}

/* ---- it goes ----------------------------------------------------------------------------------------------------- */

static void end_tasks(struct host *h, int number)
{
    for (int i = 0; i < h->nrecords; i++) {
        struct record *r = h->records[i];
        if (tid_node_number(r->node_tid) != number || (!r->lives && !r->has_process))
            continue;
        r->signals_sent |= UINT64_C(1) << SIGKILL;
        host_task_ended(h, r, true, SIGKILL);
    }
}

static void gone(struct host *h, int number)
{
    messages_of_gone(h, number);
    h->lines[number] = 0;
    control_node_deleted(h->control, tid_of_node(number));
    end_tasks(h, number);
}

/* What it has sent to others is given on before they hear of its end. */
static void declare_dead(struct host *h, int number)
{
    struct place *p = h->places[number];
    struct word w = {.kind = WORD_DEAD, .request = number};
    host_say(h, "pvmnode: the connection to %s is gone; the machine goes on without it\n", p->name);
    h->rank_died |= p->by_launcher;
    host_unstarted(h, number);
    memset(p->awaits, 0, sizeof p->awaits);
    for (int i = 1; i < NODES_MOST; i++) {
        p->awaits[i] = h->node->link[i] != NULL;
        link_send(h->node, i, &w, NULL);
    }
    place_buried(h, number, 0);
}

void place_lost(struct host *h, int number, int by)
{
    struct word halt = {.kind = WORD_HALT};
    if (number <= 0 || number >= h->nplaces || h->places[by]->state == PLACE_HALTED)
        return; /* both say so, and one is enough */
    if (place_moves(h->places[number], PLACE_IS_HALTED))
        link_send(h->node, number, &halt, NULL);
    place_buried(h, number, by);
}

void place_buried(struct host *h, int number, int by)
{
    struct place *p = number > 0 && number < h->nplaces ? h->places[number] : NULL;
    if (p == NULL || p->state != PLACE_DYING)
        return;
    p->awaits[by] = false;
    for (int i = 1; i < NODES_MOST; i++)
        if (p->awaits[i])
            return;
    (void)place_moves(p, PLACE_IS_BURIED);
    gone(h, number);
}

/* Nobody waits for what that node has still to give on. */
static void nothing_given_on(struct host *h, int number)
{
    for (int i = 1; i < h->nplaces; i++)
        place_buried(h, i, number);
    h->look = true;
}

void host_node_lost(struct node *n, int number)
{
    struct host *h = n->host;
    if (n->ending || number >= h->nplaces)
        return;
    place_failed(h, number, PvmCantStart, "its daemon has ended");
    if (place_moves(h->places[number], PLACE_IS_LOST))
        declare_dead(h, number);
    nothing_given_on(h, number);
}

void place_delete(struct host *h, int number)
{
    if (number <= 0 || number >= h->nplaces || !place_moves(h->places[number], PLACE_IS_DELETED))
        return;
    struct node *n = h->node;
    bool stays = carry_reaches(n, number) && n->link[number] != NULL;
    struct word w = {.kind = WORD_HALT, .request = stays ? HALT_STAY : HALT_NOW};
    host_unstarted(h, number);
    gone(h, number);
    nothing_given_on(h, number);
    link_send(n, number, &w, NULL);
    if (stays) {
        carry_forget(n, number);
        link_retire(n, n->link[number]);
    }
}
