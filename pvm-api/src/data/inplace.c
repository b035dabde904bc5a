/* inplace.c - PvmDataInPlace: until it is sent, a message is a list of places in the user's memory.
 *
 * Values that do not exist after the pack call (those of pvm_packf, the header of pvm_pkmesg) are kept as copies. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "pvm3.h"

struct pvmi_segment {
    const unsigned char *bytes;
    size_t len_bytes;
    unsigned char *copy; /* malloc'ed, and bytes points to it; NULL: bytes are the user's */
};

/* The array has room for the next power of two. */
static struct pvmi_segment *new_segment(struct pvmi_buf *b)
{
    size_t n = b->nsegments;
    if ((n & (n - 1)) == 0) {
        struct pvmi_segment *more = realloc(b->segments, (n == 0 ? 1 : 2 * n) * sizeof *more);
        if (more == NULL)
            return NULL;
        b->segments = more;
    }
    return &b->segments[n];
}

static bool too_long(const struct pvmi_buf *b, size_t n)
{
    return n > (size_t)INT32_MAX - b->len_bytes;
}

int pvmi_inplace_refer(struct pvmi_buf *b, const void *bytes, size_t n)
{
    if (n == 0)
        return PvmOk;
    struct pvmi_segment *s = too_long(b, n) ? NULL : new_segment(b);
    if (s == NULL)
        return PvmNoMem;
    *s = (struct pvmi_segment){bytes, n, NULL};
    b->nsegments++;
    b->len_bytes += n;
    return PvmOk;
}

int pvmi_inplace_copy(struct pvmi_buf *b, const void *bytes, size_t n)
{
    if (n == 0)
        return PvmOk;
    unsigned char *copy = malloc(n);
    if (copy == NULL)
        return PvmNoMem;
    memcpy(copy, bytes, n);
    int code = pvmi_inplace_refer(b, copy, n);
    if (code == PvmOk)
        b->segments[b->nsegments - 1].copy = copy;
    else
        free(copy);
    return code;
}

int pvmi_inplace_append(struct pvmi_buf *b, const struct pvmi_buf *other)
{
    for (size_t i = 0; i < other->nsegments; i++) {
        const struct pvmi_segment *s = &other->segments[i];
        int code = s->copy != NULL ? pvmi_inplace_copy(b, s->copy, s->len_bytes)
                                   : pvmi_inplace_refer(b, s->bytes, s->len_bytes);
        if (code < 0)
            return code;
    }
    return PvmOk;
}

void pvmi_inplace_read(const struct pvmi_buf *b, unsigned char *to)
{
    for (size_t i = 0; i < b->nsegments; i++) {
        memcpy(to, b->segments[i].bytes, b->segments[i].len_bytes);
        to += b->segments[i].len_bytes;
    }
}

void pvmi_inplace_free(struct pvmi_buf *b)
{
    for (size_t i = 0; i < b->nsegments; i++)
        free(b->segments[i].copy);
    free(b->segments);
    b->segments = NULL;
    b->nsegments = 0;
}
