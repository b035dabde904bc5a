/* format.c - pvm_packf and pvm_unpackf: the formats, what odd formats give, and how much is done before an error. */
#include "oracle.h"

/* Prints what packing returns, how long the message has become, and the sum over its bytes. */
static void packed(const char *format, int code)
{
    unsigned char raw[400];
    int n = bytes_of(pvm_getsbuf()), sum = 0;
    pvm_setrbuf(pvm_getsbuf());
    if (n > 0 && n <= (int)sizeof raw && pvm_upkbyte((char *)raw, n, 1) == 0)
        for (int i = 0; i < n; i++)
            sum += raw[i] * (i + 1);
    say("packf \"%s\": %s, %d bytes, sum %d", format, code_name(code), n, sum);
}

#define PACK(...) (pvm_initsend(PvmDataRaw), packed(FIRST(__VA_ARGS__, 0), pvm_packf(__VA_ARGS__)))
#define FIRST(a, ...) (a)

static void values(void)
{
    PACK("%d", -7);
    PACK("%ud", 7u);
    PACK("%hd", -7);
    PACK("%hud", 7);
    PACK("%uhd", 70000);
    PACK("%ld", -7L);
    PACK("%lud", 7UL);
    PACK("%uld", 7UL);
    PACK("%hld", 7L);
    PACK("%lhd", 7L);
    PACK("%lld", 7L);
    PACK("%f", 1.5);
    PACK("%lf", 1.5);
    PACK("%hf", 1.5);
    PACK("%uf", 1.5);
    PACK("%c", 'x');
    PACK("%hc", 'x');
    PACK("%lc", 'x');
    PACK("%uc", 'x');
    PACK("%s", "abc");
    PACK("%hs", "abc");
    PACK("%ls", "abc");
    PACK("%us", "");
    PACK("%d%d", 1, 2);
    PACK("%d %f %s %c", 1, 2.5, "three", '4');
    PACK("");
    PACK(" ");
    PACK("no percent");
    PACK("some %d text %d", 1, 2);
}

static void arrays(void)
{
    int i[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    short h[6] = {1, 2, 3, 4, 5, 6};
    long l[6] = {1, 2, 3, 4, 5, 6};
    float f[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    double d[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    char c[8] = "abcdefg";
    PACK("%3d", i);
    PACK("%3.1d", i);
    PACK("%3.2d", i);
    PACK("%.2d", i);
    PACK("%.d", i);
    PACK("%3.d", i);
    PACK("%0d", i);
    PACK("%0.2d", i);
    PACK("%1d", i);
    PACK("%1.0d", i);
    PACK("%3.0d", i);
    PACK("%*d", 4, i);
    PACK("%*.*d", 4, 2, i);
    PACK("%2.*d", 3, i);
    PACK("%.*d", 3, i);
    PACK("%*.2d", 3, i);
    PACK("%*d", 0, i);
    PACK("%3hd", h);
    PACK("%3.2hud", h);
    PACK("%3ld", l);
    PACK("%3lud", l);
    PACK("%3f", f);
    PACK("%3.2lf", d);
    PACK("%x", f);
    PACK("%2x", f);
    PACK("%2.2x", f);
    PACK("%lx", d);
    PACK("%2lx", d);
    PACK("%2.2lx", d);
    PACK("%hx", f);
    PACK("%5c", c);
    PACK("%3.2c", c);
    PACK("%3s", "abc");
    PACK("%003d", i);
}

static void odd(void)
{
    int i[4] = {1, 2, 3, 4};
    PACK("%", 1);
    PACK("%%", 1);
    PACK("%q", 1);
    PACK("%i", 1);
    PACK("%u", 1);
    PACK("%D", 1);
    PACK("%d%q%d", 1, 2, 3);
    PACK("%-3d", i);
    PACK("% d", 1);
    PACK("%2", i);
    PACK("%h", 1);
    PACK("%l", 1L);
    PACK("%2.2", i);
    PACK("%d%", 1);
    PACK("%+", PvmDataRaw);
    PACK("%+%d", PvmDataRaw, 5);
    PACK("%+ %d", PvmDataDefault, 5);
    PACK("%+%d", PvmDataDefault, 5);
    PACK("%+%d", 77, 5);
    PACK("%+%d", -1, 5);
    PACK(" %+%d", PvmDataDefault, 5);
    PACK("%d%+", 5, PvmDataDefault);
    pvm_initsend(PvmDataInPlace);
    CODE(pvm_packf("%d", 5), pvm_packf("%s", "abc"), pvm_packf("%2.2d", i), pvm_packf("%2d", i),
         pvm_freebuf(pvm_getsbuf()), pvm_packf("%d", 5), pvm_packf(""), pvm_packf("%q", 5));
}

static void loop_back(int tag)
{
    pvm_send(pvm_mytid(), tag);
    pvm_recv(-1, tag);
}

static void back(int enc)
{
    int i = 0, j[6] = {0, 0, 0, 0, 0, 0}, three[3] = {7, 8, 9};
    short h = 0;
    unsigned short uh = 0;
    float f = 0, x[4] = {0, 0, 0, 0}, from[4] = {1, 2, 3, 4};
    double d = 0, lx[2] = {0, 0}, dfrom[2] = {5, 6};
    char c = 0, s[40] = "", cs[4] = "";
    CODE(pvm_packf("%+%d%hd%hud%f%lf%c%s%3d%2x%lx%3c", enc, -1, -2, 3, 4.5, 5.5, 'c', "string", three, from, dfrom,
                   "xyz"));
    SHOW(bytes_of(pvm_getsbuf()));
    loop_back(1);
    CODE(pvm_unpackf("%d%hd%hud", &i, &h, &uh));
    say("%d %d %d", i, h, uh);
    CODE(pvm_unpackf("%f %lf %c", &f, &d, &c));
    say("%g %g %c", f, d, c);
    CODE(pvm_unpackf("%s", s), pvm_unpackf("%3.2d", j));
    say("%s %d %d %d %d %d", s, j[0], j[1], j[2], j[3], j[4]);
    CODE(pvm_unpackf("%*x", 2, x), pvm_unpackf("%lx", lx), pvm_unpackf("%*.*c", 3, 1, cs));
    say("%g %g %g %g %g %g %s", x[0], x[1], x[2], x[3], lx[0], lx[1], cs);
    CODE(pvm_unpackf("%d", &i), pvm_unpackf("%s", s), pvm_unpackf(""), pvm_unpackf("%q", &i));
}

static void odd_back(void)
{
    int four[4] = {1, 2, 3, 4}, i = -1, j = -1, k[4] = {-1, -1, -1, -1};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(four, 4, 1);
    loop_back(2);
    CODE(pvm_unpackf("%d%q%d", &i, &j));
    say("%d %d", i, j);
    CODE(pvm_unpackf("%+%d", PvmDataDefault, &j));
    SHOW(j);
    CODE(pvm_unpackf("text %d", &i));
    SHOW(i);
    CODE(pvm_unpackf("%0d", k), pvm_unpackf("%4d", k));
    say("%d %d %d %d", k[0], k[1], k[2], k[3]);
    CODE(pvm_unpackf("%d%d", &i, &j));
    pvm_freebuf(pvm_getrbuf());
    CODE(pvm_unpackf("%d", &i), pvm_unpackf(""), pvm_unpackf("%q", &i), pvm_unpackf("%"));
}

static void all_back(void)
{
    back(PvmDataDefault);
    back(PvmDataRaw);
}

PARTS(values, arrays, odd, all_back, odd_back);
