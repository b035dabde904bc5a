/* conformance.h - the suite that every machine must pass: checks of the contracts in machine.h, slot by slot. */
#pragma once

#include "machine.h"

/* Each of two or more sibling tasks of a fresh machine runs this: it joins, works out its role from CONTROL_SIBLINGS,
 * does its part of every check, and leaves. It prints on stderr what fails, and returns the number of failures. */
int conformance_main(const struct mach_ops *ops, void *m);
