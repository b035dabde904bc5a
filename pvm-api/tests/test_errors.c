/* test_errors.c - error codes and texts, each as in PVM 3.4.6; the line of pvm_perror. */
#include <unistd.h>

#include "errors.h"
#include "extra.h"
#include "passing.h"

static const struct text_row {
    const char *name;
    int code;
    const char *text;
} text_rows[] = {
    {"PvmOk", 0, "Error 0"},
    {"no name", -1, "Error 1"},
    {"PvmBadParam", -2, "Bad parameter"},
    {"PvmNoData", -5, "End of buffer"},
    {"no name", -9, "Error 9"},
    {"PvmSysErr", -14, "Can't contact local daemon"},
    {"PvmNoSuchBuf", -16, "No such buffer"},
    {"PvmNotImpl", -24, "Not implemented"},
    {"PvmNotFound", -32, "Not Found"},
    {"PvmExists", -33, "Already Exists"},
    {"PvmIPLoopback", -36, "Master Host IP Address is Loopback! (See pvm3/Readme)"},
    {"below the last", -37, "Unknown Error"},
    {"far below", INT32_MIN, "Unknown Error"},
    {"above 0", 5, "Unknown Error"},
};

static int plain_perror(char *msg, int code)
{
    return pvm_perror(msg);
}

/* Checks what print(msg, code) prints, and that it returns `result`. */
static void printed_line(int (*print)(char *, int), char *msg, int code, int result, char *line, size_t size)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(f), STDERR_FILENO);
    int given = print(msg, code);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(f);
    size_t n = fread(line, 1, size - 1, f);
    line[n] = '\0';
    fclose(f);
    assert_int_equal(given, result);
}

static void perror_line(char *msg, char *line, size_t size)
{
    printed_line(plain_perror, msg, 0, 0, line, size);
}

static void text_is_as_measured(void **state)
{
    const struct text_row *row = *state;
    char line[160], expected[160];
    pvm_errno = row->code;
    assert_string_equal(pvm_strerror(), row->text);
    if (row->code <= 0 && row->code > -pvm_nerr)
        assert_string_equal(pvm_errlist[-row->code], row->text);
    perror_line("here", line, sizeof line);
    snprintf(expected, sizeof expected, "libpvm [t%x]: here: %s\n", pvm_mytid(), row->text);
    assert_string_equal(line, expected);
}

static void list_has_no_gap(void **state)
{
    assert_int_equal(pvm_nerr, 37);
    for (int i = 0; i < pvm_nerr; i++)
        assert_non_null(pvm_errlist[i]);
}

static void message_may_be_missing(void **state)
{
    char line[160], expected[160];
    pvm_errno = PvmBadParam;
    perror_line(NULL, line, sizeof line);
    snprintf(expected, sizeof expected, "libpvm [t%x]: (null): Bad parameter\n", pvm_mytid());
    assert_string_equal(line, expected);
}

/* lpvmerr prints and returns any code, and pvm_errno keeps it. With PvmAutoErr 0 nothing is printed. */
static void programs_report_their_own(void **state)
{
    char line[160], expected[160];
    int codes[] = {PvmBadParam, -200, 5};
    const char *texts[] = {"Bad parameter", "Unknown Error", "Unknown Error"};
    int before = pvm_setopt(PvmAutoErr, 1);
    for (int i = 0; i < 3; i++) {
        printed_line(lpvmerr, "%s mine", codes[i], codes[i], line, sizeof line);
        snprintf(expected, sizeof expected, "libpvm [t%x]: %%s mine(): %s\n", pvm_mytid(), texts[i]);
        assert_string_equal(line, expected);
        assert_int_equal(pvm_errno, codes[i]);
    }
    pvm_setopt(PvmAutoErr, 0);
    printed_line(lpvmerr, "mine", PvmNoBuf, PvmNoBuf, line, sizeof line);
    pvm_setopt(PvmAutoErr, before);
    assert_string_equal(line, "");
    assert_int_equal(pvm_errno, PvmNoBuf);
}

static void last_error_stays_after_success(void **state)
{
    pvm_initsend(PvmDataDefault);
    assert_int_equal(pvm_pkint(NULL, -1, 1), PvmBadParam);
    assert_int_equal(pvm_errno, PvmBadParam);
    pvm_initsend(PvmDataDefault);
    assert_string_equal(pvm_strerror(), "Bad parameter");
}

static void perror_does_not_enroll(void **state)
{
    char line[160], expected[160];
    pvm_exit();
    pvm_errno = PvmSysErr;
    perror_line("after exit", line, sizeof line);
    snprintf(expected, sizeof expected, "libpvm [pid%d]: after exit: Can't contact local daemon\n", (int)getpid());
    assert_string_equal(line, expected);
    assert_null(pvmi_self());
}

#define NTEXTS (sizeof text_rows / sizeof text_rows[0])

int main(void)
{
    static struct CMUnitTest tests[NTEXTS + 5] = {
        cmocka_unit_test(list_has_no_gap),
        cmocka_unit_test(message_may_be_missing),
        cmocka_unit_test(last_error_stays_after_success),
        cmocka_unit_test(programs_report_their_own),
    };
    size_t n = 4;
    for (size_t i = 0; i < NTEXTS; i++)
        tests[n++] =
            (struct CMUnitTest){text_rows[i].name, text_is_as_measured, NULL, NULL, (void *)(uintptr_t)&text_rows[i]};
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(perror_does_not_enroll);
    return _cmocka_run_group_tests("errors", tests, n, passing_setup, passing_teardown);
}
