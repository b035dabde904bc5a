/* random_items.c - what random.c packs and unpacks. */
#include "random.h"

#define TYPES(X)             \
    X(byte, char, 1)         \
    X(cplx, float, 2)        \
    X(dcplx, double, 2)      \
    X(double, double, 1)     \
    X(float, float, 1)       \
    X(int, int, 1)           \
    X(short, short, 1)       \
    X(uint, unsigned int, 1) \
    X(ushort, unsigned short, 1)

enum { TYPE_COUNT = 9 };

static int pack(int type, int count, int stride)
{
    /* The items are not changed, as PvmDataInPlace reads them when the message is sent. No byte is above 127, since it
     * could be taken for the sign of a string's length. */
#define ARRAY(NAME, T, PER) static T in_##NAME[512 * PER];
    TYPES(ARRAY)
#define FILL(NAME, T, PER)              \
    for (int i = 0; i < 512 * PER; i++) \
        in_##NAME[i] = (T)((T)0.5 != 0 ? i % 2 + 2 : i % 100 + 1);
    TYPES(FILL)
    int at = 0;
#define PACK(NAME, T, PER) \
    if (type == at++)      \
        return pvm_pk##NAME(in_##NAME, count, stride);
    TYPES(PACK)
    return 0;
}

static int unpack(int type, int count, int stride, unsigned *seen)
{
    static double out[ROOM / sizeof(double)];
    memset(out, 0, sizeof out);
    int at = 0, code = 0;
#define UNPACK(NAME, T, PER) \
    if (type == at++)        \
        code = pvm_upk##NAME((T *)out, count, stride);
    TYPES(UNPACK)
    *seen = code == 0 ? sum(out, sizeof out) : 0;
    return code;
}

int in_place(int mid)
{
    struct pvmminfo m;
    return pvm_getminfo(mid, &m) == 0 && m.enc == 0x20000000;
}

void pack_something(struct walk *w)
{
    static const char *texts[] = {"abc", "seven l", "some ten letter", "xyz"};
    int what = below(&w->draw, 12), count = below(&w->draw, 6) == 0 ? below(&w->draw, 40) : below(&w->draw, 5),
        stride = 1 + (below(&w->draw, 3) == 0);
    if (what < TYPE_COUNT) {
        if (what == 0) /* no padding, whose bytes mean nothing */
            count = count / 4 * 4;
        int code = pack(what, count, stride);
        say("%d.%d pk%d %d %d: %s, %d bytes", w->seed, w->call, what, count, stride, code_name(code),
            bytes_of(pvm_getsbuf()));
    } else if (what < 11) {
        say("%d.%d pkstr: %s", w->seed, w->call, code_name(pvm_pkstr(W(texts[below(&w->draw, 4)]))));
    } else if (!in_place(pvm_getsbuf())) { /* in place, the original loses a %s without an error */
        int numbers[3] = {7, 8, 9};
        say("%d.%d packf: %s", w->seed, w->call, code_name(pvm_packf("%d %3d %s %hd", 5, numbers, "abc", 6)));
    }
}

/* After reading past the end, the position in a message depends in the original on how the message was cut into
 * pieces. */
static void after_the_end(void)
{
    pvm_freebuf(pvm_getrbuf());
}

void unpack_something(struct walk *w)
{
    static char text[ROOM];
    int what = below(&w->draw, TYPE_COUNT + 2),
        count = below(&w->draw, 6) == 0 ? below(&w->draw, 40) : below(&w->draw, 5),
        stride = 1 + (below(&w->draw, 3) == 0);
    unsigned seen = 0;
    if (what < TYPE_COUNT) {
        int code = unpack(what, count, stride, &seen);
        say("%d.%d upk%d %d %d: %s %08x", w->seed, w->call, what, count, stride, code_name(code), seen);
        if (code == PvmNoData)
            after_the_end();
    } else {
        memset(text, 0, sizeof text);
        int code = pvm_upkstr(text);
        say("%d.%d upkstr: %s '%s'", w->seed, w->call, code_name(code), code == 0 ? text : "");
        if (code == PvmNoData)
            after_the_end();
    }
}
