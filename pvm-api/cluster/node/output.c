/* output.c - what the tasks of this node print: it comes by a pipe for each, and goes to node 0 line by line. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster/node/node.h"

#define MOST_LINE_BYTES 8192 /* a longer line is passed on in pieces */

static void give_line(struct node *n, struct local *l, size_t len)
{
    struct word w = {
        .kind = WORD_LINE, .len_bytes = (uint32_t)len, .src_tid = cluster_slot(&n->region, l->slot)->who.tid};
    tell_host(n, &w, l->line);
}

/* Gives on each whole line, and at the end also what is left. */
static void give_lines(struct node *n, struct local *l, bool all)
{
    char *end;
    while ((end = memchr(l->line, '\n', l->line_len)) != NULL) {
        size_t len = (size_t)(end - l->line);
        give_line(n, l, len + 1);
        l->line_len -= len + 1;
        memmove(l->line, end + 1, l->line_len);
    }
    if (l->line_len == MOST_LINE_BYTES || (all && l->line_len > 0)) {
        give_line(n, l, l->line_len);
        l->line_len = 0;
    }
}

enum got { GOT_SOME, GOT_NOTHING_NOW, GOT_END };

static enum got read_some(struct node *n, struct local *l)
{
    ssize_t got = read(l->output.fd, l->line + l->line_len, MOST_LINE_BYTES - l->line_len);
    if (got < 0 && errno == EAGAIN)
        return GOT_NOTHING_NOW;
    if (got == 0 || (got < 0 && errno != EINTR))
        return GOT_END;
    l->line_len += got > 0 ? (size_t)got : 0;
    give_lines(n, l, false);
    return GOT_SOME;
}

static void on_output(struct node *n, struct watch *w, uint32_t events)
{
    struct local *l = (struct local *)(void *)((char *)w - offsetof(struct local, output));
    if (read_some(n, l) == GOT_END)
        output_end(n, l);
}

void output_begin(struct node *n, struct local *l, int fd)
{
    l->line = malloc(MOST_LINE_BYTES);
    l->line_len = 0;
    if (l->line == NULL) {
        close(fd);
        return;
    }
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    l->output = (struct watch){.fd = fd, .ready = on_output};
    watch_add(n, &l->output, EPOLLIN);
}

void output_end(struct node *n, struct local *l)
{
    if (l->output.fd < 0)
        return;
    while (read_some(n, l) == GOT_SOME)
        ;
    give_lines(n, l, true);
    watch_close(n, &l->output);
    free(l->line);
    l->line = NULL;
}
