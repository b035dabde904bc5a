/* files.c - streams that a task in process opens beside the three that it begins with, and the names under which it
 * finds what is its own: its program, its descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum { PIPE_BYTES = 4096 };

/* ---- those that it has ------------------------------------------------------------------------------------------- */

/* The task owns it until it closes it; what is open at its end is closed then. NULL: there is no such stream, or no
 * memory. */
struct inprocess_file *inprocess_file_note(FILE *stream)
{
    struct inprocess_file *f = stream != NULL ? calloc(1, sizeof *f) : NULL;
    if (f == NULL) {
        if (stream != NULL)
            (void)fclose(stream);
        return NULL;
    }
    f->file = stream;
    f->number = f->real = -1;
    f->next = inprocess_current->files;
    inprocess_current->files = f;
    return f;
}

struct inprocess_file *inprocess_file_of(const FILE *stream)
{
    struct inprocess_file *f = inprocess_current->files;
    while (f != NULL && f->file != stream)
        f = f->next;
    return f;
}

/* The stream whose number is a pipe to or from another program; NULL: it is not. */
struct inprocess_file *inprocess_file_to_child(int number)
{
    struct inprocess_file *f = inprocess_current->files;
    while (f != NULL && (f->child == 0 || f->number != number))
        f = f->next;
    return f;
}

/* What a stream of open_memstream has collected, where the program wants to find it. */
void inprocess_file_tell(struct inprocess_file *f)
{
    if (f->text_of_program != NULL) {
        *f->text_of_program = f->text;
        *f->bytes_of_program = f->bytes;
    }
}

/* Closes a stream. forget: the task has left it open, so the memory that it is about may be gone, and is not looked
 * into. */
int inprocess_file_close(struct inprocess_file *f, bool forget)
{
    if (forget)
        __fpurge(f->file);
    const bool number_is_lost = f->real >= 0 && f->file->_fileno != f->real;
    int result = fclose(f->file);
    int why = errno;
    if (number_is_lost)
        close(f->real);
    if (f->number >= 0 && !inprocess_descriptor_forget(f->number, f->real)) {
        result = EOF;
        why = EBADF;
    }
    if (forget && f->text_of_program != NULL)
        free(f->text);
    else
        inprocess_file_tell(f);
    free(f->room);
    free(f);
    errno = why;
    return result;
}

/* As pclose: it is over when the program at its other end is. */
int inprocess_file_drop(struct inprocess_file *f, bool forget)
{
    struct inprocess_file **at = &inprocess_current->files;
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    int child = f->child != 0 && inprocess_descriptor_real(f->number, EBADF) >= 0 ? f->child : 0,
        result = inprocess_file_close(f, forget);
    int status = child != 0 ? inprocess_child_status(child) : 0;
    return status != 0 ? status : result;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static FILE *with_number(FILE *stream, bool closes)
{
    struct inprocess_file *f = inprocess_file_note(stream);
    if (f == NULL)
        return NULL;
    f->real = fileno(stream);
    fcntl(f->real, F_SETFD, FD_CLOEXEC);
    f->number = inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_FILE, f->real, closes}, 0);
    if (f->number >= 0)
        return stream;
    f->real = -1; /* it is closed already */
    (void)inprocess_file_drop(f, true);
    errno = EMFILE;
    return NULL;
}

static ssize_t read_number(void *cookie, char *bytes, size_t n)
{
    struct inprocess_file *f = cookie;
    return inprocess_has_read(&f->at, task_read(f->number, bytes, n));
}

static ssize_t write_number(void *cookie, const char *bytes, size_t n)
{
    struct inprocess_file *f = cookie;
    return inprocess_written(&f->at, task_write(f->number, bytes, n));
}

static int seek_number(void *cookie, off64_t *offset, int from)
{
    struct inprocess_file *f = cookie;
    return inprocess_seek(&f->at, f->number, offset, from);
}

/* A stream that does all through its number: to what the simulator prints, or to another program. */
FILE *inprocess_file_of_number(int number, const char *mode)
{
    struct inprocess_file *f = calloc(1, sizeof *f);
    FILE *stream =
        f != NULL
            ? fopencookie(f, mode,
                          (cookie_io_functions_t){.read = read_number, .write = write_number, .seek = seek_number})
            : NULL;
    char *room = stream != NULL ? malloc(PIPE_BYTES) : NULL;
    if (room == NULL) {
        if (stream != NULL)
            fclose(stream);
        free(f);
        return NULL;
    }
    setvbuf(stream, room, _IOFBF, PIPE_BYTES);
    if (mode[0] == 'a' && inprocess_descriptor_appends_first(number))
        errno = ESPIPE; /* libc goes to the end first, where the system would not do so by itself */
    *f = (struct inprocess_file){
        .file = stream, .number = number, .real = -1, .room = room, .next = inprocess_current->files};
    inprocess_current->files = f;
    return stream;
}

