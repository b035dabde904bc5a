/* texts.c - texts and times that libc makes in places of its own, for each task by itself: of errors without a name, of
 * dates; and the time zone, which each task sets by its own TZ. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

extern char **environ;

/* ---- errors ------------------------------------------------------------------------------------------------------ */

char *task_strerror(int number)
{
    char *own = inprocess_current->random.error_text;
    if (strerrordesc_np(number) != NULL)
        return strerror(number);
    snprintf(own, sizeof inprocess_current->random.error_text, "Unknown error %d", number);
    return own;
}

/* ---- the time zone ----------------------------------------------------------------------------------------------- */

/* libc's zone is that of the task which has asked last. It reads the environment itself, where for that moment nothing
 * is but the TZ given. Programs that ask for times have their turns in the simulator's thread (elf_relocations.cpp).
 * Meanwhile nothing of the program is touched: libc is given copies, and a bad pointer is a fault of the program
 * alone. */
struct zone_entry {
    char text[PATH_MAX + 4];
    char *only[2], **before;
};

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
static void begin_zone(struct zone_entry *e, bool anew)
{
    static char none[] = "TZ=NONE4";
    const bool is_other = look_at_zone(anew);
    const char *zone = inprocess_current->time.zone;
    const int why = errno;
    e->only[0] = none;
    e->only[1] = NULL;
    e->before = environ;
    environ = e->only;
    if (is_other)
        tzset();
    snprintf(e->text, sizeof e->text, "TZ=%s", zone != NULL ? zone : "");
    e->only[0] = zone != NULL ? e->text : NULL;
    errno = why;
    tzset();
    if (!is_other)
        errno = why;
}

static void end_zone(const struct zone_entry *e)
{
    environ = e->before;
}

/* As libc does at the first time, although it does not use the zone. */
static void begin_times(void)
{
    struct zone_entry e;
    if (inprocess_current->time.zone_known)
        return;
    begin_zone(&e, false);
    end_zone(&e);
}

static struct tm *local_time(const time_t *t, struct tm *to, bool anew)
{
    struct zone_entry e;
    struct tm made;
    const time_t at = *t;
    begin_zone(&e, anew);
    const bool is_made = localtime_r(&at, &made) != NULL;
    end_zone(&e);
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
    struct zone_entry e;
    struct tm own = *t;
    begin_zone(&e, true);
    const time_t made = mktime(&own);
    end_zone(&e);
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
    struct zone_entry e;
    char own[4096]; /* longer texts are not made in the zone */
    if (!looks_at_zone(format, t))
        return strftime(to, room, format, t);
    const struct tm of = *t;
    begin_zone(&e, true);
    const size_t n = strftime(own, room < sizeof own ? room : sizeof own, format, &of);
    end_zone(&e);
    if (n > 0)
        memcpy(to, own, n + 1);
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
