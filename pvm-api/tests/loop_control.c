/* loop_control.c - the `loop` machine: what it fills in for the control program (control_program.h).
 *
 * It has no files, as its programs are functions; its set of nodes is fixed; and the only signal that reaches a task is
 * the one that ends it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop_int.h"
#include "pvm3.h"

/* ---- nodes and tasks ------------------------------------------------------------------------------------------- */

static int op_node(void *m, int number, struct control_node *out)
{
    struct loop_machine *lm = m;
    if (number < 0 || number >= lm->set.nodes)
        return -1;
    snprintf(lm->node_name, sizeof lm->node_name, "loop%d", number);
    *out = (struct control_node){tid_of_node(number), lm->node_name, "LOOP", 1000, 0};
    return !lm->out[number];
}

static int op_task(void *m, int32_t tid, struct control_about *out)
{
    const struct loop_task *t = loop_find(m, tid);
    if (t == NULL)
        return 0;
    const char *file = t->argc > 0 ? t->argv[0] : "";
    *out = (struct control_about){
        .task = {t->tid, t->parent, tid_of_node(t->node), CONTROL_TASK_JOINED, file, tid_local(t->tid)},
        .file = file,
        .output = t->output,
        .trace = t->trace,
        .service = t->service};
    return 1;
}

/* Lists the tasks that exist or, for one spawn, also those that have ended. */
static int list(const struct loop_machine *lm, int batch, int32_t **tids)
{
    int n = 0;
    for (const struct loop_task *t = lm->tasks; t != NULL; t = t->next)
        n++;
    *tids = calloc((size_t)n + 1, sizeof **tids);
    n = 0;
    for (const struct loop_task *t = lm->tasks; t != NULL && *tids != NULL; t = t->next)
        if (batch > 0 ? t->batch == batch : loop_alive(t))
            (*tids)[n++] = t->tid;
    return *tids != NULL ? n : PvmNoMem;
}

static int op_tasks(void *m, int32_t **tids)
{
    return list(m, 0, tids);
}

/* The tasks that loop_run starts are siblings without a parent. */
static int op_siblings(void *m, int32_t tid, int32_t **tids)
{
    return list(m, loop_find(m, tid)->batch, tids);
}

static int32_t op_home(void *m, int32_t tid)
{
    for (const struct loop_task *t = ((struct loop_machine *)m)->tasks; t != NULL; t = t->next)
        if (t->tid == tid)
            return tid_of_node(t->node);
    return PvmNoTask;
}

/* ---- starting and ending --------------------------------------------------------------------------------------- */

static const struct loop_program *find_program(const struct loop_machine *lm, const char *file)
{
    const char *base = strrchr(file, '/');
    base = base != NULL ? base + 1 : file;
    for (const struct loop_program *p = lm->set.programs; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, base) == 0)
            return p;
    return NULL;
}

static int start_one(struct loop_machine *lm, const struct control_start *s, const struct loop_program *program)
{
    const struct loop_task *by = loop_find(lm, s->spawner_tid);
    int living = 0;
    for (const struct loop_task *other = lm->tasks; other != NULL; other = other->next)
        living += loop_alive(other);
    if (lm->set.max_tasks > 0 && living >= lm->set.max_tasks)
        return PvmOutOfRes;
    struct loop_task *t = loop_task_new(lm);
    if (t == NULL)
        return PvmNoMem;
    t->program = program;
    t->parent = s->parent_tid;
    t->output = s->output;
    t->trace = s->trace;
    t->context = s->request->context;
    t->service = s->service != 0;
    t->batch = lm->next_batch;
    t->node = s->nodes[t->node % s->nnodes];
    t->argv = calloc((size_t)s->request->args.n + 2, sizeof *t->argv);
    struct wire_in args = body_strs_in(&s->request->args);
    int code = t->argv != NULL ? 0 : PvmNoMem;
    for (int i = 0; i <= s->request->args.n && code == 0; i++)
        if ((t->argv[t->argc++] = strdup(i == 0 ? s->request->file : wire_get_str(&args))) == NULL)
            code = PvmNoMem;
    t->done = code < 0;
    if (code == 0)
        code = loop_task_start(t, by->clock);
    return code < 0 ? code : t->tid;
}

static int op_start(void *m, const struct control_start *s, int32_t *tids)
{
    struct loop_machine *lm = m;
    const struct loop_program *program = find_program(lm, s->request->file);
    int started = 0;
    if (s->nnodes == 0)
        return PvmNoHost;
    for (int i = 0; i < s->request->count; i++) {
        tids[i] = program == NULL ? PvmNoFile : start_one(lm, s, program);
        started += tids[i] > 0;
    }
    lm->next_batch++;
    return started;
}

/* A signal cannot be sent to one task of a process, so it can only end the task. */
static void op_signal(void *m, int32_t from_tid, int32_t tid, int number)
{
    if (from_tid == 0)
        loop_kill(loop_find(m, tid));
}

/* ---- waiting, messages ----------------------------------------------------------------------------------------- */

static int op_hold(void *m, int32_t asker_tid)
{
    struct loop_task *t = loop_find(m, asker_tid);
    t->held = true;
    loop_block(t, MACH_FOREVER);
    t->held = false;
    return t->failed ? PvmSysErr : 0;
}

