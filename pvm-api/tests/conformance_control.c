/* conformance_control.c - the conformance suite: requests to the host's control program (control.h). */
#include <stdlib.h>

#include "conformance_run.h"

#define NO_TASK_TID 0x7ffff /* a tid that no task has */

int run_ask(struct run *r, int request, struct wire_out *body, struct wire_in *in, struct mach_frame **reply)
{
    *reply = NULL;
    int code = r->ops->control(r->m, request, body->bytes, body->len, reply);
    free(body->bytes);
    *in = (struct wire_in){NULL, 0, 0, 0};
    if (*reply != NULL) {
        in->bytes = (*reply)->body;
        in->len = (*reply)->len_bytes;
    }
    CHECK(r, code >= 0 || *reply == NULL);
    return code;
}

/* A request whose answer is a code; about one tid; about a name. */
static int ask(struct run *r, int request, struct wire_out *body)
{
    struct mach_frame *reply;
    struct wire_in in;
    int code = run_ask(r, request, body, &in, &reply);
    if (reply != NULL)
        r->ops->drop(r->m, reply);
    return code;
}

static int ask_tid(struct run *r, int request, int value)
{
    struct wire_out body = {NULL, 0, 0, 0};
    control_tid_put(&body, &(struct control_tid){value});
    return ask(r, request, &body);
}

void await_end(struct run *r, int32_t tid)
{
    while (ask_tid(r, CONTROL_PSTAT, tid) == 0)
        r->ops->idle(r->m, 1000000);
}

static int ask_name(struct run *r, int request, const char *text)
{
    struct wire_out body = {NULL, 0, 0, 0};
    control_name_put(&body, &(struct control_name){text});
    return ask(r, request, &body);
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

static void check_config(struct run *r)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    int n = run_ask(r, CONTROL_CONFIG, &body, &in, &reply), here = 0;
    CHECK(r, n >= 1);
    CHECK(r, control_kinds_get(&in).kinds >= 1);
    for (int i = 0; i < n; i++) {
        struct control_node node = control_node_get(&in);
        CHECK(r, node.name[0] != 0 && node.arch[0] != 0);
        CHECK(r, node.speed > 0);
        if (node.tid == r->who.node_tid) {
            here++;
            CHECK_EQ(r, strcmp(node.name, r->who.node_name), 0);
            CHECK_EQ(r, ask_name(r, CONTROL_MSTAT, node.name), 0);
        }
    }
    CHECK_EQ(r, in.bad, 0);
    CHECK_EQ(r, here, 1);
    if (reply != NULL)
        r->ops->drop(r->m, reply);
}

/* Every sibling is in the list of all tasks; `where` restricts the list. */
static void check_tasks(struct run *r)
{
    int wheres[] = {0, r->who.tid, r->who.node_tid};
    for (int k = 0; k < 3; k++) {
        struct wire_out body = {NULL, 0, 0, 0};
        struct mach_frame *reply;
        struct wire_in in;
        control_tid_put(&body, &(struct control_tid){wheres[k]});
        int n = run_ask(r, CONTROL_TASKS, &body, &in, &reply), me = 0, siblings = 0;
        for (int i = 0; i < n; i++) {
            struct control_task task = control_task_get(&in);
            CHECK(r, task.node_tid == r->who.node_tid || wheres[k] != r->who.node_tid);
            me += task.tid == r->who.tid;
            for (int role = 0; role < r->n; role++)
                siblings += task.tid == r->tid[role];
        }
        CHECK_EQ(r, in.bad, 0);
        CHECK_EQ(r, me, 1);
        if (wheres[k] == 0)
            CHECK_EQ(r, siblings, r->n);
        if (wheres[k] == r->who.tid)
            CHECK_EQ(r, n, 1);
        if (reply != NULL)
            r->ops->drop(r->m, reply);
    }
}

void check_control(struct run *r)
{
    mach_ns before = r->ops->now(r->m);
    check_config(r);
    check_tasks(r);
    for (int role = 0; role < r->n; role++)
        CHECK_EQ(r, ask_tid(r, CONTROL_PSTAT, r->tid[role]), 0);
    CHECK_EQ(r, ask_tid(r, CONTROL_TIDTOHOST, r->who.tid), r->who.node_tid);
    CHECK(r, r->ops->now(r->m) >= before);
}

void check_control_errors(struct run *r)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    CHECK_EQ(r, ask_tid(r, CONTROL_PSTAT, NO_TASK_TID), PvmNoTask);
    CHECK_EQ(r, ask_tid(r, CONTROL_KILL, NO_TASK_TID), PvmNoTask);
    CHECK_EQ(r, ask_tid(r, CONTROL_TASKS, NO_TASK_TID), PvmNoTask);
    CHECK_EQ(r, ask_name(r, CONTROL_MSTAT, "no.such.host"), PvmNoHost);
    CHECK_EQ(r, ask_tid(r, CONTROL_NOTASK, 0), PvmBadParam);
    mach_ns before = r->ops->now(r->m);
    CHECK_EQ(r, ask_name(r, CONTROL_PARAMETER, "no_such_layer.send_us"), 0);
    CHECK_EQ(r, ask_tid(r, CONTROL_PARAMETER, -5), PvmBadParam);
    run_check_now(r, before, __LINE__);                        /* it is no part of the machine */
    CHECK_EQ(r, ask_tid(r, CONTROL_PUTINFO, -5), PvmBadParam); /* a string of length -5 */
    CHECK_EQ(r, run_ask(r, CONTROL_NOTIFY, &body, &in, &reply), PvmBadParam);
    CHECK(r, reply == NULL);
}

