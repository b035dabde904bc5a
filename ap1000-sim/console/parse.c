/* parse.c - see console.h: splits a line into words, and reads tids. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

/* Moves one word from *at, without its quotes, to *to. Both then point behind it. Returns the quote or \ that lacks its
 * other half, or 0. */
static char take_word(char **at, char **to)
{
    char quote = 0;
    for (; **at != 0 && (quote != 0 || strchr(" \t\r\n", **at) == NULL); (*at)++) {
        if (**at == quote && quote != 0) {
            quote = 0;
        } else if (quote == 0 && (**at == '"' || **at == '\'')) {
            quote = **at;
        } else {
            bool takes_next = quote == 0 && **at == '\\';
            if (takes_next && ((*at)[1] == 0 || (*at)[1] == '\n'))
                return '\\';
            *at += takes_next;
            *(*to)++ = **at;
        }
    }
    return quote;
}

int split_line(char *line, char **argv, char *unmatched)
{
    int n = 0;
    char *to = line;
    bool more = true;
    *unmatched = 0;
    for (char *at = line; more && n < CONSOLE_WORDS - 1; n++) {
        at += strspn(at, " \t\r\n");
        if (*at == 0 || *at == '#')
            break;
        argv[n] = to;
        if ((*unmatched = take_word(&at, &to)) != 0) {
            n = 0;
            break;
        }
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
