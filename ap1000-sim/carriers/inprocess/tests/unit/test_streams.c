/* test_streams.c - streams in a task in process: the three that it begins with, those that it opens, those in memory;
 * opened anew, flushed, closed by their numbers, left open at the end. The same calls are made by a process, which must
 * get the same (same_calls.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "same_calls.h"

struct calls {
    FILE *(*standard)(int number);
    FILE *(*fopen)(const char *path, const char *mode);
    FILE *(*freopen)(const char *path, const char *mode, FILE *stream);
    FILE *(*fdopen)(int number, const char *mode);
    FILE *(*tmpfile)(void);
    FILE *(*fmemopen)(void *memory, size_t bytes, const char *mode);
    FILE *(*open_memstream)(char **text, size_t *bytes);
    int (*fclose)(FILE *stream);
    int (*fflush)(FILE *stream);
    int (*fileno)(FILE *stream);
    int (*fseek)(FILE *stream, long offset, int from);
    int (*setvbuf)(FILE *stream, char *room, int mode, size_t bytes);
    void (*setbuffer)(FILE *stream, char *room, size_t bytes);
    void (*setbuf)(FILE *stream, char *room);
    int (*getchar)(void);
    int (*scanf)(const char *format, ...);
    ssize_t (*getline)(char **line, size_t *room, FILE *stream);
    int (*open)(const char *path, int flags, ...);
    int (*close)(int number);
    int (*dup)(int number);
    int (*dup2)(int number, int as);
    ssize_t (*read)(int number, void *to, size_t n);
    ssize_t (*write)(int number, const void *bytes, size_t n);
    off_t (*lseek)(int number, off_t offset, int from);
    int (*fcntl)(int number, int what, ...);
    void (*free)(void *p);
    void (*exit)(int code);
    void (*exit_at_once)(int code);
    int (*raise)(int number);
    ssize_t (*readlink)(const char *path, char *to, size_t room);
    char *(*realpath)(const char *path, char *to);
};

#define OF_TASK(NAME) .NAME = task_##NAME,
#define OF_PROCESS(NAME) .NAME = NAME,
/* clang-format off */
#define CALLS(X) X(fopen) X(freopen) X(fdopen) X(tmpfile) X(fmemopen) X(open_memstream) X(fclose) X(fflush) \
    X(fileno) X(fseek) X(setvbuf) X(setbuffer) X(setbuf) X(getchar) X(scanf) X(getline) X(open) X(close) X(dup) \
    X(dup2) X(read) X(write) X(lseek) X(fcntl) X(free) X(exit) X(raise) X(readlink) X(realpath)
/* clang-format on */

static const struct calls of_task = {CALLS(OF_TASK).exit_at_once = task_exit_at_once,
                                     .standard = same_calls_stream_of_task};
static const struct calls of_process = {CALLS(OF_PROCESS).exit_at_once = _exit,
                                        .standard = same_calls_stream_of_process};

/* ---- what is looked at ------------------------------------------------------------------------------------------- */

static void say_stream(const struct calls *c, FILE *f)
{
    R(c->fileno(f));
    same_calls_say("end %d, error %d\n", feof(f) != 0, ferror(f) != 0);
    R(ftell(f));
}

static void say_line(FILE *f)
{
    char line[60] = "";
    errno = 0;
    const bool got = fgets(line, sizeof line, f) != NULL;
    same_calls_say("%d <%s> %s\n", got, line, strerrorname_np(errno));
}

static void say_numbers(const struct calls *c)
{
    for (int number = 0; number < 8; number++)
        R(c->fcntl(number, F_GETFD));
}

/* ---- streams of files -------------------------------------------------------------------------------------------- */

