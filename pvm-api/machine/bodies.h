/* bodies.h - makes from one list of fields a struct, the function that writes it into a body, and the one that reads
 * it.
 *
 *     #define HOST_FIELDS(F) F(int, tid) F(str, name)
 *     WIRE_BODY(host_entry, HOST_FIELDS)
 *
 * makes struct host_entry {int32_t tid; const char *name;}, host_entry_put(struct wire_out *, const struct host_entry
 * *) and struct host_entry host_entry_get(struct wire_in *). So the layout of a body is defined in one place, its list.
 * WIRE_BODY writes as wire.h does (control requests), SYSTEM_BODY as system_body.h does (messages that users' programs
 * read and write, in XDR).
 *
 * Types of fields: int; str (NULL is written as ""); strs (a number, then that many strings); ints (a number, then that
 * many integers); sink (tid, context, tag); and only in a WIRE_BODY: number (a double), block (a number, then that many
 * bytes). Strings, lists and blocks that are read point into the body and are valid as long as it is. If a body is too
 * short, `bad` is set in its wire_in, and all further fields are 0, "" or empty. */
#ifndef BODIES_H
#define BODIES_H

#include "machine.h"
#include "system_body.h"
#include "wire.h"

/* n strings, one after another as they stand in a body. To make such a list, write the strings into a wire_out of their
 * own (CODEC_strs_of). */
struct body_strs {
    int32_t n;
    const unsigned char *bytes;
    uint32_t len;
};

/* n integers as they stand in a body. They may not be aligned, so read them with body_int_at. */
struct body_ints {
    int32_t n;
    const void *at;
};

struct body_block {
    const unsigned char *bytes;
    int32_t len;
};

#define BODY_TYPE_int int32_t
#define BODY_TYPE_number double
#define BODY_TYPE_str const char *
#define BODY_TYPE_strs struct body_strs
#define BODY_TYPE_ints struct body_ints
#define BODY_TYPE_block struct body_block
#define BODY_TYPE_sink struct mach_sink

#define BODY_MEMBER(TYPE, NAME) BODY_TYPE_##TYPE NAME;
#define WIRE_BODY_PUT(TYPE, NAME) wire_put_##TYPE(w, b->NAME);
#define WIRE_BODY_GET(TYPE, NAME) b.NAME = wire_get_##TYPE(w);
#define SYSTEM_BODY_PUT(TYPE, NAME) system_put_##TYPE(w, b->NAME);
#define SYSTEM_BODY_GET(TYPE, NAME) b.NAME = system_get_##TYPE(w);

#define BODY(STRUCT, FIELDS, PUT, GET)                                          \
    struct STRUCT {                                                             \
        FIELDS(BODY_MEMBER)                                                     \
    };                                                                          \
    static inline void STRUCT##_put(struct wire_out *w, const struct STRUCT *b) \
    {                                                                           \
        FIELDS(PUT)                                                             \
    }                                                                           \
    static inline struct STRUCT STRUCT##_get(struct wire_in *w)                 \
    {                                                                           \
        struct STRUCT b;                                                        \
        FIELDS(GET)                                                             \
        return b;                                                               \
    }
#define WIRE_BODY(STRUCT, FIELDS) BODY(STRUCT, FIELDS, WIRE_BODY_PUT, WIRE_BODY_GET)
#define SYSTEM_BODY(STRUCT, FIELDS) BODY(STRUCT, FIELDS, SYSTEM_BODY_PUT, SYSTEM_BODY_GET)

/* Reads the strings of a list one by one. */
static inline struct wire_in body_strs_in(const struct body_strs *s)
{
    struct wire_in in = {s->bytes, s->len, 0, 0};
    return in;
}

static inline int32_t body_int_at(const struct body_ints *list, int i)
{
    int32_t v;
    memcpy(&v, (const unsigned char *)list->at + (size_t)i * sizeof v, sizeof v);
    return v;
}

static inline struct body_ints body_ints_of(int32_t n, const int32_t *ints)
{
    struct body_ints list = {n, ints};
    return list;
}

static inline void wire_put_ints(struct wire_out *w, struct body_ints list)
{
    wire_put_int(w, list.n);
    wire_put(w, list.at, (uint32_t)(list.n > 0 ? list.n : 0) * (uint32_t)sizeof(int32_t));
}

static inline struct body_ints wire_get_ints(struct wire_in *w)
{
    struct body_ints list = {wire_get_int(w), NULL};
    if (list.n > INT32_MAX / (int32_t)sizeof(int32_t))
        w->bad = 1;
    else if (list.n > 0)
        list.at = wire_get_bytes(w, list.n * (int32_t)sizeof(int32_t));
    if (list.at == NULL)
        list.n = 0;
    return list;
}

static inline void wire_put_block(struct wire_out *w, struct body_block b)
{
    wire_put_int(w, b.len);
    wire_put(w, b.bytes, (uint32_t)b.len);
}

static inline struct body_block wire_get_block(struct wire_in *w)
{
    struct body_block b = {NULL, wire_get_int(w)};
    b.bytes = wire_get_bytes(w, b.len);
    if (b.bytes == NULL)
        b.len = 0;
    return b;
}

/* Both encodings write these types in the same way, from their own integers and strings. CODEC_strs_of writes n strings
 * into w, which the caller frees, and gives them as a list. */
#define BODY_CODEC(CODEC)                                                                               \
    static inline struct body_strs CODEC##_strs_of(struct wire_out *w, int32_t n, char *const *strings) \
    {                                                                                                   \
        for (int32_t i = 0; i < n; i++)                                                                 \
            CODEC##_put_str(w, strings[i]);                                                             \
        struct body_strs s = {n, w->bytes, w->len};                                                     \
        return s;                                                                                       \
    }                                                                                                   \
    static inline void CODEC##_put_sink(struct wire_out *w, struct mach_sink s)                         \
    {                                                                                                   \
        CODEC##_put_int(w, s.tid);                                                                      \
        CODEC##_put_int(w, s.context);                                                                  \
        CODEC##_put_int(w, s.tag);                                                                      \
    }                                                                                                   \
    static inline struct mach_sink CODEC##_get_sink(struct wire_in *w)                                  \
    {                                                                                                   \
        struct mach_sink s;                                                                             \
        s.tid = CODEC##_get_int(w);                                                                     \
        s.context = CODEC##_get_int(w);                                                                 \
        s.tag = CODEC##_get_int(w);                                                                     \
        return s;                                                                                       \
    }                                                                                                   \
    static inline void CODEC##_put_strs(struct wire_out *w, struct body_strs s)                         \
    {                                                                                                   \
        CODEC##_put_int(w, s.n);                                                                        \
        wire_put(w, s.bytes, s.len);                                                                    \
    }                                                                                                   \
    static inline struct body_strs CODEC##_get_strs(struct wire_in *w)                                  \
    {                                                                                                   \
        struct body_strs s = {CODEC##_get_int(w), NULL, 0};                                             \
        uint32_t from = w->at;                                                                          \
        for (int32_t i = 0; i < s.n && !w->bad; i++)                                                    \
            (void)CODEC##_get_str(w);                                                                   \
        if (w->bad || s.n < 0)                                                                          \
            s.n = 0;                                                                                    \
        s.bytes = w->bytes != NULL ? w->bytes + from : NULL;                                            \
        s.len = w->at - from;                                                                           \
        return s;                                                                                       \
    }
BODY_CODEC(wire)
BODY_CODEC(system)

#endif
