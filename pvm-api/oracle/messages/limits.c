/* limits.c - how long receives wait, for what, and which message comes first. */
#include <sys/time.h>

#include "oracle.h"

static void child(void)
{
    int me = hear(pvm_parent(), 1);
    for (int i = 0; i < 4; i++)
        tell(pvm_parent(), 10 + i % 2, 100 * me + i);
    hear(pvm_parent(), 2);
    for (int i = 0; i < 3; i++)
        tell(pvm_parent(), 20, 100 * me + i);
    pvm_psend(pvm_parent(), 21, &me, 1, PVM_INT);
    tell(pvm_parent(), 22, 0);
}

static void spans(void)
{
    static const struct {
        long s, us;
    } given[] = {{0, 0},       {0, 1},       {0, 999999},   {0, 1000000},  {-1, 0},          {0, -1},
                 {-1, 500000}, {1, -999999}, {-1, 1000001}, {-1000000, 0}, {-10000000000, 0}};
    int me = pvm_mytid();
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct timeval t = {given[i].s, given[i].us};
        int code = pvm_trecv(-1, 5, &t);
        say("%ld s %ld us: %s, left %ld %ld", given[i].s, given[i].us, code_name(code), (long)t.tv_sec,
            (long)t.tv_usec);
        tell(me, 5, (int)i);
        settle();
        code = pvm_trecv(-1, 5, &t);
        say("  with a message: %s", code > 0 ? "got it" : code_name(code));
        while (pvm_nrecv(-1, 5) > 0)
            ;
    }
}

/* Two children: the messages of each come in the order in which it sent them, whichever call receives them. */
static void orders(void)
{
    int tids[2] = {start("child"), start("child")}, one = 0;
    tell(tids[0], 1, 1);
    tell(tids[1], 1, 2);
    for (int i = 0; i < 2; i++)
        say("tag 11 of one: %d", hear(tids[0], 11));
    for (int i = 0; i < 4; i++)
        say("of two: %d", hear(tids[1], -1));
    for (int i = 0; i < 2; i++)
        say("tag 10: %d", hear(-1, 10));
    CODE(pvm_nrecv(-1, -1));
    tell(tids[0], 2, 0);
    hear(tids[0], 22);
    tell(tids[1], 2, 0);
    hear(tids[1], 22);
    for (int i = 0; i < 6; i++)
        say("in the order they came: %d", hear(-1, 20));
    CODE(pvm_precv(-1, -1, &one, 1, PVM_INT, NULL, NULL, NULL));
    SHOW(one);
    SIGN(pvm_nrecv(tids[1], 21));
    CODE(pvm_nrecv(tids[1], 21), pvm_nrecv(-1, -1));
}

/* Receives that leave messages that do not fit where they are. */
static void past(void)
{
    int me = pvm_mytid(), other = pvm_newcontext();
    for (int tag = 1; tag <= 5; tag++)
        tell(me, tag, tag);
    pvm_setcontext(other);
    for (int tag = 1; tag <= 5; tag++)
        tell(me, tag, 10 * tag);
    settle();
    say("there, any: %d", hear(-1, -1));
    say("there, 4: %d", hear(-1, 4));
    pvm_setcontext(0);
    say("here, 4: %d", hear(-1, 4));
    say("here, any: %d", hear(me, -1));
    CODE(pvm_nrecv(-1, 4));
    int mid = pvm_probe(-1, -1), tag = 0;
    pvm_bufinfo(mid, NULL, &tag, NULL);
    say("next is tag %d", tag);
    pvm_setcontext(other);
    SHOW(pvm_probe(-1, -1) != mid);
    while (pvm_nrecv(-1, -1) > 0) {
        pvm_bufinfo(pvm_getrbuf(), NULL, &tag, NULL);
        say("there is tag %d", tag);
    }
    pvm_setcontext(0);
    while (pvm_nrecv(-1, -1) > 0) {
        pvm_bufinfo(pvm_getrbuf(), NULL, &tag, NULL);
        say("here is tag %d", tag);
    }
    CODE(pvm_freecontext(other));
}

static void large_tags(void)
{
    static const int tags[] = {0, 1, 32767, 65536, 999999999, 0x7ffffffe, 0x7fffffff};
    int me = pvm_mytid(), tag, tid;
    for (int i = 0; i < 7; i++) {
        tell(me, tags[i], i);
        int mid = pvm_recv(me, tags[i]);
        pvm_bufinfo(mid, NULL, &tag, &tid);
        say("tag %d: %d from %s", tags[i], tag, who(tid));
    }
}

ROLES({"child", child, WORKS});
PARTS(spans, orders, past, large_tags);
