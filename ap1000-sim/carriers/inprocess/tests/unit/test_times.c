/* test_times.c - times and time zones in a task in process: when TZ is looked at, and what is known of it between two
 * looks. The same calls are made by a process, which must get the same (same_calls.h); and between them another task
 * has its own zone.
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
#include <time.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"
#include "same_calls.h"

struct calls {
    int (*setenv)(const char *name, const char *value, int overwrite);
    int (*unsetenv)(const char *name);
    void (*tzset)(void);
    struct tm *(*localtime)(const time_t *t);
    struct tm *(*localtime_r)(const time_t *t, struct tm *to);
    struct tm *(*gmtime)(const time_t *t);
    struct tm *(*gmtime_r)(const time_t *t, struct tm *to);
    time_t (*mktime)(struct tm *t);
    time_t (*timegm)(struct tm *t);
    size_t (*strftime)(char *to, size_t room, const char *format, const struct tm *t);
    char *(*asctime)(const struct tm *t);
    char *(*ctime)(const time_t *t);
    char *(*ctime_r)(const time_t *t, char *to);
    void (*say_zone)(void);
    void (*others)(void); /* another task has its turn */
};

/* ---- both sides -------------------------------------------------------------------------------------------------- */

static void say_zone_of_task(void)
{
    void **variable = inprocess_current->variable;
    char **names = variable[VARIABLE_TZNAME];
    same_calls_say("%s %s %ld %d\n", names[0], names[1], *(long *)variable[VARIABLE_TIMEZONE],
                   *(int *)variable[VARIABLE_DAYLIGHT]);
}

