/* test_standard.c - the three streams that a task in process begins with: what it prints by them and reads, which
 * buffers they have, and how they are closed. The same calls are made by a process, which must get the same
 * (stream_calls.h).
 */
#include <string.h>

#include <fcntl.h>
#include <stdio_ext.h>

#include "stream_calls.h"

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
    setbuf(err, long_text);
    R(fputs("buffered ", err));
    R(c->write(2, "before\n", 7));
    R(c->fflush(err));
    setbuffer(err, NULL, 0);
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
        R(fseek(f, 0, SEEK_SET));
        R(fseek(f, 0, SEEK_CUR));
        R(fseek(f, 5, SEEK_END));
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
        R(c->fcntl(number, F_GETFL) < 0 ? -1 : 0);
        R(c->fileno(f));
        R(number == 0 ? fgetc(f) : fputs("lost", f));
        R(ftell(f));
        R(fseek(f, 0, SEEK_SET));
        R(c->fflush(f));
    }
    R(c->fclose(c->standard(1)));
    R(c->open("/dev/null", O_RDWR));
    R(c->open("/dev/null", O_RDWR));
    R(fputs("lost", c->standard(1)));
    say_numbers(c);
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
    R(fseek(in, 2, SEEK_CUR));
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

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const char text[] = "x12 word\nsecond line\nthird line\nfourth\nrest",
                      typed[] = "x12 word\nsecond line\nthird line\nfourth\n\004\004\004\004\004";
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(prints_in_pieces),
        SAME_CALLS_ROW(asks_standard_streams),
        SAME_CALLS_ROW(closes_standard_streams),
        {"reads a pipe", reads_its_input, SAME_CALLS_PIPE, text},
        {"reads a file", reads_its_input, SAME_CALLS_FILE, text},
        {"reads a terminal", reads_its_input, SAME_CALLS_TERMINAL, typed},
        {"reads a pipe and ends", reads_and_ends, SAME_CALLS_PIPE, text},
        {"reads a file and ends", reads_and_ends, SAME_CALLS_FILE, text},
        {"reads a terminal and ends", reads_and_ends, SAME_CALLS_TERMINAL, typed}};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &stream_calls_of_task, &stream_calls_of_process);
}
