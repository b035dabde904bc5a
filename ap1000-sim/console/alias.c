/* alias.c - see console.h: aliases, names that stand for the beginning of a command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

enum { DEEPEST = 20 }; /* aliases of aliases */

struct alias {
    char *name;
    char **words; /* the words that the alias stands for; NULL at the end */
    int nwords;
    struct alias *next;
};

static struct alias *aliases;   /* in the order of their names */
static struct alias *forgotten; /* kept: their words may be those of the command that is being done */

/* The place of the pointer to the alias, or where it would be put. */
static struct alias **place(const char *name)
{
    struct alias **at = &aliases;
    while (*at != NULL && strcmp((*at)->name, name) < 0)
        at = &(*at)->next;
    return at;
}

static struct alias *find(const char *name)
{
    struct alias *a = *place(name);
    return a != NULL && strcmp(a->name, name) == 0 ? a : NULL;
}

int alias_apply(int argc, char **argv)
{
    const struct alias *a = NULL;
    for (int n = 0; argc > 0 && (a == NULL || strcmp(argv[0], a->name) != 0) && (a = find(argv[0])) != NULL; n++) {
        if (n == DEEPEST) {
            printf("alias loop\n");
            return 0;
        }
        int rest = argc - 1 < CONSOLE_WORDS - 1 - a->nwords ? argc - 1 : CONSOLE_WORDS - 1 - a->nwords;
        memmove(argv + a->nwords, argv + 1, (size_t)rest * sizeof *argv);
        memcpy(argv, a->words, (size_t)a->nwords * sizeof *argv);
        argc = a->nwords + rest;
        argv[argc] = NULL;
    }
    return argc;
}

static void forget(const char *name)
{
    struct alias **at = place(name), *a = find(name);
    if (a == NULL)
        return;
    *at = a->next;
    a->next = forgotten;
    forgotten = a;
}

static void define(const char *name, int n, char **words)
{
    struct alias *a = calloc(1, sizeof *a);
    if (a == NULL || (a->name = strdup(name)) == NULL || (a->words = calloc((size_t)n + 1, sizeof *a->words)) == NULL)
        abort();
    for (a->nwords = 0; a->nwords < n; a->nwords++)
        if ((a->words[a->nwords] = strdup(words[a->nwords])) == NULL)
            abort();
    forget(name);
    struct alias **at = place(a->name);
    a->next = *at;
    *at = a;
}

bool do_alias(int argc, char **argv)
{
    if (argc > 2)
        define(argv[1], argc - 2, argv + 2);
    for (const struct alias *a = aliases; argc <= 2 && a != NULL; a = a->next) {
        char *text = join_words(a->words);
        printf("%s\t%s\n", a->name, text);
        free(text);
    }
    return true;
}

bool do_unalias(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        forget(argv[i]);
    return true;
}
