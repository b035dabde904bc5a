/* collectives.c - a PVM program: three members make every reduce, gather and scatter that has a meaning, and some that
 * have none; the first of them prints what each got. The lines are those of PVM 3.4.6. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

#define GROUP ((char *)"trio")
#define MEMBERS 3
#define TAG_GO 1
#define TAG_LINES 2

typedef void operation(int *, void *, void *, int *, int *);

struct member {
    int me;  /* the own instance number */
    int tag; /* of the last collective; each collective has its own tag, as some of them end early */
    char *text;
    size_t len, room;
};

__attribute__((format(printf, 2, 3))) static void say(struct member *m, const char *format, ...)
{
    va_list arguments;

    if (m->room - m->len < 256)
        m->text = realloc(m->text, m->room = m->room * 2 + 1024);
    va_start(arguments, format);
    m->len += (size_t)vsnprintf(m->text + m->len, 256, format, arguments);
    va_end(arguments);
}

static int next_tag(struct member *m)
{
    pvm_barrier(GROUP, MEMBERS);
    return ++m->tag;
}

/* ---- the predefined operations over every type ---- */

/* X(name, type, C type, items, format) */
#define TYPES(X)                                   \
    X(byte, PVM_BYTE, signed char, 4, "%d")        \
    X(short, PVM_SHORT, short, 4, "%d")            \
    X(int, PVM_INT, int, 4, "%d")                  \
    X(long, PVM_LONG, long, 4, "%ld")              \
    X(float, PVM_FLOAT, float, 4, "%g")            \
    X(double, PVM_DOUBLE, double, 4, "%g")         \
    X(cplx, PVM_CPLX, float, 2, "%g")              \
    X(dcplx, PVM_DCPLX, double, 2, "%g")           \
    X(ushort, PVM_USHORT, unsigned short, 4, "%u") \
    X(uint, PVM_UINT, unsigned, 4, "%u")           \
    X(ulong, PVM_ULONG, unsigned long, 4, "%lu")

/* There are no negative values for long, because PVM 3.4.6 does not transmit them correctly. */
#define REDUCE(NAME, TYPE, T, ITEMS, FORMAT)                                                        \
    static void reduce_##NAME(struct member *m, operation *func, int root)                          \
    {                                                                                               \
        int sign = TYPE == PVM_LONG ? 1 : -1;                                                       \
        T x[5] = {(T)(m->me + 1), (T)(sign * (m->me + 2)), (T)(3 * m->me + sign + 2), (T)2, (T)77}; \
        int code = pvm_reduce(func, x, ITEMS, TYPE, next_tag(m), GROUP, root);                      \
        say(m, " " #NAME " %d", code);                                                              \
        for (int i = 0; m->me == root && i < 5; i++)                                                \
            say(m, " " FORMAT, x[i]);                                                               \
    }
TYPES(REDUCE)

static void every_reduction(struct member *m, int root)
{
    static const struct {
        const char *name;
        operation *func;
    } op[] = {{"max", PvmMax}, {"min", PvmMin}, {"sum", PvmSum}, {"product", PvmProduct}};

    for (int i = 0; i < 4; i++) {
        int no_sum = i >= 2 && root != 0; /* sum of bytes: PVM 3.4.6 answers only if the root is instance 0 */
#define RUN(NAME, TYPE, T, ITEMS, FORMAT) \
    if (TYPE != PVM_BYTE || !no_sum)      \
        reduce_##NAME(m, op[i].func, root);
        say(m, "%s:", op[i].name);
        TYPES(RUN)
        say(m, "\n");
    }
}

/* ---- operations of the user's own ---- */

/* The result of this reduction does not depend on the order, as PVM 3.4.6 combines the parts as they arrive. */
static void unite(int *type, void *x, void *y, int *num, int *info)
{
    int *a = x, *b = y;
    for (int i = 0; i < *num; i++)
        a[i] |= b[i];
    *info = *type == PVM_INT ? PvmOk : PvmBadParam;
}

static void refuse(int *type, void *x, void *y, int *num, int *info)
{
    (void)type, (void)x, (void)y, (void)num;
    *info = -77;
}

static void own_operations(struct member *m)
{
    int x[2] = {1 << m->me, 8 << m->me};
    int code = pvm_reduce(unite, x, 2, PVM_INT, next_tag(m), GROUP, 0);
    say(m, "unite %d", code);
    if (m->me == 0)
        say(m, " %d %d", x[0], x[1]);
    say(m, "\nrefuse %d\n", pvm_reduce(refuse, x, 1, PVM_INT, next_tag(m), GROUP, 0));
}

/* ---- gather and scatter ---- */

static void say_ints(struct member *m, const int *x, int n)
{
    for (int i = 0; i < n; i++)
        say(m, " %d", x[i]);
    say(m, "\n");
}

static void gather_and_scatter(struct member *m)
{
    int part[2] = {10 * m->me, 10 * m->me + 1}, whole[7], got[3] = {-1, -1, -1}, code;

    for (int root = 0; root < MEMBERS; root++) {
        memset(whole, -1, sizeof whole);
        code = pvm_gather(whole, part, 2, PVM_INT, next_tag(m), GROUP, root);
        say(m, "gather at %d: %d", root, code);
        say_ints(m, whole, 7);
        for (int i = 0; i < 7; i++)
            whole[i] = 100 * m->me + i;
        code = pvm_scatter(got, whole, 2, PVM_INT, next_tag(m), GROUP, root);
        say(m, "scatter from %d: %d", root, code);
        say_ints(m, got, 3);
    }
}

/* A user's message with the tag of a gather is not taken for a part of that gather, nor the other way round. */
static void apart(struct member *m)
{
    int value = 5, whole[MEMBERS] = {0}, tag = next_tag(m);

    if (m->me == 1) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&value, 1, 1);
        pvm_send(pvm_gettid(GROUP, 0), tag);
    }
    value = m->me + 30;
    if (m->me != 0)
        pvm_gather(whole, &value, 1, PVM_INT, tag, GROUP, 0);
    pvm_barrier(GROUP, MEMBERS);
    if (m->me != 0)
        return;
    pvm_recv(-1, -1);
    pvm_upkint(&value, 1, 1);
    say(m, "user's %d, another: %d\n", value, pvm_nrecv(-1, -1));
    value = 30;
    say(m, "gather %d:", pvm_gather(whole, &value, 1, PVM_INT, tag, GROUP, 0));
    say_ints(m, whole, MEMBERS);
}

