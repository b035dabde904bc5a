/* lying.c - the wire of a daemon that lies, for a pvmnode of the tests: it has proved that it is one of us, and from
 * its N-th piece on what node 1 sends has wrong bytes, mostly in the words; after a while it is gone. LYING=SEED draws
 * all that.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cluster/node/tls.h"

enum { MOST_BYTES = 1 << 16, LIES = 60 };

static uint64_t state;
static unsigned first, pieces;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static bool lies(void)
{
    const char *seed = getenv("LYING"), *name = getenv("CLUSTER_NODE");
    if (seed == NULL || name == NULL || strcmp(name, "node1") != 0)
        return false;
    if (state == 0) {
        state = strtoull(seed, NULL, 10) * 2654435761u + 1;
        first = below(24);
    }
    if (++pieces > first + LIES)
        _exit(0);
    if (pieces == first + 1)
        (void)alarm(2); /* it may have said that it has nothing more to say */
    return pieces > first;
}

/* A field of a word is another number: small, negative, large, or as it was but for a bit. */
static void spoil(unsigned char *bytes, size_t n)
{
    static const int32_t wrong[] = {0, -1, 1, 2, 7, 255, 1023, 1024, 65535, INT32_MAX, INT32_MIN, 0x40001, 0x80001};
    size_t words = n / sizeof(int32_t), most = sizeof(struct word) / sizeof(int32_t);
    size_t at = below((unsigned)(below(4) > 0 && words > most ? most : words)) * sizeof(int32_t);
    int32_t value;
    memcpy(&value, bytes + at, sizeof value);
    value = below(3) == 0 ? value ^ (int32_t)(1u << below(32)) : wrong[below(sizeof wrong / sizeof *wrong)];
    if (below(4) == 0) { /* another kind of word */
        at = 0;
        value = (int32_t)below(WORD_ASLEEP + 2);
    }
    memcpy(bytes + at, &value, sizeof value);
}

static ssize_t get(struct link *l, void *to, size_t room)
{
    return seal_get(l, to, room);
}

static ssize_t put(struct link *l, const struct iovec *io, int n)
{
    static unsigned char bytes[MOST_BYTES];
    size_t all = 0;
    if (!lies() || below(3) > 0)
        return seal_put(l, io, n);
    for (int i = 0; i < n && all < MOST_BYTES; i++) {
        size_t part = io[i].iov_len < MOST_BYTES - all ? io[i].iov_len : MOST_BYTES - all;
        memcpy(bytes + all, io[i].iov_base, part);
        all += part;
    }
    if (all >= sizeof(int32_t))
        spoil(bytes, all);
    return seal_put(l, &(struct iovec){bytes, all}, 1);
}

const struct link_wire link_wire = {get, put};
