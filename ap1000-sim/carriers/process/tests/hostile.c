/* hostile.c - a PVM program whose slave writes nonsense where only its library should write: the machine must end that
 * slave with one line and carry on. The master spawns one slave per kind of nonsense and prints who was ended.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carriers/process/wire/handover.h"
#include "pvm3.h"
#include "carriers/process/task/task.h"

static void bad_offset(struct carrier_slot *s)
{
    s->posts[0] = (struct carrier_frame){
        .op = CARRIER_POST, .dst_tid = pvm_parent(), .len_bytes = 100, .offset = UINT64_MAX - 63};
    s->nposts = 1;
}

static void bad_length(struct carrier_slot *s)
{
    s->posts[0] =
        (struct carrier_frame){.op = CARRIER_POST, .dst_tid = pvm_parent(), .len_bytes = UINT32_MAX, .offset = 64};
    s->nposts = 1;
}

static void bad_posting(struct carrier_slot *s)
{
    s->posts[0] = (struct carrier_frame){.op = 4711, .dst_tid = pvm_parent()};
    s->nposts = 1;
}

static void too_many_postings(struct carrier_slot *s)
{
    memset(s->posts, 0xff, sizeof s->posts);
    s->nposts = UINT32_MAX;
}

static void bad_call(struct carrier_slot *s)
{
    s->call.op = 4711;
}

static void bad_request_body(struct carrier_slot *s)
{
    s->call.op = CARRIER_CONTROL;
    s->call.request = 1;
    s->call.len_bytes = 1 << 30;
    s->call.offset = 64;
}

static void second_joining(struct carrier_slot *s)
{
    s->call.op = CARRIER_JOIN;
}

static const struct kind {
    const char *name;
    void (*spoil)(struct carrier_slot *s);
} kinds[] = {{"offset", bad_offset},          {"length", bad_length}, {"posting", bad_posting},
             {"postings", too_many_postings}, {"call", bad_call},     {"request", bad_request_body},
             {"joining", second_joining}};

#define NKINDS (sizeof kinds / sizeof kinds[0])

static int be_hostile(const char *kind)
{
    for (size_t i = 0; i < NKINDS; i++) {
        if (strcmp(kinds[i].name, kind) != 0)
            continue;
        struct carrier_slot *s = carrier_current()->slot;
        s->call.op = CARRIER_FLUSH;
        s->call.t_ns = -1;
        s->call.cpu_ns = INT64_MAX;
        kinds[i].spoil(s);
        uint32_t turn;
        handover_give(&s->turn, CARRIER_MACHINE);
        while (!handover_await(&s->turn, CARRIER_MACHINE, NULL, 1000000000, &turn))
            ;
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), 2);
    }
    return 1;
}

int main(int argc, char **argv)
{
    int self = pvm_mytid();
    if (self > 0 && argc == 2)
        return be_hostile(argv[1]);
    for (size_t i = 0; i < NKINDS; i++) {
        char name[16], *args[] = {name, NULL};
        int tid, gone, tag;
        strcpy(name, kinds[i].name);
        if (pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tid) != 1)
            return 1;
        pvm_notify(PvmTaskExit, 1, 1, &tid);
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
        if (tag != 1 || pvm_upkint(&gone, 1, 1) != 0 || gone != tid)
            printf("%s: not ended\n", name);
        else
            printf("%s: ended\n", name);
    }
    pvm_exit();
    return 0;
}