/* For open; -1: it is no mode. */
int inprocess_flags_of(const char *mode)
{
    int plus = strchr(mode, '+') != NULL ? O_RDWR : -1;
    switch (mode[0]) {
    case 'r':
        return plus >= 0 ? plus : O_RDONLY;
    case 'w':
        return (plus >= 0 ? plus : O_WRONLY) | O_CREAT | O_TRUNC;
    case 'a':
        return (plus >= 0 ? plus : O_WRONLY) | O_CREAT | O_APPEND;
    default:
        return -1;
    }
}

/* The stream has a file of its own, which follows what becomes of the number. */
FILE *task_fdopen(int number, const char *mode)
{
    if (inprocess_flags_of(mode) < 0) {
        errno = EINVAL;
        return NULL;
    }
    if (inprocess_descriptor_prints(number)) {
        if (mode[0] != 'r' && strchr(mode, '+') == NULL)
            return inprocess_file_of_number(number, mode);
        errno = EINVAL;
        return NULL;
    }
    int real = inprocess_descriptor_real(number, EBADF), own = real >= 0 ? fcntl(real, F_DUPFD_CLOEXEC, 3) : -1;
    FILE *stream = own >= 0 ? fdopen(own, mode) : NULL;
    if (stream == NULL && own >= 0) {
        int why = errno;
        close(own);
        errno = why;
    }
    struct inprocess_file *f = inprocess_file_note(stream);
    if (f == NULL)
        return NULL;
    f->real = own;
    f->number = number;
    return stream;
}

FILE *task_fopen(const char *path, const char *mode)
{
    int named = inprocess_number_named(path);
    if (named < 0 || inprocess_flags_of(mode) < 0)
        return with_number(fopen(inprocess_path(path), mode), strchr(mode, 'e') != NULL);
    int number = task_open(path, inprocess_flags_of(mode) | (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0), 0666);
    FILE *stream = number >= 0 ? task_fdopen(number, mode) : NULL;
    if (stream == NULL && number >= 0)
        (void)task_close(number);
    return stream;
}

FILE *task_tmpfile(void)
{
    return with_number(tmpfile(), false);
}

/* ---- streams in memory ------------------------------------------------------------------------------------------- */

FILE *task_fmemopen(void *memory, size_t bytes, const char *mode)
{
    struct inprocess_file *f = inprocess_file_note(fmemopen(memory, bytes, mode));
    if (f == NULL)
        return NULL;
    f->in_memory = true;
    return f->file;
}

/* What it has collected is told to the program when it asks for that, not whenever libc would: the program's places may
 * be gone at the end. */
FILE *task_open_memstream(char **text, size_t *bytes)
{
    struct inprocess_file *f = calloc(1, sizeof *f);
    FILE *stream = f != NULL ? open_memstream(&f->text, &f->bytes) : NULL;
    if (stream == NULL) {
        free(f);
        return NULL;
    }
    f->file = stream;
    f->number = f->real = -1;
    f->in_memory = true;
    f->text_of_program = text;
    f->bytes_of_program = bytes;
    f->next = inprocess_current->files;
    inprocess_current->files = f;
    return stream;
}

/* ---- its own program --------------------------------------------------------------------------------------------- */

/* Texts at addresses that are none are for the system to refuse. */
bool inprocess_is_text(const char *path)
{
    return (uintptr_t)path >= 65536;
}

const char *inprocess_path(const char *path)
{
    bool own = inprocess_is_text(path) && strcmp(path, "/proc/self/exe") == 0;
    return own ? inprocess_current->path : path;
}

ssize_t task_readlink(const char *path, char *to, size_t room)
{
    const char *own = inprocess_path(path);
    if (own == path)
        return readlink(path, to, room);
    size_t n = strlen(own);
    n = n < room ? n : room;
    memcpy(to, own, n);
    return (ssize_t)n;
}

ssize_t task_readlink_chk(const char *path, char *to, size_t room, size_t to_bytes)
{
    if (room > to_bytes)
        task_chk_fail();
    return task_readlink(path, to, room);
}

char *task_realpath(const char *path, char *to)
{
    return realpath(inprocess_path(path), to);
}