static void opens_in_each_mode(const struct calls *c)
{
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wbe", "r+e", "e", "", "+r", "wx", "ax"};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        same_calls_clean();
        same_calls_make_file("f", "0123456789");
        same_calls_say("mode %s\n", modes[i]);
        FILE *f;
        R((f = c->fopen("f", modes[i])) != NULL ? 0 : -1);
        if (f == NULL)
            continue;
        R(c->fcntl(3, F_GETFL) & (O_ACCMODE | O_APPEND));
        R(c->fcntl(3, F_GETFD));
        say_stream(c, f);
        R(fgetc(f));
        R(c->fseek(f, 2, SEEK_SET));
        R(fputs("ab", f));
        R(c->fflush(f));
        same_calls_say_file("f");
        R(c->fseek(f, -3, SEEK_CUR));
        R(c->lseek(3, 0, SEEK_CUR));
        R(fgetc(f));
        R(ungetc('u', f));
        R(c->fseek(f, -1, SEEK_END));
        R(fgetc(f));
        R(fgetc(f));
        say_stream(c, f);
        R(c->fclose(f));
        same_calls_say_file("f");
    }
    R(c->fopen("none", "r") != NULL ? 0 : -1);
    R(c->fopen("none/f", "w") != NULL ? 0 : -1);
    R(c->fopen(".", "r+") != NULL ? 0 : -1);
    FILE *folder = c->fopen(".", "r");
    R(fgetc(folder));
    R(c->fclose(folder));
    say_numbers(c);
}

static void opens_streams_of_numbers(const struct calls *c)
{
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "we", "x", ""};
    static const int flags[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_APPEND};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++) {
            same_calls_clean();
            same_calls_make_file("f", "0123456789");
            FILE *f;
            same_calls_say("mode %s, flags %d\n", modes[i], flags[k]);
            R(c->open("f", flags[k]));
            R(c->lseek(3, 4, SEEK_SET));
            R((f = c->fdopen(3, modes[i])) != NULL ? 0 : -1);
            if (f == NULL) {
                R(c->close(3));
                continue;
            }
            say_stream(c, f);
            R(c->fcntl(3, F_GETFL) & (O_ACCMODE | O_APPEND));
            R(fgetc(f));
            R(c->fseek(f, 0, SEEK_CUR));
            R(fputs("ab", f));
            R(c->fclose(f));
            R(c->close(3));
            same_calls_say_file("f");
        }
    R(c->fdopen(77, "r") != NULL ? 0 : -1);
    R(c->fdopen(-1, "w") != NULL ? 0 : -1);
}

static void opens_streams_by_names_of_numbers(const struct calls *c)
{
    same_calls_clean();
    same_calls_make_file("f", "0123456789");
    FILE *f = c->fopen("f", "r+"), *g;
    R(c->fseek(f, 3, SEEK_SET));
    R((g = c->fopen("/dev/fd/3", "r")) != NULL ? 0 : -1);
    R(c->fileno(g));
    R(fgetc(g)); /* it stands at a place of its own */
    R(c->fclose(g));
    R((g = c->fopen("/proc/self/fd/3", "a")) != NULL ? 0 : -1);
    R(fputs("end", g));
    R(c->fclose(g));
    R((g = c->fopen("/dev/fd/3", "we")) != NULL ? 0 : -1);
    R(c->fcntl(4, F_GETFD));
    R(c->fclose(g));
    same_calls_say_file("f");
    R(c->fopen("/dev/fd/3", "q") != NULL ? 0 : -1);
    R(c->fopen("/dev/fd/5", "r") != NULL ? 0 : -1);
    R((g = c->fopen("/dev/stdout", "w")) != NULL ? 0 : -1);
    R(c->fileno(g));
    R(fputs("by its name, ", g));
    R(c->fclose(g));
    R((g = c->fopen("/dev/stderr", "ae")) != NULL ? 0 : -1);
    R(c->fcntl(4, F_GETFD));
    R(fputs("appended\n", g));
    R(c->fclose(g));
    R((g = c->fopen("/dev/stdin", "r")) != NULL ? 0 : -1);
    R(fgetc(g));
    R(c->fclose(g));
    R((g = c->fdopen(1, "w")) != NULL ? 0 : -1); /* two streams of one number */
    R(fputs("by its number\n", g));
    R(c->fseek(g, 0, SEEK_CUR));
    R(ftell(g));
    R(c->fclose(g));
    R(c->write(1, "lost", 4));
    R(fputs("lost", c->standard(1)));
    R(c->fflush(c->standard(1)));
    say_numbers(c);
}

static void has_files_for_a_while(const struct calls *c)
{
    FILE *f = c->tmpfile();
    R(c->fileno(f));
    R(c->fcntl(3, F_GETFL) & O_ACCMODE);
    R(c->fcntl(3, F_GETFD));
    R(fputs("kept", f));
    rewind(f);
    say_line(f);
    say_stream(c, f);
    R(c->fclose(f));
    say_numbers(c);
}

