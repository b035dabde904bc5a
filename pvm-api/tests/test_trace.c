/* test_trace.c - when trace events are sent, what they cost, and who inherits which settings.
 *
 * The oracle's program trace.c compares the contents of events with PVM 3.4.6. */
#include <stdbool.h>
#include <time.h>

#include "control.h"
#include "pvmi_group.h"
#include "pvmtev.h"
#include "tasks.h"
#include "trace_tables.h"

#define CONTEXT 5
#define TAG 77
#define DONE 78
#define SINK LOOP_FIRST_TID
#define TRACED (LOOP_FIRST_TID + 1)

/* Task 0 waits until task 1 has made its calls. Then it has the events: these, or what check wants. */
struct play {
    void (*calls)(void);
    int options, buffer;
    int events[8]; /* 0: there are no more */
    void (*check)(void);
};

#define IN(CALL) (TEV_##CALL | TEV_EVENT_ENTRY)
#define OUT(CALL) (TEV_##CALL | TEV_EVENT_EXIT)

/* -1: none. */
static void trace_only(int first, int second, int third)
{
    const int kinds[] = {first, second, third};
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    for (int i = 0; i < 3; i++)
        if (kinds[i] >= 0)
            TEV_MASK_SET(mask, kinds[i]);
    pvm_settmask(PvmTaskSelf, mask);
}

static void traced_part(const struct play *p)
{
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    for (int i = TEV_FIRST; i <= TEV_MAX; i++)
        if (i != TEV_SETOPT)
            TEV_MASK_SET(mask, i);
    pvm_setopt(PvmSelfTraceBuffer, p->buffer);
    pvm_setopt(PvmSelfTraceOptions, p->options);
    pvm_setopt(PvmTraceContext, CONTEXT);
    pvm_setopt(PvmSelfTraceCode, TAG);
    pvm_settmask(PvmTaskSelf, mask);
    pvm_setopt(PvmSelfTraceTid, SINK);
    p->calls();
    pvm_setopt(PvmSelfTraceTid, 0);
    send_int(SINK, DONE, 0);
}

static mach_ns cost_of(int cost)
{
    return (mach_ns)1 << 4 * cost; /* powers of 16: a sum shows which costs it consists of */
}

/* Returns the next event's mark, or 0; *event gets its number. */
static int next_event(int *event)
{
    int mark = 0;
    if (pvm_nrecv(TRACED, TAG) <= 0)
        return 0;
    assert_int_equal(pvm_upkint(&mark, 1, 1), 0);
    *event = -1;
    pvm_upkint(event, 1, 1);
    return mark;
}

static void assert_events(const int *events)
{
    for (int event; *events != 0; events++) {
        assert_true(next_event(&event) != 0);
        assert_int_equal(event, *events);
    }
    assert_int_equal(pvm_nrecv(TRACED, TAG), 0);
}

static void part(int index, void *arg)
{
    const struct play *p = arg;
    if (index == 1) {
        traced_part(p);
        return;
    }
    pvm_setopt(PvmAutoErr, 0);
    assert_true(pvm_recv(TRACED, DONE) > 0);
    if (p->check != NULL)
        p->check();
    else
        assert_events(p->events);
}

#define PLAY(plays)                                           \
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) \
    play(&plays[i])

static void play(const struct play *p)
{
    struct loop_settings set = loop_defaults();
    for (int cost = 0; cost < MACH_NCOSTS; cost++)
        set.cost_ns[cost] = cost_of(cost);
    loop_configure(&set);
    assert_int_equal(loop_run(2, part, (void *)(uintptr_t)p), 0);
    loop_configure(NULL);
}

/* ---- costs ------------------------------------------------------------------------------------------------------- */

static void one_call(mach_ns expected)
{
    mach_ns before = now_ns();
    pvm_parent();
    mach_ns passed = now_ns() - before - cost_of(MACH_COST_CLOCK);
    assert_int_equal(passed, cost_of(MACH_COST_CALL) + expected);
}

static void unmasked(void)
{
    trace_only(-1, -1, -1);
    one_call(0);
}

static void each_a_message(void)
{
    one_call(2 * (cost_of(MACH_COST_INITSEND) + cost_of(MACH_COST_PACK) + cost_of(MACH_COST_SEND)));
}

static void kept_back(void)
{
    pvm_getcontext(); /* begins the buffer */
    one_call(2 * cost_of(MACH_COST_PACK));
}

static void counted(void)
{
    one_call(0);
}

