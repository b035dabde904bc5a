/* system_body.h - bodies of the messages of system_messages.h: PvmDataDefault (XDR), written and read with wire.h's
 * buffers.
 *
 * An integer is 4 bytes, the highest first. A string is its length with the NUL, the bytes, then zeros up to a multiple
 * of 4. As in wire.h, a reader never runs past the end; `bad` says that the body was too short. */
#ifndef SYSTEM_BODY_H
#define SYSTEM_BODY_H

#include "wire.h"

static inline void system_put_int(struct wire_out *w, int32_t v)
{
    uint32_t u = (uint32_t)v;
    unsigned char b[4] = {(unsigned char)(u >> 24), (unsigned char)(u >> 16), (unsigned char)(u >> 8),
                          (unsigned char)u};
    wire_put(w, b, 4);
}

/* NULL is written as "". */
static inline void system_put_str(struct wire_out *w, const char *s)
{
    size_t n = s != NULL ? strlen(s) + 1 : 1;
    system_put_int(w, (int32_t)n);
    wire_put(w, s != NULL ? s : "", n);
    wire_put(w, "\0\0\0", (4 - n % 4) % 4);
}

static inline int32_t system_get_int(struct wire_in *w)
{
    const unsigned char *b = wire_get_bytes(w, 4);
    if (b == NULL)
        return 0;
    return (int32_t)((uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]);
}

/* The string lies inside the body. */
static inline const char *system_get_str(struct wire_in *w)
{
    int32_t n = system_get_int(w);
    const unsigned char *b = n > 0 ? wire_get_bytes(w, n) : NULL;
    if (b == NULL || b[n - 1] != 0) {
        w->bad = 1;
        return "";
    }
    uint32_t padding = (4 - (uint32_t)n % 4) % 4;
    w->at += padding <= w->len - w->at ? padding : w->len - w->at;
    return (const char *)b;
}

static inline int system_at_end(const struct wire_in *w)
{
    return w->bad || w->at >= w->len;
}

#endif
