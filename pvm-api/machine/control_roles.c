/* control_roles.c - the control program: which tasks have taken over parts of the system, and on which nodes.
 *
 * Each node has a tasker and a manager of its own; one hoster serves the whole machine. */
#include "control_int.h"

struct control_seat {
    enum system_role role;
    int32_t node_tid; /* 0 for a hoster */
    int32_t tid;      /* 0: no task has the role */
    struct control_seat *next;
};

/* Returns NULL if no task ever had the role there. */
static struct control_seat *find(const struct control *c, enum system_role role, int32_t node_tid)
{
    struct control_seat *s = c->seats;
    while (s != NULL && (s->role != role || s->node_tid != (role == ROLE_HOSTER ? 0 : node_tid)))
        s = s->next;
    return s;
}

int32_t control_role(const struct control *c, enum system_role role, int32_t node_tid)
{
    const struct control_seat *s = find(c, role, node_tid);
    return s != NULL ? s->tid : 0;
}

int control_set_role(struct control *c, enum system_role role, int32_t node_tid, int32_t tid)
{
    struct control_seat *s = find(c, role, node_tid);
    if (s == NULL) {
        s = calloc(1, sizeof *s);
        if (s == NULL)
            return tid != 0 ? PvmNoMem : 0; /* nobody has it: so it is */
        *s = (struct control_seat){role, role == ROLE_HOSTER ? 0 : node_tid, 0, c->seats};
        c->seats = s;
    }
    s->tid = tid;
    return 0;
}

/* A new manager replaces the old one; taskers and hosters have to give up the role first. */
static int change(struct control *c, const struct control_about *t, const struct control_register *r)
{
    enum system_role role = (enum system_role)r->role;
    int32_t before = control_role(c, role, t->task.node_tid);
    if (role < ROLE_HOSTER || role > ROLE_MANAGER || (role == ROLE_MANAGER && !r->on))
        return PvmBadParam;
    if (role == ROLE_HOSTER && tid_node_number(t->task.node_tid) != 0)
        return PvmHostrNMstr;
    if (role != ROLE_MANAGER && r->on && before != 0)
        return PvmAlready;
    if (!r->on && before != t->task.tid)
        return PvmNoTask;
    int code = control_set_role(c, role, t->task.node_tid, r->on ? t->task.tid : 0);
    return code < 0 ? code : role == ROLE_MANAGER ? before : 0;
}

int control_do_role(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out)
{
    struct control_register r = control_register_get(in);
    struct control_about t;
    struct control_node host;
    if (in->bad || !c->ops->task(c->m, asker, &t) || c->ops->node(c->m, 0, &host) < 0)
        return PvmBadParam;
    control_node_put(out, &host);
    return change(c, &t, &r);
}

void control_roles_task_ended(struct control *c, int32_t tid)
{
    for (struct control_seat *s = c->seats; s != NULL; s = s->next)
        if (s->tid == tid)
            s->tid = 0;
}

void control_roles_node_deleted(struct control *c, int32_t node_tid)
{
    for (struct control_seat *s = c->seats; s != NULL; s = s->next)
        if (s->node_tid == node_tid)
            s->tid = 0;
}

void control_roles_free(struct control *c)
{
    while (c->seats != NULL) {
        struct control_seat *s = c->seats;
        c->seats = s->next;
        free(s);
    }
}
