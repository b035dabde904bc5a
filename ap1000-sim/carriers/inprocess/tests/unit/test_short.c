/* test_short.c - calls of libc in a task in process on a computer that is short of something: each call that takes
 * memory or a file fails once at each of them. Expectation: it then says so by its result and errno, or does without;
 * nothing is lost, and the next time it does what it does else. And a task that may have few files. */

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

#include "testing.h"

enum { MB = 1 << 20, LOST = -1, MOST_WAYS = 60, FEW = 7 /* files that a task may have */ };

static char path[] = "/tmp/test-short-XXXXXX";

/* ---- the calls: each is done, and undone; returns a number that says how it went, or LOST with errno ------------- */

static long closed(int number)
{
    return number < 0 || task_close(number) != 0 ? LOST : number;
}

static long closed_stream(FILE *f)
{
    const int number = f != NULL ? task_fileno(f) : 0;
    return f == NULL || task_fclose(f) != 0 ? LOST : number + 100;
}

static long freed(void *p)
{
    task_free(p);
    return p != NULL ? 1 : LOST;
}

static long opens(void)
{
    return closed(task_open(path, O_RDWR | O_CREAT, 0600));
}

static long opens_what_is_printed(void)
{
    return closed(task_open("/dev/stdout", O_WRONLY));
}

static long opens_an_input_by_its_number(void)
{
    return closed(task_open("/dev/fd/0", O_RDONLY));
}

static long opens_a_stream(void)
{
    return closed_stream(task_fopen(path, "r"));
}

static long opens_a_stream_to_what_is_printed(void)
{
    return closed_stream(task_fopen("/dev/stdout", "a"));
}

static long has_a_file_for_a_while(void)
{
    return closed_stream(task_tmpfile());
}

static long knows_what_is_printed(void)
{
    struct stat s;
    return task_fstat(1, &s) != 0 ? LOST : S_ISFIFO(s.st_mode) ? 1 : -2;
}

static long sets_a_variable(void)
{
    return task_setenv("SHORT", "of memory", 1) == 0 && strcmp(task_getenv("SHORT"), "of memory") == 0 ? 1 : LOST;
}

static long looks_at_files(void)
{
    struct pollfd files[] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};
    const int n = task_poll(files, 2, 0);
    return n < 0 ? LOST : n * 10000 + files[0].revents * 100 + files[1].revents;
}

static void never(void)
{
}

static long registers_an_end(void)
{
    return task_atexit(never) == 0 ? 1 : LOST;
}

static long takes_memory(void)
{
    return freed(task_calloc(3 * MB, 1));
}

static long takes_aligned_memory(void)
{
    return freed(task_memalign(4096, 2 * MB));
}

static long copies_a_text(void)
{
    char *p = task_strdup("a text"), *q = p != NULL ? task_strndup(p, 3) : NULL;
    const long result = q != NULL && strcmp(q, "a t") == 0 && strcmp(p, "a text") == 0 ? 1 : LOST;
    task_free(p);
    task_free(q);
    return result;
}

static long prints_into_memory(void)
{
    char *p = NULL;
    const int n = task_asprintf(&p, "%d and %2000000d", 1, 2);
    if (n >= 0)
        task_free(p);
    return n >= 0 ? n : LOST;
}

static long reads_a_line(void)
{
    char *line = NULL;
    size_t room = 0;
    FILE *f = task_tmpfile();
    if (f == NULL)
        return LOST;
    fputs("one line\n", f);
    rewind(f);
    const ssize_t n = task_getline(&line, &room, f);
    const int why = errno;
    task_free(line);
    (void)task_fclose(f);
    errno = why;
    return n >= 0 ? n * 1000 + (long)room : LOST;
}

static long says_what_is_wrong(void)
{
    const size_t from = lone.printed_bytes;
    errno = ENOENT;
    task_perror("short");
    return strcmp(lone.printed + from, "short: No such file or directory\n") == 0 ? 1 : -2;
}

static long prints(void)
{
    const size_t from = lone.printed_bytes;
    return task_write(1, "a word", 6) == 6 && strcmp(lone.printed + from, "a word") == 0 ? 1 : LOST;
}

#define ROW(NAME, RESULT, FOR_NUMBER)   \
    {                                   \
#NAME, NAME, RESULT, FOR_NUMBER \
    }
