/* streams.c - the standard streams of a task in process. What it prints goes to the simulator, as through the pipe of a
 * process and in the same pieces; those of a task with the terminal have the simulator's own files. */
#include <errno.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/stream_calls.h"
#include "carriers/inprocess/library/task.h"

enum {
    PIPE_BYTES = 4096 /* what libc collects for a pipe before it writes */,
    IS_WRITTEN = 0x800 /* of libc's _flags */
};

/* libc keeps all streams in one list, which fclose goes through: with thousands of tasks that took most of the time of
 * their ends. So those of a task that has ended are the next one's. */
struct inprocess_streams {
    FILE *of[STDERR_FILENO + 1];
    struct inprocess_end ends[STDERR_FILENO + 1]; /* number -1: the stream is closed, and refuses all */
    struct inprocess_streams *next;               /* of those that wait for a task */
    char room[PIPE_BYTES];                        /* of stdout */
    char *in_room, *err_room;                     /* of stdin, if that is the simulator's; of stderr; NULL: libc's */
};

static struct inprocess_streams *waiting;

/* ---- through a number -------------------------------------------------------------------------------------------- */

static ssize_t read_end(void *cookie, char *bytes, size_t n)
{
    return task_read(((struct inprocess_end *)cookie)->number, bytes, n);
}

/* libc wants 0 after an error. */
static ssize_t write_end(void *cookie, const char *bytes, size_t n)
{
    struct inprocess_end *end = cookie;
    end->is_used = true;
    ssize_t done = task_write(end->number, bytes, n);
    return done > 0 ? done : 0;
}

static int seek_end(void *cookie, off64_t *offset, int from)
{
    *offset = task_lseek(((struct inprocess_end *)cookie)->number, *offset, from);
    return *offset < 0 ? -1 : 0;
}

