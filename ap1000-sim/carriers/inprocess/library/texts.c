/* texts.c - texts and times that libc makes in places of its own, for each task by itself: of errors and signals
 * without a name, of dates; and the time zone, which each task sets by its own TZ. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

extern char **environ;

/* ---- errors and signals ------------------------------------------------------------------------------------------ */

char *task_strerror(int number)
{
    char *own = inprocess_current->random.error_text;
    if (strerrordesc_np(number) != NULL)
        return strerror(number);
    snprintf(own, sizeof inprocess_current->random.error_text, "Unknown error %d", number);
    return own;
}

char *task_strsignal(int number)
{
    char *own = inprocess_current->random.signal_text;
    const size_t room = sizeof inprocess_current->random.signal_text;
    if (sigdescr_np(number) != NULL)
        return strsignal(number);
    if (number >= SIGRTMIN && number <= SIGRTMAX)
        snprintf(own, room, "Real-time signal %d", number - SIGRTMIN);
    else
        snprintf(own, room, "Unknown signal %d", number);
    return own;
}

/* ---- the time zone ----------------------------------------------------------------------------------------------- */

/* libc's zone is made the one of this TZ. It reads its own environment, where nothing else is for that moment. */
static void use_zone(const char *zone)
{
    char entry[PATH_MAX + 4] = "TZ=";
    char *only[] = {zone != NULL ? strncat(entry, zone, PATH_MAX) : NULL, NULL}, **before = environ;
    environ = only;
    tzset();
    environ = before;
}

/* The zone that the task has looked at last; `look`: it does so now. */
static void set_zone(bool look)
{
    struct inprocess_time *t = &inprocess_current->time;
    const char *zone = task_getenv("TZ");
    if ((look || !t->zone_known) && (t->zone == NULL || zone == NULL || strcmp(t->zone, zone) != 0)) {
        free(t->zone);
        t->zone = zone != NULL ? strdup(zone) : NULL;
    }
    t->zone_known = true;
    use_zone(t->zone);
}

void task_tzset(void)
{
    set_zone(true);
}

struct tm *task_localtime_r(const time_t *t, struct tm *to)
{
    set_zone(false);
    return localtime_r(t, to);
}

struct tm *task_localtime(const time_t *t)
{
    set_zone(true);
    return localtime_r(t, &inprocess_current->time.broken_down);
}

struct tm *task_gmtime(const time_t *t)
{
    return gmtime_r(t, &inprocess_current->time.broken_down);
}

/* libc looks at the environment itself in these: at that moment it must be the task's. */
#define WITH_ZONE(CALL)                                                   \
    set_zone(true);                                                       \
    char entry[PATH_MAX + 4] = "TZ=";                                     \
    char *only[] = {NULL, NULL}, **before = environ;                      \
    if (inprocess_current->time.zone != NULL)                             \
        only[0] = strncat(entry, inprocess_current->time.zone, PATH_MAX); \
    environ = only;                                                       \
    CALL;                                                                 \
    environ = before

time_t task_mktime(struct tm *t)
{
    time_t made;
    WITH_ZONE(made = mktime(t));
    return made;
}

size_t task_strftime(char *to, size_t room, const char *format, const struct tm *t)
{
    size_t n;
    WITH_ZONE(n = strftime(to, room, format, t));
    return n;
}

/* ---- dates as text ----------------------------------------------------------------------------------------------- */

static const char *name_of(int i, int n, const char *names)
{
    static const char none[] = "???";
    return i >= 0 && i < n ? names + 3 * i : none;
}

static char *date(const struct tm *t, char *to, size_t room)
{
    if (t == NULL) {
        errno = EINVAL;
        return NULL;
    }
    int n = t->tm_year > INT_MAX - 1900 ? -1
                                        : snprintf(to, room, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                                                   name_of(t->tm_wday, 7, "SunMonTueWedThuFriSat"),
                                                   name_of(t->tm_mon, 12, "JanFebMarAprMayJunJulAugSepOctNovDec"),
                                                   t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year);
    if (n >= 0 && (size_t)n < room)
        return to;
    errno = EOVERFLOW;
    return NULL;
}

char *task_asctime(const struct tm *t)
{
    return date(t, inprocess_current->time.text, sizeof inprocess_current->time.text);
}

char *task_ctime(const time_t *t)
{
    struct tm *b = task_localtime(t);
    return b != NULL ? task_asctime(b) : NULL;
}

char *task_ctime_r(const time_t *t, char *to)
{
    struct tm b;
    return task_localtime_r(t, &b) != NULL ? asctime_r(&b, to) : NULL;
}