static const struct {
    const char *name;
    long (*call)(void);
    long result, for_number; /* for_number: so much more for each number that is taken already */
} rows[] = {ROW(opens, 3, 1),
            ROW(opens_what_is_printed, 3, 1),
            ROW(opens_an_input_by_its_number, 3, 1),
            ROW(opens_a_stream, 103, 1),
            ROW(opens_a_stream_to_what_is_printed, 103, 1),
            ROW(has_a_file_for_a_while, 103, 1),
            ROW(knows_what_is_printed, 1, 0),
            ROW(sets_a_variable, 1, 0),
            ROW(looks_at_files, 20000 + 100 * POLLIN + POLLOUT, 0),
            ROW(registers_an_end, 1, 0),
            ROW(takes_memory, 1, 0),
            ROW(takes_aligned_memory, 1, 0),
            ROW(copies_a_text, 1, 0),
            ROW(prints_into_memory, 2000006, 0),
            ROW(reads_a_line, 9000 + 120, 0),
            ROW(says_what_is_wrong, 1, 0),
            ROW(prints, 1, 0)};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- each of them, short of each thing --------------------------------------------------------------------------- */

static void begin(uint64_t most_files)
{
    const struct lone_task_wishes wishes = {.most_files = most_files};
    assert_true(lone_task_begin(&lone, &wishes));
}

static void expect_same(struct in_use a, struct in_use b)
{
    assert_int_equal(a.files, b.files);
    assert_int_equal(a.blocks, b.blocks);
    assert_int_equal(a.mapped_bytes, b.mapped_bytes);
}

/* Returns false when the call has not come to its n-th need. */
static bool fails_once(size_t row, int n, long expected)
{
    const struct in_use before = in_use();
    begin(0);
    errno = 0;
    fail_at(n);
    const long result = rows[row].call();
    const int why = errno;
    fail_at(0);
    const bool was_short = failed() != 0;
    if (result != expected && (result != LOST || !was_short || why != failed()))
        fail_msg("%s, short at %d: %ld, errno %d", rows[row].name, n, result, why);
    const struct in_use once = in_use();
    const long again = rows[row].call();
    if (again != expected)
        fail_msg("%s, after it was short at %d: %ld instead of %ld", rows[row].name, n, again, expected);
    assert_int_equal(in_use().files, once.files);
    lone_task_end(&lone);
    expect_same(in_use(), before);
    return was_short;
}

TEST(each_need_fails_once)
{
    for (size_t row = 0; row < ROWS; row++) {
        begin(0);
        const long expected = rows[row].result;
        for (int i = 0; i < 2; i++) {
            const long result = rows[row].call();
            if (result != expected)
                fail_msg("%s: %ld instead of %ld", rows[row].name, result, expected);
        }
        lone_task_end(&lone);
        int n = 1;
        while (n < MOST_WAYS && fails_once(row, n, expected))
            n++;
        assert_true(n < MOST_WAYS);
    }
}

/* A task that cannot begin is refused whole. */
TEST(a_task_without_memory_does_not_begin)
{
    char own[] = "OWN=value", *environment[] = {own, NULL};
    const struct lone_task_wishes wishes[] = {{.environment = environment}, {.own_terminal = true}};
    int refused = 0;
    begin(0); /* the first one leaves streams for the next */
    lone_task_end(&lone);
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++)
        for (int n = 2;; n++) { /* the first one is the test's own */
            const struct in_use before = in_use();
            fail_at(n);
            const bool there = lone_task_begin(&lone, &wishes[i]);
            fail_at(0);
            refused += !there;
            if (there) { /* with the files and streams that it is to have */
                for (int stream = VARIABLE_STDIN; stream <= VARIABLE_STDERR; stream++)
                    assert_non_null(inprocess_stream((enum inprocess_variable)stream));
                assert_true(wishes[i].own_terminal || task_write(1, "x", 1) == 1);
                lone_task_end(&lone);
            } else {
                assert_int_equal(failed(), ENOMEM);
            }
            expect_same(in_use(), before);
            if (failed() == 0)
                break;
        }
    assert_true(refused >= 6);
    begin(0); /* the next test finds streams, as at its beginning */
    lone_task_end(&lone);
}

/* ---- few files --------------------------------------------------------------------------------------------------- */

/* Expectation: with 0, 1 and 2 there is room for four more; each call that wants another one is refused with EMFILE,
 * and succeeds when one has been closed. */
