/* barriers.h - the names that --barrier and $AP1000_BARRIER know. The `ap1000` command refuses others, groups/ has a
 * function for each; both make their lists from this one.
 */
#ifndef BARRIERS_H
#define BARRIERS_H

/* X(name): the algorithm of pvm_barrier for frozen groups. The first is the default. */
#define BARRIER_ALGORITHMS(X) X(central) X(tree) X(dissemination)

#define BARRIER_NUMBER(NAME) BARRIER_##NAME,
enum barrier_algorithm { BARRIER_ALGORITHMS(BARRIER_NUMBER) BARRIER_NALGORITHMS };

#endif