TEST(costs)
{
    static const struct play plays[] = {{unmasked, PvmTraceFull, 0, {0}, NULL},
                                        {each_a_message, PvmTraceFull, 0, {IN(PARENT), OUT(PARENT)}, NULL},
                                        {kept_back, PvmTraceFull, 100000, {0}, NULL},
                                        {counted, PvmTraceTime, 0, {0}, NULL},
                                        {counted, PvmTraceCount, 0, {0}, NULL}};
    PLAY(plays);
}

/* ---- calls in calls ---------------------------------------------------------------------------------------------- */

static void a_call_that_calls(void)
{
    pvm_packf("%+ %d", PvmDataDefault, 1);
}

/* What an event tells of a list that is not there: nothing. */
static void a_call_without_its_list(void)
{
    pvm_start_pvmd(3, NULL, 0);
}

static int handled(int mid)
{
    pvm_parent();
    return 0;
}

static void a_handler_that_calls(void)
{
    trace_only(TEV_MHF_INVOKE, TEV_PARENT, TEV_PROBE);
    pvm_addmhf(-1, 3, -1, handled);
    send_int(TRACED, 3, 0);
    pvm_probe(-1, 4);
}

/* Lists and texts that are not there, or are empty, with calls that refuse them. */
static int one_number[] = {SINK};
static char *one_name[] = {(char *)"x", NULL};

static void calls_that_are_refused(void)
{
    pvm_setopt(PvmAutoErr, 0);
    pvm_addhosts(NULL, 1, NULL);
    pvm_addhosts(one_name, INT32_MAX, NULL);
    pvm_delhosts(NULL, 1, NULL);
    pvm_delhosts(one_name, 1, NULL);
    pvm_notify(PvmTaskExit, 1, 1, NULL);
    pvm_notify(PvmHostAdd, 1, 1, NULL);
    pvm_tickle(1, NULL, NULL, NULL);
    pvm_tickle(0, NULL, NULL, NULL);
    pvm_mcast(NULL, 1, 1);
    pvm_start_pvmd(INT32_MAX, one_name, 0);
    pvm_delmhf(-5);
    pvm_upkstr(NULL);
    pvm_tickle(0, one_number, NULL, NULL);
    pvm_delhosts(one_name, 0, NULL);
    pvm_start_pvmd(0, one_name, 0);
    pvm_notify(PvmTaskExit, 1, 0, one_number);
    pvm_notify(PvmHostAdd, 1, 1, one_number);
    pvm_notify(99, 1, INT32_MAX, one_number); /* what is refused is not read */
    pvm_tickle(INT32_MAX, one_number, NULL, NULL);
    pvm_mcast(one_number, 0, 1);
    pvm_spawn("nothing", NULL, PvmTaskDefault, NULL, 1, NULL);
    pvm_spawn("nothing", NULL, PvmTaskHost, "nowhere", 1, NULL);
    pvm_reg_tracer(0, 1, 0, 1, NULL, 0, 0);
    pvm_spawn(NULL, NULL, 0, NULL, 0, NULL);
    pvm_psend(-1, 1, NULL, 0, PVM_INT);
    pvm_send(-1, 1);
}

static void each_with_its_end(void)
{
    static const int calls[] = {TEV_ADDHOSTS, TEV_ADDHOSTS, TEV_DELHOSTS,   TEV_DELHOSTS,   TEV_NOTIFY,     TEV_NOTIFY,
                                TEV_TICKLE,   TEV_TICKLE,   TEV_MCAST,      TEV_START_PVMD, TEV_DELMHF,     TEV_UPKSTR,
                                TEV_TICKLE,   TEV_DELHOSTS, TEV_START_PVMD, TEV_NOTIFY,     TEV_NOTIFY,     TEV_NOTIFY,
                                TEV_TICKLE,   TEV_MCAST,    TEV_SPAWN,      TEV_SPAWN,      TEV_REG_TRACER, TEV_SPAWN,
                                TEV_PSEND,    TEV_SEND};
    int events[2 * sizeof calls / sizeof *calls + 1] = {0}, n = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        events[n++] = calls[i] | TEV_EVENT_ENTRY;
        events[n++] = calls[i] | TEV_EVENT_EXIT;
    }
    assert_events(events);
}

