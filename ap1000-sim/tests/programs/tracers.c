/* tracers.c - a PVM program on 4 cells: what a registered tracer is told, and tasks that leave the machine and come
 * back. */
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "expect.h"
#include "tell.h"
#include "pvm3.h"
#include "pvmtev.h"

enum { NODE = 1, GO, TRACED };

static char *self;

static int start(char *file, char *role, int *tid)
{
    return pvm_spawn(file, (char *[]){role, NULL}, PvmTaskHost, (char *)"cell0", 1, tid);
}

static void wait_for_word(void)
{
    tell(pvm_parent(), NODE, 0);
    hear(pvm_parent(), GO);
}

/* The task leaves the machine and comes back, twice: three tasks, one after the other, of which only the first has a
 * parent, and none has the messages of another. What it has learnt of the tracer has left no buffer behind. */
static void come_back(void)
{
    pvm_mytid();
    int first_buffer = pvm_mkbuf(PvmDataDefault), master = pvm_parent();
    tell(master, NODE, first_buffer);
    for (int i = 0; i < 3; i++) {
        pvm_mytid();
        EXPECT(pvm_parent(), i == 0 ? master : PvmNoParent);
        EXPECT(pvm_nrecv(-1, GO), 0);
        tell(pvm_mytid(), GO, 0);
        usleep(100000); /* it has come, and is not read */
        if (i == 2)
            tell(master, NODE, expect_failures);
        pvm_exit();
    }
    _exit(0);
}

/* How many tasks have begun and ended, by the events that come within a second of the last one. */
struct lives {
    int begun, ended;
};

static struct lives lives_told(void)
{
    struct timeval second = {1, 0};
    struct lives n = {0, 0};
    int head[2];
    while (pvm_trecv(-1, TRACED, &second) > 0) {
        pvm_upkint(head, 2, 1);
        bool is_event = head[0] == TEV_MARK_EVENT_DESC || head[0] == TEV_MARK_EVENT_RECORD;
        n.begun += is_event && head[1] == TEV_NEWTASK;
        n.ended += is_event && head[1] == TEV_ENDTASK;
    }
    return n;
}

/* How long it takes [us] until the tracer has heard of a task that is started from this file. */
static long time_of_event(char *file)
{
    struct timeval from, to;
    int tid;
    gettimeofday(&from, NULL);
    EXPECT(start(file, (char *)"waits", &tid), 1);
    pvm_recv(-1, TRACED);
    gettimeofday(&to, NULL);
    hear(tid, NODE);
    tell(tid, GO, 0);
    (void)lives_told();
    return (to.tv_sec - from.tv_sec) * 1000000 + to.tv_usec - from.tv_usec;
}

/* The path of a file is one of this computer: on its way an event that has it is not longer for it, which would be 536
 * us for 1000 byte. Only what the receiver copies is, 117 us. */
static void paths_take_no_time(void)
{
    Pvmtmask mask;
    char longer[3000] = "";
    const size_t folder = (size_t)(strrchr(self, '/') - self);
    memcpy(longer, self, folder);
    while (strlen(longer) < 1000)
        strcat(longer, "/.");
    strcat(longer, self + folder);
    TEV_MASK_INIT(mask);
    EXPECT(pvm_reg_tracer(0, TRACED, 0, 0, mask, 0, 0), 0);
    const long shorter = time_of_event(self);
    EXPECT(time_of_event(longer) - shorter < 300, 1);
    EXPECT(pvm_reg_tracer(0, TRACED, 0, 0, mask, 0, 0), 0);
}

/* A registered tracer is told of the beginning and the end of each, whoever has started it. */
static void tracer_is_told_of_each_life(void)
{
    Pvmtmask mask;
    int tid;
    TEV_MASK_INIT(mask);
    EXPECT(pvm_reg_tracer(0, TRACED, 0, 0, mask, 0, 0), 0);
    EXPECT(start(self, (char *)"again", &tid), 1);
    EXPECT(hear(tid, NODE), 1);
    struct lives told = lives_told();
    EXPECT(told.begun, 3);
    EXPECT(told.ended, 3);
    EXPECT(hear(-1, NODE), 0); /* from its third life */
    EXPECT(pvm_reg_tracer(0, TRACED, 0, 0, mask, 0, 0), 0);
}

int main(int argc, char **argv)
{
    self = argv[0];
    pvm_mytid();
    if (argc > 1 && strcmp(argv[1], "again") == 0)
        come_back();
    if (argc > 1) {
        wait_for_word();
    } else {
        tracer_is_told_of_each_life();
        paths_take_no_time();
    }
    pvm_exit();
    return expect_failures != 0;
}
