/* streams.c - the standard streams of a task in process. What it prints goes to the simulator, as through the pipe of a
 * process and in the same pieces; a task with the terminal has the simulator's own. */
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/streams.h"
#include "carriers/inprocess/library/task.h"

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

static struct inprocess_streams *waiting;

/* Most of it comes out of our own buffer; the rest may be bytes that the program must not read. */
static ssize_t print_out(void *cookie, const char *bytes, size_t n)
{
    struct inprocess_streams *s = cookie;
    if (bytes < s->room || bytes + n > s->room + sizeof s->room || !inprocess_descriptor_prints(STDOUT_FILENO))
        return inprocess_written(&s->at[STDOUT_FILENO], task_write(STDOUT_FILENO, bytes, n));
    inprocess_children_pass_on();
    s->of->simulator->print(s->of->owner, bytes, n);
    return inprocess_written(&s->at[STDOUT_FILENO], (ssize_t)n);
}

static ssize_t print_err(void *cookie, const char *bytes, size_t n)
{
    struct inprocess_streams *s = cookie;
    return inprocess_written(&s->at[STDERR_FILENO], task_write(STDERR_FILENO, bytes, n));
}

static ssize_t read_in(void *cookie, char *bytes, size_t n)
{
    struct inprocess_streams *s = cookie;
    return inprocess_has_read(&s->at[STDIN_FILENO], task_read(STDIN_FILENO, bytes, n));
}

/* What they do if they are opened anew for both. */
static ssize_t write_in(void *cookie, const char *bytes, size_t n)
{
    struct inprocess_streams *s = cookie;
    return inprocess_written(&s->at[STDIN_FILENO], task_write(STDIN_FILENO, bytes, n));
}

static ssize_t read_out(void *cookie, char *bytes, size_t n)
{
    struct inprocess_streams *s = cookie;
    return inprocess_has_read(&s->at[STDOUT_FILENO], task_read(STDOUT_FILENO, bytes, n));
}

static ssize_t read_err(void *cookie, char *bytes, size_t n)
{
    struct inprocess_streams *s = cookie;
    return inprocess_has_read(&s->at[STDERR_FILENO], task_read(STDERR_FILENO, bytes, n));
}

static int seek(struct inprocess_streams *s, const FILE *stream, int number, off64_t *offset, int from)
{
    return inprocess_seek(&s->at[number], !inprocess_is_closed(stream) ? number : -1, offset, from);
}

static int seek_in(void *cookie, off64_t *offset, int from)
{
    struct inprocess_streams *s = cookie;
    return seek(s, s->in, STDIN_FILENO, offset, from);
}

static int seek_out(void *cookie, off64_t *offset, int from)
{
    struct inprocess_streams *s = cookie;
    return seek(s, s->out, STDOUT_FILENO, offset, from);
}

static int seek_err(void *cookie, off64_t *offset, int from)
{
    struct inprocess_streams *s = cookie;
    return seek(s, s->err, STDERR_FILENO, offset, from);
}

static void close_all(struct inprocess_streams *s)
{
    FILE *streams[] = {s->in, s->out, s->err};
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++)
        if (streams[i] != NULL)
            fclose(streams[i]);
    free(s->in_room);
    for (size_t i = 0; i < sizeof s->rooms / sizeof s->rooms[0]; i++)
        free(s->rooms[i]);
    free(s);
}

static struct inprocess_streams *open_streams(void)
{
    struct inprocess_streams *s = waiting;
    if (s != NULL) {
        waiting = s->next;
        return s;
    }
    s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->in = fopencookie(s, "r+", (cookie_io_functions_t){.read = read_in, .write = write_in, .seek = seek_in});
    s->out = fopencookie(s, "r+", (cookie_io_functions_t){.read = read_out, .write = print_out, .seek = seek_out});
    s->err = fopencookie(s, "r+", (cookie_io_functions_t){.read = read_err, .write = print_err, .seek = seek_err});
    if (s->err != NULL)
        s->err->_mode = 0; /* neither narrow nor wide yet: perror looks */
    if (s->in == NULL || s->out == NULL || s->err == NULL) {
        close_all(s);
        return NULL;
    }
    s->in->_flags |= NO_WRITES;
    s->out->_flags |= NO_READS;
    s->err->_flags |= NO_READS;
    return s;
}

