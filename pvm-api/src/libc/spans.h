/* spans.h - what the replacements of libc's calls that wait share. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"

/* A time that is too long to count becomes the longest possible one. */
mach_ns pvmi_span_ns(int64_t s, int64_t ns);
/* If a signal has interrupted a wait, with `left` ns to go, sets errno, and *out to what was left (out may be NULL).
 * Returns whether that was so. */
struct timespec;
bool pvmi_cut_short(mach_ns left, struct timespec *out);
/* Makes a call of the system that waits without a limit, and again if only a look at the alarm (core/alarm.c) has
 * interrupted it, in whose stead no handler of the program's has run. */
long pvmi_wait_in_system(long number, long a, long b, long c, long d, long e, long f);
