/* same_calls.h - programs that are run twice, by a task in process and by a process, and that must get the same. Each
 * of their calls is written down with its result and errno, and what they print is kept. */
#ifndef SAME_CALLS_H
#define SAME_CALLS_H

#include <stdbool.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

/* One side's functions: those of libc, or the task's. */
struct calls;

/* Each result of a call that is a number below 0 has its errno. */
#define R(CALL) same_calls_note(#CALL, (errno = 0, (long)(CALL)))
long same_calls_note(const char *call, long result);

/* More that is to be the same. */
void same_calls_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs the program with both, and compares: also how it has ended. Descriptors from 3 on are free in both, no variable
 * is set, and 64 files may be open. */
void same_calls_expect(void (*program)(const struct calls *c), const struct calls *of_task,
                       const struct calls *of_process);

/* What a program reads: nothing, or a text that is in a pipe, in a file, or has been typed. */
enum same_calls_input { SAME_CALLS_NOTHING, SAME_CALLS_PIPE, SAME_CALLS_FILE, SAME_CALLS_TERMINAL };

/* The same for many, each of which is a test, in this order, in an empty folder; what one leaves there the next one
 * finds. A task that has the terminal does it, too: its standard streams are those of whoever runs it, as a process's;
 * who reads something is such a task. All of the process's part is done before anything is printed: its standard
 * streams are as at the beginning of a program, and so is whatever else of libc begins with its first use. Returns what
 * main is to return. */
struct same_calls_row {
    const char *name;
    void (*program)(const struct calls *c);
    enum same_calls_input input;
    const char *text;
};
int same_calls_expect_all(const struct same_calls_row *rows, size_t n, const struct calls *of_task,
                          const struct calls *of_process);

/* clang-format off */
#define SAME_CALLS_ROW(PROGRAM) {#PROGRAM, PROGRAM, SAME_CALLS_NOTHING, NULL}
/* clang-format on */

/* Their files: f, g and h of that folder. clean: none of them is there. */
void same_calls_clean(void);
void same_calls_make_file(const char *path, const char *text);
void same_calls_say_file(const char *path);

/* Makes a new folder, whose path is then in `path`, and goes there; and the reverse, once it has only those files. */
bool same_calls_enter_folder(char *path, size_t room);
bool same_calls_leave_folder(const char *path);

/* stdin, stdout or stderr. */
FILE *same_calls_stream_of_task(int number);
FILE *same_calls_stream_of_process(int number);

/* Once, before the first task begins: what whoever runs this test has left open is not inherited. */
void same_calls_begin(void);

#endif
