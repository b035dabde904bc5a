/* end.c - the end of a node: its tasks are told, then ended; nothing of them is left. */
#include <signal.h>
#include <unistd.h>

#include "cluster/node/node.h"

#define GRACE_NS INT64_C(300000000)  /* between SIGTERM and SIGKILL */
#define NODES_NS INT64_C(5000000000) /* for the other nodes to do the same */

/* A task has a session of its own, with what it has started. The one with the terminal has not. */
static void signal_all(const struct node *n, int number)
{
    for (uint32_t i = 1; i < CLUSTER_SLOTS; i++) {
        const struct local *l = &n->local[i];
        if (!l->used)
            continue;
        pid_t pid = l->pid > 0 ? l->pid : l->joined_pid;
        if (pid > 0)
            (void)kill(l->is_child && !l->is_master ? -pid : pid, number);
        if (l->joined_pid > 0 && l->joined_pid != pid)
            (void)kill(l->joined_pid, number);
    }
}

static bool any_task(const struct node *n)
{
    for (uint32_t i = 1; i < CLUSTER_SLOTS; i++)
        if (n->local[i].used)
            return true;
    return false;
}

void node_stay(struct node *n)
{
    n->stays = true;
    links_flush(n);
    for (int i = 1; i < NODES_MOST; i++)
        if (n->link[i] != NULL)
            link_close(n, n->link[i]);
    node_end(n, 0);
}

void node_end(struct node *n, int exit_code)
{
    if (n->ending && n->stays) {
        n->stays = false;
        n->end_by_ns = cluster_monotonic();
    }
    if (n->ending)
        return;
    n->ending = true;
    n->exit_code = exit_code;
    n->end_by_ns = cluster_monotonic() + GRACE_NS;
    watch_close(n, &n->listener);
    watch_close(n, &n->up);
    watch_close(n, &n->gate);
    signal_all(n, SIGTERM);
    if (n->host != NULL)
        n->hooks->machine_ends(n);
}

bool node_over(struct node *n)
{
    if (!n->ending)
        return false;
    if (n->stays && !any_task(n)) {
        n->end_by_ns = MACH_FOREVER;
        return false;
    }
    if (!any_task(n) && (n->host == NULL || !n->hooks->awaits_nodes(n)))
        return true;
    if (cluster_monotonic() < n->end_by_ns)
        return false;
    if (n->killed)
        return true;
    signal_all(n, SIGKILL);
    n->killed = true;
    n->end_by_ns += NODES_NS;
    return false;
}
