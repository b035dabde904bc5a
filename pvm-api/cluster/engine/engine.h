/* engine.h - a way to carry messages between the nodes that one command has started together: what it offers to the
 * daemon, and what it asks of it. An engine is a library of its own, opened at run time (mpi.c, once for each MPI),
 * so that nothing else depends on an MPI.
 *
 * An engine carries messages, in order between any two nodes, and nothing else: life, death, output and requests stay
 * on the daemons' own connections. It has no descriptor to wait for: it goes on only while `look` is called (carry.c
 * says when). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ENGINE_VERSION 1u
#define ENGINE_SYMBOL "cluster_engine" /* a library's struct engine_ops */

/* What the daemon does for an engine. Everything is called inside `look` or `send`, and may call `send`. */
struct engine_user {
    void *user;
    uint32_t head_bytes; /* of each message, before its body */

    /* The next message of that rank has come: where its body is to lie (anything but NULL if it has none), and in *what
     * by which number to name it. NULL: there is no room now; it is asked again in a later look. */
    void *(*begin)(void *user, int from, const void *head, uint32_t body_bytes, uint64_t *what);

    /* All of it is there, and all that this rank has sent before. */
    void (*arrived)(void *user, int from, uint64_t what);

    /* That body will not come, as its sender is gone; nothing is written there any more. */
    void (*dropped)(void *user, uint64_t what);

    /* The body that was sent under that number is not read any more. */
    void (*sent)(void *user, uint64_t what);

    /* The engine has found that this rank is gone. It may never find that. */
    void (*failed)(void *user, int rank);
};

enum engine_work {
    ENGINE_NONE,       /* nothing is under way that it knows of */
    ENGINE_NEEDS_ROOM, /* something that has come has no room */
    ENGINE_WORKS       /* messages are under way, and go on only by looking */
};

struct engine_ops {
    uint32_t version, size; /* ENGINE_VERSION, sizeof(struct engine_ops) */
    const char *name;       /* "Open MPI 4.1.4" */

    /* Begins. Returns NULL after a line on stderr, or its own state. Ranks are from 0 to *ranks - 1. */
    void *(*open)(const struct engine_user *user, int *rank, int *ranks);

    /* Each rank gives so many bytes, and gets those of all in the order of ranks. All ranks call it. */
    bool (*exchange)(void *e, const void *mine, void *all, int bytes);

    /* Sends a message: the head is copied, the body stays the engine's until `sent` is called with `what`, which may
     * be before this returns. body_bytes 0: `sent` is not called. False: the rank cannot be reached, and nothing is
     * sent. */
    bool (*send)(void *e, int to, const void *head, const void *body, uint32_t body_bytes, uint64_t what);

    /* Goes on with all that is under way, and never waits. Returns how many messages have come or have been sent. */
    int (*look)(void *e);
    enum engine_work (*work)(const void *e);

    /* That rank is gone: what is under way to it and from it is given up. */
    void (*forget)(void *e, int rank);

    /* Ends, after all that is under way; waits for the others. All ranks call it, or none: if one of them is gone, the
     * process just ends. */
    void (*close)(void *e);
};
