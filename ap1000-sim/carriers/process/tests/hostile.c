/* hostile.c - a PVM program whose slave writes nonsense where only its library should write: the machine must end that
 * slave with one line and carry on. The master spawns one slave per kind of nonsense and prints who was ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/slots/wire/handover.h"
#include "pvm3.h"
#include "carriers/slots/task/task.h"

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

/* ---- a body given back more often than received ------------------------------------------------------------------ */

#define LONG 100000 /* longer than fits into a reply: sender and receivers share the body */

static void send_long(int *tids, int n, int value)
{
    static char bytes[LONG];
    memset(bytes, value, LONG);
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(bytes, LONG, 1);
    pvm_mcast(tids, n, 3);
}

/* The task has received the message, and says three times more that it needs its body no longer. */
static int give_back_often(void)
{
    struct carrier_slot *s = carrier_current()->slot;
    pvm_recv(pvm_parent(), 3);
    const struct carrier_read r = s->read[s->nread - 1];
    for (int i = 0; i < 3; i++)
        s->read[s->nread++] = r;
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 4);
    pvm_recv(pvm_parent(), 3);
    pvm_exit();
    return 0;
}

/* The task looks at the message late. Prints whether it has all its bytes. */
static int receive_late(void)
{
    static char bytes[LONG];
    int wrong = 0;
    pvm_recv(pvm_parent(), 5);
    usleep(1000000); /* a task that sleeps takes nothing in */
    pvm_recv(pvm_parent(), 3);
    pvm_upkbyte(bytes, LONG, 1);
    for (int i = 0; i < LONG; i++)
        wrong += bytes[i] != 1;
    printf("a body given back often: %d of %d bytes are wrong\n", wrong, LONG);
    pvm_exit();
    return 0;
}

static int share_body(char *self)
{
    char often[] = "often", late[] = "late", *args[2] = {often, NULL};
    int tids[2];
    if (pvm_spawn(self, args, PvmTaskDefault, NULL, 1, &tids[0]) != 1)
        return 1;
    args[0] = late;
    if (pvm_spawn(self, args, PvmTaskDefault, NULL, 1, &tids[1]) != 1)
        return 1;
    pvm_initsend(PvmDataDefault);
    pvm_send(tids[1], 5);
    usleep(100000);
    send_long(tids, 2, 1);
    pvm_recv(tids[0], 4);
    for (int i = 0; i < 4; i++)
        send_long(tids, 1, 2); /* into what is free */
    return 0;
}

int main(int argc, char **argv)
{
    int self = pvm_mytid();
    if (self > 0 && argc == 2 && strcmp(argv[1], "often") == 0)
        return give_back_often();
    if (self > 0 && argc == 2 && strcmp(argv[1], "late") == 0)
        return receive_late();
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
    if (share_body(argv[0]) != 0)
        return 1;
    pvm_exit();
    return 0;
}
