/* environment.c - the environment of a task in process. The block that it begins with is one piece of memory; entries
 * that are set later are pieces of their own. All of them stay until the task's end, since the program may hold
 * pointers into them. */
#include <errno.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

static char ***place(void)
{
    return inprocess_current->variable[VARIABLE_ENVIRON];
}

struct inprocess_piece {
    struct inprocess_piece *next;
    char *memory[]; /* pointers or a text */
};

static void *new_piece(struct inprocess_task *t, size_t bytes)
{
    struct inprocess_piece *p = malloc(sizeof *p + bytes);
    if (p == NULL)
        return NULL;
    p->next = t->environment_pieces;
    t->environment_pieces = p;
    return p->memory;
}

void inprocess_environment_end(struct inprocess_task *t)
{
    for (struct inprocess_piece *p; (p = t->environment_pieces) != NULL;) {
        t->environment_pieces = p->next;
        free(p);
    }
}

bool inprocess_environment_begin(struct inprocess_task *t, char **of)
{
    size_t n = 0, bytes = 0;
    for (; of[n] != NULL; n++)
        bytes += strlen(of[n]) + 1;
    char **all = new_piece(t, (n + 1) * sizeof *all + bytes);
    if (all == NULL)
        return false;
    char *to = (char *)(all + n + 1);
    for (size_t i = 0; i < n; i++) {
        all[i] = strcpy(to, of[i]);
        to += strlen(to) + 1;
    }
    all[n] = NULL;
    t->own.environment = all;
    return true;
}

/* Where the entry of that name is, or would be: the end of the list. */
static char **find(const char *name, size_t n)
{
    static char *none[] = {NULL};
    char **e = *place() != NULL ? *place() : none;
    while (*e != NULL && !(strncmp(*e, name, n) == 0 && (*e)[n] == '='))
        e++;
    return e;
}

char *task_getenv(const char *name)
{
    size_t n = strlen(name);
    char *entry = *find(name, n);
    return entry != NULL && n > 0 ? entry + n + 1 : NULL;
}

/* The list that was made last is used again, as libc does, while it has room: who has kept it sees that. Where it has
 * none, the old one may still be read. */
static int add(char *entry)
{
    size_t n = 0;
    for (char **e = *place(); e != NULL && *e != NULL; e++)
        n++;
    struct inprocess_list *list = &inprocess_current->environment_list;
    if (n + 2 > list->room) {
        char **more = new_piece(inprocess_current, (2 * n + 64) * sizeof *more);
        if (more == NULL) {
            errno = ENOMEM;
            return -1;
        }
        *list = (struct inprocess_list){more, 2 * n + 64};
    }
    if (n > 0 && *place() != list->last)
        memmove(list->last, *place(), n * sizeof *list->last);
    list->last[n] = entry;
    list->last[n + 1] = NULL;
    *place() = list->last;
    return 0;
}

static int put(char *entry, size_t name_bytes)
{
    char **at = find(entry, name_bytes);
    if (*at == NULL)
        return add(entry);
    *at = entry;
    return 0;
}

int task_putenv(char *pair)
{
    const char *equals = strchr(pair, '=');
    return equals != NULL ? put(pair, (size_t)(equals - pair)) : task_unsetenv(pair);
}

int task_setenv(const char *name, const char *value, int overwrite)
{
    if (name == NULL || *name == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    size_t n = strlen(name);
    if (overwrite == 0 && *find(name, n) != NULL)
        return 0;
    char *entry = new_piece(inprocess_current, n + strlen(value) + 2);
    if (entry == NULL)
        return -1;
    memcpy(entry, name, n);
    entry[n] = '=';
    strcpy(entry + n + 1, value);
    return put(entry, n);
}

int task_unsetenv(const char *name)
{
    if (name == NULL || *name == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    for (char **e; *(e = find(name, strlen(name))) != NULL;)
        do
            e[0] = e[1];
        while (*e++ != NULL);
    return 0;
}