/* ---- errors, found before anything is sent ---- */

#define TRY(CALL) say(m, #CALL " %d\n", CALL)

static void errors(struct member *m)
{
    int x[4] = {0}, y[4] = {0}, tag = 500;

    pvm_barrier(GROUP, MEMBERS);
    if (m->me != 2)
        return;
    TRY(pvm_reduce(PvmSum, NULL, 1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_reduce(PvmSum, x, 0, PVM_INT, tag, GROUP, 0));
    TRY(pvm_reduce(PvmSum, x, -1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_reduce(PvmSum, x, 1, 99, tag, GROUP, 0));
    TRY(pvm_reduce(PvmSum, x, 1, -1, tag, GROUP, 0));
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, GROUP, 3));
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, GROUP, -1));
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, NULL, 0));
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, (char *)"", 0));
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, (char *)"none", 0));
    TRY(pvm_gather(y, NULL, 1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_gather(y, x, 0, PVM_INT, tag, GROUP, 0));
    TRY(pvm_gather(y, x, 1, 99, tag, NULL, 0));
    TRY(pvm_gather(y, x, 1, PVM_INT, tag, NULL, 0));
    TRY(pvm_gather(y, x, 1, PVM_INT, tag, (char *)"none", 0));
    TRY(pvm_gather(y, x, 1, PVM_INT, tag, GROUP, 7));
    TRY(pvm_scatter(NULL, x, 1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_scatter(y, x, -1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_scatter(y, x, 1, PVM_INT, tag, NULL, 0));
    TRY(pvm_scatter(y, x, 1, PVM_INT, tag, (char *)"none", 0));
    TRY(pvm_scatter(y, x, 1, PVM_INT, tag, GROUP, -2));
    pvm_lvgroup(GROUP);
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_gather(y, x, 1, PVM_INT, tag, GROUP, 0));
    TRY(pvm_reduce(PvmSum, x, 1, PVM_INT, tag, GROUP, 5));
    TRY(pvm_gather(y, x, 1, PVM_INT, tag, GROUP, 5));
    TRY(pvm_scatter(y, x, 1, PVM_INT, tag, GROUP, 5));
}

/* ---- the three members ---- */

/* The tasks join one after another, so that task i has instance number i. */
static int assemble(int *tids)
{
    char self[PATH_MAX] = "";
    int me;

    if (pvm_parent() > 0) {
        pvm_recv(pvm_parent(), TAG_GO);
        me = pvm_joingroup(GROUP);
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), TAG_GO);
        return me;
    }
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0 ||
        pvm_spawn(self, NULL, PvmTaskDefault, (char *)"", MEMBERS - 1, tids) != MEMBERS - 1) {
        printf("cannot spawn\n");
        exit(2);
    }
    me = pvm_joingroup(GROUP);
    for (int i = 0; i < MEMBERS - 1; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_send(tids[i], TAG_GO);
        pvm_recv(tids[i], TAG_GO);
    }
    return me;
}

static void print_lines(struct member *m, int from)
{
    int len;
    pvm_bufinfo(pvm_recv(from, TAG_LINES), &len, NULL, NULL);
    m->text = realloc(m->text, (size_t)len);
    pvm_upkstr(m->text);
    fputs(m->text, stdout);
}

int main(void)
{
    struct member m = {.tag = 100};
    int tids[MEMBERS - 1];

    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    m.me = assemble(tids);
    every_reduction(&m, 0);
    every_reduction(&m, 2);
    own_operations(&m);
    gather_and_scatter(&m);
    apart(&m);
    errors(&m);
    if (m.me == 0) {
        printf("--- 0\n%s", m.text);
        for (int i = 1; i < MEMBERS; i++) {
            printf("--- %d\n", i);
            print_lines(&m, tids[i - 1]);
        }
    } else {
        pvm_initsend(PvmDataDefault);
        pvm_pkstr(m.text);
        pvm_send(pvm_parent(), TAG_LINES);
    }
    free(m.text);
    pvm_exit();
    return 0;
}
