/* control_spawn.c - the control program: pvm_spawn. It decides which nodes the request allows, and tells the collectors
 * what was started. */
#include "control_int.h"

#define MOST_TASKS (1 << 22) /* in one call: more than any machine has, and the host works on it without a pause */

/* Returns true if the request names this node, by the node's name (".": the spawner's node) or by its kind. */
static bool is_named(const struct control_spawn *r, const struct control_node *n, int32_t spawner_node)
{
    if ((r->flags & PvmTaskHost) != 0)
        return strcmp(r->where, ".") == 0 ? n->tid == spawner_node : strcmp(r->where, n->name) == 0;
    return (r->flags & PvmTaskArch) == 0 || strcmp(r->where, n->arch) == 0;
}

/* PvmTaskHost and PvmTaskArch leave the named nodes, PvmHostCompl all others. Without these, PvmMppFront leaves only
 * the host. */
static bool is_allowed(const struct control_spawn *r, int number, const struct control_node *n, int32_t spawner_node)
{
    bool chosen = (r->flags & (PvmTaskHost | PvmTaskArch)) != 0;
    bool fits = is_named(r, n, spawner_node);
    if ((r->flags & PvmHostCompl) != 0)
        fits = !fits;
    return fits && (chosen || (r->flags & PvmMppFront) == 0 || number == 0);
}

/* The nodes that the tasks may go to. Returns how many and *numbers, which the caller frees, or PvmNoMem. */
static int allowed_nodes(struct control *c, int32_t asker, const struct control_spawn *r, int **numbers)
{
    struct control_about spawner;
    struct control_node n;
    int state, count = 0, known = 0;
    int32_t home = c->ops->task(c->m, asker, &spawner) ? spawner.task.node_tid : 0;
    while (c->ops->node(c->m, known, &n) >= 0)
        known++;
    *numbers = calloc((size_t)known + 1, sizeof **numbers);
    if (*numbers == NULL)
        return PvmNoMem;
    for (int i = 0; (state = c->ops->node(c->m, i, &n)) >= 0; i++)
        if (state > 0 && is_allowed(r, i, &n, home))
            (*numbers)[count++] = i;
    return count;
}

/* All tasks exist when the first is told of, so their tids follow each other. */
static void tell_started(struct control *c, int count, const int32_t *tids)
{
    struct control_about t;
    for (int i = 0; i < count; i++)
        if (tids[i] > 0 && c->ops->task(c->m, tids[i], &t)) {
            control_tell_spawned(c, &t);
            control_tell_output(c, &t, CONTROL_OUTPUT_BEGIN, NULL);
        }
}

static int start(struct control *c, struct control_start *s, int *nodes, struct wire_out *out)
{
    int count = s->request->count;
    int32_t *tids = calloc((size_t)count, sizeof *tids);
    if (tids == NULL)
        return PvmNoMem;
    s->nodes = nodes;
    int started = c->ops->start(c->m, s, tids);
    if (started > 0)
        tell_started(c, count, tids);
    for (int i = 0; i < count && started >= 0; i++)
        wire_put_int(out, tids[i]);
    free(tids);
    return started;
}

int control_do_spawn(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out)
{
    struct control_spawn r = control_spawn_get(in);
    int *nodes;
    if (in->bad || r.count < 1)
        return PvmBadParam;
    if (r.count > MOST_TASKS)
        return PvmOutOfRes;
    struct control_start s = {.request = &r,
                              .spawner_tid = asker,
                              .parent_tid = (r.flags & PvmNoSpawnParent) != 0 ? PvmParentNotSet : asker,
                              .flags = r.flags & ~CONTROL_SPAWN_SERVICE,
                              .service = (r.flags & CONTROL_SPAWN_SERVICE) != 0,
                              .output = r.output,
                              .trace = r.trace};
    if (!s.service)
        control_inherit(c, &s.output, &s.trace);
    s.nnodes = allowed_nodes(c, asker, &r, &nodes);
    int started = s.nnodes < 0 ? s.nnodes : start(c, &s, nodes, out);
    free(nodes);
    return started;
}
