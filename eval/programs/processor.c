/* processor.c - computing on one cell, counted by the compiler: LINPACK of order 100, a mix of integer statements, and
 * five short loops of physics. Written for this by the definition of each. Prints a row for each: what, rate, unit. */
#define MEASURING_PROGRAM "processor"
#include "measuring.h"
#include <math.h>
#include <string.h>

enum { N = 100, LEADING = 201, ROUNDS = 100, LONG = 1001 };
static const double DHRYSTONES_OF_ONE_MIPS = 1757; /* a second, of a VAX 11/780: the unit of MIPS ratings of the time */

static double a[N][LEADING], b[N]; /* a[j]: column j */
static int pivot[N];

/* y += factor * x. Unrolled by hand, as that benchmark's is: four at a time, the rest first. */
static void add_multiple(int n, double factor, const double *x, double *y)
{
    int i, rest = n % 4;
    if (n <= 0 || factor == 0)
        return;
    for (i = 0; i < rest; i++)
        y[i] = y[i] + factor * x[i];
    for (i = rest; i < n; i += 4) {
        y[i] = y[i] + factor * x[i];
        y[i + 1] = y[i + 1] + factor * x[i + 1];
        y[i + 2] = y[i + 2] + factor * x[i + 2];
        y[i + 3] = y[i + 3] + factor * x[i + 3];
    }
}

static void scale(int n, double factor, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = factor * x[i];
}

static int greatest(int n, const double *x)
{
    int at = 0;
    double most = fabs(x[0]);
    for (int i = 1; i < n; i++)
        if (fabs(x[i]) > most) {
            at = i;
            most = fabs(x[i]);
        }
    return at;
}

static void exchange(double *x, double *y)
{
    double kept = *x;
    *x = *y;
    *y = kept;
}

static void factorize(void)
{
    for (int k = 0; k < N - 1; k++) {
        double *column = a[k];
        int l = pivot[k] = k + greatest(N - k, column + k);
        if (l != k)
            exchange(&column[l], &column[k]);
        scale(N - k - 1, -1 / column[k], column + k + 1);
        for (int j = k + 1; j < N; j++) {
            if (l != k)
                exchange(&a[j][l], &a[j][k]);
            add_multiple(N - k - 1, a[j][k], column + k + 1, a[j] + k + 1);
        }
    }
}

static void solve(void)
{
    for (int k = 0; k < N - 1; k++) {
        if (pivot[k] != k)
            exchange(&b[pivot[k]], &b[k]);
        add_multiple(N - k - 1, b[k], a[k] + k + 1, b + k + 1);
    }
    for (int k = N - 1; k >= 0; k--) {
        b[k] = b[k] / a[k][k];
        add_multiple(k, -b[k], a[k], b);
    }
}

/* The right side is the sum of each row: all numbers of the solution are 1. */
static void linpack(void)
{
    int random = 1325;
    double began, worst = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            random = 3125 * random % 65536;
            a[j][i] = (random - 32768.0) / 16384.0;
            b[i] += a[j][i];
        }
    began = now_us();
    factorize();
    solve();
    printf("LINPACK 100\t%.4f\tMflop/s\n", (2.0 / 3 * N * N * N + 2.0 * N * N) / (now_us() - began));
    for (int i = 0; i < N; i++)
        worst = fabs(b[i] - 1) > worst ? fabs(b[i] - 1) : worst;
    if (worst > 1e-9)
        fail("the solution is wrong");
}

/* The mix: a pass has about a hundred statements in the shares that R. P. Weicker found in programs (Dhrystone, CACM
 * 27, 1984): half assignments, a third control, the rest calls; operands that are locals, parameters, globals, members
 * of records and elements of arrays; one string of 30 characters copied and one compared; one record copied; one
 * multiplication and one division. */
enum kind { SMALL, LARGE, FRAGILE };
struct parcel {
    struct parcel *next;
    enum kind kind;
    int weight, place;
    char label[31];
};

static struct parcel van, depot;
static int shelf[40], floors[40][40], heaviest, is_urgent;
static char zone, last_zone, labels[2][31];

static void begin_round(void)
{
    zone = 'K';
    is_urgent = 0;
}

static void stamp(void)
{
    int in_time = zone == 'K';
    is_urgent = in_time & !is_urgent;
    last_zone = 'L';
}

static void add_weight(int one, int other, int *all)
{
    int packed = other + 3;
    *all = one + packed;
}

static int breaks(enum kind kind)
{
    enum kind asked = kind;
    return asked == FRAGILE;
}

/* One kind where the zones differ; where not, the zone is noted. */
static enum kind kind_by_zone(char from, char to)
{
    char seen = to;
    if (from == seen) {
        zone = seen;
        return FRAGILE;
    }
    return LARGE;
}

static void pack(enum kind kind, enum kind *packed)
{
    *packed = kind;
    if (breaks(kind))
        *packed = LARGE;
    switch (kind) {
    case SMALL:
        *packed = LARGE;
        break;
    case LARGE:
        *packed = heaviest < 90 ? SMALL : LARGE;
        break;
    case FRAGILE:
        *packed = FRAGILE;
        break;
    }
}

