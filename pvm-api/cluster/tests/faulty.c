/* faulty.c - a wire with faults, for a pvmnode of the tests: bytes come and go in pieces of any length, later than they
 * could, so that links overtake each other; and one link is cut.
 *
 * FAULTY=SEED draws the pieces and the delays; 0: none. FAULTY_CUT=N: node 1 cuts the link on which the N-th piece
 * comes. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cluster/node/tls.h"

#define PIECE_BYTES 256 /* at most, where a link is to be cut: less than most messages */

static uint64_t state;
static long pieces;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static uint64_t setting(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? strtoull(value, NULL, 10) : 0;
}

/* How many bytes may pass now; 0: none yet. */
static size_t portion(const struct link *l, size_t most)
{
    uint64_t seed = setting("FAULTY");
    if (seed == 0)
        return most;
    if (state == 0)
        state = seed * 2654435761u + (uint64_t)l->number + 1;
    unsigned kind = below(8);
    size_t wanted = kind < 2 ? 0 : kind < 4 ? 1 + below(16) : kind < 6 ? 1 + below(4000) : most;
    return wanted < most ? wanted : most;
}

/* three.sh says which node this is. */
static bool is_cutter(void)
{
    const char *name = getenv("CLUSTER_NODE");
    return name != NULL && strcmp(name, "node1") == 0;
}

static ssize_t get(struct link *l, void *to, size_t room)
{
    uint64_t cut = is_cutter() ? setting("FAULTY_CUT") : 0;
    size_t n = portion(l, cut != 0 && room > PIECE_BYTES ? PIECE_BYTES : room);
    if (n == 0) {
        errno = EAGAIN;
        return -1;
    }
    ssize_t got = seal_get(l, to, n);
    if (got > 0 && (uint64_t)++pieces == cut)
        (void)shutdown(l->w.fd, SHUT_RDWR);
    return got;
}

static ssize_t put(struct link *l, const struct iovec *io, int n)
{
    size_t whole = 0;
    for (int i = 0; i < n; i++)
        whole += io[i].iov_len;
    size_t part = portion(l, whole);
    if (part == whole)
        return seal_put(l, io, n);
    if (part > io[0].iov_len)
        part = io[0].iov_len;
    if (part > 0)
        return seal_put(l, &(struct iovec){io[0].iov_base, part}, 1);
    errno = EAGAIN;
    return -1;
}

const struct link_wire link_wire = {get, put};
