/* parse.c - see console.h: splits a line into words, and reads tids. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

/* Moves one word from *at, without its quotes, to *to. Both then point behind it. */
static void take_word(char **at, char **to)
{
    for (char quote = 0; **at != 0 && (quote != 0 || strchr(" \t\r\n", **at) == NULL); (*at)++) {
        if (**at == quote && quote != 0) {
            quote = 0;
        } else if (quote == 0 && (**at == '"' || **at == '\'')) {
            quote = **at;
        } else {
            *at += **at == '\\' && (*at)[1] != 0;
            *(*to)++ = **at;
        }
    }
}

int split_line(char *line, char **argv)
{
    int n = 0;
    char *to = line;
    bool more = true;
    for (char *at = line; more && n < CONSOLE_WORDS - 1; n++) {
        at += strspn(at, " \t\r\n");
        if (*at == 0 || *at == '#')
            break;
        argv[n] = to;
        take_word(&at, &to);
        more = *at != 0;
        at += more;
        *to++ = 0;
    }
    argv[n] = NULL;
    return n;
}

char *join_words(char **words)
{
    size_t room = 1;
    for (char **w = words; *w != NULL; w++)
        room += strlen(*w) + 1;
    char *text = calloc(1, room);
    if (text == NULL)
        abort();
    for (char **w = words; *w != NULL; w++) {
        strcat(text, *w);
        strcat(text, w[1] != NULL ? " " : "");
    }
    return text;
}

int parse_tid(const char *word)
{
    return (int)strtoul(word[0] == 't' ? word + 1 : word, NULL, 16);
}
