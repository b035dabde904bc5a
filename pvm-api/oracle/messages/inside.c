/* inside.c - message handlers that change what they are part of: each kind of receive finds messages that have come
 * already, or are read in now, while a handler deletes itself, adds another, looks for messages, or gives its message
 * away. */
#include "oracle.h"

enum { FIRST = 1, HANDLED, AWAITED, LAST, FORWARDED, DONE };

static const int tags[] = {FIRST, HANDLED, HANDLED, AWAITED, LAST, DONE};
enum { TAGS = sizeof tags / sizeof *tags };
static int me, runs, others, own, kept;
static int added[4], nadded; /* the handlers that are there */

static int other(int mid)
{
    (void)mid;
    others++;
    return 0;
}

static int add(int tag, int (*run)(int))
{
    int h = pvm_addmhf(-1, tag, 0, run);
    if (h >= 0)
        added[nadded++] = h;
    return h;
}

static int take_away(int h)
{
    for (int i = 0; i < nadded; i++)
        if (added[i] == h)
            added[i] = added[--nadded];
    return pvm_delmhf(h);
}

static int does_nothing(int mid)
{
    (void)mid;
    return 0;
}

static int deletes_itself(int mid)
{
    (void)mid;
    CODE(take_away(own));
    return 0;
}

static int adds_another(int mid)
{
    (void)mid;
    CODE(add(HANDLED, other));
    if (runs == 1)
        SHOW(add(LAST, other) >= 0);
    return 0;
}

static int replaces_itself(int mid)
{
    (void)mid;
    CODE(take_away(own));
    own = add(HANDLED, other);
    return 0;
}

static int looks_for_its_own(int mid)
{
    (void)mid;
    CODE(pvm_nrecv(-1, HANDLED), pvm_nrecv(-1, 99), pvm_probe(-1, 99));
    return 0;
}

static int frees_its_message(int mid)
{
    CODE(pvm_freebuf(mid));
    return 0;
}

static int keeps_its_message(int mid)
{
    pvm_setrbuf(0);
    kept = mid;
    return 0;
}

static int forwards(int mid)
{
    pvm_setsbuf(mid);
    CODE(pvm_send(me, FORWARDED));
    return 0;
}

static const struct {
    const char *name;
    int (*run)(int);
} acts[] = {{"does nothing", does_nothing},
            {"deletes itself", deletes_itself},
            {"adds another", adds_another},
            {"replaces itself", replaces_itself},
            {"looks", looks_for_its_own},

            {"frees its message", frees_its_message},
            {"keeps its message", keeps_its_message},
            {"forwards it", forwards}};
enum { ACTS = sizeof acts / sizeof *acts };

static int (*act)(int);

static int handler(int mid)
{
    runs++;
    return act(mid);
}

/* Receives the awaited message. */
static void await(int how)
{
    int x = -1, tag = -1, mid;
    struct timeval span = {10, 0};
    switch (how) {
    case 0:
        SIGN(pvm_recv(-1, AWAITED));
        break;
    case 1:
        CODE(pvm_precv(-1, AWAITED, &x, 1, PVM_INT, NULL, &tag, NULL));
        break;
    case 2:
        SIGN(pvm_trecv(-1, AWAITED, &span));
        break;
    case 3:
        settle();
        SIGN(pvm_nrecv(-1, AWAITED));
        break;
    default:
        settle();
        mid = pvm_probe(-1, AWAITED);
        SHOW(mid > 0);
        SIGN(pvm_recv(-1, AWAITED));
    }
}

/* Sends what one case needs, each time it is asked. */
static void sender(void)
{
    while (hear(pvm_parent(), 1) != 0)
        for (int i = 0; i < TAGS; i++)
            tell(pvm_parent(), tags[i], i);
}

/* late: the handler is added when its messages have come, but no call has looked at them yet. */
static void one(int from, int a, int how, int late)
{
    say("a handler that %s, receive %d%s", acts[a].name, how, late ? ", late" : "");
    act = acts[a].run;
    runs = others = kept = 0;
    if (!late)
        own = add(HANDLED, handler);
    tell(from, 1, 1);
    usleep(50000);
    SHOW(hear(from, FIRST));
    if (late)
        own = add(HANDLED, handler);
    await(how);
    settle();
    SHOW(hear(from, DONE), runs, others);
    if (kept > 0)
        pvm_freebuf(kept);
    while (nadded > 0)
        take_away(added[0]);
    for (int mid; (mid = pvm_nrecv(-1, -1)) > 0;) {
        int tag = -1;
        pvm_bufinfo(mid, NULL, &tag, NULL);
        say("left: %d", tag);
    }
}

static void all(void)
{
    int from = start("sender");
    me = pvm_mytid();
    for (int a = 0; a < ACTS; a++)
        for (int how = 0; how < 5; how++)
            for (int late = 0; late < 2; late++)
                one(from, a, how, late);
    tell(from, 1, 0);
}

/* An error of a call inside a handler is printed like any other. */
static int makes_mistakes(int mid)
{
    int x = 1;
    (void)mid;
    CODE(pvm_pkint(&x, 1, 1), pvm_freebuf(-1), pvm_send(-1, 1));
    return 0;
}

static void errors_inside(void)
{
    int h = pvm_addmhf(-1, HANDLED, 0, makes_mistakes);
    me = pvm_mytid();
    tell(me, HANDLED, 1);
    settle();
    CODE(pvm_delmhf(h));
}

/* No handler may take what the library itself waits for. From here on no errors are printed. */
static void for_everything(void)
{
    static const int rows[][3] = {{-1, -1, -1}, {0, -1, -1},       {-1, 5, -1},      {-1, -1, 0},
                                  {-1, 0, -1},  {-1, -1, 0x7ffff}, {-1, -1, 0x80000}};
    pvm_setopt(PvmAutoErr, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int h = pvm_addmhf(rows[i][0], rows[i][1], rows[i][2], other);
        say("addmhf %d %d %#x: %s", rows[i][0], rows[i][1], (unsigned)rows[i][2], h < 0 ? code_name(h) : "added");
        if (h >= 0)
            pvm_delmhf(h);
    }
}

ROLES({"sender", sender, WORKS});
PARTS(errors_inside, for_everything, all);