TEST(no_more_files_than_it_may_have)
{
    long expected[ROWS];
    for (size_t row = 0; row < ROWS; row++)
        expected[row] = rows[row].result + (FEW - 4) * rows[row].for_number;
    const struct in_use before = in_use();
    begin(FEW);
    for (int i = 0; i < FEW - 3; i++)
        assert_int_equal(task_open(path, O_RDONLY), 3 + i);
    for (size_t row = 0; row < ROWS; row++) {
        const struct in_use once = in_use();
        errno = 0;
        const long result = rows[row].call();
        const int why = errno;
        if (result != expected[row] && (result != LOST || why != EMFILE))
            fail_msg("%s without a number: %ld, errno %d", rows[row].name, result, why);
        assert_int_equal(in_use().files, once.files);
    }
    assert_int_equal(task_close(FEW - 1), 0);
    for (size_t row = 0; row < ROWS; row++) {
        const long result = rows[row].call();
        const bool wants_two = result == LOST && errno == EMFILE;
        if (result != expected[row] && !wants_two)
            fail_msg("%s with one number: %ld instead of %ld, errno %d", rows[row].name, result, expected[row], errno);
        assert_int_equal(task_open(path, O_RDONLY), FEW - 1);
        assert_int_equal(task_close(FEW - 1), 0);
    }
    lone_task_end(&lone);
    expect_same(in_use(), before);
}

/* Expectation: the list has always room for what is in it, and its end; a new one is made just when it has none. */
TEST(a_list_of_variables_that_grows)
{
    const struct inprocess_list *list;
    char name[20];
    size_t lists = 0;
    begin(0);
    list = &lone.task->environment_list;
    for (size_t n = 1; n < 1000; n++) {
        char **const before = list->last;
        const size_t room = list->room;
        snprintf(name, sizeof name, "NAME%zu", n);
        assert_int_equal(task_setenv(name, "a value", 1), 0);
        assert_true(n + 1 <= list->room);
        assert_int_equal(list->last != before, n + 1 > room);
        lists += list->last != before;
        assert_null(list->last[n]);
    }
    assert_in_range(lists, 4, 6);
    for (size_t n = 1; n < 1000; n++) {
        snprintf(name, sizeof name, "NAME%zu", n);
        assert_string_equal(task_getenv(name), "a value");
    }
    lone_task_end(&lone);
}

inprocess_library_function ap1000_task_library;

/* A library's file is known by its path, which is the task's own. */
static int note_path(struct dl_phdr_info *info, size_t bytes, void *to)
{
    (void)bytes;
    strcpy(to, info->dlpi_name);
    return 1;
}

TEST(images)
{
    static const unsigned char nothing[64];
    char file[] = "libfirst.so", told[sizeof file];
    const struct inprocess_image image = {.base = nothing, .path = file};
    begin(0);
    ap1000_task_library()->add_image(lone.task, &image);
    file[0] = 'x';
    assert_int_equal(task_dl_iterate_phdr(note_path, told), 1);
    assert_string_equal(told, "libfirst.so");
    lone_task_end(&lone);
}

/* Keys are as many as a library may want; the next one is refused, until one is given back. */
TEST(keys)
{
    static char values[INPROCESS_KEYS + 1];
    unsigned key = 77, first;
    begin(0);
    assert_int_equal(task_key_create(&first, NULL), 0);
    for (int i = 1; i < INPROCESS_KEYS; i++) {
        assert_int_equal(task_key_create(&key, NULL), 0);
        assert_int_equal(key, first + (unsigned)i);
        assert_null(task_getspecific(key));
        assert_int_equal(task_setspecific(key, values + i), 0);
    }
    assert_int_equal(task_key_create(&key, NULL), EAGAIN);
    for (int i = 1; i < INPROCESS_KEYS; i++)
        assert_ptr_equal(task_getspecific(first + (unsigned)i), values + i);
    assert_int_equal(task_key_delete(key), 0);
    assert_null(task_getspecific(key));
    assert_int_equal(task_setspecific(key + 1, values), EINVAL);
    assert_null(task_getspecific(key + 1));
    assert_int_equal(task_key_create(&first, NULL), 0);
    assert_int_equal(first, key);
    lone_task_end(&lone);
}

int main(void)
{
    const int file = mkstemp(path);
    if (file < 0)
        return 77;
    close(file);
    lone_task_inherits_nothing();
    begin(0); /* the first one leaves what is for all */
    for (size_t row = 0; row < ROWS; row++)
        (void)rows[row].call();
    lone_task_end(&lone);
    const int result = run_all_tests(NULL, NULL);
    unlink(path);
    return result;
}