/* One task alone uses it, and that may be ended in the middle of a call: it is never locked. */
FILE *inprocess_stream_through(struct inprocess_end *end, const char *mode)
{
    FILE *f = fopencookie(end, mode, (cookie_io_functions_t){.read = read_end, .write = write_end, .seek = seek_end});
    if (f != NULL)
        (void)__fsetlocking(f, FSETLOCKING_BYCALLER);
    return f;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

static void close_all(struct inprocess_streams *s)
{
    for (int number = 0; number <= STDERR_FILENO; number++)
        if (s->of[number] != NULL)
            fclose(s->of[number]);
    free(s);
}

static struct inprocess_streams *open_streams(void)
{
    struct inprocess_streams *s = waiting;
    bool all = true;
    if (s != NULL) {
        waiting = s->next;
        return s;
    }
    s = calloc(1, sizeof *s);
    for (int number = 0; s != NULL && number <= STDERR_FILENO; number++) {
        s->of[number] = inprocess_stream_through(&s->ends[number], number == STDIN_FILENO ? "r" : "w");
        all = all && s->of[number] != NULL;
    }
    if (s != NULL && !all) {
        close_all(s);
        return NULL;
    }
    return s;
}

/* As libc gives a stream its buffer at its first use: by what its file is. */
static void give_buffers(struct inprocess_streams *s, bool own_terminal)
{
    struct stat of;
    setvbuf(s->of[STDERR_FILENO], NULL, _IONBF, 0);
    const bool known = task_fstat(STDOUT_FILENO, &of) == 0 && of.st_blksize > 0 && of.st_blksize < PIPE_BYTES;
    setvbuf(s->of[STDOUT_FILENO], s->room, task_isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF,
            known ? (size_t)of.st_blksize : sizeof s->room);
    if (own_terminal && task_fstat(STDIN_FILENO, &of) == 0 && of.st_blksize > 0 &&
        (s->in_room = malloc((size_t)of.st_blksize)) != NULL)
        setvbuf(s->of[STDIN_FILENO], s->in_room, task_isatty(STDIN_FILENO) != 0 ? _IOLBF : _IOFBF,
                (size_t)of.st_blksize);
}

bool inprocess_streams_begin(struct inprocess_task *t)
{
    struct inprocess_streams *s = t->streams = open_streams();
    struct inprocess_task *const before = inprocess_current;
    if (s == NULL)
        return false;
    for (int number = 0; number <= STDERR_FILENO; number++)
        s->ends[number] = (struct inprocess_end){.number = number};
    inprocess_current = t;
    give_buffers(s, t->own_terminal);
    inprocess_current = before;
    t->own.in = s->of[STDIN_FILENO];
    t->own.out = s->of[STDOUT_FILENO];
    t->own.err = s->of[STDERR_FILENO];
    return true;
}

/* Nothing of the task that had it is left: no bytes, no error, no buffer of its own. (Programs that write wide
 * characters, which a stream never forgets, are processes.) */
static void make_new(FILE *f, bool killed)
{
    if (!killed)
        fflush(f);
    __fpurge(f);
    clearerr(f);
    f->_flags &= ~IS_WRITTEN; /* else its first words would not wait for the next ones */
    setvbuf(f, NULL, _IONBF, 0);
}

/* A task that is killed loses what it has not written, as a process does. Done once; the task is the current one. */
void inprocess_streams_end(struct inprocess_task *t, bool killed)
{
    inprocess_files_end(t, killed);
    struct inprocess_streams *s = t->streams;
    if (s == NULL)
        return;
    t->streams = NULL;
    for (int number = STDERR_FILENO; number >= 0; number--)
        make_new(s->of[number], killed);
    free(s->in_room);
    free(s->err_room);
    s->in_room = s->err_room = NULL;
    t->own.in = t->own.out = t->own.err = NULL;
    s->next = waiting;
    waiting = s;
}

/* ---- what is done with them -------------------------------------------------------------------------------------- */

/* 0 to 2, or -1: it is none of the task's standard streams. */
int inprocess_standard_number(const FILE *stream)
{
    const struct inprocess_streams *s = inprocess_current->streams;
    for (int number = 0; s != NULL && number <= STDERR_FILENO; number++)
        if (stream == s->of[number])
            return number;
    return -1;
}

/* It stays, and refuses all that is done with it. */
static int close_standard(FILE *stream, struct inprocess_end *end)
{
    if (end->number < 0)
        return EOF;
    const int result = fflush(stream), why = errno, number = end->number;
    __fpurge(stream);
    setvbuf(stream, NULL, _IONBF, 0);
    end->number = -1;
    errno = why;
    return task_close(number) != 0 ? EOF : result;
}

int task_fclose(FILE *stream)
{
    const int standard = inprocess_standard_number(stream);
    return standard >= 0 ? close_standard(stream, &inprocess_current->streams->ends[standard])
                         : inprocess_file_close(stream);
}

static int flush_pending(FILE *stream)
{
    return __fpending(stream) > 0 && fflush(stream) != 0;
}

/* Without a stream: all of the task's that have something to be written, the last one first. */
int task_fflush(FILE *stream)
{
    int failed = 0;
    if (stream != NULL)
        return fflush(inprocess_own_stream(stream));
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        failed |= flush_pending(f->file);
    failed |= flush_pending(inprocess_current->own.err) | flush_pending(inprocess_current->own.out);
    return failed ? EOF : 0;
}

int task_fileno(FILE *stream)
{
    const int standard = inprocess_standard_number(inprocess_own_stream(stream));
    const int number =
        standard >= 0 ? inprocess_current->streams->ends[standard].number : inprocess_file_number(stream);
    if (number < 0)
        errno = EBADF;
    return number;
}

/* libc would give stderr no buffer at its first use, since it has been told that it has none. */
int task_setvbuf(FILE *stream, char *room, int mode, size_t bytes)
{
    struct inprocess_streams *s = inprocess_current->streams;
    const bool wants_one = stream == s->of[STDERR_FILENO] && !s->ends[STDERR_FILENO].is_used && room == NULL &&
                           (mode == _IOFBF || mode == _IOLBF);
    if (wants_one && s->err_room == NULL)
        s->err_room = malloc(PIPE_BYTES);
    return wants_one ? setvbuf(stream, s->err_room, mode, PIPE_BYTES)
                     : setvbuf(inprocess_own_stream(stream), room, mode, bytes);
}
