/* pack.c - every type in every encoding: lengths, strides, reading past the end, messages inside messages. */
#include "oracle.h"

#define N 7

/* X(name, C type, scalars per item) */
#define TYPES(X)                 \
    X(byte, char, 1)             \
    X(cplx, float, 2)            \
    X(dcplx, double, 2)          \
    X(double, double, 1)         \
    X(float, float, 1)           \
    X(int, int, 1)               \
    X(short, short, 1)           \
    X(uint, unsigned int, 1)     \
    X(ulong, unsigned long, 1)   \
    X(ushort, unsigned short, 1) \
    X(long, long, 1)

static int loop_back(int tag)
{
    pvm_send(pvm_mytid(), tag);
    return pvm_recv(-1, tag);
}

#define DEFINE(NAME, T, PER)                                                                            \
    static void type_##NAME(int enc, int count, int stride)                                             \
    {                                                                                                   \
        T in[3 * N * PER], out[3 * N * PER];                                                            \
        for (int i = 0; i < 3 * N * PER; i++) {                                                         \
            in[i] = (T)(i + 1);                                                                         \
            out[i] = (T)99;                                                                             \
        }                                                                                               \
        int mid = pvm_initsend(enc);                                                                    \
        int code = pvm_pk##NAME(in, count, stride);                                                     \
        say("pk" #NAME " enc %d count %d stride %d: %s, %d bytes", enc, count, stride, code_name(code), \
            bytes_of(mid));                                                                             \
        mid = loop_back(3);                                                                             \
        say("  arrives with %d bytes", bytes_of(mid));                                                  \
        code = pvm_upk##NAME(out, count, stride);                                                       \
        char text[600];                                                                                 \
        int at = 0;                                                                                     \
        for (int i = 0; i < 2 * N * PER; i++)                                                           \
            at += snprintf(text + at, sizeof text - (size_t)at, " %g", (double)out[i]);                 \
        say("  upk %s:%s", code_name(code), text);                                                      \
        T more = 5;                                                                                     \
        T pair[2] = {more, more};                                                                       \
        code = pvm_upk##NAME(pair, 1, 1);                                                               \
        say("  one more: %s, left at %g", code_name(code), (double)pair[0]);                            \
    }
TYPES(DEFINE)

static void every_type(int enc, int count, int stride)
{
#define RUN(NAME, T, PER) type_##NAME(enc, count, stride);
    TYPES(RUN)
}

static void strings(int enc)
{
    char out[100];
    static const char *texts[] = {"", "a", "abc", "abcd", "a longer one, of 27 letters"};
    for (int i = 0; i < 5; i++) {
        int mid = pvm_initsend(enc);
        int code = pvm_pkstr(W(texts[i]));
        say("pkstr enc %d of %zu letters: %s, %d bytes", enc, strlen(texts[i]), code_name(code), bytes_of(mid));
        mid = loop_back(4);
        memset(out, 'x', sizeof out);
        code = pvm_upkstr(out);
        say("  upkstr %s '%.*s'", code_name(code), code == 0 ? 99 : 3, out);
        CODE(pvm_upkstr(out));
    }
}

static void bad_arguments(void)
{
    int x[4] = {1, 2, 3, 4};
    char c[4] = "abc";
    pvm_initsend(PvmDataDefault);
    CODE(pvm_pkint(x, -1, 1), pvm_pkint(x, 0, 1), pvm_pkint(x, 2, 0), pvm_pkint(NULL, 0, 1), pvm_pkbyte(c, -1, 1),
         pvm_pkbyte(c, 3, 1));
    SHOW(bytes_of(pvm_getsbuf()));
    pvm_initsend(PvmDataInPlace);
    CODE(pvm_pkint(x, 2, 2), pvm_pkbyte(c, 2, 1), pvm_pkbyte(c, 2, 2));
    pvm_initsend(PvmDataDefault);
    loop_back(9);
    CODE(pvm_upkint(x, 0, 1), pvm_upkint(x, -1, 1), pvm_upkint(x, 1, 1), pvm_upkstr(c));
    pvm_initsend(PvmDataDefault);
    pvm_pkint(x, 4, 1);
    loop_back(9);
    int y[6] = {0, 0, 0, 0, 0, 0};
    CODE(pvm_upkint(y, 6, 1));
    say("after too many: %d %d %d %d %d", y[0], y[1], y[2], y[3], y[4]);
    CODE(pvm_upkint(y, 1, 1), pvm_pkint(x, 1, 1));
    pvm_freebuf(pvm_getsbuf());
    CODE(pvm_pkint(x, 1, 1), pvm_pkstr(c), pvm_packf("%d", 1));
    pvm_freebuf(pvm_getrbuf());
    CODE(pvm_upkint(x, 1, 1), pvm_upkstr(c), pvm_unpackf("%d", x));
}

static void mixed(int enc)
{
    char c[6] = "hello", out[6] = "";
    short s = -3, s2 = 0;
    double d = 1.5, d2 = 0;
    pvm_initsend(enc);
    CODE(pvm_pkbyte(c, 5, 1));
    SHOW(bytes_of(pvm_getsbuf()));
    CODE(pvm_pkshort(&s, 1, 1));
    SHOW(bytes_of(pvm_getsbuf()));
    CODE(pvm_pkdouble(&d, 1, 1));
    SHOW(bytes_of(pvm_getsbuf()));
    loop_back(5);
    CODE(pvm_upkbyte(out, 5, 1), pvm_upkshort(&s2, 1, 1), pvm_upkdouble(&d2, 1, 1));
    say("mixed: %s %d %g", out, s2, d2);
}

static void messages_in_messages(void)
{
    int x = 11, y = 22, z = 0, inner = pvm_mkbuf(PvmDataDefault), outer = pvm_mkbuf(PvmDataDefault);
    pvm_setsbuf(inner);
    pvm_pkint(&x, 1, 1);
    pvm_setsbuf(outer);
    pvm_pkint(&y, 1, 1);
    CODE(pvm_pkmesg(inner));
    SHOW(bytes_of(outer));
    CODE(pvm_pkmesgbody(inner));
    SHOW(bytes_of(outer));
    CODE(pvm_pkmesg(0), pvm_pkmesg(-1), pvm_pkmesg(9999), pvm_pkmesgbody(0), pvm_pkmesgbody(9999), pvm_pkmesg(outer));
    loop_back(6);
    CODE(pvm_upkint(&z, 1, 1));
    SHOW(z);
    int in;
    SIGN(in = pvm_upkmesg());
    CODE(pvm_upkint(&z, 1, 1));
    SHOW(z);
    CODE(pvm_upkint(&z, 1, 1));
    struct pvmminfo m;
    pvm_getminfo(in, &m);
    say("unpacked: len %d ctx %d tag %d wid %d src %s dst %s", m.len, m.ctx, m.tag, m.wid, who(m.src), who(m.dst));
    CODE(pvm_upkmesg());
    pvm_initsend(PvmDataDefault);
    pvm_setrbuf(0);
    CODE(pvm_upkmesg());
    pvm_setsbuf(0);
    CODE(pvm_pkmesg(inner));
}

static void every_way(void)
{
    for (int enc = PvmDataDefault; enc <= PvmDataInPlace; enc++) {
        every_type(enc, N, 1);
        every_type(enc, 1, 1);
        every_type(enc, 0, 1);
        if (enc != PvmDataInPlace) {
            every_type(enc, N, 2);
            strings(enc);
            mixed(enc);
        }
    }
}

PARTS(every_way, bad_arguments, messages_in_messages);
