/* stream_calls.c - see stream_calls.h. */
#include "stream_calls.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"

#define OF_TASK(NAME) .NAME = task_##NAME,
#define OF_PROCESS(NAME) .NAME = NAME,
/* clang-format off */
#define CALLS(X) X(fopen) X(tmpfile) X(fclose) X(fflush) X(fileno) X(setvbuf) X(getchar) X(scanf) X(getline) X(open) \
    X(close) X(read) X(write) X(lseek) X(fcntl) X(free) X(exit) X(raise) X(readlink) X(realpath)
/* clang-format on */

const struct calls stream_calls_of_task = {CALLS(OF_TASK).exit_at_once = task_exit_at_once,
                                           .standard = same_calls_stream_of_task};
const struct calls stream_calls_of_process = {CALLS(OF_PROCESS).exit_at_once = _exit,
                                              .standard = same_calls_stream_of_process};

void say_stream(const struct calls *c, FILE *f)
{
    R(c->fileno(f));
    same_calls_say("end %d, error %d\n", feof(f) != 0, ferror(f) != 0);
    R(ftell(f));
}

void say_line(FILE *f)
{
    char line[60] = "";
    errno = 0;
    const bool got = fgets(line, sizeof line, f) != NULL;
    same_calls_say("%d <%s> %s\n", got, line, strerrorname_np(errno));
}

void say_numbers(const struct calls *c)
{
    for (int number = 0; number < 8; number++)
        R(c->fcntl(number, F_GETFL) < 0 ? -1 : 0);
}
