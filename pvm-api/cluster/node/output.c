/* output.c - what the tasks of this node print: it comes by a pipe for each, and goes to node 0 line by line. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cluster/node/node.h"

#define MOST_LINE_BYTES 8192 /* a longer line is passed on in pieces */

static void give_line(struct node *n, const struct local *l, const char *line, size_t len)
{
    struct word w = {
        .kind = WORD_LINE, .len_bytes = (uint32_t)len, .src_tid = cluster_slot(&n->region, l->slot)->who.tid};
    tell_host(n, &w, line);
}

/* Gives on each whole line, and at the end also what is left. */
static void give_lines(struct node *n, struct local *l, bool all)
{
    char *from = l->line, *end;
    while ((end = memchr(from, '\n', l->line_len)) != NULL) {
        size_t len = (size_t)(end + 1 - from);
        give_line(n, l, from, len);
        l->line_len -= len;
        from = end + 1;
    }
    memmove(l->line, from, l->line_len);
    if (l->line_len == MOST_LINE_BYTES || (all && l->line_len > 0)) {
        give_line(n, l, l->line, l->line_len);
        l->line_len = 0;
    }
}

/* Returns how many bytes it has read; 0: no more will come; below 0: none is there now. */
static ssize_t read_some(struct node *n, struct local *l, size_t most)
{
    size_t room = MOST_LINE_BYTES - l->line_len;
    ssize_t got = read(l->output.fd, l->line + l->line_len, most < room ? most : room);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? -1 : 0;
    l->line_len += (size_t)got;
    give_lines(n, l, false);
    return got;
}

static void on_output(struct node *n, struct watch *w, uint32_t events)
{
    struct local *l = (struct local *)(void *)((char *)w - offsetof(struct local, output));
    if (read_some(n, l, MOST_LINE_BYTES) == 0)
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

/* What is there now, and no more: who is left behind by the task may print for ever. */
void output_end(struct node *n, struct local *l)
{
    int there = 0;
    if (l->output.fd < 0)
        return;
    (void)ioctl(l->output.fd, FIONREAD, &there);
    for (ssize_t got; there > 0 && (got = read_some(n, l, (size_t)there)) > 0; there -= (int)got)
        ;
    give_lines(n, l, true);
    watch_close(n, &l->output);
    free(l->line);
    l->line = NULL;
}
