/* surroundings.c - what the system keeps for a process, and libc for a thread, that a task in process changes: the
 * current folder, the mask of rights for new files, the locale. The simulator brings them in the task's turns. */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

static int keep(int result)
{
    if (result == 0)
        inprocess_current->simulator->keep_surroundings(inprocess_current->owner);
    return result;
}

int task_chdir(const char *path)
{
    return keep(chdir(path));
}

int task_fchdir(int number)
{
    int real = inprocess_descriptor_real(number, ENOTDIR);
    return real >= 0 ? keep(fchdir(real)) : -1;
}

mode_t task_umask(mode_t mask)
{
    const mode_t before = umask(mask);
    (void)keep(0);
    return before;
}

/* ---- the locale -------------------------------------------------------------------------------------------------- */

/* By category, as libc lists them. */
static const char *const names_of_categories[INPROCESS_CATEGORIES] = {[LC_CTYPE] = "LC_CTYPE",
                                                                      [LC_NUMERIC] = "LC_NUMERIC",
                                                                      [LC_TIME] = "LC_TIME",
                                                                      [LC_COLLATE] = "LC_COLLATE",
                                                                      [LC_MONETARY] = "LC_MONETARY",
                                                                      [LC_MESSAGES] = "LC_MESSAGES",
                                                                      [LC_PAPER] = "LC_PAPER",
                                                                      [LC_NAME] = "LC_NAME",
                                                                      [LC_ADDRESS] = "LC_ADDRESS",
                                                                      [LC_TELEPHONE] = "LC_TELEPHONE",
                                                                      [LC_MEASUREMENT] = "LC_MEASUREMENT",
                                                                      [LC_IDENTIFICATION] = "LC_IDENTIFICATION"};

enum { NAMES_ROOM = 2048 };

static const char *name_now(int category)
{
    const char *name = inprocess_current->locale.names[category];
    return name != NULL ? name : "C";
}

/* "": what the environment says. */
static const char *wanted_name(int category, const char *given)
{
    const char *variables[] = {"LC_ALL", names_of_categories[category], "LANG"}, *name = given;
    for (int i = 0; i < 3 && (name == NULL || *name == 0); i++)
        name = task_getenv(variables[i]);
    return name == NULL || *name == 0 || strcmp(name, "POSIX") == 0 ? "C" : name;
}

/* The part of "LC_CTYPE=a;LC_NUMERIC=b..." for this category, in `part`; of a text without parts, the whole. NULL:
 * there is none. */
static const char *part_of(const char *given, int category, char part[NAMES_ROOM])
{
    const char *name = names_of_categories[category], *at = given;
    const size_t length = strlen(name);
    if (strchr(given, ';') == NULL)
        return given;
    for (; at != NULL; at = strchr(at, ';') != NULL ? strchr(at, ';') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            const size_t n = strcspn(at + length + 1, ";");
            if (n >= NAMES_ROOM)
                return NULL;
            memcpy(part, at + length + 1, n);
            part[n] = 0;
            return part;
        }
    return NULL;
}

/* All in one, if they are not the same. */
static char *name_of_all(void)
{
    struct inprocess_locale *l = &inprocess_current->locale;
    bool same = true;
    size_t end = 0;
    for (int c = 0; c < INPROCESS_CATEGORIES; c++)
        same = same && (c == LC_ALL || strcmp(name_now(c), name_now(LC_CTYPE)) == 0);
    if (same)
        return (char *)(uintptr_t)name_now(LC_CTYPE);
    if (l->of_all == NULL && (l->of_all = malloc(NAMES_ROOM)) == NULL)
        return NULL;
    for (int c = 0; c < INPROCESS_CATEGORIES && end < NAMES_ROOM; c++)
        if (c != LC_ALL)
            end += (size_t)snprintf(l->of_all + end, NAMES_ROOM - end, "%s%s=%s", end > 0 ? ";" : "",
                                    names_of_categories[c], name_now(c));
    return l->of_all;
}

static void forget_locale(locale_t l)
{
    if (l != NULL)
        freelocale(l);
}

static void forget_names(char *names[INPROCESS_CATEGORIES])
{
    for (int c = 0; c < INPROCESS_CATEGORIES; c++)
        free(names[c]);
}

/* Another locale with the wanted categories by their names, which `names` gets copies of; NULL: there is none such. */
static locale_t make_locale(int category, const char *given, char *names[INPROCESS_CATEGORIES])
{
    const struct inprocess_locale *l = &inprocess_current->locale;
    char part[NAMES_ROOM];
    locale_t made = l->now != NULL ? duplocale(l->now) : newlocale(LC_ALL_MASK, "C", NULL);
    for (int c = 0; c < INPROCESS_CATEGORIES && made != NULL; c++) {
        if (c == LC_ALL)
            continue;
        const bool wanted = category == LC_ALL || category == c;
        const char *of_this = wanted && category == LC_ALL ? part_of(given, c, part) : given;
        const char *name = !wanted ? name_now(c) : of_this != NULL ? wanted_name(c, of_this) : NULL;
        locale_t next = name != NULL && wanted ? newlocale(1 << c, name, made) : made;
        names[c] = name != NULL ? strdup(name) : NULL;
        if (next == NULL || names[c] == NULL) {
            forget_locale(made);
            return NULL;
        }
        made = next;
    }
    return made;
}

/* The thread has the locale only in the task's turns. */
char *task_setlocale(int category, const char *given)
{
    struct inprocess_locale *l = &inprocess_current->locale;
    if (category < 0 || category >= INPROCESS_CATEGORIES) {
        errno = EINVAL;
        return NULL;
    }
    if (given != NULL && strcmp(given, category == LC_ALL ? name_of_all() : name_now(category)) != 0) {
        char *names[INPROCESS_CATEGORIES] = {NULL};
        locale_t made = make_locale(category, given, names);
        if (made == NULL) {
            forget_names(names);
            return NULL;
        }
        uselocale(made);
        forget_locale(l->now);
        forget_names(l->names);
        l->now = made;
        memcpy(l->names, names, sizeof names);
        (void)keep(0);
    }
    return category == LC_ALL ? name_of_all() : (char *)(uintptr_t)name_now(category);
}

void inprocess_locale_end(struct inprocess_locale *l)
{
    forget_locale(l->now);
    forget_names(l->names);
    free(l->of_all);
}