/* ---- mailboxes --------------------------------------------------------------------------------------------------- */

static int put(struct run *r, const char *name, int flags, const char *bytes, int len)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    control_put_put(&body,
                    &(struct control_put){
                        name, flags, (int)PvmMboxDirectIndexOf((unsigned)flags), {(const unsigned char *)bytes, len}});
    int code = run_ask(r, CONTROL_PUTINFO, &body, &in, &reply);
    if (reply != NULL)
        r->ops->drop(r->m, reply);
    return code;
}

/* Returns the code, and checks that the value is `wanted`. */
static int get(struct run *r, int request, const char *name, int index, int flags, const char *wanted)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    control_entry_put(&body, &(struct control_entry){name, index, flags});
    int code = run_ask(r, request, &body, &in, &reply);
    if (code == 0 && wanted != NULL) {
        struct body_block value = control_value_get(&in).value;
        CHECK_EQ(r, value.len, strlen(wanted));
        CHECK(r, value.bytes != NULL && memcmp(value.bytes, wanted, strlen(wanted)) == 0);
    }
    if (reply != NULL)
        r->ops->drop(r->m, reply);
    return code;
}

/* Role 0 owns the entry; role 1 waits for it and may not overwrite it. */
void check_mailbox(struct run *r)
{
    if (r->role == 0) {
        r->ops->idle(r->m, 50000000);
        CHECK_EQ(r, get(r, CONTROL_RECVINFO, "box", 0, PvmMboxDefault, NULL), PvmNotFound);
        CHECK_EQ(r, put(r, "box", PvmMboxDefault, "first", 5), 0);
        CHECK_EQ(r, put(r, "box", PvmMboxDefault, "second", 6), 0);
        CHECK_EQ(r, put(r, "many", PvmMboxMultiInstance, "a", 1), 0);
        CHECK_EQ(r, put(r, "many", PvmMboxMultiInstance, "b", 1), 1);
        CHECK_EQ(r, get(r, CONTROL_RECVINFO, "many", 1, PvmMboxDefault, "b"), 0);
        CHECK_EQ(r, put(r, "ready", PvmMboxOverWritable, "", 0), 0);
    }
    if (r->role == 1) {
        CHECK_EQ(r, get(r, CONTROL_RECVINFO, "ready", 0, PvmMboxWaitForInfo, ""), 0);
        CHECK_EQ(r, get(r, CONTROL_RECVINFO, "box", 0, PvmMboxDefault, "second"), 0);
        CHECK_EQ(r, put(r, "box", PvmMboxDefault, "mine", 4), PvmDenied);
        CHECK_EQ(r, get(r, CONTROL_DELINFO, "box", 0, PvmMboxDefault, NULL), PvmDenied);
        CHECK_EQ(r, get(r, CONTROL_DELINFO, "none", 0, PvmMboxDefault, NULL), PvmNotFound);
        CHECK_EQ(r, ask_name(r, CONTROL_MBOXINFO, "many"), 1);
        CHECK_EQ(r, ask_name(r, CONTROL_MBOXINFO, "none"), 0);
        CHECK_EQ(r, get(r, CONTROL_DELINFO, "ready", 0, PvmMboxDefault, NULL), 0);
    }
    CHECK_EQ(r, r->ops->barrier(r->m, MACH_MACHINE, 0, NULL), 0);
    if (r->role == 0) {
        CHECK_EQ(r, get(r, CONTROL_DELINFO, "box", 0, PvmMboxDefault, NULL), 0);
        CHECK_EQ(r, get(r, CONTROL_RECVINFO, "many", 0, PvmMboxReadAndDelete, "a"), 0);
        CHECK_EQ(r, get(r, CONTROL_DELINFO, "many", 1, PvmMboxDefault, NULL), 0);
        CHECK_EQ(r, ask_name(r, CONTROL_MBOXINFO, "*"), 0);
    }
}

/* ---- spawn, notify ----------------------------------------------------------------------------------------------- */

/* There is no such file: nothing is started, and the code in each place says so. */
void check_spawn_nothing(struct run *r)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    control_spawn_put(
        &body, &(struct control_spawn){.file = "/no/such/program", .count = 2, .folder = "/", .spawner_folder = "/"});
    CHECK_EQ(r, run_ask(r, CONTROL_SPAWN, &body, &in, &reply), 0);
    CHECK_EQ(r, wire_get_int(&in), PvmNoFile);
    CHECK_EQ(r, wire_get_int(&in), PvmNoFile);
    CHECK_EQ(r, in.bad, 0);
    if (reply != NULL)
        r->ops->drop(r->m, reply);
}

/* The last role has left: a task that asks for it now is notified at once, by the host, in PvmDataDefault. */
void check_notify_gone(struct run *r)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    int gone = r->tid[r->n - 1];
    control_notify_put(&body, &(struct control_notify){PvmTaskExit, 91, 17, 0, body_ints_of(1, &gone)});
    CHECK_EQ(r, run_ask(r, CONTROL_NOTIFY, &body, &in, &reply), 0);
    struct mach_frame *f = run_take(r);
    if (f == NULL)
        return;
    CHECK_EQ(r, f->tag, 91);
    CHECK_EQ(r, f->context, 17);
    CHECK_EQ(r, f->encoding, PvmDataDefault);
    CHECK_EQ(r, f->len_bytes, 4);
    if (f->len_bytes == 4)
        CHECK_EQ(r, (f->body[0] << 24) | (f->body[1] << 16) | (f->body[2] << 8) | f->body[3], gone);
    r->ops->drop(r->m, f);
}