/* ---- numbers and streams ----------------------------------------------------------------------------------------- */

/* A number is closed, or becomes another file, behind its stream. */
static void closes_numbers_behind_streams(const struct calls *c)
{
    same_calls_clean();
    same_calls_make_file("f", "0123456789");
    same_calls_make_file("g", "abcdefghij");
    FILE *f = c->fopen("f", "r+"), *g = c->fopen("g", "r+");
    R(fputs("xyz", f));
    R(c->dup2(4, 3));
    R(c->fflush(f));
    same_calls_say_file("f");
    same_calls_say_file("g");
    R(c->lseek(4, 0, SEEK_CUR));
    R(c->close(3));
    R(fputs("lost", f));
    R(c->fflush(f));
    same_calls_say("%d\n", ferror(f) != 0);
    R(c->fclose(f));
    R(c->close(4));
    R(c->open("f", O_RDWR));
    R(c->open("f", O_RDWR)); /* the number is there again: it is the stream's */
    R(fgetc(g));
    R(c->fclose(g));
    say_numbers(c);
    f = c->fopen("f", "r");
    R(c->fileno(f));
    R(c->close(c->fileno(f)));
    R(fgetc(f));
    R(c->fseek(f, 0, SEEK_SET));
    R(ftell(f));
    R(c->fclose(f));
    f = c->fopen("f", "w");
    R(fputs("to what is printed\n", f));
    R(c->dup2(1, c->fileno(f)));
    R(c->fflush(f));
    R(c->fclose(f));
    same_calls_say_file("f");
    say_numbers(c);
    R(c->write(2, "and more\n", 9));
}

static void flushes_all(const struct calls *c)
{
    same_calls_clean();
    FILE *f = c->fopen("f", "w"), *g = c->fopen("g", "w"), *full = c->fopen("/dev/full", "w");
    R(fputs("out", c->standard(1)));
    R(fputs("f", f));
    R(fputs("g", g));
    R(c->fflush(NULL));
    same_calls_say_file("f");
    same_calls_say_file("g");
    R(fputs("!\n", c->standard(1)));
    R(fputs("h", full));
    R(fputs("again", f));
    R(c->fflush(NULL));
    same_calls_say_file("f");
    R(fputs("h", full));
    R(c->fclose(full));
    R(c->write(1, "after it\n", 9));
    R(c->fflush(NULL));
    char *text;
    size_t bytes;
    FILE *m = c->open_memstream(&text, &bytes);
    R(fputs("kept", m));
    R(c->fflush(NULL));
    R(c->fclose(m));
    same_calls_say("%zu %s\n", bytes, text);
    c->free(text);
    R(c->close(c->fileno(c->standard(1))));
    R(fputs("lost", c->standard(1)));
    R(c->fflush(NULL));
    R(c->fflush(c->standard(1)));
}

/* ---- the standard streams ---------------------------------------------------------------------------------------- */

static void prints_in_pieces(const struct calls *c)
{
    static char room[16], long_text[5001];
    FILE *out = c->standard(1), *err = c->standard(2);
    memset(long_text, 'l', sizeof long_text - 1);
    R(fputs("waits, ", out));
    R(c->write(1, "first, ", 7));
    R(fputs("error, ", err)); /* not buffered */
    R(c->fflush(out));
    same_calls_say("room %zu, by lines %d\n", __fbufsize(out), __flbf(out) != 0);
    R(fputs(long_text, out)); /* more than its buffer */
    R(c->write(1, "|", 1));
    R(c->fflush(out));
    R(c->setvbuf(out, room, _IOFBF, sizeof room));
    R(fputs("0123456789", out));
    R(fputs("0123456789", out));
    R(c->write(1, "|", 1));
    R(c->setvbuf(out, NULL, _IOLBF, 0));
    R(fputs("line\nrest", out));
    R(c->write(1, "|", 1));
    R(c->setvbuf(out, NULL, _IONBF, 0));
    R(fputs("at once", out));
    R(c->write(1, "|", 1));
    R(fputc('\n', out));
    c->setbuf(err, long_text);
    R(fputs("buffered ", err));
    R(c->write(2, "before\n", 7));
    R(c->fflush(err));
    c->setbuffer(err, NULL, 0);
    R(fputs("no more\n", err));
    R(c->write(2, "behind\n", 7));
    R(fgetc(out));
    R(fgetc(err));
    R(fputc('x', c->standard(0)));
    same_calls_say("%d %d %d\n", ferror(out) != 0, ferror(err) != 0, ferror(c->standard(0)) != 0);
}