static FILE *of_simulator(struct inprocess_task *t, int number, const char *mode)
{
    int copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *stream = copy >= 0 ? fdopen(copy, mode) : NULL;
    struct inprocess_file *f = stream != NULL ? calloc(1, sizeof *f) : NULL;
    if (f == NULL) {
        if (stream != NULL)
            fclose(stream);
        else if (copy >= 0)
            close(copy);
        return NULL;
    }
    *f = (struct inprocess_file){.file = stream, .number = number, .real = copy, .standard = true, .next = t->files};
    t->files = f;
    return stream;
}

/* As stderr is before its first use: a program may give it a buffer yet. */
static void make_unbuffered(FILE *f)
{
    f->_flags |= UNBUFFERED;
    f->_IO_buf_base = f->_IO_buf_end = NULL;
    f->_IO_read_base = f->_IO_read_ptr = f->_IO_read_end = NULL;
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = NULL;
}

/* Lets `in` read the simulator's stdin if that is a terminal or a pipe, as libc would: a terminal by lines, in pieces
 * of the same length, but so that the simulator can look around meanwhile. False: it is neither, or there is no
 * memory. */
static bool read_what_takes_time(struct inprocess_streams *s)
{
    struct stat input;
    bool terminal = isatty(STDIN_FILENO) != 0;
    if (fstat(STDIN_FILENO, &input) != 0 || !(terminal || S_ISFIFO(input.st_mode)) || input.st_blksize <= 0)
        return false;
    s->in_room = malloc((size_t)input.st_blksize);
    if (s->in_room != NULL)
        setvbuf(s->in, s->in_room, terminal ? _IOLBF : _IOFBF, (size_t)input.st_blksize);
    return s->in_room != NULL;
}

bool inprocess_streams_begin(struct inprocess_task *t)
{
    struct inprocess_own *o = &t->own;
    struct inprocess_streams *s = t->streams = open_streams();
    if (s == NULL)
        return false;
    s->of = t;
    memset(s->at, 0, sizeof s->at);
    setvbuf(s->out, s->room, _IOFBF, sizeof s->room);
    make_unbuffered(s->err);
    if (t->own_terminal) {
        o->in = read_what_takes_time(s) ? NULL : of_simulator(t, STDIN_FILENO, "r");
        o->out = of_simulator(t, STDOUT_FILENO, "w");
        o->err = of_simulator(t, STDERR_FILENO, "w");
        if (o->err != NULL)
            make_unbuffered(o->err);
    }
    o->in = o->in != NULL ? o->in : s->in;
    o->out = o->out != NULL ? o->out : s->out;
    o->err = o->err != NULL ? o->err : s->err;
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
    f->_mode = 0;
    f->_flags &= ~IS_WRITTEN; /* else its first words would not wait for the next ones */
    setvbuf(f, NULL, _IONBF, 0);
}

int __overflow(FILE *stream, int c);

static int flush_pending(FILE *stream)
{
    return stream->_IO_write_ptr > stream->_IO_write_base && __overflow(stream, EOF) == EOF;
}

/* A task that is killed loses what it has not written, as a process does. All is written before anything is closed: two
 * streams may have one number. A file stands then where its reader has come to. Done once; the task is the current one.
 */
