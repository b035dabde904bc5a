/* barriers.h - the barrier algorithms that --barrier and $AP1000_BARRIER choose from.
 *
 * The help and the check of the `ap1000` command are made from this one list, and in groups/ the table of functions,
 * the sources and the tests. */
#ifndef BARRIERS_H
#define BARRIERS_H

/* X(name, what it is): how pvm_barrier works in a frozen group. The first row is the default. The function is
 * grp_barrier_NAME in groups/src/barrier_NAME.c. Each row is one line, because groups/meson.build reads them. */
#define BARRIER_ALGORITHMS(X)                                                        \
    X(central, "every member asks the group server, which answers all")              \
    X(tree, "members report up a binomial tree, and the release comes back down it") \
    X(dissemination, "in round r each member sends to the one 2^r after it")

#define BARRIER_NUMBER(NAME, WHAT) BARRIER_##NAME,
enum barrier_algorithm { BARRIER_ALGORITHMS(BARRIER_NUMBER) BARRIER_NALGORITHMS };

#endif
