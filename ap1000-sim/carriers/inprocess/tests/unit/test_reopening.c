/* test_reopening.c - streams that a task in process opens anew, with another file or in another way (freopen), and
 * where they stand then. The same calls are made by a process, which must get the same (stream_calls.h).
 */
#include <stdint.h>

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>

#include "stream_calls.h"

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

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(opens_standard_streams_anew), SAME_CALLS_ROW(makes_files_anew), SAME_CALLS_ROW(goes_to_places),
        SAME_CALLS_ROW(opens_anew_without_a_name), SAME_CALLS_ROW(opens_files_anew)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &stream_calls_of_task, &stream_calls_of_process);
}