static void asks_standard_streams(const struct calls *c)
{
    for (int number = 0; number < 3; number++) {
        FILE *f = c->standard(number);
        say_stream(c, f);
        R(c->fseek(f, 0, SEEK_SET));
        R(c->fseek(f, 0, SEEK_CUR));
        R(c->fseek(f, 5, SEEK_END));
        rewind(f);
        say_stream(c, f);
    }
    R(c->getchar());
    R(c->getchar());
    say_stream(c, c->standard(0));
    int x = 5;
    R(c->scanf("%d", &x));
    clearerr(c->standard(0));
    same_calls_say("%d\n", feof(c->standard(0)) != 0);
    R(ungetc('4', c->standard(0)));
    R(c->scanf("%d", &x));
    same_calls_say("%d\n", x);
}

static void closes_standard_streams(const struct calls *c)
{
    R(fputs("written at the close\n", c->standard(1)));
    for (int number = 0; number < 3; number++) {
        FILE *f = c->standard(number);
        R(c->fclose(f));
        R(c->fcntl(number, F_GETFD));
        R(c->fileno(f));
        R(number == 0 ? fgetc(f) : fputs("lost", f));
        R(ftell(f));
        R(c->fseek(f, 0, SEEK_SET));
        R(c->fflush(f));
    }
    R(c->fclose(c->standard(1)));
    R(c->open("/dev/null", O_RDWR));
    R(c->open("/dev/null", O_RDWR));
    R(fputs("lost", c->standard(1)));
    say_numbers(c);
}

static void closes_numbers_behind_standard_streams(const struct calls *c)
{
    same_calls_clean();
    FILE *out = c->standard(1);
    R(fputs("printed\n", out));
    R(c->fflush(out));
    R(c->dup(1));
    R(c->close(1));
    R(fputs("lost", out));
    R(c->fflush(out));
    R(c->fileno(out));
    R(c->open("f", O_RDWR | O_CREAT, 0600));
    R(fputs("into the file", out));
    R(c->fflush(out));
    same_calls_say_file("f");
    R(c->fseek(out, 5, SEEK_SET));
    R(fputs("THE", out));
    R(ftell(out));
    R(c->fflush(out));
    same_calls_say_file("f");
    R(c->dup2(3, 1));
    R(fputs("again\n", out));
    R(c->close(2));
    R(c->fclose(out));
    R(c->write(3, "by the copy\n", 12));
}

/* ---- opened anew ------------------------------------------------------------------------------------------------- */

static void opens_standard_streams_anew(const struct calls *c)
{
    static const char *const modes[] = {"w", "r", "a", "w+", "re", "r+", "we", "w", "a+", "q"};
    char line[20] = "";
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        for (int number = 0; number < 3; number++) {
            FILE *f = c->standard(number);
            same_calls_clean();
            same_calls_make_file("f", "12 first\nsecond\n");
            same_calls_say("%d as %s\n", number, modes[i]);
            R(c->freopen("f", modes[i], f) == f ? 0 : -1);
            R(c->fcntl(number, F_GETFL) & (O_ACCMODE | O_APPEND));
            R(c->fcntl(number, F_GETFD));
            say_stream(c, f);
            say_line(f);
            say_stream(c, f);
            R(c->fseek(f, 3, SEEK_SET));
            R(fprintf(f, "%s", "ABC"));
            R(ftell(f));
            same_calls_say_file("f"); /* it waits in a buffer */
            R(c->fflush(f));
            same_calls_say_file("f");
            R(c->fseek(f, -4, SEEK_CUR));
            R(fgetc(f));
            R(c->lseek(number, 0, SEEK_CUR));
            R(c->fseek(f, 0, SEEK_END));
            R(fputs("end\n", f));
            R(c->fflush(f));
            R((long)fread(line, 1, 5, f));
            same_calls_say_file("f");
            same_calls_say("room %zu, by lines %d\n", __fbufsize(f), __flbf(f) != 0);
        }
    say_numbers(c);
}

