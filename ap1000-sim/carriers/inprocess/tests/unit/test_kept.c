/* test_kept.c - what tasks in process leave: a task that ends leaves no memory and no file, however often that is done;
 * and the next one, which has the same streams, finds nothing of the one before. */

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio_ext.h>
#include <time.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "life.h" /* pvmi_task_state */
#include "lone_task.h"

#include "testing.h"

static char path[] = "/tmp/test-kept-XXXXXX";

static FILE *standard(int number)
{
    static const enum inprocess_variable which[] = {VARIABLE_STDIN, VARIABLE_STDOUT, VARIABLE_STDERR};
    return inprocess_stream(which[number]);
}

/* ---- what they do, and leave open -------------------------------------------------------------------------------- */

static void prints(void)
{
    task_printf("printed");
    fputs("too", standard(2));
    (void)task_getchar();
    (void)ungetc('u', standard(0));
    task_exit(0);
}

static void gives_buffers(void)
{
    static char room[3][64];
    for (int n = 0; n < 3; n++)
        (void)setvbuf(standard(n), room[n], n > 0 ? _IOLBF : _IOFBF, sizeof room[n]);
    prints();
}

static void closes_streams(void)
{
    for (int n = 0; n < 3; n++)
        (void)task_fclose(standard(n));
}

static void opens_files(void)
{
    static char room[64];
    FILE *f = task_fopen(path, "r+"), *g = task_fopen(path, "w+");
    fputs("left", f);
    (void)setvbuf(g, room, _IOFBF, sizeof room);
    fputs("left", g);
    fputs("left", task_tmpfile());
    (void)task_open(path, O_RDWR);
    (void)task_fclose(task_fopen(path, "r"));
    task_exit(0);
}

static void sets_what_is_its_own(void)
{
    static char pair[] = "PAIR=put";
    const time_t t = 0;
    char *line = NULL;
    size_t room = 0;
    for (int i = 0; i < 3; i++) {
        (void)task_setenv("OWN", i % 2 != 0 ? "a value" : "a longer value", 1);
        (void)task_putenv(pair);
        (void)task_setenv("TZ", i % 2 != 0 ? "AAA-3" : "BBB+2", 1);
        (void)task_localtime(&t);
    }
    (void)task_getline(&line, &room, task_fopen(path, "r"));
    (void)task_key_create(&(unsigned){0}, NULL);
    for (int i = 0; i < 3; i++) {
        (void)task_malloc((size_t)1 << (10 + 6 * i));
        (void)task_cxa_atexit(free, NULL, &lone);
        (void)task_cxa_thread_atexit(free, NULL, NULL);
    }
    task_cxa_finalize(&lone);
    (void)task_atexit(prints);
    (void)pvmi_task_state();
}

static void is_killed(void)
{
    static char room[64];
    (void)setvbuf(task_fopen(path, "w"), room, _IOFBF, sizeof room);
    task_printf("lost");
    (void)pvmi_task_state();
    (void)task_raise(SIGKILL);
}

static const struct {
    const char *name;
    void (*program)(void);
    bool own_terminal; /* whose stdin is a pipe */
} rows[] = {{"prints", prints, false},
            {"prints to the terminal", prints, true},
            {"gives buffers", gives_buffers, false},
            {"closes streams", closes_streams, false},
            {"closes streams of the terminal", closes_streams, true},
            {"opens files", opens_files, false},
            {"sets what is its own", sets_what_is_its_own, false},
            {"is killed", is_killed, false}};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- nothing is kept --------------------------------------------------------------------------------------------- */

/* The task's stdout and stderr are not this test's. */
static void begin(bool own_terminal)
{
    const struct lone_task_wishes wishes = {.own_terminal = own_terminal};
    int ends[2], kept[3], nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    for (int n = 0; n < 3; n++) {
        kept[n] = fcntl(n, F_DUPFD_CLOEXEC, 3);
        dup2(n == 0 ? ends[0] : nothing, n);
    }
    const bool begun = lone_task_begin(&lone, &wishes);
    for (int n = 0; n < 3; n++) {
        dup2(kept[n], n);
        close(kept[n]);
    }
    close(ends[0]);
    close(ends[1]);
    close(nothing);
    assert_true(begun);
}

