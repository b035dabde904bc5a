/* mpi_state.h - what the files of the engine for MPI share. It is compiled once for each MPI that is there, as
 * their binary interfaces differ.
 *
 * A head goes with its body in one MPI message if the body is short; the body of a longer one follows in a second MPI
 * message, straight from the sender's memory into that of the receiver. One thread, and no call that waits. */
#pragma once

#include <mpi.h>

#include "cluster/engine/engine.h"

#define MPI_SHORT_BYTES 4096u /* a body up to that goes with its head */
#define HEADS 16              /* receives of heads that wait */

enum mpi_tag { TAG_HEAD = 1, TAG_BODY };

/* Before each head: its number among those to that rank, and the length of the body. */
struct prefix {
    uint32_t number, body_bytes;
};

enum packet_state { CAME, BEGUN, COMPLETE, LOST };

/* A message on its way: its prefix, its head, and its body if that is short. */
struct packet {
    struct packet *next;
    enum packet_state state;
    uint64_t what;
    _Alignas(16) unsigned char bytes[];
};

/* What is done when an MPI request is done. */
enum deed { HEAD_COMES, BODY_COMES, BODY_WASTES, HEAD_GOES, BODY_GOES };

struct action {
    enum deed deed;
    int rank; /* -1: any */
    struct packet *packet;
    uint64_t what;
};

struct peer {
    uint32_t sent, begun; /* messages, which this numbers */
    struct packet *first; /* that have come from there and have not been given on, in order */
    int under_way;        /* requests to and from there */
    bool gone;
};

struct engine {
    struct engine_user user;
    MPI_Comm all;
    int ranks;
    struct peer *peers;
    MPI_Request *requests;
    struct action *actions, *done; /* of each request; of those that are done */
    MPI_Status *statuses;
    int *indices;
    int n, room;
    int under_way; /* requests to and from ranks that are there */
    bool starved;  /* a message has no room */
    int events;
    struct packet *unused;
};

/* ---- mpi_packets.c */

/* A packet has room for a head with a short body. NULL: no memory. */
struct packet *packet_new(struct engine *e);
void packet_free(struct engine *e, struct packet *l);
int packet_bytes(const struct engine *e);

/* Room for another request. False: no memory. */
bool requests_room(struct engine *e);
/* Adds one, for which there is room. */
void requests_add(struct engine *e, MPI_Request request, struct action a);

/* ---- mpi_look.c */

/* Receives a head from any rank. */
void mpi_listen(struct engine *e);
int mpi_look(void *state);
void mpi_forget(void *state, int rank);