static void makes_files_anew(const struct calls *c)
{
    struct stat s;
    same_calls_clean();
    R(c->freopen("g", "w", c->standard(1)) != NULL ? 0 : -1);
    R(stat("g", &s));
    same_calls_say("%o\n", (unsigned)s.st_mode);
}

/* Drawn calls that ISO C allows in this order: where the stream goes, and where its file goes without it. */
static void goes_to_places(const struct calls *c)
{
    static const char *const modes[] = {"r+", "w+", "a+", "r", "w", "a"};
    static char room[100];
    uint32_t drawn = 5;
    for (int i = 0; i < 18; i++) {
        const int number = i % 3;
        FILE *f = c->standard(number);
        same_calls_clean();
        same_calls_make_file("f", "0123456789 0123456789 0123456789");
        R(c->freopen("f", modes[i / 3], f) == f ? 0 : -1);
        for (int step = 0; step < 60; step++) {
            drawn = drawn * 1664525 + 1013904223;
            const long by = (long)(drawn >> 8 & 15) - 5;
            switch (drawn >> 16 & 15) {
            case 0:
            case 1:
                R(c->fseek(f, by, SEEK_SET));
                break;
            case 2:
            case 3:
                R(c->fseek(f, by, SEEK_CUR));
                break;
            case 4:
                R(c->fseek(f, -by, SEEK_END));
                break;
            case 5:
                R(c->fseek(f, 0, SEEK_CUR));
                break;
            case 6:
                R(c->fflush(f));
                R(c->lseek(number, by, SEEK_CUR));
                break;
            case 7:
                R(c->fflush(f));
                break;
            case 8:
                R(c->fflush(f));
                R(c->setvbuf(f, room, _IOFBF, sizeof room));
                break;
            case 9:
            case 10:
                R(c->fseek(f, 0, SEEK_CUR));         /* between reading and writing */
                R(fputs(&"ab"[drawn >> 24 & 1], f)); /* one letter, or two */
                break;
            case 11:
            case 12:
                R(c->fseek(f, 0, SEEK_CUR));
                R(fgetc(f));
                break;
            default:
                R(ftell(f));
            }
        }
        R(c->fflush(f));
        same_calls_say_file("f");
        R(c->setvbuf(f, NULL, _IONBF, 0));
    }
}

static void opens_anew_without_a_name(const struct calls *c)
{
    same_calls_clean();
    same_calls_make_file("f", "0123456789");
    FILE *out = c->standard(1);
    R(c->freopen("f", "r+", out) != NULL ? 0 : -1);
    R(fputs("ab", out));
    R(c->freopen(NULL, "r", out) != NULL ? 0 : -1);
    R(c->fcntl(1, F_GETFL) & O_ACCMODE);
    say_line(out);
    R(c->freopen(NULL, "a", out) != NULL ? 0 : -1);
    R(fputs("end", out));
    R(c->fflush(out));
    same_calls_say_file("f");
    FILE *f = c->fopen("f", "r");
    R(c->freopen(NULL, "r+", f) == f ? 0 : -1);
    R(fputs("xyz", f));
    R(c->fclose(f));
    same_calls_say_file("f");
    R(c->freopen("none/f", "w", out) != NULL ? 0 : -1);
    R(fputs("lost", out));
    R(c->fileno(out));
    say_numbers(c);
}

static void opens_files_anew(const struct calls *c)
{
    same_calls_clean();
    same_calls_make_file("f", "0123456789");
    FILE *f = c->fopen("f", "r+");
    R(fputs("ab", f));
    R(c->freopen("g", "we", f) == f ? 0 : -1);
    same_calls_say_file("f");
    R(c->fileno(f));
    R(c->fcntl(3, F_GETFD));
    R(fputs("of g", f));
    R(c->dup(3));
    R(c->freopen("f", "r", f) == f ? 0 : -1);
    R(c->fcntl(3, F_GETFD));
    same_calls_say_file("g");
    R(c->write(4, "!", 1));
    same_calls_say_file("g");
    say_line(f);
    R(c->freopen("none/f", "r", f) != NULL ? 0 : -1);
    say_numbers(c);
}

