/* events.h - prints messages of trace events (pvmtev.h has their layout).
 *
 * It leaves out what differs from run to run or from machine to machine: times, addresses, mids, paths. Tids are
 * printed by what they are to the traced task. */
#pragma once

extern int event_times; /* 1: print times, too */

/* Prints the message in the receive buffer. Returns 1 if it says that the task `traced` has ended. */
int events_show(int traced);