static void say_zone_of_process(void)
{
    same_calls_say("%s %s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
}

static void others_of_task(void)
{
    static struct lone_task other;
    static const struct lone_task_wishes wishes;
    static const char *const zones[] = {"OTH-11:30", "OTI+4OTJ,M2.1.0,M12.1.0", "XYZ"};
    static unsigned turns;
    struct inprocess_task *const own = inprocess_current;
    const time_t t = 1234567890;
    if (turns % 3 == 0 && !lone_task_begin(&other, &wishes))
        abort();
    inprocess_current = other.task;
    task_setenv("TZ", zones[turns % 3], 1);
    (void)task_localtime(&t);
    if (turns++ % 3 == 2)
        lone_task_end(&other);
    inprocess_current = own;
}

static void others_of_process(void)
{
}

static const struct calls of_task = {task_setenv,  task_unsetenv, task_tzset,   task_localtime,   task_localtime_r,
                                     task_gmtime,  task_gmtime_r, task_mktime,  task_timegm,      task_strftime,
                                     task_asctime, task_ctime,    task_ctime_r, say_zone_of_task, others_of_task};
static const struct calls of_process = {
    setenv,   unsetenv, tzset, localtime, localtime_r,         gmtime,           gmtime_r, mktime, timegm,
    strftime, asctime,  ctime, ctime_r,   say_zone_of_process, others_of_process};

/* ---- what is looked at ------------------------------------------------------------------------------------------- */

static const time_t times[] = {0, 1000000000, 1700000000, -86400, 4102444800};
enum { TIMES = sizeof times / sizeof times[0] };

static void say_time(const struct tm *t)
{
    if (t == NULL)
        same_calls_say("none: %s\n", strerrorname_np(errno));
    else
        same_calls_say("%d-%d-%d %d:%d:%d %d %d %d %ld %s\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min,
                       t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

static const char *const zones[] = {"AAA-3", "BBB+7:30CCC", "DDD+5EEE,M3.2.0,M11.1.0", "", "UTC0", "nonsense 7"};
enum { ZONES = sizeof zones / sizeof zones[0] };

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static void changes_its_zone(const struct calls *c)
{
    struct tm b;
    c->say_zone();
    for (int i = 0; i < ZONES; i++) {
        same_calls_say("TZ=%s\n", zones[i]);
        R(c->setenv("TZ", zones[i], 1));
        c->others();
        say_time(c->localtime_r(&times[i % TIMES], &b)); /* it need not look at TZ */
        c->say_zone();
        for (int k = 0; k < TIMES; k++) {
            say_time(c->localtime(&times[k]));
            c->others();
            c->say_zone();
        }
        c->others();
        say_time(c->localtime_r(&times[1], &b));
    }
    R(c->unsetenv("TZ"));
    c->others();
    say_time(c->localtime_r(&times[2], &b));
    c->tzset();
    c->say_zone();
    say_time(c->localtime_r(&times[2], &b));
}

/* What each call does with a TZ that nobody has looked at yet; each is a program's first. */
static void first_of(const struct calls *c, int which)
{
    struct tm b = {.tm_year = 100, .tm_mon = 6, .tm_mday = 9, .tm_hour = 5, .tm_isdst = -1};
    char text[60] = "";
    R(c->setenv("TZ", "DDD+5EEE,M3.2.0,M11.1.0", 1));
    c->others();
    switch (which) {
    case 0:
        say_time(c->localtime_r(&times[2], &b));
        break;
    case 1:
        say_time(c->gmtime(&times[2]));
        break;
    case 2:
        say_time(c->gmtime_r(&times[2], &b));
        break;
    case 3:
        R(c->timegm(&b));
        break;
    case 4:
        R(c->mktime(&b));
        say_time(&b);
        break;
    case 5:
        R(c->strftime(text, sizeof text, "%s %Z", &b));
        break;
    case 6:
        R(c->strftime(text, sizeof text, "%H:%M", &b));
        break;
    case 7:
        R(c->strftime(text, sizeof text, "%Z", &b));
        break;
    case 10:
        same_calls_say("%s", c->ctime(&times[1]));
        break;
    case 11:
        same_calls_say("%s", c->ctime_r(&times[1], text));
        break;
    default:
        same_calls_say("%s", c->asctime(&b));
        break;
    }
    same_calls_say("%s\n", text);
    c->say_zone();
    R(c->setenv("TZ", "AAA-3", 1));
    c->others();
    say_time(c->localtime_r(&times[1], &b));
    say_time(c->localtime(&times[1]));
    c->say_zone();
}

#define FIRST(NUMBER)                                 \
    static void first_##NUMBER(const struct calls *c) \
    {                                                 \
        first_of(c, NUMBER);                          \
    }
FIRST(0)
FIRST(1)
FIRST(2)
FIRST(3)
FIRST(4)
FIRST(5)
FIRST(6)
FIRST(7)
FIRST(8)
FIRST(9)
FIRST(10)
FIRST(11)
FIRST(12)

/* Later, when a zone is known and TZ is another one. */
static void looks_again(const struct calls *c)
{
    static const char *const formats[] = {"%H:%M", "%s",  "%Z", "%z",  "%c", "",    "%%s",
                                          "%-5Z",  "%EZ", "%",  "%0s", "s%", "%%%s"};
    char text[60];
    struct tm nameless = {.tm_year = 101, .tm_mon = 2, .tm_mday = 4, .tm_hour = 7};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        R(c->setenv("TZ", "AAA-3", 1));
        struct tm b = *c->localtime(&times[1]);
        R(c->setenv("TZ", "BBB+7:30CCC", 1));
        c->others();
        R(c->strftime(text, sizeof text, formats[i], &b));
        same_calls_say("%s\n", i != 5 ? text : "");
        c->say_zone();
        R(c->setenv("TZ", "EEE-1", 1));
        c->others();
        R(c->strftime(text, sizeof text, formats[i], &nameless));
        same_calls_say("%s\n", i != 5 ? text : "");
        c->say_zone();
        R(c->strftime(text, 3, formats[i], &b));
        R(c->setenv("TZ", "FFF-2", 1));
        R(c->mktime(&nameless));
        say_time(&nameless);
        nameless.tm_zone = NULL;
        c->say_zone();
        R(c->setenv("TZ", "GGG-4", 1));
        c->others();
        c->say_zone();
    }
    c->others();
    errno = ENOTTY;
    say_time(c->localtime_r(&times[1], &nameless)); /* another zone is brought back: nobody sees that */
    same_calls_say("%s\n", strerrorname_np(errno));
    const char *const names[] = {"", "ZZZ"};
    for (int i = 0; i < 6; i++) {
        R(c->setenv("TZ", zones[i / 2], 1));
        nameless.tm_zone = names[i % 2];
        nameless.tm_isdst = i % 3 - 1;
        R(c->strftime(text, sizeof text, "%Z", &nameless));
        same_calls_say("%s\n", text);
        c->say_zone();
    }
    const struct tm *kept = c->localtime(&times[1]);
    const char *const name = kept->tm_zone; /* it stays what it was */
    same_calls_say("%s\n", name);
    R(c->setenv("TZ", "KKK-9", 1));
    c->others();
    say_time(c->localtime(&times[1]));
    c->others();
    c->others();
    const time_t never = (time_t)1 << 60;
    errno = 0;
    say_time(c->localtime(&never));
    errno = 0;
    say_time(c->gmtime(&never));
    same_calls_say("%d %d\n", c->ctime(&never) == NULL, c->ctime_r(&never, text) == NULL);
}

/* One place for what is broken down, one for a date as text. */
static void keeps_one_place(const struct calls *c)
{
    struct tm *t = c->localtime(&times[1]);
    same_calls_say("%d\n", t == c->gmtime(&times[0]));
    say_time(t);
    char *text = c->asctime(t);
    same_calls_say("%d %s", text == c->ctime(&times[2]), text);
}

static void dates_as_texts(const struct calls *c)
{
    for (int month = -1; month <= 12; month++)
        for (int day = -1; day <= 7; day++) {
            struct tm t = {.tm_year = 100, .tm_mon = month, .tm_wday = day, .tm_mday = day};
            same_calls_say("%s", c->asctime(&t));
        }
    static const int years[] = {-1900, -2900, 8099, 8100, INT_MAX - 1900, INT_MAX - 1899, INT_MIN, -1901};
    for (size_t i = 0; i < sizeof years / sizeof years[0]; i++) {
        struct tm t = {.tm_year = years[i], .tm_hour = INT_MIN, .tm_sec = INT_MAX, .tm_mday = 1};
        errno = 0;
        const char *text = c->asctime(&t);
        same_calls_say("%s %s\n", text != NULL ? text : "none", strerrorname_np(errno));
    }
    errno = 0;
    same_calls_say("%d", c->asctime(NULL) == NULL);
    same_calls_say(" %s\n", strerrorname_np(errno));
}

/* A zone that is in a file has had several names: which is meant depends on the time that was asked for last. */
static void reads_a_file_of_zones(const struct calls *c)
{
    static const char file[] = "TZif" /* version 1; 3 changes, 3 zones, 12 letters of names: */
                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\0\0\0\3\0\0\0\3\0\0\0\14"
                               "\x1d\xcd\x65\0"
                               "\x35\xa4\xe9\0"
                               "\x41\x90\xab\0" /* in 1985, 1998 and 2004, */
                               "\1\2\1"         /* to NEW, SUM and NEW; these are -1, +2 and +3 hours: */
                               "\xff\xff\xf1\xf0\0\0"
                               "\0\0\x1c\x20\0\4"
                               "\0\0\x2a\x30\1\10"
                               "OLD\0NEW\0SUM";
    static const time_t asked[] = {0, 600000000, 1000000000, 1700000000, 0, 1000000000};
    char zone[PATH_MAX + 1] = ":", text[60]; /* the name is as long as one can be */
    struct tm b, broken;
    const int n = open("f", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (n < 0 || write(n, file, sizeof file) != sizeof file || getcwd(zone + 1, 300) == NULL)
        abort();
    close(n);
    memset(zone + strlen(zone), '/', PATH_MAX - 1 - strlen(zone));
    strcat(zone, "f");
    R(c->setenv("TZ", zone, 1));
    for (size_t i = 0; i < 6 * sizeof asked / sizeof asked[0]; i++) {
        const time_t t = asked[i % 6];
        snprintf(text, sizeof text, "%ld", (long)t);
        c->others();
        switch (i / 6) {
        case 0:
            say_time(c->localtime(&t));
            break;
        case 1:
            say_time(c->localtime_r(&t, &b));
            break;
        case 3:
            broken = (struct tm){.tm_year = 70 + (int)(t / 31600000), .tm_mday = 3, .tm_isdst = -1};
            R(c->mktime(&broken));
            say_time(&broken);
            break;
        case 4:
            R(c->strftime(text, sizeof text, "%s %Z", &broken));
            same_calls_say("%s\n", text);
            break;
        default:
            same_calls_say("%s", c->ctime_r(&t, text));
            break;
        }
        c->say_zone();
    }
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(changes_its_zone), SAME_CALLS_ROW(first_0),        SAME_CALLS_ROW(first_1),
        SAME_CALLS_ROW(first_2),          SAME_CALLS_ROW(first_3),        SAME_CALLS_ROW(first_4),
        SAME_CALLS_ROW(first_5),          SAME_CALLS_ROW(first_6),        SAME_CALLS_ROW(first_7),
        SAME_CALLS_ROW(first_8),          SAME_CALLS_ROW(first_9),        SAME_CALLS_ROW(first_10),
        SAME_CALLS_ROW(first_11),         SAME_CALLS_ROW(first_12),       SAME_CALLS_ROW(looks_again),
        SAME_CALLS_ROW(keeps_one_place),  SAME_CALLS_ROW(dates_as_texts), SAME_CALLS_ROW(reads_a_file_of_zones)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &of_task, &of_process);
}