static void op_release(void *m, int32_t tid)
{
    struct loop_task *t = loop_find(m, tid);
    if (t != NULL && t->held)
        loop_wake(t, ((struct loop_machine *)m)->running->clock);
}

/* The time of the running task, which is the one that makes the control program act. */
static mach_ns op_now(void *m)
{
    return ((struct loop_machine *)m)->running->clock + mach_early_now();
}

/* All nodes are equally far, and the length of a path does not count. */
static void op_deliver(void *m, const struct control_delivery *l)
{
    struct loop_machine *lm = m;
    struct mach_frame *f;
    if (loop_frame_new(NULL, l->len_bytes, &f) < 0)
        return;
    f->tag = l->tag;
    f->context = l->context;
    f->wid = l->wait_id;
    f->encoding = PvmDataDefault;
    if (l->len_bytes > 0)
        memcpy(f->body, l->bytes, l->len_bytes);
    loop_post_from(lm, l->src, op_now(m), f, l->dst);
    loop_drop(NULL, f);
}

static void op_set_output(void *m, int32_t tid, struct mach_sink to)
{
    loop_find(m, tid)->output = to;
}

static void op_set_trace(void *m, int32_t tid, struct mach_sink to)
{
    loop_find(m, tid)->trace = to;
}

static void op_set_outside(void *m, int32_t tid, int on)
{
    (void)on; /* no task waits for people here */
}

/* Nodes that have been deleted can be added again. */
static int op_add_nodes(void *m, int32_t asker_tid, const struct body_strs *names, int32_t *codes)
{
    struct loop_machine *lm = m;
    struct wire_in in = body_strs_in(names);
    int added = 0;
    for (int i = 0; i < names->n; i++) {
        struct control_node n = {0};
        const char *name = wire_get_str(&in);
        int number = 0;
        while (op_node(m, number, &n) >= 0 && strcmp(n.name, name) != 0)
            number++;
        codes[i] = number == lm->set.nodes ? PvmNoHost : lm->out[number] ? n.tid : PvmDupHost;
        if (codes[i] <= 0)
            continue;
        lm->out[number] = false;
        control_nodes_added(lm->control, 1, &codes[i]);
        added++;
    }
    return added;
}

static void op_delete_node(void *m, int number)
{
    struct loop_machine *lm = m;
    lm->out[number] = true;
    control_node_deleted(lm->control, tid_of_node(number));
    for (struct loop_task *t = lm->tasks; t != NULL; t = t->next)
        if (t->node == number && loop_alive(t) && t != lm->running)
            loop_kill(t);
    if (lm->running->node == number)
        loop_kill(lm->running);
}

static void op_halt(void *m)
{
    (void)m; /* the test goes on */
}

static int op_parameter(void *m, const char *name, double *value)
{
    const struct loop_machine *lm = m;
    for (const struct loop_parameter *p = lm->set.parameters; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, name) == 0) {
            *value = p->value;
            return 1;
        }
    return 0;
}

const struct control_ops loop_control_ops = {.node = op_node,
                                             .task = op_task,
                                             .tasks = op_tasks,
                                             .siblings = op_siblings,
                                             .home = op_home,
                                             .start = op_start,
                                             .signal = op_signal,
                                             .deliver = op_deliver,
                                             .hold = op_hold,
                                             .release = op_release,
                                             .set_output = op_set_output,
                                             .set_trace = op_set_trace,
                                             .set_outside = op_set_outside,
                                             .add_nodes = op_add_nodes,
                                             .delete_node = op_delete_node,
                                             .halt = op_halt,
                                             .parameter = op_parameter,
                                             .now = op_now};

/* ---- the slot of machine.h ------------------------------------------------------------------------------------- */

int loop_control(void *m, int request, const void *body, uint32_t len, struct mach_frame **reply)
{
    struct loop_task *by = m;
    struct wire_out out = {NULL, 0, 0, 0};
    *reply = NULL;
    if (request > 0 && request < CONTROL_NOTASK) {
        struct wire_out *last = &by->machine->last[request];
        last->len = 0;
        wire_put(last, body, len);
    }
    if (control_takes_time(request))
        loop_block(by, by->clock + by->machine->set.control_ns);
    int code = control_answer(by->machine->control, by->tid, request, body, len, &out);
    if (code >= 0 && out.len > 0) {
        if (loop_frame_new(m, out.len, reply) == 0)
            memcpy((*reply)->body, out.bytes, out.len);
        else
            code = PvmNoMem;
    }
    free(out.bytes);
    return code;
}

void loop_gone(struct loop_task *gone)
{
    struct control_about about = {
        .task = {.tid = gone->tid, .parent_tid = gone->parent, .node_tid = tid_of_node(gone->node)},
        .output = gone->output,
        .trace = gone->trace};
    control_task_ended(gone->machine->control, gone->tid);
    control_tell_output(gone->machine->control, &about, CONTROL_OUTPUT_END, NULL);
    control_tell_ended(gone->machine->control, &about);
    gone->output.tid = gone->trace.tid = 0;
}
