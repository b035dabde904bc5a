/* words.c - see console.h: a line into words; aliases. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

int words_split(char *line, char **argv)
{
    int n = 0;
    char *to = line;
    for (char *at = line; n < CONSOLE_WORDS - 1; n++) {
        at += strspn(at, " \t\r\n");
        if (*at == 0 || *at == '#')
            break;
        argv[n] = to;
        for (char quote = 0; *at != 0 && (quote != 0 || strchr(" \t\r\n", *at) == NULL); at++) {
            if (*at == quote)
                quote = 0;
            else if (quote == 0 && (*at == '"' || *at == '\''))
                quote = *at;
            else
                *to++ = *at;
        }
        bool last = *at == 0;
        at += !last;
        *to++ = 0;
        if (last) {
            n++;
            break;
        }
    }
    argv[n] = NULL;
    return n;
}

struct alias {
    char *name, *text;
    struct alias *next;
};

static struct alias *aliases; /* in the order of their making */

static struct alias **place(const char *name)
{
    struct alias **at = &aliases;
    while (*at != NULL && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    return at;
}

const char *alias_find(const char *name)
{
    struct alias *a = *place(name);
    return a != NULL ? a->text : NULL;
}

void alias_remove(const char *name)
{
    struct alias **at = place(name), *a = *at;
    if (a == NULL)
        return;
    *at = a->next;
    free(a->name);
    free(a->text);
    free(a);
}

void alias_define(const char *name, char **words)
{
    size_t room = 1;
    for (char **w = words; *w != NULL; w++)
        room += strlen(*w) + 1;
    struct alias *a = calloc(1, sizeof *a);
    char *text = calloc(1, room), *copy = strdup(name);
    if (a == NULL || text == NULL || copy == NULL)
        abort();
    for (char **w = words; *w != NULL; w++) {
        strcat(text, *w);
        strcat(text, w[1] != NULL ? " " : "");
    }
    alias_remove(name);
    *a = (struct alias){copy, text, NULL};
    *place(name) = a;
}

void alias_print(void)
{
    for (const struct alias *a = aliases; a != NULL; a = a->next)
        printf("%s\t%s\n", a->name, a->text);
}