static void weigh(struct parcel *parcel, int *weight)
{
    struct parcel *inside = parcel->next;
    if (inside->kind == LARGE)
        *weight = inside->weight;
    add_weight(*weight, 4, &parcel->weight);
}

static void load(struct parcel *parcel)
{
    struct parcel *below = parcel->next;
    *below = van;
    below->next = parcel;
    below->place = parcel->place + 1;
    parcel->weight = 12;
    weigh(below, &below->weight);
    pack(parcel->kind, &below->kind);
    if (below->kind != FRAGILE) {
        below->weight = parcel->weight;
        add_weight(below->place, 9, &below->place);
    } else
        *parcel = *below;
}

static void store(int *row, int columns[][40], int at, int weight)
{
    int next = at + 1;
    row[at] = weight;
    row[next] = row[at] + at;
    row[next + 20] = next;
    for (int i = at; i < at + 2; i++)
        columns[at][i] = weight;
    columns[next][at] -= 1;
    columns[next + 10][next] = row[at];
    heaviest = weight;
}

static int goes_first(const char *one, const char *two)
{
    char found = 'F';
    int at = 3;
    while (at < 4) {
        if (kind_by_zone(one[at], two[at + 2]) == LARGE)
            found = 'G';
        at++;
    }
    if (found > 'M' && found != 'Q')
        at = 9;
    if (found == 'F')
        return 0;
    if (strcmp(one, two) < 0) {
        heaviest = at + 2;
        return 1;
    }
    return 0;
}

static void come_home(int *place)
{
    int left = *place;
    for (;;) {
        left += 2;
        if (zone == 'K')
            break;
        zone = 'K';
    }
    *place = left - heaviest;
}

/* Where the text comes from is not known when this is compiled, so that copying it stays a call. */
static int pass(const char *text)
{
    int one = 4, two = 6, three = 0;
    enum kind kind = SMALL;
    begin_round();
    stamp();
    strcpy(labels[1], text);
    is_urgent = goes_first(labels[0], labels[1]);
    while (one < two) {
        three = one + 2 * two;
        add_weight(two, three, &three);
        one += 2;
    }
    store(shelf, floors, one, three);
    load(&van);
    for (char c = 'K'; c <= last_zone; c++)
        if (kind_by_zone(c, 'X') == kind)
            pack(LARGE, &kind);
    three = three * one;
    two = three / heaviest;
    one = 4 * (three - one) + two;
    come_home(&two);
    return one + two;
}

static void mix(char *text)
{
    const int passes = 1000;
    double began;
    int total = 0;
    van = (struct parcel){&depot, LARGE, 40, 0, "THIRTY CHARACTERS AND A PARCEL"};
    strcpy(labels[0], text);
    text[20]++;
    began = now_us();
    for (int i = 0; i < passes; i++)
        total += pass(text);
    printf("integer mix\t%.4f\tMIPS\n", passes / ((now_us() - began) / 1e6) / DHRYSTONES_OF_ONE_MIPS);
    if (total != passes * pass(text))
        fail("the mix is wrong");
}

static double x[LONG + 12], y[LONG + 12], z[LONG + 12], u[LONG + 12];

static void tell(const char *name, double operations, double began)
{
    printf("%s\t%.4f\tMflop/s\n", name, operations * ROUNDS / (now_us() - began));
}

/* Five of the kernels of the Lawrence Livermore National Laboratory, by their formulas (F. H. McMahon, UCRL-53745,
 * 1986). */
static void loops(void)
{
    double began, q = 0.5, r = 0.25, t = 0.125, product = 0;
    int i, round;
    for (i = 0; i < LONG + 12; i++)
        x[i] = y[i] = z[i] = u[i] = 0.001 * i;
    began = now_us();
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < LONG; i++)
            x[i] = q + y[i] * (r * z[i + 10] + t * z[i + 11]);
    tell("Livermore 1, hydro fragment", 5.0 * LONG, began);
    began = now_us();
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < LONG; i++)
            product += z[i] * x[i];
    tell("Livermore 3, inner product", 2.0 * LONG, began);
    began = now_us();
    for (round = 0; round < ROUNDS; round++)
        for (i = 1; i < LONG; i++)
            x[i] = z[i] * (y[i] - x[i - 1]);
    tell("Livermore 5, tridiagonal elimination", 2.0 * (LONG - 1), began);
    began = now_us();
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < LONG - 6; i++)
            x[i] = u[i] + r * (z[i] + r * y[i]) +
                   t * (u[i + 3] + r * (u[i + 2] + r * u[i + 1]) + t * (u[i + 6] + q * (u[i + 5] + q * u[i + 4])));
    tell("Livermore 7, equation of state", 16.0 * (LONG - 6), began);
    began = now_us();
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < LONG; i++)
            x[i] = y[i + 1] - y[i];
    tell("Livermore 12, first difference", 1.0 * LONG, began);
    if (!(product + x[LONG / 2] > 0))
        fail("a loop is wrong");
}

int main(void)
{
    char text[31] = "THIRTY CHARACTERS FOR ONE PASS";
    if (pvm_mytid() < 0)
        return 1;
    linpack();
    mix(text);
    loops();
    pvm_exit();
    return 0;
}
