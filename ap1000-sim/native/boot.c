/* boot.c - starts a program on the array: cconfxy, ccreat, waitstable on the host. */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "native.h"
#include "pvm3.h"
#include "wire.h"

#define PATH_BYTES 4096

static void need_host(const struct nat_task *t, const char *call)
{
    if (!nat_on_host(t))
        nat_die("%s: called on cell %d; it is the host's", call, t->cid);
}

/* ---- starting ---------------------------------------------------------------------------------------------------- */

NAT_PUBLIC int cconfxy(int nx, int ny)
{
    struct nat_task *t = nat_self();
    need_host(t, "cconfxy");
    if (t->programs != NULL)
        nat_die("cconfxy(%d, %d): tasks are on the cells already; it comes before ccreat", nx, ny);
    int most = t->who.cells_x * t->who.cells_y;
    if (nx < 1 || ny < 1 || nx > most / ny)
        nat_die("cconfxy(%d, %d): an array of 1 to %d cells is wanted on this machine", nx, ny, most);
    t->nx = nx;
    t->ny = ny;
    t->cid = nat_ncel(t);
    return 0;
}

/* The name of the node with that number, in the answer to CONTROL_CONFIG, which lists the nodes in their order. */
static const char *node_name(const struct mach_frame *config, int node)
{
    struct wire_in in = {config->body, config->len_bytes, 0, 0};
    const char *name = "";
    (void)control_kinds_get(&in);
    for (int i = 0; i <= node; i++)
        name = control_node_get(&in).name;
    return name;
}

static struct mach_frame *ask_config(struct nat_task *t)
{
    struct mach_frame *config = NULL;
    if (t->ops->control(t->m, CONTROL_CONFIG, NULL, 0, &config) <= t->who.cells_x * t->who.cells_y || config == NULL)
        nat_die("ccreat: not all cells are in the machine");
    return config;
}

/* The task gets no arguments, no collectors of output or events, and no variables. */
static int32_t start_on(struct nat_task *t, const char *path, const char *node)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply = NULL;
    char folder[PATH_BYTES];
    control_spawn_put(&body, &(struct control_spawn){.file = path,
                                                     .flags = PvmTaskHost,
                                                     .where = node,
                                                     .count = 1,
                                                     .folder = getcwd(folder, sizeof folder) != NULL ? folder : "/",
                                                     .pvm_path = getenv("PVM_PATH")});
    int code = t->ops->control(t->m, CONTROL_SPAWN, body.bytes, body.len, &reply);
    free(body.bytes);
    struct wire_in in = {reply != NULL ? reply->body : NULL, reply != NULL ? reply->len_bytes : 0, 0, 0};
    int32_t tid = wire_get_int(&in);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    if (code != 1)
        nat_die("ccreat(\"%s\"): cannot be started on %s: %s", path, node,
                tid == PvmNoFile ? "there is no such program" : "the machine has no room");
    return tid;
}

/* Returns this program's own path for NULL and for its own name. */
static const char *path_of(const char *file, char *own)
{
    ssize_t n = readlink("/proc/self/exe", own, PATH_BYTES - 1);
    own[n > 0 ? n : 0] = 0;
    if (file == NULL)
        return own;
    const char *slash = strrchr(own, '/');
    return slash != NULL && strcmp(slash + 1, file) == 0 ? own : file;
}

/* Tells every task on the cells at the same time, over the B-Net, which tasks there are. */
static void tell_cells(struct nat_task *t, const struct nat_program *p)
{
    struct nat_boot boot = {p->tid, t->nx, t->ny, t->who.tid};
    size_t list_bytes = (size_t)nat_ncel(t) * sizeof *p->tids;
    struct mach_frame *f;
    if (t->ops->frame(t->m, (uint32_t)(sizeof boot + list_bytes), &f) < 0)
        nat_die("no memory for the list of tasks");
    memcpy(f->body, &boot, sizeof boot);
    memcpy(f->body + sizeof boot, p->tids, list_bytes);
    f->context = NAT_BOOT;
    (void)t->ops->broadcast(t->m, MACH_CELLS, f);
    t->ops->drop(t->m, f);
}

NAT_PUBLIC int ccreat(const char *file, int tid, void *reserved)
{
    struct nat_task *t = nat_self();
    char own[PATH_BYTES];
    (void)reserved;
    need_host(t, "ccreat");
    if (tid < 0 || nat_program(t, tid) != NULL)
        nat_die("ccreat: task %d: a number from 0 up that no task has is wanted", tid);
    const char *path = path_of(file, own);
    struct mach_frame *config = ask_config(t);
    struct nat_program *p = nat_add_program(t, tid);
    bool fits = t->nx <= t->who.cells_x && t->ny <= t->who.cells_y;
    for (int cid = 0; cid < nat_ncel(t); cid++) {
        int node = 1 + (fits ? cid / t->nx * t->who.cells_x + cid % t->nx : cid);
        p->tids[cid] = start_on(t, path, node_name(config, node));
        t->started++;
    }
    t->ops->drop(t->m, config);
    for (p = t->programs; p != NULL;
         p = p->next) /* the new tasks are told of the others before they are told who they are */
        tell_cells(t, p);
    return 0;
}

/* ---- ending ------------------------------------------------------------------------------------------------------ */

NAT_PUBLIC int waitstable(void)
{
    struct nat_task *t = nat_self();
    const struct nat_look end = {"waitstable", NAT_END, ANY_CELL, ANY_TASK, ANY_TYPE};
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply = NULL;
    need_host(t, "waitstable");
    int32_t *all = calloc((size_t)t->started + 1, sizeof *all);
    if (all == NULL)
        nat_die("no memory for the list of tasks");
    int n = 0;
    for (const struct nat_program *p = t->programs; p != NULL; p = p->next)
        for (int cid = 0; cid < nat_ncel(t) && n < t->started; cid++)
            all[n++] = p->tids[cid];
    control_notify_put(&body, &(struct control_notify){PvmTaskExit, 0, NAT_END, 0, body_ints_of(n, all)});
    free(all);
    t->ended = 0;
    int code = t->started > 0 ? t->ops->control(t->m, CONTROL_NOTIFY, body.bytes, body.len, &reply) : 0;
    free(body.bytes);
    if (code < 0)
        nat_die("waitstable: the machine has ended");
    while (t->ended < t->started)
        (void)nat_pull(t, MACH_FOREVER, &end);
    return 0;
}

NAT_PUBLIC void cell_exit(int code)
{
    exit(code);
}
