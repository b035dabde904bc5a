/* trace_calls.h - the calls of a traced task. */
#pragma once

/* Makes all calls whose events are compared; me is the caller's tid. Prints nothing. */
void trace_calls(int me);