TEST(calls_in_calls)
{
    static const struct play plays[] = {
        {a_call_that_calls, PvmTraceFull, 0, {IN(PACKF), OUT(PACKF)}, NULL},
        {a_call_without_its_list, PvmTraceFull, 0, {IN(START_PVMD), OUT(START_PVMD)}, NULL},
        {calls_that_are_refused, PvmTraceFull, 0, {0}, each_with_its_end},
        {a_handler_that_calls,
         PvmTraceFull,
         0,
         {IN(PROBE), IN(MHF_INVOKE), IN(PARENT), OUT(PARENT), OUT(PROBE)},
         NULL}};
    PLAY(plays);
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

static void many_calls(void)
{
    for (int i = 0; i < 100; i++)
        pvm_parent();
}

/* One message holds what fits below the limit, and the event that exceeds it. */
static void long_messages(void)
{
    int n = 0, event;
    while (next_event(&event) != 0) {
        int len, last = 0;
        pvm_bufinfo(pvm_getrbuf(), &len, NULL, NULL);
        assert_in_range(len, 500, 600);
        while (pvm_upkint(&event, 1, 1) == 0)
            last = event;
        assert_int_equal(last, TEV_MARK_EVENT_BUFFER_END);
        n++;
    }
    assert_in_range(n, 8, 16); /* 200 events of 28 or 32 bytes */
}

TEST(a_buffer_is_sent_when_full)
{
    static const struct play full = {many_calls, PvmTraceFull, 500, {0}, long_messages};
    play(&full);
}

/* ---- what children get ------------------------------------------------------------------------------------------- */

/* Returns whether the last spawn request contains the text. */
static bool passed_on(const char *text)
{
    struct wire_in in = loop_last_request(CONTROL_SPAWN);
    size_t n = strlen(text);
    for (uint32_t i = 0; i + n <= in.len; i++)
        if (memcmp(in.bytes + i, text, n) == 0)
            return true;
    return false;
}

ALONE_TEST(settings_go_to_children)
{
    char *none[] = {NULL};
    Pvmtmask mask;
    int tid;
    pvm_spawn((char *)"nothing", none, PvmTaskDefault, NULL, 1, &tid);
    assert_false(passed_on("PVMT"));
    pvm_gettmask(PvmTaskChild, mask);
    TEV_MASK_SET(mask, TEV_SEND);
    pvm_settmask(PvmTaskChild, mask);
    pvm_setopt(PvmTraceBuffer, 123);
    pvm_setopt(PvmTraceOptions, PvmTraceCount);
    pvm_spawn((char *)"nothing", none, PvmTaskDefault, NULL, 1, &tid);
    assert_true(passed_on("PVMTMASK=@@@@@@@@@@@H@@@"));
    assert_true(passed_on("PVMTRCBUF=123"));
    assert_true(passed_on("PVMTRCOPT=3"));
}

/* ---- events of groups, and what is switched while a call is under way -------------------------------------------- */

/* As libgpvm3 tells it; a name that no event has; and while nobody wants them. */
static void group_calls(void)
{
    Pvmtmask mask;
    int tids[] = {SINK};
    pvmi_group_call("pvm_barrier", "g", 2, NULL);
    pvmi_group_call("pvm_barrier", "g", 2, NULL); /* one inside counts as part of it */
    pvmi_group_return(0, tids, 1);
    pvmi_group_return(0, tids, 1);
    pvmi_group_call("pvm_nothing", "g", 2, NULL);
    pvmi_group_return(0, tids, 1);
    pvm_gettmask(PvmTaskSelf, mask);
    TEV_MASK_UNSET(mask, TEV_BARRIER);
    pvm_settmask(PvmTaskSelf, mask);
    pvmi_group_call("pvm_barrier", "g", 2, NULL);
    pvmi_group_return(0, tids, 1);
}

/* A handler that switches tracing off, or on again, in the middle of a call that is traced. */
static int switches_off(int mid)
{
    return pvm_setopt(PvmSelfTraceTid, 0);
}

static int switches_off_and_on(int mid)
{
    switches_off(mid);
    pvm_parent(); /* nobody hears of it */
    return pvm_setopt(PvmSelfTraceTid, SINK);
}

static void probe_with(int (*handler)(int))
{
    pvm_addmhf(-1, 3, -1, handler);
    send_int(TRACED, 3, 0);
    pvm_probe(-1, 4);
}

static void a_handler_that_switches_off(void)
{
    trace_only(TEV_PROBE, TEV_PARENT, -1); /* not the handler itself */
    probe_with(switches_off);
}

static void a_handler_that_switches_off_and_on(void)
{
    a_handler_that_switches_off(); /* the probe of this one has no end */
    pvm_delmhf(0);
    pvm_setopt(PvmSelfTraceTid, SINK);
    probe_with(switches_off_and_on);
}

/* The end of the call that switches on is the first event, and the beginning of the one that switches off the last. */
static void on_again(void)
{
    trace_only(TEV_SETOPT, -1, -1);
    pvm_setopt(PvmSelfTraceTid, 0);
    pvm_setopt(PvmSelfTraceTid, SINK);
}

/* To a tid that is no task's, nothing is sent: neither events nor what the program packs as its own. */
static void to_nobody(void)
{
    pvm_setopt(PvmSelfTraceTid, 0x40000);
    pvm_parent();
    pvm_initsend(PvmDataTrace);
    pvm_pkint(&(int){1}, 1, 1);
    assert_int_equal(pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE), 0);
}

