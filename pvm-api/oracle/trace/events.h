/* events.h - shows messages of trace events (pvmtev.h says how they are laid out). What differs from run to run or from
 * machine to machine is left out: times, addresses, mids, paths; tids are shown by what they are to the traced task. */
#ifndef EVENTS_H
#define EVENTS_H

extern int event_times; /* 1: show times too */

/* Show the message in the receive buffer, of which `traced` is the traced task. 1: it says that this task has ended. */
int events_show(int traced);

#endif
