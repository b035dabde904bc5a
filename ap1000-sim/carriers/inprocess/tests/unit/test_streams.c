/* test_streams.c - streams in a task in process: those that it opens, of files, of numbers and in memory; flushed,
 * closed by their numbers, left open at the end. The same calls are made by a process, which must get the same
 * (stream_calls.h). Its standard streams: test_standard.c; streams that it opens anew: test_reopening.c.
 */
#include <limits.h>
#include <stdlib.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "stream_calls.h"

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
    static const struct same_calls_row rows[] = {SAME_CALLS_ROW(opens_in_each_mode),
                                                 SAME_CALLS_ROW(opens_streams_of_numbers),
                                                 SAME_CALLS_ROW(opens_streams_by_names_of_numbers),
                                                 SAME_CALLS_ROW(has_files_for_a_while),
                                                 SAME_CALLS_ROW(closes_numbers_behind_streams),
                                                 SAME_CALLS_ROW(flushes_all),
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
                                                 SAME_CALLS_ROW(finds_what_was_left)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &stream_calls_of_task, &stream_calls_of_process);
}
