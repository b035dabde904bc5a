/* process.h - what a task needs from the process that it runs in: its end, signals, streams, environment and folder,
 * and the program's variables that the library sets.
 *
 * libpvm3 uses the one for a Unix process (pvm-api/src/process). A machine that runs several tasks as fibers in one
 * process links the core with its own version, which answers for the calling task. Two things are elsewhere: the place
 * of the task's state and its clock before it joins (end of machine.h), and the replacements of libc's calls
 * (pvm-api/src/libc). */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The variables pvm_errno and pvmmyctx of the calling task's program. Never NULL. */
int *process_errno(void);
int *process_context(void);

/* The system's number for this process. Messages use it for a task that has no tid yet. */
int process_id(void);

/* End the program as exit(3) and abort(3) do. */
void process_exit(int code) __attribute__((noreturn));
void process_abort(void) __attribute__((noreturn));

/* Gives the program a signal that another task has sent, or its alarm. A handler runs before this returns; it may make
 * PVM calls, and may leave by longjmp. Returns true if one has run, that is if the signal has a handler and is not
 * blocked. */
bool process_raise(int number);

/* Calls pvmi_alarm_looks (core/alarm.c) in this thread, from a signal's handler, in ns of real time or of this
 * thread's processor time; 0: not any more. *timer: 0 at first, and the same each time. What the program waits for in
 * the system goes on afterwards; but with `cuts` it fails with EINTR if it would with SIGALRM. Does nothing where a
 * task cannot be interrupted.
 * process_ring_signal: the signal that does it, which the program's own waits for signals are not to take; 0: none. */
enum process_ring { PROCESS_RING_REAL, PROCESS_RING_PROCESSOR };
void process_ring_after(int *timer, enum process_ring which, int64_t ns, bool cuts);
int process_ring_signal(void);
void pvmi_alarm_looks(enum process_ring which);

/* The program's standard streams. */
FILE *process_stdout(void);
FILE *process_stderr(void);

/* The program's environment: read a variable (NULL: not set); set one; put in a `NAME=value` that the caller goes on
 * owning, as putenv(3). Return 0, or -1 with errno. */
char *process_variable(const char *name);
int process_set_variable(const char *name, const char *value);
int process_put_variable(char *pair);

/* The working directory, and the folder of the program's own file, both without a slash at the end. They get at most
 * room - 1 bytes and a NUL, and "" if the folder is not known or too long. */
void process_folder(char *path, size_t room);
void process_program_folder(char *path, size_t room);

#ifdef __cplusplus
}
#endif

#endif
