/* unlike.c - messages unpacked in another way than they were packed: other types, other counts, strings that are
 * none. */
#include <float.h>
#include <limits.h>

#include "oracle.h"

static void pass(void)
{
    pvm_send(pvm_mytid(), 1);
    pvm_recv(-1, 1);
}

#define TYPES(X)              \
    X(byte, char)             \
    X(short, short)           \
    X(ushort, unsigned short) \
    X(int, int)               \
    X(uint, unsigned int)     \
    X(float, float)           \
    X(double, double)         \
    X(cplx, float)            \
    X(dcplx, double)

/* Unpacks the message in the send buffer as each type, and then a byte from what is left. */
static void as_each(const char *what, int count)
{
#define AS(NAME, T)                                                                                                   \
    {                                                                                                                 \
        T out[40];                                                                                                    \
        unsigned sum = 0;                                                                                             \
        char byte = 0;                                                                                                \
        memset(out, 0x55, sizeof out);                                                                                \
        pass();                                                                                                       \
        int code = pvm_upk##NAME(out, count, 1);                                                                      \
        for (size_t i = 0; i < sizeof out; i++)                                                                       \
            sum += (unsigned)((unsigned char *)out)[i] * (unsigned)(i + 1);                                           \
        int after = pvm_upkbyte(&byte, 1, 1);                                                                         \
        say("%s as %d " #NAME ": %s, sum %u, then %s %d", what, count, code_name(code), sum, code_name(after), byte); \
    }
    TYPES(AS)
#undef AS
    char text[400];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    pass();
    int code = pvm_upkstr(text);
    say("%s as a string: %s, %d letters, %.3s", what, code_name(code), (int)strlen(text), text);
    int more = 0;
    code = pvm_upkint(&more, 1, 1);
    say("  then an int: %s %d", code_name(code), more);
}

static void each_way(int enc)
{
    int i[6] = {1, -2, 3, 5, 4, 6};
    short h[6] = {1, 2, 3, 4, 5, 6};
    double d[3] = {1.5, -2.5, 1e100};
    char bytes[13] = "0123456789ab"; /* whole words, since PVM's padding is not defined */
    pvm_setopt(PvmAutoErr, 0);
    for (int count = 1; count <= 9; count += 4) {
        pvm_initsend(enc);
        pvm_pkint(i, 6, 1);
        as_each("ints", count);
        pvm_initsend(enc);
        pvm_pkshort(h, 5, 1);
        as_each("shorts", count);
        pvm_initsend(enc);
        pvm_pkdouble(d, 3, 1);
        as_each("doubles", count);
        pvm_initsend(enc);
        pvm_pkbyte(bytes, 12, 1);
        as_each("bytes", count);
        pvm_initsend(enc);
        pvm_pkstr(W("a string of 20 byte"));
        as_each("a string", count);
        pvm_initsend(enc);
        as_each("nothing", count);
    }
    pvm_setopt(PvmAutoErr, 1);
}

/* The length word of a string, packed as an int before some bytes. */
static void strings(int enc)
{
    static const int lengths[] = {0, 1, 4, 5, 8, 9, 100, -1, INT_MIN, INT_MAX};
    for (int k = 0; k < 10; k++) {
        char out[40];
        int n = lengths[k], more = -1;
        memset(out, 'x', sizeof out);
        pvm_initsend(enc);
        pvm_pkint(&n, 1, 1);
        pvm_pkbyte(W("abcdefg"), 8, 1);
        pass();
        int code = n < 0 ? PvmBadMsg : pvm_upkstr(out); /* PVM reads past the end of the message */
        say("a length of %d in %d: %s '%.9s'", n, enc, code_name(code), out);
        if (n >= 0 && n < 9) {
            code = pvm_upkint(&more, 1, 1);
            say("  then %s %d", code_name(code), more);
        }
    }
}

static void extremes(void)
{
    int i[3] = {INT_MIN, INT_MAX, 0}, j[3];
    unsigned u[2] = {UINT_MAX, 0}, v[2];
    short h[2] = {SHRT_MIN, SHRT_MAX}, g[2];
    unsigned short uh[2] = {USHRT_MAX, 0}, ug[2];
    long l[2] = {0, INT_MAX}, m[2]; /* in PvmDataDefault, PVM loses the sign */
    float f[4] = {FLT_MAX, -FLT_MIN, 0.0f, -0.0f}, e[4];
    double d[4] = {DBL_MAX, -DBL_MIN, 0.1, -0.0}, c[4];
    char b[3] = {-128, 127, 0}, a[3];
    for (int enc = PvmDataDefault; enc <= PvmDataRaw; enc++) {
        pvm_initsend(enc);
        pvm_pkint(i, 3, 1);
        pvm_pkuint(u, 2, 1);
        pvm_pkshort(h, 2, 1);
        pvm_pkushort(uh, 2, 1);
        pvm_pklong(l, 2, 1);
        pvm_pkfloat(f, 4, 1);
        pvm_pkdouble(d, 4, 1);
        pvm_pkbyte(b, 3, 1);
        pass();
        pvm_upkint(j, 3, 1);
        pvm_upkuint(v, 2, 1);
        pvm_upkshort(g, 2, 1);
        pvm_upkushort(ug, 2, 1);
        pvm_upklong(m, 2, 1);
        pvm_upkfloat(e, 4, 1);
        pvm_upkdouble(c, 4, 1);
        pvm_upkbyte(a, 3, 1);
        say("%d %d %u %d %d %d %ld %ld", j[0], j[1], v[0], g[0], g[1], ug[0], m[0], m[1]);
        say("%g %g %g %g %g %g %.17g %g %d %d", (double)e[0], (double)e[1], (double)e[2], (double)e[3], c[0], c[1],
            c[2], c[3], a[0], a[1]);
    }
}

/* Strides in both directions, some of which make no sense. */
static void strides(int enc)
{
    static const int of[] = {1, 2, 3, 0, -1, -2};
    int x[12], y[12];
    for (int i = 0; i < 12; i++)
        x[i] = i + 1;
    for (int k = 0; k < 6; k++)
        for (int w = 0; w < 6; w++) {
            memset(y, 0, sizeof y);
            pvm_initsend(enc);
            int from = of[k] < 0 ? 11 : 0, to = of[w] < 0 ? 11 : 0;
            int code = pvm_pkint(x + from, 4, of[k]);
            pass();
            int back = pvm_upkint(y + to, 4, of[w]);
            say("strides %d %d: %s %s %d %d %d %d %d %d %d %d %d %d %d %d", of[k], of[w], code_name(code),
                code_name(back), y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], y[10], y[11]);
        }
}

static void all_ways(void)
{
    for (int enc = PvmDataDefault; enc <= PvmDataRaw; enc++) {
        each_way(enc);
        strings(enc);
        strides(enc);
    }
}

PARTS(all_ways, extremes);