/* The program's own event has the time at which it was begun. */
static struct timespec begun;

static void an_own_event(void)
{
    trace_only(TEV_USER_DEFINED, -1, -1);
    nanosleep(&(struct timespec){0, 123456000}, NULL);
    clock_gettime(CLOCK_REALTIME, &begun);
    begun.tv_nsec += cost_of(MACH_COST_INITSEND);
    pvm_initsend(PvmDataTrace);
    pvm_pkint(&(int){1}, 1, 1);
    pvm_send(PVM_TRACE_TID, PVM_TRACE_CODE);
}

static void its_time(void)
{
    int event, when[2];
    char name[40];
    assert_int_equal(next_event(&event), TEV_MARK_USER_EVENT_RECORD);
    assert_int_equal(event, TEV_USER_DEFINED);
    assert_int_equal(pvm_upkstr(name), 0);
    assert_int_equal(pvm_upkint(when, 2, 1), 0);
    assert_int_equal(when[0], begun.tv_sec);
    assert_int_equal(when[1], begun.tv_nsec / 1000);
    assert_int_equal(pvm_nrecv(TRACED, TAG), 0);
}

/* No message is wanted, or it failed: what the end of the call tells then. */
static void receives_that_fail(void)
{
    pvm_setopt(PvmAutoErr, 0);
    pvm_nrecv(-1, 4);
    pvm_trecv(-1, 4, &(struct timeval){0, 0});
    pvm_precv(-1, 4, NULL, 1, PVM_INT, NULL, NULL, NULL);
}

/* Without PvmTraceOptions (no call sets it to 0) nothing is sent, and it is said once. */
static void without_options(void)
{
    pvm_parent();
    pvm_parent();
}

TEST(switched_on_the_way)
{
    static const struct play plays[] = {
        {group_calls, PvmTraceFull, 0, {IN(BARRIER), OUT(BARRIER)}, NULL},
        {on_again, PvmTraceFull, 0, {IN(SETOPT), OUT(SETOPT), IN(SETOPT)}, NULL},
        {a_handler_that_switches_off, PvmTraceFull, 0, {IN(PROBE)}, NULL},
        {a_handler_that_switches_off_and_on, PvmTraceFull, 0, {IN(PROBE), IN(PROBE), OUT(PROBE)}, NULL},
        {to_nobody, PvmTraceFull, 0, {0}, NULL},
        {an_own_event, PvmTraceFull, 0, {0}, its_time},
        {receives_that_fail,
         PvmTraceFull,
         0,
         {IN(NRECV), OUT(NRECV), IN(TRECV), OUT(TRECV), IN(PRECV), OUT(PRECV)},
         NULL},
    };
    static const struct play silent = {without_options, 0, 0, {0}, NULL};
    PLAY(plays);
    struct captured c = capture_begin();
    play(&silent);
    char *said = capture_end(&c);
    const char *line = strstr(said, "libpvm [t40003]: PvmTraceOptions is 0");
    assert_non_null(line);
    assert_null(strstr(line + 1, "libpvm"));
    free(said);
}

/* ---- what a child asks the tracer for ---------------------------------------------------------------------------- */

#define OTHER_TAG (TAG + 1)
#define THIRTY "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
#define GOOD_MASK "@@@@@@@@@@@H@@@@@@@@@@@@@@@@@@@@@@@"

static struct {
    Pvmtmask mask;
    int buffer, options, buffer_of_children, options_of_children;
} child;

static int child_main(int argc, char **argv)
{
    pvm_mytid();
    pvm_gettmask(PvmTaskSelf, child.mask);
    child.buffer = pvm_getopt(PvmSelfTraceBuffer);
    child.options = pvm_getopt(PvmSelfTraceOptions);
    child.buffer_of_children = pvm_getopt(PvmTraceBuffer);
    child.options_of_children = pvm_getopt(PvmTraceOptions);
    return 0;
}