/* ---- in memory --------------------------------------------------------------------------------------------------- */

static void streams_in_memory(const struct calls *c)
{
    char room[12] = "0123456789", *text = NULL;
    size_t bytes = 77;
    FILE *f = c->fmemopen(room, sizeof room, "r+");
    R(c->fileno(f));
    R(fgetc(f));
    R(c->fseek(f, 4, SEEK_SET));
    R(fputs("ab", f));
    R(c->fflush(f));
    same_calls_say("%s\n", room);
    R(c->fclose(f));
    R(c->fmemopen(room, sizeof room, "q") != NULL ? 0 : -1);
    f = c->open_memstream(&text, &bytes);
    same_calls_say("%zu\n", bytes);
    R(c->fileno(f));
    R(fputs("collected", f));
    R(c->fflush(f));
    same_calls_say("%zu %s\n", bytes, text);
    R(c->fseek(f, 2, SEEK_SET));
    R(fputs("LL", f));
    R(ftell(f));
    R(c->fclose(f));
    same_calls_say("%zu %s\n", bytes, text);
    c->free(text);
    say_numbers(c);
}

/* ---- its own program --------------------------------------------------------------------------------------------- */

static void names_of_its_own(const struct calls *c)
{
    char to[PATH_MAX] = "", small[4] = "....", *volatile nowhere = NULL;
    same_calls_clean();
    R(symlink("f", "g"));
    R(c->readlink("g", to, sizeof to));
    R(c->readlink("none", to, sizeof to));
    R(c->readlink(nowhere, to, sizeof to));
    R(c->readlink("/proc/self/exe", small, 3));
    same_calls_say("%c %c\n", small[0], small[3]);
    R(c->realpath("g", to) != NULL ? 0 : -1);
    R(c->realpath("/", to) == to ? 0 : -1);
    same_calls_say("%s\n", to);
}

/* ---- what there is to read --------------------------------------------------------------------------------------- */

static void reads_its_input(const struct calls *c)
{
    FILE *in = c->standard(0);
    char to[8] = "", word[20] = "";
    int x = 0;
    clearerr(in);
    R(c->fileno(in));
    R(c->fcntl(0, F_GETFL) & O_ACCMODE);
    R(c->getchar());
    same_calls_say("room %zu, by lines %d\n", __fbufsize(in), __flbf(in) != 0);
    R(c->scanf("%d %19s", &x, word));
    same_calls_say("%d %s\n", x, word);
    R(ungetc('u', in));
    say_line(in);
    R(ftell(in));
    R(c->fseek(in, 2, SEEK_CUR));
    say_line(in);
    R(c->read(0, to, 3)); /* behind what is in the buffer */
    same_calls_say("%s\n", to);
    R(fputs("not to be written", in));
    say_line(in);
    R(c->fflush(in));
    say_line(in);
    say_line(in);
    say_stream(c, in);
    clearerr(in);
}

static void reads_and_ends(const struct calls *c)
{
    R(c->getchar());
    same_calls_say("stdout %d\n", fputs("written at the end\n", c->standard(1)));
    c->exit(3);
}

static void reads_another_input(const struct calls *c)
{
    FILE *in = c->standard(0);
    same_calls_clean();
    same_calls_make_file("f", "another\n");
    R(c->getchar());
    R(ungetc('u', in));
    R(ungetc('v', in)); /* what is pushed back is not the other's */
    R(c->freopen("f", "r", in) == in ? 0 : -1);
    say_line(in);
    say_line(in);
    R(c->fclose(in));
    R(c->getchar());
    R(c->read(0, (char[4]){0}, 3));
}

/* ---- left open at the end ---------------------------------------------------------------------------------------- */

static void leave_streams(const struct calls *c)
{
    static char text[80], *made;
    static size_t bytes;
    same_calls_clean();
    FILE *f = c->fopen("f", "w"), *g = c->fopen("g", "w"), *m = c->fmemopen(text, sizeof text, "w");
    FILE *s = c->open_memstream(&made, &bytes);
    c->setvbuf(g, text, _IOFBF, sizeof text);
    R(fputs("written to f", f));
    R(fputs("written to g", g));
    R(fputs("to memory", m));
    R(fputs("to memory", s));
    R(fputs("written to stdout, ", c->standard(1)));
    c->setvbuf(c->standard(2), NULL, _IOFBF, 100);
    R(fputs("written to stderr\n", c->standard(2)));
}

