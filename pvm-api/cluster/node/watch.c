/* watch.c - the descriptors that the daemon looks after (struct watch). */
#include <stdlib.h>
#include <unistd.h>

#include "cluster/node/node.h"

void watch_add(struct node *n, struct watch *w, uint32_t events)
{
    struct epoll_event e = {.events = events, .data = {.ptr = w}};
    w->events = events;
    (void)epoll_ctl(n->epoll, EPOLL_CTL_ADD, w->fd, &e);
}

void watch_change(struct node *n, struct watch *w, uint32_t events)
{
    struct epoll_event e = {.events = events, .data = {.ptr = w}};
    if (w->fd < 0 || w->events == events)
        return;
    w->events = events;
    (void)epoll_ctl(n->epoll, EPOLL_CTL_MOD, w->fd, &e);
}

/* The watch may be named by events of the batch that is being looked at, so its memory is released after that. */
int watch_take(struct node *n, struct watch *w)
{
    int fd = w->fd;
    if (fd < 0)
        return fd;
    (void)epoll_ctl(n->epoll, EPOLL_CTL_DEL, fd, NULL);
    w->fd = -1;
    if (w->release != NULL) {
        w->next_closed = n->closed;
        n->closed = w;
    }
    return fd;
}

void watch_close(struct node *n, struct watch *w)
{
    int fd = watch_take(n, w);
    if (fd >= 0)
        close(fd);
}

void watch_free(struct watch *w)
{
    free(w);
}

void watches_release(struct node *n)
{
    while (n->closed != NULL) {
        struct watch *w = n->closed;
        n->closed = w->next_closed;
        w->release(w);
    }
}
