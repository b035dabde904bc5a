/* host_begin.c - node 0 takes over what the user has said. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cluster/node/launch.h"

/* The machine's time is the wall clock's when the machine begins, and steady from then on. */
static void set_clock(struct node *n)
{
    struct timespec wall;
    (void)clock_gettime(CLOCK_REALTIME, &wall);
    mach_ns now = (mach_ns)(wall.tv_sec - MACH_EPOCH_S) * 1000000000 + wall.tv_nsec;
    n->region.header->zero_ns = cluster_monotonic() - now;
}

bool host_begin(struct node *n, const struct settings *s)
{
    struct host *h = n->host = host_new(n);
    if (h == NULL)
        return false;
    n->is_member = true;
    n->patience_s = s->patience_s;
    h->rsh = s->rsh;
    h->start_words = s->start_words;
    h->copies = s->copies;
    h->all = s->all;
    h->ends_with_master = s->ends_with_master;
    h->by_slot = s->by_slot;
    h->argv = s->up ? NULL : s->argv;
    h->first_port = s->ports[0];
    h->last_port = s->ports[1];
    if (!watch_open(h, s->trace, s->report) || !gate_draw(n->secret))
        return false;
    if (n->name[0] == 0)
        (void)strcpy(n->name, "localhost");
    set_clock(n);
    h->places[place_add(h, n->name)]->state = PLACE_HERE; /* this one */
    return true;
}
