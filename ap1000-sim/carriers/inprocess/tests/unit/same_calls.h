/* same_calls.h - programs that are run twice, by a task in process and by a process, and that must get the same. Each
 * of their calls is written down with its result and errno, and what they print is kept. */
#ifndef SAME_CALLS_H
#define SAME_CALLS_H

#include <errno.h>
#include <stddef.h>

/* One side's functions: those of libc, or the task's. */
struct calls;

/* Each result of a call that is a number below 0 has its errno. */
#define R(CALL) same_calls_note(#CALL, (errno = 0, (long)(CALL)))
long same_calls_note(const char *call, long result);

/* More that is to be the same. */
void same_calls_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs the program with both, and compares. Descriptors from 3 on are free in both. */
void same_calls_expect(void (*program)(const struct calls *c), const struct calls *of_task,
                       const struct calls *of_process);

/* Once, before the first task begins: what whoever runs this test has left open is not inherited. */
void same_calls_begin(void);

#endif
