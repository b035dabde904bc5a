/* test_records.c - what libc keeps in places of its own, and a task in process in its: people, groups, addresses,
 * tables, limits (records.c), texts of errors and signals (texts.c), the state of strtok (state.c). The same calls are
 * made by a process, which must get the same (same_calls.h); and each task has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <grp.h>
#include <pwd.h>
#include <search.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"
#include "same_calls.h"

struct calls {
    struct passwd *(*getpwuid)(uid_t id);
    struct passwd *(*getpwnam)(const char *name);
    struct group *(*getgrgid)(gid_t id);
    struct group *(*getgrnam)(const char *name);
    char *(*inet_ntoa)(struct in_addr address);
    char *(*strptime)(const char *text, const char *format, struct tm *to);
    int (*hcreate)(size_t n);
    ENTRY *(*hsearch)(ENTRY what, ACTION how);
    void (*hdestroy)(void);
    int (*getrlimit)(int what, struct rlimit *limit);
    char *(*strerror)(int number);
    char *(*strsignal)(int number);
    char *(*strtok)(char *text, const char *between);
};

static int own_getrlimit(int what, struct rlimit *limit)
{
    return getrlimit((__rlimit_resource_t)what, limit);
}

static const struct calls of_task = {task_getpwuid, task_getpwnam,  task_getgrgid, task_getgrnam, task_inet_ntoa,
                                     task_strptime, task_hcreate,   task_hsearch,  task_hdestroy, task_getrlimit,
                                     task_strerror, task_strsignal, task_strtok};
static const struct calls of_process = {getpwuid, getpwnam, getgrgid,      getgrnam, inet_ntoa, strptime, hcreate,
                                        hsearch,  hdestroy, own_getrlimit, strerror, strsignal, strtok};

static void say_person(const struct passwd *p)
{
    same_calls_say("%s\n", p != NULL ? p->pw_name : strerrorname_np(errno));
    if (p != NULL)
        same_calls_say("%s:%d:%d:%s:%s\n", p->pw_passwd, (int)p->pw_uid, (int)p->pw_gid, p->pw_dir, p->pw_shell);
}

static void say_group(const struct group *g)
{
    same_calls_say("%s\n", g != NULL ? g->gr_name : strerrorname_np(errno));
    if (g != NULL)
        same_calls_say("%s:%d:%d\n", g->gr_passwd, (int)g->gr_gid, g->gr_mem[0] != NULL);
}

static void asks_for_people(const struct calls *c)
{
    const struct passwd *first = c->getpwuid(0);
    say_person(first);
    say_person(c->getpwnam("root"));
    same_calls_say("%d\n", first == c->getpwnam("root")); /* each way has a place of its own, */
    same_calls_say("%d\n", first == c->getpwuid(0));      /* which is always the same */
    errno = ENOTTY;                                       /* which is not touched if there is simply none */
    say_person(c->getpwuid(123454321));
    errno = ENOTTY;
    say_person(c->getpwnam("nobody of this name"));
    errno = ENOTTY;
    const struct group *group = c->getgrgid(0);
    say_group(group);
    same_calls_say("%d ", errno);
    (void)c->getgrnam("root");
    same_calls_say("%d ", errno);
    (void)c->getpwuid(0);
    same_calls_say("%d ", errno);
    (void)c->getpwnam("root");
    same_calls_say("%d\n", errno);
    say_group(c->getgrnam("root"));
    same_calls_say("%d\n", group == c->getgrnam("root"));
    same_calls_say("%d\n", group == c->getgrgid(0));
    errno = ENOTTY;
    say_group(c->getgrgid(123454321));
    errno = ENOTTY;
    say_group(c->getgrnam("no group of this name"));
}

static void asks_for_texts(const struct calls *c)
{
    for (int number = -2; number < 140; number++)
        same_calls_say("%s\n", c->strerror(number));
    for (int number = -1; number < 70; number++)
        same_calls_say("%s\n", c->strsignal(number));
    char text[] = ",a,,bc;d", none[] = "", between[] = ",,";
    for (const char *part = c->strtok(text, ","); part != NULL; part = c->strtok(NULL, ",;"))
        same_calls_say("%s|", part);
    same_calls_say("%d%d\n", c->strtok(none, ",") == NULL, c->strtok(between, ",") == NULL);
    struct in_addr one = {htonl(0x7f000001)}, other = {0xffffffff};
    const char *first = c->inet_ntoa(one);
    same_calls_say("%s\n", first);
    same_calls_say("%d %s\n", c->inet_ntoa(other) == first, first);
}

static void reads_dates(const struct calls *c)
{
    struct tm t = {.tm_mday = 0};
    const char *end = c->strptime("2001-09-09 rest", "%Y-%m-%d", &t);
    same_calls_say("%s %d %d %d %d\n", end, t.tm_year, t.tm_mon, t.tm_mday, t.tm_wday);
    end = c->strptime("1000000000", "%s", &t);
    same_calls_say("%d %d %d\n", end != NULL, t.tm_year, t.tm_yday);
    same_calls_say("%d\n", c->strptime("no date", "%Y", &t) == NULL);
}

