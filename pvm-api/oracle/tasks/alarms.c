/* alarms.c - pvm_notify in all its forms: kinds, counts, lists, contexts, tags, and what cancelling does. */
#include "oracle.h"

static void child(void)
{
    hear(pvm_parent(), 1);
}

/* Prints all messages with the tag that have come: how many bytes, and about which tids. */
static void come(const char *what, int tag, const int *tids, int n)
{
    int mid, count = 0;
    settle();
    while ((mid = pvm_nrecv(-1, tag)) > 0) {
        int bytes = 0, number = 0, k = 0;
        pvm_bufinfo(mid, &bytes, NULL, NULL);
        pvm_upkint(&number, 1, 1);
        while (k < n && tids[k] != number)
            k++;
        say("%s: %d bytes, %s %d", what, bytes, k < n ? "of" : "another", k);
        count++;
    }
    say("%s: %d messages", what, count);
}

/* Ends a child, and waits until that is known. */
static void end(int tid)
{
    pvm_notify(PvmTaskExit, 99, 1, &tid);
    tell(tid, 1, 0);
    hear(-1, 99);
}

static void lists(void)
{
    int tids[4] = {start("c"), start("c"), start("c"), pvm_mytid()};
    int twice[2] = {tids[0], tids[0]}, with_bad[2] = {tids[1], 0}, with_never[2] = {pvm_mytid() + 2000, tids[2]};
    CODE(pvm_notify(PvmTaskExit, 10, 4, tids), pvm_notify(PvmTaskExit, 11, 2, twice),
         pvm_notify(PvmTaskExit, 12, 2, with_bad), pvm_notify(PvmTaskExit, 13, 2, with_never));
    come("never there", 13, with_never, 2);
    CODE(pvm_notify(PvmTaskExit, 14, 1, tids), pvm_notify(PvmTaskExit, 14, 1, tids));
    end(tids[0]);
    come("all", 10, tids, 4);
    come("twice", 11, tids, 4);
    come("two calls", 14, tids, 4);
    end(tids[1]);
    come("all", 10, tids, 4);
    come("beside a bad one", 12, tids, 4);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 10, 4, tids));
    come("called off", 10, tids, 4);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 10, 4, tids));
    come("called off again", 10, tids, 4);
    end(tids[2]);
    come("after that", 10, tids, 4);
    come("beside one that was never there", 13, with_never, 2);
    CODE(pvm_notify(PvmTaskExit, 15, 3, tids));
    come("long gone", 15, tids, 4);
}

/* Cancels what was not requested, or was requested in another way. */
static void cancels(void)
{
    int tids[2] = {start("c"), start("c")}, other = pvm_newcontext();
    CODE(pvm_notify(PvmTaskExit, 20, 2, tids), pvm_notify(PvmTaskExit | PvmNotifyCancel, 21, 2, tids));
    come("another tag", 21, tids, 2);
    come("another tag, the first", 20, tids, 2);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 20, 1, tids));
    come("one of two", 20, tids, 2);
    CODE(pvm_notify(PvmHostDelete | PvmNotifyCancel, 20, 1, &tids[1]));
    come("another kind", 20, tids, 2);
    pvm_setcontext(other);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 20, 1, &tids[1]));
    pvm_setcontext(0);
    come("from another context", 20, tids, 2);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 20, 1, &tids[1]));
    come("at last", 20, tids, 2);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 20, 0, tids), pvm_notify(PvmTaskExit | PvmNotifyCancel, -1, 1, tids),
         pvm_notify(PvmNotifyCancel, 20, 1, tids), pvm_notify(77 | PvmNotifyCancel, 20, 1, tids),
         pvm_notify(PvmTaskExit | 512, 20, 1, tids));
    pvm_setcontext(other);
    CODE(pvm_notify(PvmTaskExit, 22, 1, tids));
    pvm_setcontext(0);
    end(tids[0]);
    end(tids[1]);
    come("asked in a context, heard outside", 22, tids, 2);
    pvm_setcontext(other);
    come("heard inside", 22, tids, 2);
    pvm_setcontext(0);
    pvm_freecontext(other);
}

static void hosts(void)
{
    int me = pvm_mytid(), host = pvm_tidtohost(me), never = 0x3f000000, two[2] = {host, never}, task = me;
    CODE(pvm_notify(PvmHostDelete, 30, 1, &host), pvm_notify(PvmHostDelete, 31, 1, &never));
    come("no such host", 31, &never, 1);
    CODE(pvm_notify(PvmHostDelete, 32, 2, two));
    come("one of two", 32, two, 2);
    CODE(pvm_notify(PvmHostDelete | PvmNotifyCancel, 30, 1, &host));
    come("called off", 30, &host, 1);
    CODE(pvm_notify(PvmHostDelete | PvmNotifyCancel, 30, 1, &host));
    come("again", 30, &host, 1);
    CODE(pvm_notify(PvmHostDelete, 33, 1, &task));
    come("a task for a host", 33, &task, 1);
    CODE(pvm_notify(PvmHostDelete | PvmNotifyCancel, 33, 1, &task));
    come("that called off", 33, &task, 1);
    CODE(pvm_notify(PvmHostDelete, -1, 1, &host), pvm_notify(PvmHostDelete, 1, -1, &host),
         pvm_notify(PvmHostAdd, 40, 1, NULL), pvm_notify(PvmHostAdd, 40, 0, NULL));
    come("hosts added, none wanted", 40, NULL, 0);
    CODE(pvm_notify(PvmHostAdd, 41, 2, NULL), pvm_notify(PvmHostAdd | PvmNotifyCancel, 41, 2, NULL));
    come("hosts added, called off", 41, NULL, 0);
    CODE(pvm_notify(PvmHostAdd, -1, 2, NULL), pvm_notify(PvmHostAdd, 42, -5, NULL),
         pvm_notify(PvmHostAdd, 42, 0, NULL));
}

static void routes(void)
{
    int tid = start("c");
    CODE(pvm_notify(PvmRouteAdd, 50, 1, NULL), pvm_notify(PvmRouteAdd, 50, 0, NULL),
         pvm_notify(PvmRouteAdd, 50, -1, NULL), pvm_notify(PvmRouteAdd | PvmNotifyCancel, 50, -1, NULL),
         pvm_notify(PvmRouteAdd, -1, 1, NULL), pvm_notify(PvmRouteDelete, -1, 1, &tid),
         pvm_notify(PvmRouteDelete, 51, 0, &tid), pvm_notify(PvmRouteDelete, 51, -1, &tid));
    end(tid);
    CODE(pvm_nrecv(-1, -1));
}

ROLES({"c", child, WORKS});
PARTS(lists, cancels, hosts, routes);
