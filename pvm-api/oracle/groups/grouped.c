/* grouped.c - group calls: with wrong arguments, by tasks that are no members, for no groups, and right ones. */
#include "oracle.h"

static const char *names[] = {"g.none", "g.mine", "", "a name with blanks", "g*"};
enum { NNAMES = 5 };

static char *name_of(int i)
{
    return i < NNAMES ? W(names[i]) : NULL;
}

static void asks(const char *what)
{
    int me = pvm_mytid();
    say("%s", what);
    for (int i = 0; i <= NNAMES; i++) {
        char *g = name_of(i);
        static const int counts[] = {0, -1, -5, 1};
        say(" group %s", g != NULL ? g : "NULL");
        CODE(pvm_gsize(g), pvm_getinst(g, me), pvm_getinst(g, 0), pvm_getinst(g, me + 1000));
        for (int k = 0; k < 4; k++) {
            int tid = pvm_gettid(g, counts[k]);
            say("gettid %d: %s", counts[k], who(tid));
        }
        if (i != 1 || strcmp(what, "as a member") != 0) { /* a member would wait */
            CODE(pvm_barrier(g, 1));
            CODE(pvm_barrier(g, -1));
        }
        CODE(pvm_barrier(g, 0), pvm_barrier(g, -2));
        pvm_initsend(PvmDataDefault);
        CODE(pvm_bcast(g, 1), pvm_bcast(g, -1));
        pvm_freebuf(pvm_getsbuf());
        CODE(pvm_bcast(g, 1));
    }
}

static void collective(void)
{
    int x[2] = {1, 2}, y[2] = {0, 0};
    for (int i = 0; i <= NNAMES; i++) {
        char *g = name_of(i);
        say(" group %s", g != NULL ? g : "NULL");
        CODE(pvm_reduce(PvmSum, x, 1, PVM_INT, 5, g, 0), pvm_reduce(PvmSum, x, -1, PVM_INT, 5, g, 0),
             pvm_reduce(PvmSum, x, 1, 99, 5, g, 0), pvm_reduce(PvmSum, x, 1, PVM_INT, 5, g, 7),
             pvm_gather(y, x, 1, PVM_INT, 6, g, 0), pvm_gather(y, x, -1, PVM_INT, 6, g, 0),
             pvm_gather(y, x, 1, 99, 6, g, 0), pvm_scatter(y, x, 1, PVM_INT, 7, g, 0),
             pvm_scatter(y, x, -1, PVM_INT, 7, g, 0), pvm_scatter(y, x, 1, 99, 7, g, 0));
    }
}

static void another(void)
{
    pvm_joingroup(W("g.two"));
    tell(pvm_parent(), 1, 0);
    pvm_recv(-1, 1);
}

/* What the manual pages say. */
static void returns(void)
{
    int me = pvm_mytid(), other = start("another"), two = hear(other, 1);
    HOLDS(pvm_joingroup(W("g.two")) == 1 && pvm_lvgroup(W("g.two")) == 0 && pvm_joingroup(W("g.two")) == 1,
          "pvm_joingroup: the instance number, the lowest that is free");
    HOLDS(pvm_gsize(W("g.two")) == 2 + two, "pvm_gsize: how many members there are");
    HOLDS(pvm_getinst(W("g.two"), me) == 1 && pvm_getinst(W("g.two"), other) == 0,
          "pvm_getinst: that member's instance number");
    HOLDS(pvm_gettid(W("g.two"), 1) == me && pvm_gettid(W("g.two"), 0) == other, "pvm_gettid: that instance's tid");
    pvm_initsend(PvmDataDefault);
    CODE(pvm_bcast(W("g.two"), 1), pvm_lvgroup(W("g.two")));
    pvm_freebuf(pvm_getsbuf());
}

static void members(void)
{
    static const int joined[] = {1, 3, 4};
    CODE(pvm_lvgroup(W("g.none")), pvm_lvgroup(W("")), pvm_joingroup(W("")));
    for (int i = 0; i < 3; i++) {
        char *g = name_of(joined[i]);
        CODE(pvm_joingroup(g), pvm_joingroup(g), pvm_gsize(g));
    }
    asks("as a member");
    collective();
    CODE(pvm_freezegroup(W("g.none"), 1), pvm_freezegroup(W("g.mine"), 1), pvm_freezegroup(W("g.mine"), 1),
         pvm_joingroup(W("g.mine")), pvm_gsize(W("g.mine")));
    for (int i = 0; i < 3; i++) {
        CODE(pvm_lvgroup(name_of(joined[i])), pvm_lvgroup(name_of(joined[i])), pvm_gsize(name_of(joined[i])));
    }
}

static void strangers(void)
{
    asks("as no member");
}

ROLES({"another", another, WORKS});
PARTS(strangers, members, returns);
