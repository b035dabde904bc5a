/* sddf.h - trace events as text, in the ASCII form of SDDF (Pablo's Self-Defining Data Format) that PVM's console writes:
 * each kind of event is described once, before the first event of it. Events arrive in messages (pvmtev.h). */
#ifndef SDDF_H
#define SDDF_H

struct sddf;

/* NULL: no memory. */
struct sddf *sddf_new(void);
void sddf_free(struct sddf *s);

/* The beginning of a file: what it is, and the nodes of the machine, at the caller's time. Texts here are malloc'ed. */
char *sddf_begin(struct sddf *s);
/* The events in the active receive buffer; *begun and *ended are moved by the tasks that began and ended. */
char *sddf_events(struct sddf *s, int *begun, int *ended);
/* What a task printed, or what became of it, at the time of the last event. */
char *sddf_output(struct sddf *s, int tid, const char *text);

#endif
