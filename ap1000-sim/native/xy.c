/* xy.c - calls that all cells make together, or those of a row or column.
 *
 * Sums and maxima are gathered along the rows, then along one column, each through a binomial tree of messages. A
 * message for all goes by the T-Net's row and column broadcast. The order of the additions depends only on the array,
 * so that a sum is the same on every cell and in every run. */
#include <string.h>

#include "native.h"

/* A row or a column, seen from a cell in it. Places are counted from the root of the tree. */
struct line {
    int place, length;
    int root, first, step; /* cid of place p: first + (root + p) % length * step */
    int whom;              /* MACH_ROW or MACH_COLUMN */
};

static struct line row_of(const struct nat_task *t, int root_x)
{
    int x = t->cid % t->nx, y = t->cid / t->nx;
    return (struct line){(x - root_x + t->nx) % t->nx, t->nx, root_x, y * t->nx, 1, MACH_ROW};
}

static struct line column_of(const struct nat_task *t, int root_y)
{
    int x = t->cid % t->nx, y = t->cid / t->nx;
    return (struct line){(y - root_y + t->ny) % t->ny, t->ny, root_y, x, t->nx, MACH_COLUMN};
}

static int cid_at(const struct line *l, int place)
{
    return l->first + (l->root + place) % l->length * l->step;
}

static void give(struct nat_task *t, const struct line *l, int place, const void *buf, int n)
{
    (void)nat_send(t, NAT_XY, cid_at(l, place), t->tid, 0, buf, n);
}

/* A message of n bytes from that place, whose call has the same length. */
static const void *get(struct nat_task *t, const struct line *l, int place, int n, const char *call)
{
    const void *body = nat_take(t, &(struct nat_look){call, NAT_XY, cid_at(l, place), t->tid, 0});
    if (t->of_all->frame->len_bytes != (uint32_t)n)
        nat_die("%s: %d bytes are wanted on cell %d, but cell %d sends %u", call, n, t->cid, cid_at(l, place),
                t->of_all->frame->len_bytes);
    return body;
}

/* Returns true if the array's rows and columns follow those of the machine. If not, ccreat has placed the cells one
 * after the other. */
static bool follows_rows(const struct nat_task *t)
{
    return t->nx <= t->who.cells_x && t->ny <= t->who.cells_y;
}

static void spread(struct nat_task *t, const struct line *l, void *buf, int n, const char *call)
{
    int span = 1;
    if (follows_rows(t)) {
        if (l->place > 0)
            memcpy(buf, get(t, l, 0, n, call), (size_t)n);
        else if (l->length > 1)
            (void)nat_broadcast(t, NAT_XY, l->whom, t->tid, 0, buf, n);
        return;
    }
    while (span < l->length && (l->place & span) == 0)
        span <<= 1;
    if (l->place > 0)
        memcpy(buf, get(t, l, l->place - span, n, call), (size_t)n);
    for (span >>= 1; span > 0; span >>= 1)
        if (l->place + span < l->length)
            give(t, l, l->place + span, buf, n);
}

/* At place 0, acc becomes the value for the whole line. */
static void gather(struct nat_task *t, const struct line *l, void *acc, int n,
                   void (*combine)(void *acc, const void *higher), const char *call)
{
    for (int span = 1; span < l->length; span <<= 1) {
        if ((l->place & span) != 0) {
            give(t, l, l->place - span, acc, n);
            return;
        }
        if (l->place + span < l->length)
            combine(acc, get(t, l, l->place + span, n, call));
    }
}

static struct nat_task *enter(const char *call)
{
    struct nat_task *t = nat_self();
    if (nat_on_host(t))
        nat_die("%s: called on the host; it is for the cells", call);
    return t;
}

static void broadcast_from(struct nat_task *t, int root, void *buf, int n, const char *call)
{
    struct line row = row_of(t, root % t->nx), column = column_of(t, root / t->nx);
    if (t->cid / t->nx == root / t->nx)
        spread(t, &row, buf, n, call);
    spread(t, &column, buf, n, call);
}

