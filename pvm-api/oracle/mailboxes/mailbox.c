/* mailbox.c - messages left under a name: indices, flags, owners, patterns; and the older calls. */
#include "oracle.h"

static int put(const char *name, int number, int flags)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    return pvm_putinfo(W(name), pvm_getsbuf(), flags);
}

static void get(const char *name, int index, int flags)
{
    int number = -1, bytes = -1, tag = -1, tid = -1;
    int mid = pvm_recvinfo(W(name), index, flags);
    if (mid < 0) {
        say("recvinfo %s %d %d: %s", name, index, flags, code_name(mid));
        return;
    }
    pvm_upkint(&number, 1, 1);
    pvm_bufinfo(mid, &bytes, &tag, &tid);
    say("recvinfo %s %d %d: %d, %d bytes tag %d tid %s", name, index, flags, number, bytes, tag, who(tid));
}

static void list(const char *pattern)
{
    struct pvmmboxinfo *classes = NULL;
    int n = -1;
    int code = pvm_getmboxinfo(W(pattern), &n, &classes);
    say("getmboxinfo %s: %s, %d classes", pattern != NULL ? pattern : "(null)", code_name(code), n);
    for (int i = 0; code == 0 && i < n; i++)
        for (int j = 0; j < classes[i].mi_nentries; j++)
            say("  %s: index %d owner %s flags %d", classes[i].mi_name, classes[i].mi_indices[j],
                who(classes[i].mi_owners[j]), classes[i].mi_flags[j]);
}

static void single(void)
{
    CODE(put("o.one", 10, PvmMboxDefault), put("o.one", 11, PvmMboxDefault), put("o.one", 11, PvmMboxMultiInstance),
         put("o.one", 11, PvmMboxOverWritable));
    get("o.one", 0, PvmMboxDefault);
    get("o.one", 1, PvmMboxDefault);
    get("o.one", 0, PvmMboxFirstAvail);
    get("o.one", -1, PvmMboxDefault);
    get("o.none", 0, PvmMboxDefault);
    get("", 0, PvmMboxDefault);
    CODE(pvm_recvinfo(NULL, 0, 0), pvm_delinfo(W("o.one"), 1, 0), pvm_delinfo(W("o.one"), -1, 0),
         pvm_delinfo(W("o.none"), 0, 0), pvm_delinfo(W(""), 0, 0), pvm_delinfo(NULL, 0, 0),
         pvm_delinfo(W("o.one"), 0, 0));
    get("o.one", 0, PvmMboxDefault);
    CODE(pvm_putinfo(W(""), pvm_getsbuf(), 0), pvm_putinfo(NULL, pvm_getsbuf(), 0));
}

static void multiple(void)
{
    for (int i = 0; i < 4; i++)
        CODE(put("o.many", 20 + i, PvmMboxMultiInstance));
    list("o.many");
    CODE(pvm_delinfo(W("o.many"), 1, 0));
    get("o.many", 1, PvmMboxDefault);
    get("o.many", 1, PvmMboxFirstAvail);
    get("o.many", 3, PvmMboxFirstAvail);
    get("o.many", 4, PvmMboxFirstAvail);
    CODE(put("o.many", 30, PvmMboxMultiInstance));
    list("o.many");
    get("o.many", 0, PvmMboxReadAndDelete);
    get("o.many", 0, PvmMboxReadAndDelete | PvmMboxFirstAvail);
    list("o.*");
    CODE(put("o.many", 31, PvmMboxDefault), put("o.at", 40, PvmMboxMultiInstance | PvmMboxDirectIndex(5)),
         put("o.at", 41, PvmMboxMultiInstance | PvmMboxDirectIndex(5)),
         put("o.at", 42, PvmMboxMultiInstance | PvmMboxOverWritable | PvmMboxDirectIndex(5)));
    list("o.at");
    get("o.at", 5, 0);
    for (int i = 0; i < 6; i++) {
        pvm_delinfo(W("o.many"), i, 0);
        pvm_delinfo(W("o.at"), i, 0);
    }
    list("o.*");
}

static void overwritten(void)
{
    CODE(put("o.over", 50, PvmMboxOverWritable), put("o.over", 51, PvmMboxOverWritable));
    get("o.over", 0, 0);
    CODE(put("o.over", 52, PvmMboxDefault));
    get("o.over", 0, 0);
    list("o.over");
    CODE(put("o.stay", 60, PvmMboxPersistent));
    list("o.stay");
    CODE(pvm_delinfo(W("o.over"), 0, 0), put("o.flag", 61, 512), put("o.flag", 61, -1));
    pvm_delinfo(W("o.flag"), 0, 0);
    list("nothing.at.all");
    static const char *const patterns[] = {"any", "n*y",    "o.m*m", "*.many", "o?many", "^o",
                                           "\\*", "a*\\*b", "",      "o.*a*t", "o.m*x*"};
    CODE(put("o.many", 62, PvmMboxDefault), put("o.a*b", 63, PvmMboxDefault));
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        list(patterns[i]);
    pvm_delinfo(W("o.many"), 0, 0);
    pvm_delinfo(W("o.a*b"), 0, 0);
}