static void keeps_a_table(const struct calls *c)
{
    char keys[4][8] = {"one", "two", "three", "four"}, data[] = "data";
    R(c->hcreate(3));
    for (int i = 0; i < 4; i++)
        same_calls_say("%d\n", c->hsearch((ENTRY){keys[i], data + i}, ENTER) != NULL);
    for (int i = 0; i < 4; i++) {
        const ENTRY *found = c->hsearch((ENTRY){keys[i], NULL}, FIND);
        same_calls_say("%s\n", found != NULL ? (char *)found->data : "none");
    }
    R(c->hcreate(3)); /* there is one already */
    c->hdestroy();
    R(c->hcreate(30));
    same_calls_say("%d\n", c->hsearch((ENTRY){keys[0], NULL}, FIND) == NULL);
    c->hdestroy();
    c->hdestroy();
}

static void asks_for_limits(const struct calls *c)
{
    struct rlimit limit;
    R(c->getrlimit(RLIMIT_STACK, &limit));
    same_calls_say("%llu %llu\n", (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
    R(c->getrlimit(RLIMIT_CORE, &limit));
    same_calls_say("%llu\n", (unsigned long long)limit.rlim_cur);
    R(c->getrlimit(77, &limit));
}

/* ---- each has its own -------------------------------------------------------------------------------------------- */

static void places_of_two_tasks(void **state)
{
    static struct lone_task one, two;
    static const struct lone_task_wishes few = {.most_files = 50};
    static const struct lone_task_wishes wishes = {.most_files = 60};
    char text[] = "a b c", other[] = "x y", key[] = "key", data[] = "data";
    struct rlimit limit;
    (void)state;
    assert_true(lone_task_begin(&two, &few) && lone_task_begin(&one, &wishes));
    const struct passwd *p = task_getpwuid(0);
    const char *unknown = task_strerror(4711), *address = task_inet_ntoa((struct in_addr){0});
    assert_string_equal(task_strtok(text, " "), "a");
    assert_int_not_equal(task_hcreate(5), 0);
    assert_non_null(task_hsearch((ENTRY){key, data}, ENTER));
    assert_int_equal(task_getrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(limit.rlim_cur, 60);
    assert_int_equal(task_getdtablesize(), 60);
    inprocess_current = two.task;
    assert_ptr_not_equal(task_getpwuid(0), p);
    assert_ptr_not_equal(task_strerror(4712), unknown);
    assert_ptr_not_equal(task_inet_ntoa((struct in_addr){1}), address);
    assert_string_equal(task_strtok(other, " "), "x");
    assert_int_not_equal(task_hcreate(5), 0); /* a table of its own */
    assert_null(task_hsearch((ENTRY){key, NULL}, FIND));
    assert_int_equal(task_getdtablesize(), 50);
    assert_int_equal(task_getrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(limit.rlim_cur, 50);
    lone_task_end(&two);
    inprocess_current = one.task;
    assert_string_equal(unknown, "Unknown error 4711");
    assert_string_equal(address, "0.0.0.0");
    assert_string_equal(task_strtok(NULL, " "), "b");
    assert_non_null(task_hsearch((ENTRY){key, NULL}, FIND));
    lone_task_end(&one);
}

/* Without memory there is no place: it says so, and does not touch that of another. */
static void without_memory(void **state)
{
    static struct lone_task one;
    static const struct lone_task_wishes wishes;
    char key[] = "key";
    (void)state;
    for (int i = 0; i < 8; i++) {
        assert_true(lone_task_begin(&one, &wishes));
        fail_at(1);
        errno = 0;
        assert_true(i != 0 || task_getpwuid(0) == NULL);
        assert_true(i != 1 || task_getpwnam("root") == NULL);
        assert_true(i != 2 || task_getgrgid(0) == NULL);
        assert_true(i != 3 || task_getgrnam("root") == NULL);
        assert_true(i != 4 || task_inet_ntoa((struct in_addr){0}) == NULL);
        assert_true(i != 5 || task_hcreate(4) == 0);
        assert_true(i != 6 || task_hsearch((ENTRY){key, NULL}, FIND) == NULL);
        if (i == 7)
            task_hdestroy();
        assert_int_equal(failed(), ENOMEM);
        assert_true(i == 7 || errno == ENOMEM);
        fail_at(0);
        lone_task_end(&one);
    }
}

#define SAME(PROGRAM)                                      \
    static void same_##PROGRAM(void **state)               \
    {                                                      \
        (void)state;                                       \
        same_calls_expect(PROGRAM, &of_task, &of_process); \
    }
SAME(asks_for_people)
SAME(asks_for_texts)
SAME(reads_dates)
SAME(keeps_a_table)
SAME(asks_for_limits)

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_asks_for_people), cmocka_unit_test(same_asks_for_texts),
                                       cmocka_unit_test(same_reads_dates),     cmocka_unit_test(same_keeps_a_table),
                                       cmocka_unit_test(same_asks_for_limits), cmocka_unit_test(places_of_two_tasks),
                                       cmocka_unit_test(without_memory)};
    same_calls_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