/* What is left in the mailbox: the numbers of the tracer, its mask, and how much of all that is there. */
static const struct left {
    const char *name, *mask, *variable;
    int tag, context, words; /* of the five, and the other two; 0: there is no entry */
    bool taken;
} lefts[] = {
    {"nobody is there", "", NULL, TAG, CONTEXT, 0, false},
    {"a tracer", GOOD_MASK, NULL, TAG, CONTEXT, 7, true},
    {"of another tag", GOOD_MASK, NULL, OTHER_TAG, CONTEXT, 7, false},
    {"of another context", GOOD_MASK, NULL, TAG, CONTEXT + 1, 7, false},
    {"whose mask is none", "short", NULL, TAG, CONTEXT, 7, true},
    {"whose mask is long", THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY THIRTY, NULL,
     TAG, CONTEXT, 7, true},
    {"who says less", GOOD_MASK, NULL, TAG, CONTEXT, 6, false},
    {"who says nothing", "", NULL, TAG, CONTEXT, 2, false},
    {"beside a mask from the parent", GOOD_MASK, "PVMTMASK", TAG, CONTEXT, 7, true},
    {"beside a length from the parent", GOOD_MASK, "PVMTRCBUF", TAG, CONTEXT, 7, true},
};

static void leave_a_tracer(const struct left *l, int tid)
{
    int numbers[] = {tid, l->context, l->tag, 0, 0}, two[] = {123, PvmTraceCount};
    if (l->words == 0)
        return;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(numbers, l->words < 5 ? l->words : 5, 1);
    if (l->words > 5) {
        pvm_pkstr((char *)l->mask);
        pvm_pkint(two, l->words - 5, 1);
    }
    assert_int_equal(pvm_putinfo(PVMTRACERCLASS, pvm_getsbuf(), PvmMboxDefault), 0);
}

static void trace_a_child(int index, void *arg)
{
    const struct left *l = arg;
    int tid, me = pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    leave_a_tracer(l, me);
    pvm_setopt(PvmTraceTid, me);
    pvm_setopt(PvmTraceCode, TAG);
    pvm_setopt(PvmTraceContext, CONTEXT);
    assert_int_equal(pvm_spawn((char *)"child", NULL, PvmTaskDefault, NULL, 1, &tid), 1);
    pvm_notify(PvmTaskExit, 1, 1, &tid);
    pvm_recv(-1, 1);
}

TEST_OF_ROWS(a_child_asks_the_tracer, lefts, NULL, NULL)
{
    static const struct loop_program programs[] = {{"child", child_main}, {NULL, NULL}};
    const struct left *l = *state;
    struct loop_settings s = loop_defaults();
    Pvmtmask none;
    TEV_MASK_INIT(none);
    s.programs = programs;
    loop_configure(&s);
    memset(&child, 0, sizeof child);
    if (l->variable != NULL)
        setenv(l->variable, strcmp(l->variable, "PVMTMASK") == 0 ? GOOD_MASK : "5", 1);
    assert_int_equal(loop_run(1, trace_a_child, (void *)(uintptr_t)l), 0);
    if (l->variable != NULL)
        unsetenv(l->variable);
    loop_configure(NULL);
    assert_int_equal(child.buffer, l->taken ? 123 : 0);
    assert_int_equal(child.options, l->taken ? PvmTraceCount : 0);
    assert_int_equal(child.buffer_of_children, child.buffer);
    assert_int_equal(child.options_of_children, child.options);
    assert_int_equal(strcmp(child.mask, none) != 0, l->taken && strlen(l->mask) + 1 == TEV_MASK_LENGTH);
}

TEST(every_event_has_a_name)
{
    for (int i = TEV_FIRST; i <= TEV_MAX; i++) {
        const struct pvmi_trace_event *e = pvmi_trace_event(i);
        assert_non_null(pvmtevinfo[i].name);
        assert_true(e->event == i || (e->event == 0 && e->call == NULL && e->entry.n == 0));
        assert_true(e->entry.n <= PVMI_TRACE_VALUES && e->exit.n <= PVMI_TRACE_VALUES);
    }
    for (int i = TEV_DID_FIRST; i <= TEV_DID_MAX; i++)
        assert_true(pvmtevdidlist[i].did != NULL && pvmtevdidlist[i].desc != NULL);
}

TEST_MAIN
