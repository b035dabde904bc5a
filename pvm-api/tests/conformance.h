/* conformance.h - the suite that every machine must pass: machine.h's own words, slot by slot, as checks. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "machine.h"

/* What each of two or more sibling tasks of a fresh machine runs, all of them: joins, works out its role from
 * CONTROL_SIBLINGS, does its part of every check, leaves. Says on stderr what fails; the number of failures. */
int conformance_main(const struct mach_ops *ops, void *m);

#endif
