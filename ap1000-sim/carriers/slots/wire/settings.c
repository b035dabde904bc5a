/* settings.c - see settings.h. */
#include "carriers/slots/wire/settings.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carriers/slots/wire/settings_list.h"

#define PREFIX "AP1000_"

extern char **environ;

enum { LONGEST = 40, NEAR = 2 /* letters that a name with a typing error has wrong at most */ };

enum use { FOR_MACHINE, FOR_COMPUTER, FOR_ALL, FOR_US }; /* settings_list.h says what they mean */
static const struct {
    const char *name;
    enum use use;
} settings[] = {
#define ROW(VARIABLE, OPTION, VALUE, USE, HELP) {VARIABLE, USE},
    SETTINGS(ROW)
#undef ROW
};
enum { NSETTINGS = sizeof settings / sizeof settings[0] };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many letters must be put in, left out or changed to make one name the other. */
static int distance(const char *a, size_t na, const char *b)
{
    int row[LONGEST + 1];
    size_t nb = strlen(b);
    if (na > LONGEST || nb > LONGEST)
        return INT_MAX;
    for (size_t j = 0; j <= nb; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[nb];
}

static void say_unknown(const char *who, const char *name, size_t n)
{
    int best = INT_MAX;
    const char *near_name = NULL;
    for (int i = 0; i < NSETTINGS; i++) {
        int d = distance(name, n, settings[i].name);
        if (d == 0)
            return;
        if (d < best) {
            best = d;
            near_name = settings[i].name;
        }
    }
    fprintf(stderr, "%s: %.*s in the environment is no setting and has no effect", who, (int)n, name);
    if (best <= NEAR)
        fprintf(stderr, ": is %s meant?", near_name);
    fprintf(stderr, "\n");
}

void settings_say_unknown(const char *who)
{
    for (char **e = environ; e != NULL && *e != NULL; e++)
        if (strncmp(*e, PREFIX, strlen(PREFIX)) == 0)
            say_unknown(who, *e, strcspn(*e, "="));
}

void settings_say_unheard(const char *who, const char *machine)
{
    bool any = false;
    for (int i = 0; i < NSETTINGS; i++) {
        const char *value = getenv(settings[i].name);
        if (settings[i].use != FOR_MACHINE || value == NULL || *value == 0)
            continue;
        if (!any)
            fprintf(stderr, "%s: without effect, because this program joins the machine that is up (%s):", who,
                    machine);
        fprintf(stderr, "%s %s=%s", any ? "," : "", settings[i].name, value);
        any = true;
    }
    if (any)
        fprintf(stderr, "; `ap1000 up` takes them\n");
}
