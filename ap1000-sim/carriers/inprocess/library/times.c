/* times.c - times that libc makes in places of its own, for each task by itself, and the time zone, which each task
 * sets by its own TZ. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

extern char **environ;

/* ---- the time zone ----------------------------------------------------------------------------------------------- */

/* libc's zone is that of the task which has asked last. It reads the environment itself, where for that moment nothing
 * is but the TZ given. Programs that ask for times have their turns in the simulator's thread (elf_libraries.cpp), so
 * what is there meanwhile is one place; libc may look at it for a program in another thread. Nothing of the program is
 * touched: libc is given copies, and a bad pointer is a fault of the program alone. */
static struct {
    char text[PATH_MAX + 4];
    char *only[2], **before;
} zone;

/* libc looks at TZ at the first time, and later if `anew`. Is it another one now? */
static bool look_at_zone(bool anew)
{
    struct inprocess_time *t = &inprocess_current->time;
    const char *now = anew || !t->zone_known ? task_getenv("TZ") : t->zone;
    if (t->zone_known && (now == NULL ? t->zone == NULL : t->zone != NULL && strcmp(t->zone, now) == 0))
        return false;
    free(t->zone);
    t->zone = now != NULL ? strdup(now) : NULL;
    t->zone_known = true;
    return true;
}

/* A zone that is new to the task is so to libc, which then looks for its file. */
static void begin_zone(bool anew)
{
    static char none[] = "TZ=NONE4";
    const bool is_other = look_at_zone(anew);
    const char *own = inprocess_current->time.zone;
    const int why = errno;
    zone.only[0] = none;
    zone.before = environ;
    environ = zone.only;
    if (is_other)
        tzset();
    snprintf(zone.text, sizeof zone.text, "TZ=%s", own != NULL ? own : "");
    zone.only[0] = own != NULL ? zone.text : NULL;
    errno = why;
    tzset();
    if (!is_other)
        errno = why;
}

static void end_zone(void)
{
    environ = zone.before;
}

/* As libc does at the first time, although it does not use the zone. */
static void begin_times(void)
{
    if (inprocess_current->time.zone_known)
        return;
    begin_zone(false);
    end_zone();
}

static struct tm *local_time(const time_t *t, struct tm *to, bool anew)
{
    struct tm made;
    const time_t at = *t;
    begin_zone(anew);
    const bool is_made = localtime_r(&at, &made) != NULL;
    end_zone();
    if (!is_made)
        return NULL;
    *to = made;
    return to;
}

struct tm *task_localtime_r(const time_t *t, struct tm *to)
{
    return local_time(t, to, false);
}

struct tm *task_localtime(const time_t *t)
{
    return local_time(t, &inprocess_current->time.broken_down, true);
}

struct tm *task_gmtime_r(const time_t *t, struct tm *to)
{
    struct tm made;
    const time_t at = *t;
    begin_times();
    if (gmtime_r(&at, &made) == NULL)
        return NULL;
    *to = made;
    return to;
}

struct tm *task_gmtime(const time_t *t)
{
    return task_gmtime_r(t, &inprocess_current->time.broken_down);
}

time_t task_timegm(struct tm *t)
{
    begin_times();
    return timegm(t);
}

time_t task_mktime(struct tm *t)
{
    struct tm own = *t;
    begin_zone(true);
    const time_t made = mktime(&own);
    end_zone();
    *t = own;
    return made;
}

/* Is such a conversion in the format, with whatever flags and width? */
static bool converts(const char *format, char what)
{
    for (const char *p = format; (p = strchr(p, '%')) != NULL; p++) {
        p += 1 + strspn(p + 1, "_-0^#+123456789EO");
        if (*p == what)
            return true;
        if (*p == 0)
            return false;
    }
    return false;
}

/* libc looks at the zone for seconds since 1970, and for its name if the time does not say it, but may have one. */
static bool looks_at_zone(const char *format, const struct tm *t)
{
    const bool nameless = (t->tm_zone == NULL || *t->tm_zone == 0) && t->tm_isdst >= 0;
    return converts(format, 's') || (nameless && converts(format, 'Z'));
}

size_t task_strftime(char *to, size_t room, const char *format, const struct tm *t)
{
    char own[4096]; /* longer texts are not made in the zone */
    if (!looks_at_zone(format, t))
        return strftime(to, room, format, t);
    const struct tm of = *t;
    begin_zone(true);
    const size_t n = strftime(own, room < sizeof own ? room : sizeof own, format, &of);
    end_zone();
    if (n > 0)
        memcpy(to, own, n + 1);
    return n;
}

/* ---- dates as text ----------------------------------------------------------------------------------------------- */

/* libc's own, with room for any year: asctime_r has less. */
char *task_asctime(const struct tm *t)
{
    const char *made = asctime(t);
    return made != NULL ? strcpy(inprocess_current->time.text, made) : NULL;
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