static void child(void)
{
    say_all_to_parent();
    hear(pvm_parent(), 1);
    CODE(pvm_delinfo(W("o.mine"), 0, 0), put("o.mine", 71, PvmMboxOverWritable));
    get("o.mine", 0, 0);
    get("o.mine", 0, PvmMboxReadAndDelete);
    CODE(put("o.gone", 72, PvmMboxDefault), put("o.kept", 73, PvmMboxPersistent), put("o.waited", 74, PvmMboxDefault));
    give_lines(pvm_parent());
    hear(pvm_parent(), 2);
}

static void owners(void)
{
    int tid = start("child");
    CODE(put("o.mine", 70, PvmMboxDefault));
    pvm_notify(PvmTaskExit, 9, 1, &tid);
    tell(tid, 1, 0);
    get("o.waited", 0, PvmMboxWaitForInfo);
    take_lines(tid);
    get("o.mine", 0, 0);
    get("o.gone", 0, 0);
    CODE(pvm_delinfo(W("o.gone"), 0, 0));
    tell(tid, 2, 0);
    hear(-1, 9);
    get("o.gone", 0, 0);
    get("o.kept", 0, 0);
    CODE(pvm_delinfo(W("o.kept"), 0, 0), pvm_delinfo(W("o.stay"), 0, 0));
}

static void older(void)
{
    int value = -1;
    CODE(pvm_insert(W("o.old"), -1, 80), pvm_insert(W("o.old"), -1, 81), pvm_insert(W("o.old"), 5, 85),
         pvm_insert(W("o.old"), 5, 86), pvm_lookup(W("o.old"), 0, &value));
    SHOW(value);
    CODE(pvm_lookup(W("o.old"), -1, &value));
    SHOW(value);
    CODE(pvm_lookup(W("o.old"), 3, &value), pvm_lookup(W("o.old"), 5, &value));
    SHOW(value);
    CODE(pvm_lookup(W("o.none"), 0, &value), pvm_lookup(W("o.old"), 0, NULL), pvm_lookup(W(""), 0, &value),
         pvm_lookup(NULL, 0, &value), pvm_insert(W(""), 0, 1), pvm_insert(NULL, 0, 1), pvm_delete(W("o.old"), 0),
         pvm_delete(W("o.old"), 0), pvm_delete(W("o.old"), -1), pvm_delete(W("o.old"), 5), pvm_delete(W("o.none"), 0),
         pvm_delete(NULL, 0), pvm_delete(W(""), 0));
    list("o.*");
}

/* Any index will do. */
static void far_indices(void)
{
    static const int at[] = {2097151, 2097152, 1 << 30, 0x7fffffff};
    int value = -1;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        CODE(pvm_insert(W("o.far"), at[i], (int)i), pvm_insert(W("o.far"), at[i], 9),
             pvm_lookup(W("o.far"), at[i], &value));
        SHOW(value);
    }
    CODE(pvm_insert(W("o.far"), -1, 10));
    list("o.far");
    pvm_delete(W("o.far"), 0);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        CODE(pvm_delete(W("o.far"), at[i]));
}

enum { RIVALS = 6, ROUNDS = 5 };

/* Of tasks that insert at the same index at the same time, one succeeds. */
static void rival(void)
{
    int parent = pvm_parent(), me = pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    for (int i = 0; i < ROUNDS; i++) {
        hear(parent, 1);
        tell(parent, 2, pvm_insert(W("o.elected"), i, me));
    }
}

static void elects(void)
{
    int tids[RIVALS], value = -1;
    for (int i = 0; i < RIVALS; i++)
        tids[i] = start("rival");
    for (int round = 0; round < ROUNDS; round++) {
        int won = 0, denied = 0, winner = -1;
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&round, 1, 1);
        pvm_mcast(tids, RIVALS, 1);
        for (int i = 0; i < RIVALS; i++) {
            int code = hear(tids[i], 2);
            won += code == round;
            denied += code == PvmDenied;
            winner = code == round ? tids[i] : winner;
        }
        int there = pvm_lookup(W("o.elected"), round, &value);
        say("round %d: %d won, %d were denied, the winner's value is there %d", round, won, denied,
            there == round && value == winner);
        CODE(pvm_delete(W("o.elected"), round));
    }
}

static void no_resets(void)
{
    int *tids = NULL, n = -1;
    CODE(pvm_getnoresets(&tids, &n));
    SHOW(n);
    CODE(pvm_setopt(PvmNoReset, 1), pvm_getnoresets(&tids, &n));
    say("%d: %s", n, n == 1 ? who(tids[0]) : "?");
    CODE(pvm_getopt(PvmNoReset), pvm_setopt(PvmNoReset, 0), pvm_getnoresets(&tids, &n));
    SHOW(n);
}

ROLES({"child", child, WORKS}, {"rival", rival, WORKS});
PARTS(single, multiple, overwritten, owners, older, far_indices, elects, no_resets);
