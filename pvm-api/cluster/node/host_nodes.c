/* host_nodes.c - nodes that come and go, as node 0 sees them. The daemon that was started there (host_starters.c)
 * connects, proves that it knows the secret, connects to the others, and is then in the machine. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/host.h"
#include "pvm3.h"

/* ---- the list ---------------------------------------------------------------------------------------------------- */

int place_add(struct host *h, const char *name)
{
    int i = 0;
    while (i < h->nplaces && strcmp(h->places[i]->name, name) != 0)
        i++;
    if (i < h->nplaces && (h->places[i]->state == PLACE_HERE || h->places[i]->state == PLACE_STARTING))
        return PvmDupHost;
    if (i == NODES_MOST || name[0] == 0)
        return name[0] == 0 ? PvmBadParam : PvmOutOfRes;
    if (i == h->nplaces) {
        h->places[i] = calloc(1, sizeof *h->places[i]);
        if (h->places[i] == NULL)
            return PvmNoMem;
        h->nplaces++;
    }
    struct place *p = h->places[i];
    (void)snprintf(p->name, sizeof p->name, "%s", name);
    p->state = PLACE_STARTING;
    p->starter = 0;
    p->dying = p->halted = false;
    return i;
}

bool places_settled(const struct host *h)
{
    for (int i = 0; i < h->nplaces; i++)
        if (h->places[i]->state == PLACE_STARTING)
            return false;
    return true;
}

void place_failed(struct host *h, struct place *p, const char *why)
{
    host_say(h, "pvmnode: %s is not added: %s\n", p->name, why);
    p->state = PLACE_FAILED;
    h->rank_died |= p->starter < 0;
    if (p->starter > 0)
        (void)kill(p->starter, SIGTERM);
    p->starter = 0;
    h->look = true;
}

/* ---- it comes ---------------------------------------------------------------------------------------------------- */

/* A new node connects to all that have come before it; those that come later connect to it. */
void place_arrived(struct node *n, struct link *l)
{
    struct host *h = n->host;
    char boot[64];
    struct wire_out out = {NULL, 0, 0, 0};
    int peers = 0;
    mach_ns zero = n->region.header->zero_ns, now = cluster_now(&n->region);
    if (l->number >= h->nplaces || h->places[l->number]->state != PLACE_STARTING) {
        link_close(n, l);
        return;
    }
    struct place *p = h->places[l->number];
    if (p->address[0] == 0) /* for who adds it again */
        memcpy(p->address, l->address, sizeof p->address);
    for (int i = 1; i < NODES_MOST; i++)
        peers += n->link[i] != NULL && i != l->number;
    gate_boot_id(boot, sizeof boot);
    cluster_peers_put(&out, &(struct cluster_peers){peers, boot, (int32_t)(zero >> 32), (int32_t)(uint32_t)zero,
                                                    (int32_t)(now >> 32), (int32_t)(uint32_t)now});
    for (int i = 1; i < NODES_MOST; i++)
        if (n->link[i] != NULL && i != l->number)
            cluster_peer_put(&out, &(struct cluster_peer){i, n->link[i]->address, n->link[i]->port});
    struct word w = {.kind = WORD_PEERS, .len_bytes = out.len};
    link_send(n, l->number, &w, out.bytes);
    free(out.bytes);
}

void place_ready(struct host *h, int number, int code)
{
    struct place *p = number < h->nplaces ? h->places[number] : NULL;
    if (p == NULL || p->state != PLACE_STARTING)
        return;
    if (code == 0)
        p->state = PLACE_HERE;
    else
        place_failed(h, p, "it cannot connect to the other nodes");
    h->look = true;
}

/* ---- it goes ----------------------------------------------------------------------------------------------------- */

static void end_tasks(struct host *h, int number)
{
    for (int i = 0; i < h->nrecords; i++) {
        struct record *r = h->records[i];
        if (tid_node_number(r->node_tid) != number || (!r->lives && !r->has_process))
            continue;
        r->flags |= RECORD_EXPECTED;
        host_task_ended(h, r, true, SIGKILL);
    }
}

static void gone(struct host *h, int number)
{
    struct place *p = h->places[number];
    p->state = PLACE_GONE;
    p->dying = false;
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
    p->dying = true;
    h->rank_died |= p->starter < 0;
    host_unstarted(h, number);
    memset(p->awaits, 0, sizeof p->awaits);
    bool any = false;
    for (int i = 1; i < NODES_MOST; i++)
        if (h->node->link[i] != NULL)
            p->awaits[i] = any = true;
    for (int i = 1; i < NODES_MOST; i++)
        link_send(h->node, i, &w, NULL);
    if (!any)
        gone(h, number);
}

void place_lost(struct host *h, int number, int by)
{
    struct word halt = {.kind = WORD_HALT};
    if (number <= 0 || number >= h->nplaces || h->places[by]->halted || h->places[number]->state != PLACE_HERE)
        return; /* both say so, and one is enough */
    if (!h->places[number]->halted)
        link_send(h->node, number, &halt, NULL);
    h->places[number]->halted = true;
    place_buried(h, number, by);
}

void place_buried(struct host *h, int number, int by)
{
    struct place *p = number > 0 && number < h->nplaces ? h->places[number] : NULL;
    if (p == NULL || !p->dying)
        return;
    p->awaits[by] = false;
    for (int i = 1; i < NODES_MOST; i++)
        if (p->awaits[i])
            return;
    gone(h, number);
}

void host_node_lost(struct node *n, int number)
{
    struct host *h = n->host;
    if (n->ending || number >= h->nplaces)
        return;
    struct place *p = h->places[number];
    bool again = p->state == PLACE_STARTING && p->starter == 0; /* it was that of an earlier daemon there */
    if (p->state == PLACE_STARTING && !again)
        place_failed(h, p, "its daemon has ended");
    else if (p->state == PLACE_HERE && !p->dying)
        declare_dead(h, number);
    for (int i = 1; i < h->nplaces; i++)
        place_buried(h, i, number);
    h->look = true;
}

void place_delete(struct host *h, int number)
{
    if (number <= 0 || number >= h->nplaces || h->places[number]->state != PLACE_HERE)
        return;
    struct node *n = h->node;
    bool stays = carry_reaches(n, number) && n->link[number] != NULL;
    struct word w = {.kind = WORD_HALT, .request = stays ? HALT_STAY : HALT_NOW};
    host_unstarted(h, number);
    h->places[number]->halted = true;
    gone(h, number);
    link_send(n, number, &w, NULL);
    if (stays) {
        carry_forget(n, number);
        link_retire(n, n->link[number]);
    }
}
