/* boxes.c - mailboxes: combined flags, several owners, indices at their limits, waiting for an entry, patterns of
 * names, and messages of every encoding. */
#include "oracle.h"

static int put(const char *name, int number, int flags)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    return pvm_putinfo(W(name), pvm_getsbuf(), flags);
}

static int get(const char *name, int index, int flags)
{
    int number = -1, mid = pvm_recvinfo(W(name), index, flags);
    if (mid < 0)
        return mid;
    pvm_upkint(&number, 1, 1);
    return number;
}

#define PUT(name, number, flags) say("put %s %s: %s", name, #flags, code_name(put(name, number, flags)))
#define GET(name, index, flags) say("get %s %d %s: %s", name, index, #flags, code_name(get(name, index, flags)))
#define DEL(name, index) say("delete %s %d: %s", name, index, code_name(pvm_delinfo(W(name), index, 0)))

static void list(const char *pattern)
{
    struct pvmmboxinfo *c = NULL;
    int n = -1, code = pvm_getmboxinfo(W(pattern), &n, &c);
    say("list %s: %s, %d", pattern, code_name(code), n);
    for (int i = 0; code == 0 && i < n; i++)
        for (int j = 0; j < c[i].mi_nentries; j++)
            say("  %s %d of %s flags %d", c[i].mi_name, c[i].mi_indices[j], who(c[i].mi_owners[j]), c[i].mi_flags[j]);
}

static void clear(const char *pattern)
{
    struct pvmmboxinfo *c = NULL;
    int n = 0;
    pvm_getmboxinfo(W(pattern), &n, &c);
    pvm_setopt(PvmAutoErr, 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < c[i].mi_nentries; j++)
            pvm_delinfo(c[i].mi_name, c[i].mi_indices[j], 0);
    pvm_setopt(PvmAutoErr, 1);
}

/* Each pair of ways to put an entry: the second after the first, under one name. */
static void pairs(void)
{
    static const int flags[] = {PvmMboxDefault,
                                PvmMboxPersistent,
                                PvmMboxMultiInstance,
                                PvmMboxOverWritable,
                                PvmMboxMultiInstance | PvmMboxOverWritable,
                                PvmMboxPersistent | PvmMboxOverWritable,
                                PvmMboxPersistent | PvmMboxMultiInstance};
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++) {
            int first = put("b.pair", 1, flags[a]), second = put("b.pair", 2, flags[b]);
            say("flags %d then %d: %s and %s", flags[a], flags[b], code_name(first), code_name(second));
            say("  0: %s", code_name(get("b.pair", 0, 0)));
            say("  1: %s", code_name(get("b.pair", 1, 0)));
            list("b.pair");
            clear("b.pair");
        }
}

static void reading(void)
{
    for (int i = 0; i < 5; i++)
        put("b.read", 10 + i, PvmMboxMultiInstance);
    GET("b.read", 2, PvmMboxReadAndDelete);
    GET("b.read", 2, PvmMboxReadAndDelete);
    GET("b.read", 2, PvmMboxFirstAvail);
    GET("b.read", 2, PvmMboxFirstAvail | PvmMboxReadAndDelete);
    GET("b.read", 0, PvmMboxFirstAvail);
    GET("b.read", 1, PvmMboxFirstAvail);
    GET("b.read", 9, PvmMboxFirstAvail);
    GET("b.read", 0, PvmMboxFirstAvail | PvmMboxReadAndDelete);
    GET("b.read", 1, PvmMboxWaitForInfo);
    GET("b.read", 0, PvmMboxWaitForInfo | PvmMboxFirstAvail);
    GET("b.read", 0, PvmMboxPersistent);
    GET("b.read", 1, PvmMboxMultiInstance);
    GET("b.read", 1, PvmMboxOverWritable);
    GET("b.read", 1, 0x40000000);
    list("b.read");
    PUT("b.read", 20, PvmMboxMultiInstance);
    PUT("b.read", 21, PvmMboxMultiInstance);
    list("b.read");
    clear("b.read");
    GET("b.read", 0, PvmMboxFirstAvail);
    DEL("b.read", 0);
}

static void indices(void)
{
    static const int at[] = {0, 1, 2, 7, 1000, 1048574, 1048575};
    for (int i = 0; i < 7; i++) {
        int code = put("b.at", i, (int)(PvmMboxMultiInstance | PvmMboxDirectIndex((unsigned)at[i])));
        say("at %d: %s", at[i], code_name(code));
        say("  there: %s", code_name(get("b.at", at[i], 0)));
    }
    say("anywhere: %s", code_name(put("b.at", 9, PvmMboxMultiInstance)));
    say("one only: %s", code_name(put("b.at1", 9, PvmMboxDirectIndex(5))));
    list("b.at*");
    DEL("b.at", 7);
    DEL("b.at", 7);
    DEL("b.at", 100000000);
    GET("b.at", 0x7fffffff, 0);
    clear("b.at*");
    CODE(pvm_insert(W("b.old"), 1048575, 1), pvm_insert(W("b.old"), 1048576, 1), pvm_insert(W("b.old"), 1000, 1),
         pvm_insert(W("b.old"), -1, 2), pvm_insert(W("b.old"), -1, 3));
    list("b.old");
    int value = 0;
    CODE(pvm_lookup(W("b.old"), 1000, &value));
    SHOW(value);
    GET("b.old", 0, 0);
    put("b.long", 77, PvmMboxDefault);
    CODE(pvm_lookup(W("b.long"), 0, &value));
    SHOW(value);
    CODE(pvm_delete(W("b.long"), 0));
    clear("b.old");
}

