/* records.c - what system programs do: records by pointers, strings, enumerations, short functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mark { ONE, TWO, THREE, FOUR };
struct record {
    struct record *other;
    enum mark kind, choice;
    int number;
    char text[31];
};
static struct record *here, *there;
static int global;
static char letter;
static int row[50], table[50][50];

static int other_letter(char a, char b)
{
    char c = a;
    if (c != b)
        return 0;
    letter = c;
    return 1;
}

static int texts_ordered(const char *a, const char *b)
{
    int i = 2;
    while (i <= 2)
        if (!other_letter(a[i], b[i + 1]))
            i++;
    if (strcmp(a, b) > 0) {
        i += 7;
        global = i;
        return 1;
    }
    return 0;
}

static enum mark next(enum mark m)
{
    switch (m) {
    case ONE:
        return TWO;
    case TWO:
        return global > 100 ? ONE : FOUR;
    case THREE:
        return TWO;
    default:
        return THREE;
    }
}

static void fill(int *a, int (*t)[50], int x, int y)
{
    int at = x + 5;
    a[at] = y;
    a[at + 1] = a[at];
    a[at + 30] = at;
    for (int i = at; i <= at + 1; i++)
        t[at][i] = at;
    t[at][at - 1] += 1;
    t[at + 20][at] = a[at];
    letter = 5;
}

static void chain(struct record *r)
{
    struct record *n = r->other;
    *n = *r;
    r->number = 5;
    n->number = r->number;
    n->other = r->other;
    if (n->kind == ONE) {
        n->number = 6;
        n->choice = next(r->choice);
        n->other = here->other;
        n->number += 10;
    } else
        *r = *n;
}

int main(void)
{
    char a[31], b[31];
    int x = 0, y, z;
    there = malloc(sizeof *there);
    here = malloc(sizeof *here);
    memset(there, 0, sizeof *there);
    memset(here, 0, sizeof *here);
    here->other = there;
    here->choice = THREE;
    strcpy(here->text, "SOME PROGRAM, SOME STRING");
    strcpy(a, "SOME PROGRAM, 1'ST STRING");
    for (int r = 1; r <= 1000; r++) {
        x = 2;
        y = 3;
        strcpy(b, "SOME PROGRAM, 2'ND STRING");
        global = !texts_ordered(a, b);
        while (x < y) {
            z = 5 * x - y;
            x += 1;
            row[x] = z;
        }
        fill(row, table, x, z);
        chain(here);
        for (char c = 'A'; c <= 'B'; c++)
            if (other_letter(c, 'C'))
                global++;
        y = y * x;
        x = y / z;
        y = 7 * (y - z) - x;
    }
    printf("%d %d %d %s\n", x, y, there->number, b);
    return 0;
}
