/* texts.c - texts and times that libc makes in places of its own, for each task by itself: of errors and signals
 * without a name, of dates; and the time zone, which each task sets by its own TZ. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
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

/* The zone of libc is that of the task which has asked last. It reads the environment itself, where for that moment
 * nothing is but the TZ given. So one task asks at a time; while it does, nothing of its program is touched. */
static const struct inprocess_task *zone_of;
static pthread_mutex_t zone_lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_zone(void)
{
    (void)pthread_mutex_lock(&zone_lock);
}

static void unlock_zone(void)
{
    (void)pthread_mutex_unlock(&zone_lock);
}

struct zone_entry {
    char text[PATH_MAX + 4];
    char *only[2], **before;
};

static void begin_zone(struct zone_entry *e, const char *zone)
{
    snprintf(e->text, sizeof e->text, "TZ=%s", zone != NULL ? zone : "");
    e->only[0] = zone != NULL ? e->text : NULL;
    e->only[1] = NULL;
    e->before = environ;
    environ = e->only;
}

static void end_zone(const struct zone_entry *e)
{
    environ = e->before;
}

/* The name of a zone lies where libc may put another one for another task: one that stays; NULL: no memory. */
static char *staying(const char *text)
{
    static struct name {
        struct name *next;
        char text[];
    } * names;
    struct name *n = names;
    while (n != NULL && strcmp(n->text, text) != 0)
        n = n->next;
    if (n == NULL && (n = malloc(sizeof *n + strlen(text) + 1)) != NULL) {
        strcpy(n->text, text);
        n->next = names;
        names = n;
    }
    return n != NULL ? n->text : NULL;
}

static struct tm *with_zone(struct tm *t)
{
    const char *name = t != NULL && t->tm_zone != NULL ? staying(t->tm_zone) : NULL;
    if (name != NULL)
        t->tm_zone = name;
    return t;
}

/* What libc knows of the zone now is what the task finds in its variables. */
static void tell_zone(void)
{
    void **variable = inprocess_current->variable;
    char **names = variable[VARIABLE_TZNAME];
    for (int i = 0; i < 2; i++) {
        char *name = staying(tzname[i]);
        names[i] = name != NULL ? name : names[i];
    }
    *(long *)variable[VARIABLE_TIMEZONE] = timezone;
    *(int *)variable[VARIABLE_DAYLIGHT] = daylight;
}

/* Bring back what libc knew when this task asked last (of the zone before that, something may be left); at its first
 * time, something that no task has. */
static void recall_zone(void)
{
    const struct inprocess_time *t = &inprocess_current->time;
    struct zone_entry e;
    int why = errno;
    if (zone_of == inprocess_current)
        return;
    const char *both[] = {t->zone_before, t->zone_known ? t->zone : "NONE4"};
    for (int i = 0; i < 2; i++) {
        begin_zone(&e, both[i]);
        tzset();
        end_zone(&e);
    }
    zone_of = inprocess_current;
    errno = why;
}

/* The task looks at its TZ now: until end_zone, as libc would do it in a process. */
static void look_at_zone(struct zone_entry *e)
{
    struct inprocess_time *t = &inprocess_current->time;
    const char *zone = task_getenv("TZ");
    recall_zone();
    if (t->zone == NULL || zone == NULL || strcmp(t->zone, zone) != 0) {
        free(t->zone_before);
        t->zone_before = t->zone;
        t->zone = zone != NULL ? strdup(zone) : NULL;
    }
    t->zone_known = true;
    begin_zone(e, zone);
}

void inprocess_forget_zone(struct inprocess_task *t)
{
    free(t->time.zone);
    free(t->time.zone_before);
    lock_zone();
    if (zone_of == t)
        zone_of = NULL;
    unlock_zone();
}

static void set_zone(void)
{
    struct zone_entry e;
    look_at_zone(&e);
    tzset();
    end_zone(&e);
    tell_zone();
}

void task_tzset(void)
{
    lock_zone();
    set_zone();
    unlock_zone();
}

/* libc looks at the zone at the first time, although it does not use it. */
static void begin_times(void)
{
    if (!inprocess_current->time.zone_known)
        task_tzset();
}

/* libc holds a lock while it looks at what it is given, and here the environment is another: so it is given copies, and
 * a bad pointer of the program is a fault of the program alone. */

static struct tm *give(struct tm *to, const struct tm *made)
{
    if (made == NULL)
        return NULL;
    *to = *made;
    return to;
}

struct tm *task_localtime_r(const time_t *t, struct tm *to)
{
    const time_t at = *t;
    struct tm made;
    begin_times();
    lock_zone();
    recall_zone();
    const struct tm *b = with_zone(localtime_r(&at, &made));
    tell_zone();
    unlock_zone();
    return give(to, b);
}

struct tm *task_localtime(const time_t *t)
{
    const time_t at = *t;
    lock_zone();
    set_zone();
    struct tm *b = with_zone(localtime_r(&at, &inprocess_current->time.broken_down));
    tell_zone();
    unlock_zone();
    return b;
}

struct tm *task_gmtime_r(const time_t *t, struct tm *to)
{
    const time_t at = *t;
    struct tm made;
    begin_times();
    return give(to, gmtime_r(&at, &made));
}

time_t task_timegm(struct tm *t)
{
    begin_times();
    return timegm(t);
}

struct tm *task_gmtime(const time_t *t)
{
    const time_t at = *t;
    begin_times();
    return gmtime_r(&at, &inprocess_current->time.broken_down);
}

time_t task_mktime(struct tm *t)
{
    struct zone_entry e;
    struct tm own = *t;
    lock_zone();
    look_at_zone(&e);
    time_t made = mktime(&own);
    end_zone(&e);
    (void)with_zone(&own);
    tell_zone();
    unlock_zone();
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
    lock_zone();
    look_at_zone(&e);
    size_t n = strftime(own, room < sizeof own ? room : sizeof own, format, &of);
    end_zone(&e);
    tell_zone();
    unlock_zone();
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