static void leaves_streams_at_its_end(const struct calls *c)
{
    leave_streams(c);
    c->exit(3);
}

static void leaves_streams_at_once(const struct calls *c)
{
    leave_streams(c);
    c->exit_at_once(4);
}

static void leaves_streams_when_killed(const struct calls *c)
{
    leave_streams(c);
    c->raise(SIGTERM);
}

static void leaves_one_number_to_two(const struct calls *c)
{
    same_calls_clean();
    FILE *f = c->fopen("f", "w"), *g = c->fdopen(3, "w"), *h = c->fopen("h", "w");
    R(fputs("by f ", f));
    R(fputs("by g ", g));
    R(fputs("by h", h));
    R(c->dup2(3, 4));
    c->exit(0);
}

static void leaves_a_closed_number(const struct calls *c)
{
    same_calls_clean();
    FILE *f = c->fopen("f", "w"), *out = c->standard(1);
    R(fputs("lost", f));
    R(fputs("lost", out));
    R(c->close(3));
    R(c->close(1));
    c->exit(0);
}

static void finds_what_was_left(const struct calls *c)
{
    (void)c;
    same_calls_say_file("f");
    same_calls_say_file("g");
    same_calls_say_file("h");
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const char text[] = "x12 word\nsecond line\nthird line\nfourth\nrest",
                      typed[] = "x12 word\nsecond line\nthird line\nfourth\n\004\004\004\004\004";
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(opens_in_each_mode),
        SAME_CALLS_ROW(opens_streams_of_numbers),
        SAME_CALLS_ROW(opens_streams_by_names_of_numbers),
        SAME_CALLS_ROW(has_files_for_a_while),
        SAME_CALLS_ROW(closes_numbers_behind_streams),
        SAME_CALLS_ROW(flushes_all),
        SAME_CALLS_ROW(prints_in_pieces),
        SAME_CALLS_ROW(asks_standard_streams),
        SAME_CALLS_ROW(closes_standard_streams),
        SAME_CALLS_ROW(closes_numbers_behind_standard_streams),
        SAME_CALLS_ROW(opens_standard_streams_anew),
        SAME_CALLS_ROW(makes_files_anew),
        SAME_CALLS_ROW(goes_to_places),
        SAME_CALLS_ROW(opens_anew_without_a_name),
        SAME_CALLS_ROW(opens_files_anew),
        SAME_CALLS_ROW(streams_in_memory),
        SAME_CALLS_ROW(names_of_its_own),
        SAME_CALLS_ROW(leaves_streams_at_its_end),
        SAME_CALLS_ROW(finds_what_was_left),
        SAME_CALLS_ROW(leaves_streams_at_once),
        SAME_CALLS_ROW(finds_what_was_left),
        SAME_CALLS_ROW(leaves_streams_when_killed),
        SAME_CALLS_ROW(finds_what_was_left),
        SAME_CALLS_ROW(leaves_one_number_to_two),
        SAME_CALLS_ROW(finds_what_was_left),
        SAME_CALLS_ROW(leaves_a_closed_number),
        SAME_CALLS_ROW(finds_what_was_left),
        {"reads a pipe", reads_its_input, SAME_CALLS_PIPE, text},
        {"reads a file", reads_its_input, SAME_CALLS_FILE, text},
        {"reads a terminal", reads_its_input, SAME_CALLS_TERMINAL, typed},
        {"reads a pipe and ends", reads_and_ends, SAME_CALLS_PIPE, text},
        {"reads a file and ends", reads_and_ends, SAME_CALLS_FILE, text},
        {"reads a terminal and ends", reads_and_ends, SAME_CALLS_TERMINAL, typed},
        {"reads a pipe, then another", reads_another_input, SAME_CALLS_PIPE, text},
        {"reads a terminal, then another", reads_another_input, SAME_CALLS_TERMINAL, typed}};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &of_task, &of_process);
}
