/* names.c - groups with unusual names, and very many groups at once: prints what the calls give, for PVM 3.4.6 and
 * ours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

enum { MANY = 2000 };

/* Joins, uses and leaves the group; prints one line. */
static void live(const char *what, char *name)
{
    int me = pvm_mytid(), joined = pvm_joingroup(name), size = pvm_gsize(name), inst = pvm_getinst(name, me);
    int first = pvm_gettid(name, 0), barrier = pvm_barrier(name, 1), left = pvm_lvgroup(name), after = pvm_gsize(name);
    printf("%-10s join %d size %d inst %d first %s barrier %d leave %d size %d\n", what, joined, size, inst,
           first == me ? "me" : "another", barrier, left, after);
}

static void live_long(size_t len)
{
    char what[20], *name = calloc(1, len + 1);
    if (name == NULL)
        exit(2);
    memset(name, 'x', len);
    snprintf(what, sizeof what, "%zu", len);
    live(what, name);
    free(name);
}

/* Prints how many of the groups g0, g1, ... give `expected`. */
static void for_all(const char *what, int (*call)(char *name), int expected)
{
    char name[16];
    int n = 0;
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "g%d", i);
        n += call(name) == expected;
    }
    printf("%s: %d of %d\n", what, n, MANY);
}

int main(void)
{
    char blanks[] = "a b", blank[] = " ", line[] = "\n", bytes[] = "\xc3\xa4\x01\xff", slash[] = "/../%s";
    live("blanks", blanks);
    live("blank", blank);
    live("line end", line);
    live("bytes", bytes);
    live("slash", slash);
    for (size_t len = 10; len <= 10000; len *= 10)
        live_long(len);
    for_all("joined", pvm_joingroup, 0);
    for_all("of one", pvm_gsize, 1);
    for_all("left", pvm_lvgroup, 0);
    for_all("gone", pvm_gsize, PvmNoGroup);
    pvm_exit();
    return 0;
}