static void check_broadcast(const char *call, int root, int roots, const void *buf, int n)
{
    if (root < 0 || root >= roots || n < 0 || (n > 0 && buf == NULL))
        nat_die("%s(%d, ..., %d): a root from 0 to %d and a length from 0 bytes are wanted", call, root, n, roots - 1);
}

NAT_PUBLIC int xy_brd(int root, void *buf, int n)
{
    struct nat_task *t = enter("xy_brd");
    check_broadcast("xy_brd", root, t->nx * t->ny, buf, n);
    broadcast_from(t, root, buf, n, "xy_brd");
    return 0;
}

NAT_PUBLIC int x_brd(int root, void *buf, int n)
{
    struct nat_task *t = enter("x_brd");
    check_broadcast("x_brd", root, t->nx, buf, n);
    struct line row = row_of(t, root);
    spread(t, &row, buf, n, "x_brd");
    return 0;
}

NAT_PUBLIC int y_brd(int root, void *buf, int n)
{
    struct nat_task *t = enter("y_brd");
    check_broadcast("y_brd", root, t->ny, buf, n);
    struct line column = column_of(t, root);
    spread(t, &column, buf, n, "y_brd");
    return 0;
}

static void reduce(const char *call, void *acc, int n, void (*combine)(void *, const void *))
{
    struct nat_task *t = enter(call);
    struct line row = row_of(t, 0), column = column_of(t, 0);
    gather(t, &row, acc, n, combine, call);
    if (t->cid % t->nx == 0)
        gather(t, &column, acc, n, combine, call);
    broadcast_from(t, 0, acc, n, call);
}

/* ---- the calls, of each type ------------------------------------------------------------------------------------- */

/* The letter, the C type, and the type in which it is added (overflow wraps around). */
#define TYPES(DO) DO(i, int, unsigned) DO(f, float, float) DO(d, double, double)

#define REDUCTIONS(LETTER, TYPE, ADDED)                                       \
    static void add_##LETTER(void *acc, const void *higher)                   \
    {                                                                         \
        TYPE a, b;                                                            \
        memcpy(&a, acc, sizeof a);                                            \
        memcpy(&b, higher, sizeof b);                                         \
        a = (TYPE)((ADDED)a + (ADDED)b);                                      \
        memcpy(acc, &a, sizeof a);                                            \
    }                                                                         \
    NAT_PUBLIC int xy_##LETTER##sum(TYPE v, TYPE *sum)                        \
    {                                                                         \
        reduce("xy_" #LETTER "sum", &v, sizeof v, add_##LETTER);              \
        *sum = v;                                                             \
        return 0;                                                             \
    }                                                                         \
    struct max_##LETTER {                                                     \
        TYPE v;                                                               \
        int tag;                                                              \
    };                                                                        \
    static void greater_##LETTER(void *acc, const void *higher)               \
    {                                                                         \
        struct max_##LETTER a, b;                                             \
        memcpy(&a, acc, sizeof a);                                            \
        memcpy(&b, higher, sizeof b);                                         \
        if (b.v > a.v)                                                        \
            memcpy(acc, &b, sizeof b);                                        \
    }                                                                         \
    NAT_PUBLIC int xy_##LETTER##max(TYPE v, int tag, TYPE *max, int *max_tag) \
    {                                                                         \
        struct max_##LETTER m;                                                \
        memset(&m, 0, sizeof m);                                              \
        m.v = v;                                                              \
        m.tag = tag;                                                          \
        reduce("xy_" #LETTER "max", &m, sizeof m, greater_##LETTER);          \
        *max = m.v;                                                           \
        *max_tag = m.tag;                                                     \
        return 0;                                                             \
    }

TYPES(REDUCTIONS)
