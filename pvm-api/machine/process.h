/* process.h - what a task asks of the process that it lives in: its end, its signals, its streams, its environment, its
 * folder, and the variables of the program that the library writes.
 *
 * libpvm3 takes the one of a Unix process (pvm-api/src/process). A machine that runs a task as a fiber, beside others
 * in one process, links the core with its own, which answers for the calling task. Not here: the place of the task's
 * state and its clock before it joins (the last lines of machine.h), and what stands before libc's calls
 * (pvm-api/src/libc).
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The variables pvm_errno and pvmmyctx of the calling task's program. Never NULL. */
int *process_errno(void);
int *process_context(void);

/* What the system calls this process: for messages of a task that has no tid yet. */
int process_id(void);

/* End the program, as exit(3) and abort(3) do. */
void process_exit(int code) __attribute__((noreturn));
void process_abort(void) __attribute__((noreturn));

/* Give the program a signal that another task has sent, or its alarm. A handler runs before this returns; it may make
 * PVM calls, and may leave by longjmp. True if one has run: the signal has a handler and is not blocked. */
bool process_raise(int number);

/* The program's standard streams. */
FILE *process_stdout(void);
FILE *process_stderr(void);

/* The program's environment: the value of a variable, or NULL; set one; put a `NAME=value` into it, which stays the
 * caller's, as putenv(3). 0, or -1 with errno. */
char *process_variable(const char *name);
int process_set_variable(const char *name, const char *value);
int process_put_variable(char *pair);

/* The working directory, and the folder of the program's own file, without an end: at most room - 1 bytes and a NUL; ""
 * if it is not known or too long. */
void process_folder(char *path, size_t room);
void process_program_folder(char *path, size_t room);

#ifdef __cplusplus
}
#endif

#endif
