/* host_print.c - what node 0 prints on stderr: lines of tasks, and its own. Who does not read them (a pager, a stopped
 * terminal) holds up nobody: they wait in a queue. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cluster/node/host.h"

/* Text that has not been written. */
struct printed {
    size_t len, written;
    struct printed *next;
    char text[];
};

/* For a pipe or a terminal there is a way of our own into it, which does not wait; others write there, too, and theirs
 * is to wait. A file is always ready. */
static int open_own(void)
{
    struct stat s;
    bool waits = fstat(STDERR_FILENO, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISCHR(s.st_mode));
    int fd = waits ? open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    return fd >= 0 ? fd : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

static void done(struct host *h)
{
    struct printed *p = h->printed;
    h->printed = p->next;
    free(p);
}

static bool is_ready(int fd)
{
    struct pollfd p = {fd, POLLOUT, 0};
    return poll(&p, 1, 0) != 0;
}

/* A terminal or pipe whose other end is gone takes nothing any more: the text is dropped. */
static void write_some(struct host *h)
{
    while (h->printed != NULL && is_ready(h->screen.fd)) {
        struct printed *p = h->printed;
        ssize_t n = write(h->screen.fd, p->text + p->written, p->len - p->written);
        if (n < 0 && errno == EAGAIN)
            return;
        if (n > 0)
            p->written += (size_t)n;
        if (p->written == p->len || (n <= 0 && errno != EINTR))
            done(h);
    }
}

static void go_on(struct host *h)
{
    bool waited = h->screen_waits;
    write_some(h);
    h->screen_waits = h->printed != NULL;
    if (h->screen_waits && !waited)
        watch_add(h->node, &h->screen, EPOLLOUT);
    else if (waited && !h->screen_waits) /* it would be told all the time that the other end is gone */
        (void)epoll_ctl(h->node->epoll, EPOLL_CTL_DEL, h->screen.fd, NULL);
}

static void on_screen(struct node *n, struct watch *w, uint32_t events)
{
    go_on(n->host);
}

static void print(struct host *h, struct printed *p)
{
    p->next = NULL;
    p->written = 0;
    if (h->printed != NULL)
        h->last_printed->next = p;
    else
        h->printed = p;
    h->last_printed = p;
    if (h->screen.fd < 0)
        h->screen = (struct watch){.fd = open_own(), .ready = on_screen};
    if (!h->screen_waits)
        go_on(h);
}

void host_print_line(struct host *h, int32_t tid, const char *text, uint32_t len)
{
    struct printed *p = malloc(sizeof *p + (size_t)len + 32);
    if (p == NULL)
        return;
    len -= len > 0 && text[len - 1] == '\n';
    p->len = (size_t)snprintf(p->text, 32, "[t%x] ", (unsigned)tid);
    memcpy(p->text + p->len, text, len);
    p->len += len;
    p->text[p->len++] = '\n';
    print(h, p);
}

void host_say(struct host *h, const char *format, ...)
{
    enum { ROOM = 1024 };
    struct printed *p = malloc(sizeof *p + ROOM);
    va_list list;
    if (p == NULL)
        return;
    va_start(list, format);
    int n = vsnprintf(p->text, ROOM, format, list);
    va_end(list);
    p->len = n < ROOM ? (size_t)n : ROOM - 1;
    print(h, p);
}

/* Now it waits, and a signal ends that. */
void host_print_rest(struct host *h)
{
    sigset_t all;
    if (h->printed == NULL)
        return;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    while (h->printed != NULL) {
        struct pollfd p = {h->screen.fd, POLLOUT, 0};
        (void)poll(&p, 1, -1);
        write_some(h);
    }
}
