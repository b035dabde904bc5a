/* test_streams.c - streams in a task in process: those that it opens; flushed, left open at
 * the end. The same calls are made by a process, which must get the same
 * (stream_calls.h). Its standard streams: test_standard.c.
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
        say_stream(c, f);
        R(fgetc(f));
        R(fseek(f, 2, SEEK_SET));
        R(fputs("ab", f));
        R(c->fflush(f));
        same_calls_say_file("f");
        R(fseek(f, -3, SEEK_CUR));
        R(c->lseek(3, 0, SEEK_CUR));
        R(fgetc(f));
        R(ungetc('u', f));
        R(fseek(f, -1, SEEK_END));
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

static void opens_streams_by_names_of_numbers(const struct calls *c)
{
    same_calls_clean();
    same_calls_make_file("f", "0123456789");
    FILE *f = c->fopen("f", "r+"), *g;
    R(fseek(f, 3, SEEK_SET));
    R((g = c->fopen("/dev/fd/3", "r")) != NULL ? 0 : -1);
    R(c->fileno(g));
    R(fgetc(g)); /* it stands at a place of its own */
    R(c->fclose(g));
    R((g = c->fopen("/proc/self/fd/3", "a")) != NULL ? 0 : -1);
    R(fputs("end", g));
    R(c->fclose(g));
    R((g = c->fopen("/dev/fd/3", "we")) != NULL ? 0 : -1);
    R(c->fclose(g));
    same_calls_say_file("f");
    R(c->fopen("/dev/fd/3", "q") != NULL ? 0 : -1);
    R(c->fopen("/dev/fd/5", "r") != NULL ? 0 : -1);
    R((g = c->fopen("/dev/stdout", "w")) != NULL ? 0 : -1);
    R(c->fileno(g));
    R(fputs("by its name, ", g));
    R(c->fclose(g));
    R((g = c->fopen("/dev/stderr", "ae")) != NULL ? 0 : -1);
    R(fputs("appended\n", g));
    R(c->fclose(g));
    R((g = c->fopen("/dev/stdin", "r")) != NULL ? 0 : -1);
    R(fgetc(g));
    R(c->fclose(g));
    say_numbers(c);
}

static void has_files_for_a_while(const struct calls *c)
{
    FILE *f = c->tmpfile();
    R(c->fileno(f));
    R(c->fcntl(3, F_GETFL) & O_ACCMODE);
    R(fputs("kept", f));
    rewind(f);
    say_line(f);
    say_stream(c, f);
    R(c->fclose(f));
    say_numbers(c);
}

/* ---- flushing ---------------------------------------------------------------------------------------------------- */

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
    static char text[80];
    same_calls_clean();
    FILE *f = c->fopen("f", "w"), *g = c->fopen("g", "w");
    c->setvbuf(g, text, _IOFBF, sizeof text);
    R(fputs("written to f", f));
    R(fputs("written to g", g));
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
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(opens_in_each_mode),    SAME_CALLS_ROW(opens_streams_by_names_of_numbers),
        SAME_CALLS_ROW(has_files_for_a_while), SAME_CALLS_ROW(flushes_all),
        SAME_CALLS_ROW(names_of_its_own),      SAME_CALLS_ROW(leaves_streams_at_its_end),
        SAME_CALLS_ROW(finds_what_was_left),   SAME_CALLS_ROW(leaves_streams_at_once),
        SAME_CALLS_ROW(finds_what_was_left),   SAME_CALLS_ROW(leaves_streams_when_killed),
        SAME_CALLS_ROW(finds_what_was_left)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &stream_calls_of_task, &stream_calls_of_process);
}
