/* wire.c - how bytes come out of a link's socket and go into it, without faults. */
#include <sys/uio.h>
#include <unistd.h>

#include "cluster/node/node.h"

static ssize_t get(struct link *l, void *to, size_t room)
{
    return read(l->w.fd, to, room);
}

static ssize_t put(struct link *l, const struct iovec *pieces, int n)
{
    return writev(l->w.fd, pieces, n);
}

const struct link_wire link_wire = {get, put};
