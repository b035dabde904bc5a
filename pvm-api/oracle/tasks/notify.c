/* notify.c - messages about the ends of tasks and hosts: what they contain, when they come, how they are cancelled. */
#include "oracle.h"

static void child(void)
{
    hear(pvm_parent(), 1);
}

/* The last message of a task, however long it is, comes before the notice that the task has ended. */
static void leaving(void)
{
    static int words[50000];
    hear(pvm_parent(), 1);
    pvm_initsend(PvmDataRaw);
    pvm_pkint(words, 50000, 1);
    pvm_send(pvm_parent(), 30);
    pvm_exit(); /* without it, the original may lose what has not been sent yet */
    exit(0);
}

static void last_words(void)
{
    int tid = start("leaving"), tag;
    CODE(pvm_notify(PvmTaskExit, 31, 1, &tid));
    tell(tid, 1, 0);
    for (int i = 0; i < 2; i++) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
        SHOW(tag);
    }
}

static void show_message(const char *what, int tid)
{
    int mid = pvm_recv(-1, -1), bytes, tag, src, number = 0;
    pvm_bufinfo(mid, &bytes, &tag, &src);
    int code = pvm_upkint(&number, 1, 1);
    struct pvmminfo m;
    pvm_getminfo(mid, &m);
    say("%s: %d bytes tag %d from %s, %s %s, ctx %d wid %d dst %s", what, bytes, tag,
        src == (int)0x80000000 ? "the daemon" : who(src), code_name(code), number == tid ? "the tid" : "another number",
        m.ctx, m.wid, who(m.dst));
}

static void bad_arguments(void)
{
    int me = pvm_mytid(), none = 0, negative = -1, host = pvm_tidtohost(me);
    CODE(pvm_notify(0, 1, 1, &me), pvm_notify(6, 1, 1, &me), pvm_notify(-1, 1, 1, &me),
         pvm_notify(PvmTaskExit, -1, 1, &me), pvm_notify(PvmTaskExit, 1, 0, &me), pvm_notify(PvmTaskExit, 1, -1, &me),
         pvm_notify(PvmTaskExit, 1, 1, &none), pvm_notify(PvmTaskExit, 1, 1, &negative),
         pvm_notify(PvmTaskExit, 1, 1, &host), pvm_notify(PvmHostDelete, 1, 1, &host),
         pvm_notify(PvmHostDelete, 1, 0, &host), pvm_notify(PvmHostAdd, 1, 0, NULL),
         pvm_notify(PvmHostAdd, 1, -1, NULL), pvm_notify(PvmHostAdd, 1, 3, NULL));
}

static void ends(void)
{
    int tids[2] = {start("child"), start("child")};
    CODE(pvm_notify(PvmTaskExit, 10, 2, tids), pvm_notify(PvmTaskExit, 11, 1, tids), pvm_nrecv(-1, -1));
    tell(tids[0], 1, 0);
    show_message("first", tids[0]);
    show_message("its second", tids[0]);
    tell(tids[1], 1, 0);
    show_message("other", tids[1]);
    CODE(pvm_notify(PvmTaskExit, 12, 1, tids));
    show_message("long gone", tids[0]);
    int never = pvm_mytid() + 1000;
    CODE(pvm_notify(PvmTaskExit, 13, 1, &never));
    show_message("never there", never);
}

static void cancelled(void)
{
    int tid = start("child");
    CODE(pvm_notify(PvmTaskExit, 20, 1, &tid), pvm_notify(PvmTaskExit, 21, 1, &tid),
         pvm_notify(PvmTaskExit | PvmNotifyCancel, 20, 1, &tid));
    show_message("called off", tid);
    tell(tid, 1, 0);
    show_message("the one that stays", tid);
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, 21, 1, &tid), pvm_nrecv(-1, -1));
}

ROLES({"leaving", leaving, WORKS}, {"child", child, WORKS});
PARTS(bad_arguments, ends, cancelled, last_words);