void inprocess_streams_end(struct inprocess_task *t, bool killed)
{
    for (struct inprocess_file *f = killed ? NULL : t->files; f != NULL; f = f->next)
        if (!f->in_memory)
            (void)flush_pending(f->file);
    for (struct inprocess_file *f; (f = t->files) != NULL;) {
        t->files = f->next;
        if (!killed && !f->in_memory)
            (void)fflush(f->file);
        (void)inprocess_file_close(f, killed || f->in_memory);
    }
    struct inprocess_streams *s = t->streams;
    if (s == NULL)
        return;
    t->streams = NULL;
    FILE *kept[] = {s->err, s->out, s->in};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        make_new(kept[i], killed);
    free(s->in_room);
    s->in_room = NULL;
    t->own.in = t->own.out = t->own.err = NULL;
    if (s->spoilt) {
        close_all(s);
        return;
    }
    s->next = waiting;
    waiting = s;
}

/* ---- closing ----------------------------------------------------------------------------------------------------- */

/* Nothing is left of what it was. */
void inprocess_stream_empty(FILE *stream)
{
    __fpurge(stream);
    stream->_flags &= ~(NO_READS | NO_WRITES | SEEN_EOF | SEEN_ERROR | UNBUFFERED | BY_LINES | IS_WRITTEN | APPENDS);
    if ((stream->_flags & NOT_ITS_BUFFER) == 0)
        free(stream->_IO_buf_base);
    stream->_IO_buf_base = stream->_IO_buf_end = NULL; /* libc would go on to fill it */
    stream->_IO_read_base = stream->_IO_read_ptr = stream->_IO_read_end = NULL;
    stream->_IO_write_base = stream->_IO_write_ptr = stream->_IO_write_end = NULL;
    struct inprocess_streams *s = inprocess_current->streams;
    struct inprocess_standing *at = inprocess_standing_of_standard(stream);
    if (s != NULL)
        s->spoilt = true;
    if (at != NULL)
        *at = (struct inprocess_standing){0};
}

/* A standard stream stays, and refuses all that is done with it. */
static int close_standard(FILE *stream, int number)
{
    if (inprocess_is_closed(stream))
        return EOF;
    int result = fflush(stream), why = errno;
    inprocess_stream_empty(stream);
    stream->_flags |= NO_READS | NO_WRITES;
    errno = why;
    return task_close(number) != 0 ? EOF : result;
}

int task_fclose(FILE *stream)
{
    const struct inprocess_own *o = &inprocess_current->own;
    if (stream == o->in || stream == o->out || stream == o->err)
        return close_standard(stream, stream == o->in ? 0 : stream == o->out ? 1 : 2);
    struct inprocess_file *f = inprocess_file_of(stream);
    return f != NULL ? inprocess_file_drop(f, false) : fclose(stream);
}

/* ---- flushing, and numbers --------------------------------------------------------------------------------------- */

/* What libc would know of a standard stream that is not the simulator's own; NULL: it is none. */
struct inprocess_standing *inprocess_standing_of_standard(const FILE *stream)
{
    struct inprocess_streams *s = inprocess_current->streams;
    if (s == NULL)
        return NULL;
    return stream == s->in    ? &s->at[STDIN_FILENO]
           : stream == s->out ? &s->at[STDOUT_FILENO]
           : stream == s->err ? &s->at[STDERR_FILENO]
                              : NULL;
}

/* Without a stream: all of the task's that have something to be written, the last one first. */
int task_fflush(FILE *stream)
{
    if (stream != NULL)
        return inprocess_flush(stream);
    const struct inprocess_own *o = &inprocess_current->own;
    int failed = 0;
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        failed |= flush_pending(f->file);
    if (!inprocess_current->own_terminal)
        failed |= flush_pending(o->err) | flush_pending(o->out);
    return failed ? EOF : 0;
}

int task_fileno(FILE *stream)
{
    const struct inprocess_own *o = &inprocess_current->own;
    if (stream == o->in || stream == o->out || stream == o->err) {
        if (!inprocess_is_closed(stream))
            return stream == o->in ? STDIN_FILENO : stream == o->out ? STDOUT_FILENO : STDERR_FILENO;
        errno = EBADF;
        return -1;
    }
    const struct inprocess_file *f = inprocess_file_of(stream);
    return f != NULL && !f->in_memory ? f->number : fileno(stream);
}
