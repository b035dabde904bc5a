/* trace_calls.h - what a traced task calls. */
#ifndef TRACE_CALLS_H
#define TRACE_CALLS_H

/* All calls whose events are compared; me: the caller's tid. Says nothing. */
void trace_calls(int me);

#endif