static void once(size_t row)
{
    begin(rows[row].own_terminal);
    (void)lone_task_run(&lone, rows[row].program);
    lone_task_end(&lone);
}

/* All that libc's own heap has given out, to whomever. */
static size_t bytes_in_use(void)
{
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

/* Expectation: after some times each time is as the one before. What is lost once a time is 24 bytes at least. */
TEST(nothing_is_kept)
{
    enum { FIRST = 30, MORE = 60, SMALLEST = 24 };
    for (size_t row = 0; row < ROWS; row++) {
        for (int i = 0; i < FIRST; i++)
            once(row);
        const struct in_use before = in_use();
        const size_t bytes = bytes_in_use();
        for (int i = 0; i < MORE; i++)
            once(row);
        const struct in_use after = in_use();
        const long more = (long)bytes_in_use() - (long)bytes;
        if (more >= MORE * SMALLEST || after.files != before.files || after.mapped_bytes != before.mapped_bytes)
            fail_msg("%s: %ld bytes, %ld files, %ld bytes of mappings more", rows[row].name, more,
                     after.files - before.files, after.mapped_bytes - before.mapped_bytes);
    }
}

/* ---- the next one ------------------------------------------------------------------------------------------------ */

static char rooms[3][512];

static void leaves_streams_in_a_state(void)
{
    for (int n = 0; n < 3; n++)
        (void)setvbuf(standard(n), rooms[n], n == 1 ? _IOLBF : _IOFBF, sizeof rooms[n]);
    (void)task_getchar();
    (void)fputc('x', standard(0));
    (void)fgetc(standard(1));
    (void)fgetc(standard(2));
    (void)ungetc('u', standard(0));
    (void)ungetc('v', standard(0));
    task_printf("waits");
    fputs("waits", standard(2));
}

static void leaves_streams_in_a_state_and_ends(void)
{
    leaves_streams_in_a_state();
    task_exit(0);
}

static void leaves_streams_in_a_state_and_is_killed(void)
{
    leaves_streams_in_a_state();
    (void)task_raise(SIGKILL);
}

/* Expectation: the streams are as at the beginning of a program, and what was the other's room is not written to. */
TEST(the_next_one_finds_nothing)
{
    void (*const programs[])(void) = {leaves_streams_in_a_state_and_ends, leaves_streams_in_a_state_and_is_killed};
    static const char *const printed[] = {"waitswaits", ""};
    for (int i = 0; i < 2; i++) {
        begin(false);
        FILE *const before[] = {standard(0), standard(1), standard(2)};
        (void)lone_task_run(&lone, programs[i]);
        lone_task_end(&lone);
        assert_string_equal(lone.printed, printed[i]);
        memset(rooms, '.', sizeof rooms);
        begin(false);
        for (int n = 0; n < 3; n++) {
            assert_ptr_equal(standard(n), before[n]);
            assert_false(feof(standard(n)) || ferror(standard(n)));
            assert_int_equal(__flbf(standard(n)), 0);
            assert_int_equal(__fpending(standard(n)), 0);
        }
        assert_int_equal(__fbufsize(standard(1)), 4096);
        assert_int_equal(task_getchar(), EOF);
        clearerr(standard(0));
        assert_int_equal(ungetc('n', standard(0)), 'n');
        assert_int_equal(task_getchar(), 'n');
        task_printf("the next ");
        assert_string_equal(lone.printed, "");
        fputs("error", standard(2));
        assert_string_equal(lone.printed, "error");
        for (size_t k = 0; k < sizeof rooms; k++)
            assert_int_equal(((const char *)rooms)[k], '.');
        lone_task_end(&lone);
    }
}

int main(void)
{
    const int file = mkstemp(path);
    if (file < 0)
        return 77;
    close(file);
    lone_task_inherits_nothing();
    const int result = run_all_tests(NULL, NULL);
    unlink(path);
    return result;
}