static void names(void)
{
    static const char *all[] = {"b.n.one", "b.n.two", "b.n.three", "b.n.*", "b.n.with blank", "B.N.ONE"};
    static const char *patterns[] = {
        "b.n.one", "b.n.*",          "b.n.t*",    "b.n.t.*",  "b.n.???", "b.n.[ot].*", "^b.n.two$", "n.two",
        "B.N.*",   "b.n.with blank", "b.n.none",  "*two",     "two*",    "b.n.t*o",    "t*e",       "n.t",
        "*n*n*",   "*one*two",       "b.n.one**", "b.n.onex", "b.n.\\*", "n..",        "*.o"};
    for (int i = 0; i < 6; i++)
        PUT(all[i], i, PvmMboxDefault);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        list(patterns[i]);
    char longer[300];
    memset(longer, 'n', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    PUT(longer, 1, PvmMboxDefault);
    GET(longer, 0, PvmMboxReadAndDelete);
    clear("b.n.*");
    clear("B.N.*");
}

static void contents(void)
{
    int x[3] = {1, 2, 3}, y[3] = {0, 0, 0}, bytes, tag, tid;
    for (int enc = PvmDataDefault; enc <= PvmDataRaw; enc++) {
        pvm_initsend(enc);
        pvm_pkint(x, 3, 1);
        CODE(pvm_putinfo(W("b.enc"), pvm_getsbuf(), PvmMboxDefault));
        x[0]++;
        int mid = pvm_recvinfo(W("b.enc"), 0, 0);
        CODE(pvm_upkint(y, 3, 1));
        struct pvmminfo m;
        pvm_bufinfo(mid, &bytes, &tag, &tid);
        pvm_getminfo(mid, &m);
        say("encoding %d: %d %d %d, %d bytes tag %d of %s, enc %x ctx %d wid %d", enc, y[0], y[1], y[2], bytes, tag,
            who(tid), (unsigned)m.enc, m.ctx, m.wid);
        CODE(pvm_upkint(y, 1, 1));
        pvm_delinfo(W("b.enc"), 0, 0);
    }
    int empty = pvm_mkbuf(PvmDataDefault);
    CODE(pvm_putinfo(W("b.empty"), empty, PvmMboxDefault));
    SIGN(pvm_recvinfo(W("b.empty"), 0, 0));
    CODE(pvm_upkint(y, 1, 1));
    tell(pvm_mytid(), 5, 55);
    int mid = pvm_recv(-1, 5);
    CODE(pvm_putinfo(W("b.came"), mid, PvmMboxDefault));
    SHOW(pvm_getrbuf() == mid, get("b.came", 0, PvmMboxReadAndDelete));
    CODE(pvm_putinfo(W("b.empty"), pvm_getrbuf(), PvmMboxOverWritable));
    DEL("b.empty", 0);
    pvm_freebuf(empty);
}

static void waits(void)
{
    GET("b.later", 0, PvmMboxWaitForInfo);
    GET("b.later", 3, PvmMboxWaitForInfo | PvmMboxReadAndDelete);
    GET("b.later", 0, PvmMboxWaitForInfo | PvmMboxFirstAvail);
}

static void reads(void)
{
    pvm_setcontext(1234);
    GET("b.theirs", 0, 0);
    GET("b.theirs", 0, PvmMboxReadAndDelete);
    GET("b.theirs", 0, PvmMboxReadAndDelete | PvmMboxFirstAvail);
    PUT("b.theirs", 2, PvmMboxMultiInstance);
    PUT("b.theirs", 2, PvmMboxMultiInstance | PvmMboxDirectIndex(0));
    PUT("b.theirs", 2, PvmMboxMultiInstance | PvmMboxOverWritable | PvmMboxDirectIndex(0));
    DEL("b.theirs", 0);
    PUT("b.open", 3, PvmMboxOverWritable);
    PUT("b.open", 3, PvmMboxDefault);
    GET("b.open", 0, 0);
    DEL("b.open", 0);
    PUT("b.multi", 4, PvmMboxMultiInstance);
    GET("b.multi", 0, PvmMboxFirstAvail | PvmMboxReadAndDelete);
    DEL("b.multi", 1);
    list("b.*");
    pvm_setcontext(0);
}

static void others(void)
{
    put("b.theirs", 1, PvmMboxMultiInstance);
    put("b.open", 1, PvmMboxOverWritable);
    put("b.multi", 1, PvmMboxMultiInstance);
    int tid = start("reads");
    take_lines(tid);
    tid = start("waits");
    tell(pvm_mytid(), 1, 1);
    hear(-1, 1);
    PUT("b.later", 40, PvmMboxMultiInstance);
    PUT("b.later", 41, PvmMboxMultiInstance | PvmMboxDirectIndex(3));
    take_lines(tid);
    list("b.later");
    clear("b.*");
    list("b.*");
}

ROLES({"waits", waits, REPORTS}, {"reads", reads, REPORTS});
PARTS(pairs, reading, indices, names, contents, others);
