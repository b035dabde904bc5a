/* capture.c - for tests: collects what is printed on stderr. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tasks.h"

struct captured capture_begin(void)
{
    struct captured c = {tmpfile(), 0};
    fflush(stderr);
    c.saved = dup(2);
    dup2(fileno(c.file), 2);
    return c;
}

char *capture_end(struct captured *c)
{
    fflush(stderr);
    dup2(c->saved, 2);
    close(c->saved);
    long n = lseek(fileno(c->file), 0, SEEK_END);
    char *text = calloc(1, (size_t)n + 1);
    rewind(c->file);
    if (text != NULL && fread(text, 1, (size_t)n, c->file) != (size_t)n)
        text[0] = 0;
    fclose(c->file);
    return text;
}
