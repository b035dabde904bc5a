/* wire.h - bodies of control requests: 32-bit integers, numbers and strings, one after another.
 *
 * Both ends run on one computer, so integers and numbers keep its byte order. User messages are encoded differently
 * (encode.c). A reader never runs past the end: after the first read that is too short, `bad` is set and every further
 * read gives 0 or "". */
#ifndef WIRE_H
#define WIRE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct wire_out {
    unsigned char *bytes; /* malloc'ed; the user of this struct frees it */
    uint32_t len, room;
    int bad; /* memory was short at some time, so the body is not whole, and nothing more is added */
};

struct wire_in {
    const unsigned char *bytes;
    uint32_t len, at;
    int bad;
};

#define WIRE_MAX_BYTES ((size_t)1 << 30) /* of a body; a longer one counts as no memory */

static inline void wire_put(struct wire_out *w, const void *src, size_t n)
{
    if (w->bad || n > WIRE_MAX_BYTES - w->len) {
        w->bad = 1;
        return;
    }
    if (w->room - w->len < n) {
        size_t room = (w->room + n) * 2 + 64;
        unsigned char *p = (unsigned char *)realloc(w->bytes, room);
        if (p == NULL) {
            w->bad = 1;
            return;
        }
        w->bytes = p;
        w->room = (uint32_t)room;
    }
    if (n > 0)
        memcpy(w->bytes + w->len, src, n);
    w->len += (uint32_t)n;
}

static inline void wire_put_int(struct wire_out *w, int32_t v)
{
    wire_put(w, &v, sizeof v);
}

static inline void wire_put_number(struct wire_out *w, double v)
{
    wire_put(w, &v, sizeof v);
}

/* NULL is written as "". */
static inline void wire_put_str(struct wire_out *w, const char *s)
{
    size_t n = s != NULL ? strlen(s) : 0;
    wire_put_int(w, (int32_t)n);
    wire_put(w, s, n);
    wire_put(w, "", 1);
}

static inline int32_t wire_get_int(struct wire_in *w)
{
    int32_t v = 0;
    if (w->bad || w->len - w->at < sizeof v) {
        w->bad = 1;
        return 0;
    }
    memcpy(&v, w->bytes + w->at, sizeof v);
    w->at += (uint32_t)sizeof v;
    return v;
}

static inline double wire_get_number(struct wire_in *w)
{
    double v = 0;
    if (w->bad || w->len - w->at < sizeof v) {
        w->bad = 1;
        return 0;
    }
    memcpy(&v, w->bytes + w->at, sizeof v);
    w->at += (uint32_t)sizeof v;
    return v;
}

/* The string points into the body, and is valid as long as the body is. */
static inline const char *wire_get_str(struct wire_in *w)
{
    int32_t n = wire_get_int(w);
    if (w->bad || n < 0 || w->len - w->at < (uint32_t)n + 1 || w->bytes[w->at + (uint32_t)n] != 0) {
        w->bad = 1;
        return "";
    }
    const char *s = (const char *)w->bytes + w->at;
    w->at += (uint32_t)n + 1;
    return s;
}

/* Returns n raw bytes inside the body, or NULL if there are not that many. */
static inline const unsigned char *wire_get_bytes(struct wire_in *w, int32_t n)
{
    if (w->bad || n < 0 || w->len - w->at < (uint32_t)n) {
        w->bad = 1;
        return NULL;
    }
    const unsigned char *p = w->bytes + w->at;
    w->at += (uint32_t)n;
    return p;
}

#endif
